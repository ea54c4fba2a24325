#include "serve/work/work_document.h"

#include <string.h>
#include <strings.h>

#include "base/first_bytes.h"

/* A file of lines. */
static enum translator_status translate_plain(translator *d, const translator_request *of,
                                              const char *bytes, size_t len, char **out,
                                              size_t *size, translator_answer *a)
{
    const tr_string text = {bytes, len};
    translator_request request = *of;

    request.texts = &text;
    request.n = 1;
    const enum translator_status status = translator_translate(d, &request, a);
    if (status != TRANSLATOR_OK) return status;
    *out = a->texts[0].text;
    *size = a->texts[0].len;
    a->texts[0].text = NULL;
    return TRANSLATOR_OK;
}

/* True for text that no format claims. */
static bool is_plain(const char *name, const char *bytes, size_t len)
{
    const char *const dot = strrchr(name, '.');
    const bool by_name = !dot || !strcasecmp(dot, ".txt") || !strcasecmp(dot, ".text");
    return by_name && !tr_document_guess(name, bytes, len) && !memchr(bytes, '\0', len) &&
           !tr_first_bytes_no_text(bytes, len);
}

bool work_translate_document(const work_client *by, const work_request *request, const char *name,
                             const char *bytes, size_t len, char **out, size_t *size,
                             work_failure *why)
{
    translator *const d = by->translator;
    translator_answer a = {0};
    open_request o;

    bool done = work_open(&o, by, request, why);
    if (done) {
        const enum translator_status status =
            is_plain(name, bytes, len) ? translate_plain(d, &o.request, bytes, len, out, size, &a)
                                       : translator_document(d, &o.request, name, NULL, bytes, len,
                                                             NULL, NULL, out, size, &a);
        done = status == TRANSLATOR_OK || work_fail_status(why, status, &a);
    }
    work_close(&o, by);
    translator_answer_free(&a);
    return done;
}
