/* json_list.h - text in JSON: a string, or a list of strings, one for each line. */
#ifndef TR_JSON_LIST_H
#define TR_JSON_LIST_H

#include "base/buf.h"

/* Appends the text of `raw` [size].  False if it is neither, or the text is no UTF-8. */
bool tr_json_list_decode(const char *raw, size_t size, tr_buf *out);

/* Appends text [n] written like `raw` [size], which had another text: a string or a list, with the
 * same blanks between two lines; all in ASCII, or not. */
void tr_json_list_encode(const char *raw, size_t size, bool ascii, const char *text, size_t n,
                         tr_buf *out);

#endif
