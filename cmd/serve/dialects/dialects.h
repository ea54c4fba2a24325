/* dialects.h - all that the server speaks. */
#ifndef DIALECTS_H
#define DIALECTS_H

#include "serve/call/call.h"

/* Health, readiness, version, metrics, the page. */
extern const dialect common_dialect;

extern const dialect libretranslate_dialect, deepl_dialect;

#endif
