#include "check/check_model.h"

#include "console/message.h"

int check_model_use(const tr_model *model, const model_choice *choice, const char *file,
                    int (*use)(const tr_model *back, void *ctx), void *ctx)
{
    const tr_model_info *const info = tr_model_get_info(model);
    const char *const from = choice->from ? choice->from : info->source_language;
    const char *const to = choice->to ? choice->to : info->target_language;
    const model_choice back = {.model = file, .from = *to ? to : NULL, .to = *from ? from : NULL};

    if (file || (back.from && back.to)) return model_use(&back, use, ctx);
    complain("%s: does not tell its languages: --check needs --check-model, or -f and -t",
             info->path);
    return EXIT_FAILED;
}
