/* check_model.h - the model of the other direction. */
#ifndef CHECK_MODEL_H
#define CHECK_MODEL_H

#include "models/model_choice.h"

#define CHECK_OPTION_ROWS(type, check, check_model)                                                \
    OPTION_FLAG_ROW(0, "check", offsetof(type, check),                                             \
                    "look for words that translations may lack, by the model of the other "        \
                    "direction, and for words left untranslated or said twice"),                   \
        OPTION_ROW(0, "check-model", "FILE|NAME", OPTION_TEXT, offsetof(type, check_model),        \
                   "the model of the other direction for --check (default: it is found)")

/* Calls `use` with a model that translates back what `model` translates: `file`, as -m takes it,
 * or NULL for one that is found.  The status that `use` returns, or EXIT_FAILED after a sentence.
 */
int check_model_use(const tr_model *model, const model_choice *choice, const char *file,
                    int (*use)(const tr_model *back, void *ctx), void *ctx);

#endif
