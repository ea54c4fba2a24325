/* section.h - sections of laws and their parts, as they are cited: they are the same in any
 * language. */
#ifndef TR_SECTION_H
#define TR_SECTION_H

#include <stddef.h>

/* Where "§ 4(i)", "§ 5 Abs. 1 S. 2", "Art. 6 Abs. 1 lit. f", "13 Abs. 4" and the like end that
 * begin at text [at, len); `at` if there is none.  An article or a number without parts is none: it
 * may be a word of prose. */
size_t tr_section_end(const char *text, size_t at, size_t len);

#endif
