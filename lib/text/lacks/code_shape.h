/* code_shape.h - shapes of single words that no prose has. */
#ifndef TR_CODE_SHAPE_H
#define TR_CODE_SHAPE_H

#include <stdbool.h>

#include "base/span.h"

/* drwxr--r-x, &HFF, $?, %a, C-u, 54934873062HVEA. */
bool tr_is_code_shape(const char *text, tr_span at);

/* -.-. and .--: points and hyphens alone.  The point of a sentence may end the last one. */
bool tr_is_morse(const char *text, tr_span at);

/* "?.": marks of sentences within straight quotation marks. */
bool tr_are_quoted_marks(const char *text, tr_span whole);

/* ["key", {'a': b="c": quotation marks and brackets of code. */
bool tr_has_code_quote(const char *text, tr_span whole);

#endif
