#include "models/model_languages.h"

#include <string.h>
#include <unicode/uloc.h>
#include <unicode/ustring.h>

#include "models/language_names.h"

const char model_pivot_language[] = "en";

void languages_of_model(const tr_model *model, int side, language_take *take, void *ctx)
{
    const tr_model_info *info = tr_model_get_info(model);
    const bool source = side == TR_SOURCE;
    const char *own = source ? info->source_language : info->target_language;

    if (!(source ? info->source_is_chosen : info->target_is_chosen)) {
        take(ctx, own);
        return;
    }
    for (size_t i = 0; i < info->n_languages; i++)
        take(ctx, tr_model_language(model, i));
}

void languages_found(const model_list *list, int side, language_take *take, void *ctx)
{
    for (size_t i = 0; i < list->n; i++) {
        tr_model *model;
        if (tr_model_open(&model, list->models[i].path, NULL)) continue;
        languages_of_model(model, side, take, ctx);
        tr_model_close(model);
    }
}

/* ICU's name of a language, in the language `in`; none for a language that ICU does not know. */
static void suggest_display_name(suggestion *s, const char *language, const char *in)
{
    enum { LONGEST = 64 };
    UChar name[LONGEST];
    char text[3 * LONGEST];
    UErrorCode status = U_ZERO_ERROR;

    const int32_t n = uloc_getDisplayLanguage(language, in, name, LONGEST, &status);
    if (U_FAILURE(status) || status == U_USING_DEFAULT_WARNING || n >= LONGEST) return;
    u_strToUTF8(text, sizeof text, NULL, name, n, &status);
    if (U_SUCCESS(status)) suggest_name(s, text, language);
}

/* "deu_Latin" may mean "deu_Latn"; "est_Latn" is no misspelt "ast_Latn". */
static bool same_first_subtag(const suggestion *s, const char *language)
{
    const size_t n = strcspn(language, "-_");
    return s->typed_len > n && strchr("-_", s->typed[n]) && !strncmp(s->typed, language, n);
}

bool languages_same_pair(const char *source, const char *target, const char *other_source,
                         const char *other_target)
{
    return !strcmp(source, other_source) && !strcmp(target, other_target);
}

void languages_suggest(void *ctx, const char *language)
{
    suggestion *const s = ctx;

    if (same_first_subtag(s, language)) suggest_word(s, language, strlen(language));
    suggest_display_name(s, language, language_english);
    suggest_display_name(s, language, language);
}
