/* tell_sentences.c - the sentences of a text, told: tr_tell_sentences() of translate.h, and what is
 * known of its language. */
#include <string.h>

#include "base/utf8.h"
#include "language/language_data.h"
#include "text/passages.h"
#include "translate.h"

int tr_language_has_blanks(const char *language)
{
    return tr_language_has_spaces(language);
}

int tr_language_has_formality(const char *language)
{
    const tr_address_words *const a = &tr_language_data(language)->address;
    return a->formal && a->informal;
}

int tr_tell_sentences(const char *text, size_t len, const char *language,
                      void (*tell)(void *ctx, size_t begin, size_t end), void *ctx, tr_error *err)
{
    tr_passages passages;

    if (!tr_utf8_valid(text, len) || memchr(text, '\0', len))
        return tr_fail(err, TR_EINVAL, "the text is not UTF-8");
    int rc = tr_passages_init(&passages, language, true, err);
    if (rc < 0) return rc;
    rc = tr_passages_find(&passages, text, len, true, false, err);
    for (size_t i = 0; i < passages.n && rc == TR_OK; i++)
        tell(ctx, passages.list[i].begin, passages.list[i].end);
    tr_passages_free(&passages);
    return rc;
}
