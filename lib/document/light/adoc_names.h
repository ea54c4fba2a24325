/* adoc_names.h - ids that AsciiDoc makes of the text of titles, and references to them. */
#ifndef TR_ADOC_NAMES_H
#define TR_ADOC_NAMES_H

#include "document/segment/content.h"

typedef struct tr_adoc_names {
    tr_buf references;         /* what references name, in order, each with a NUL behind it */
    tr_span prefix, separator; /* bytes of the document, of ids; if it says them: */
    bool has_prefix, has_separator;
} tr_adoc_names;

/* Finds what "<<name>>", "<<name,text>>" and "xref:name[text]" name.  NULL when out of memory. */
const tr_adoc_names *tr_adoc_names_find(tr_content *d);

/* Appends the attributes, on a line, that a title [at] needs to be found still by the references of
 * the document after its text has changed: "[#_the_title]".  One that `has_id` needs no other. */
void tr_adoc_keep_names(const tr_content *d, const tr_adoc_names *names, tr_span title, bool has_id,
                        tr_buf *out);

#endif
