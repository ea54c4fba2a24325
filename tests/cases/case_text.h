/* case_text.h - texts as a file of cases writes them: escapes in the place of control characters.
 */
#ifndef CASE_TEXT_H
#define CASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/* Adds the text that is written as `written` [len].  False: it has an escape that is none. */
bool case_text_read(const char *written, size_t len, tr_buf *text);

/* Adds text [len] as it is written. */
void case_text_write(const char *text, size_t len, tr_buf *written);

#endif
