/* markdown_tables.h - tables as md4c wants them: rows of dashes that are long enough, and heads of
 * their own for rows that are far narrower than the head above them (markdown_width.h). */
#ifndef TR_MARKDOWN_TABLES_H
#define TR_MARKDOWN_TABLES_H

#include "document/markdown/markdown_masks.h"

/* Changes the text of the masks.  False when out of memory. */
bool tr_masks_change_tables(tr_masks *m);

#endif
