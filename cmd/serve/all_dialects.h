/* all_dialects.h - all that the server speaks. */
#ifndef ALL_DIALECTS_H
#define ALL_DIALECTS_H

#include "serve/call/call.h"

/* The last one is NULL. */
extern const dialect *const all_dialects[];

#endif
