/* deepl_tags.h - tags whose text is not translated. */
#ifndef DEEPL_TAGS_H
#define DEEPL_TAGS_H

#include "serve/translator/translator_request.h"

/* The text with those tags marked whose names, with commas between them, are given: the caller
 * frees it.  And a translation without the marks. */
tr_string deepl_mark_tags(tr_string text, const char *names);
void deepl_unmark_tags(translator_text *t);

#endif
