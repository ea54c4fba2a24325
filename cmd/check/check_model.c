#include "check/check_model.h"

#include <stdlib.h>

#include "console/message.h"
#include "models/model_offer.h"

int check_model_use(const tr_model *model, const model_choice *choice, const char *file,
                    int (*use)(const tr_model *back, void *ctx), void *ctx)
{
    const tr_model_info *const info = tr_model_get_info(model);
    const char *const from = choice->from ? choice->from : info->source_language;
    const char *const to = choice->to ? choice->to : info->target_language;
    const model_choice back = {.model = file, .from = *to ? to : NULL, .to = *from ? from : NULL};

    if (!file && back.from && back.to && !model_is_there(&back, false)) {
        char *const fetch = model_offer_hint(back.from, back.to);
        complain("--check needs a model of the other direction, from %s to %s, and there is none: "
                 "--check-model names one%s",
                 back.from, back.to, fetch);
        free(fetch);
        return EXIT_FAILED;
    }
    if (file || (back.from && back.to)) return model_use(&back, use, ctx);
    complain("%s: does not tell its languages: --check needs --check-model, or -f and -t",
             info->path);
    return EXIT_FAILED;
}
