/* losses.h - what a translation lacks, as JSON. */
#ifndef LOSSES_H
#define LOSSES_H

#include "console/json.h"
#include "serve/translator/translator_request.h"

/* What the translation of a text lacks: texts, and where they are in its bytes. */
cJSON *lost_of(const translator_text *t, tr_string text);

#endif
