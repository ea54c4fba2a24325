#include "serve/dialects/text_request.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "console/alloc.h"
#include "serve/dialects/language_codes.h"

bool text_request_pair(call *c, text_request *a, const char *from, const char *to)
{
    translator *const d = c->server->translator;

    *a->source = '\0';
    if (!to || !*to) {
        call_refuse(c, 400, "the language to translate to is missing");
        return false;
    }
    if (from && *from && strcasecmp(from, "auto") &&
        !find_language_code(d, from, false, a->source)) {
        call_refuse(c, 400, "%s is not supported", from);
        return false;
    }
    if (find_language_code(d, to, true, a->target)) return true;
    call_refuse(c, 400, "%s is not supported", to);
    return false;
}

bool text_request_texts(call *c, text_request *a, const char *name)
{
    text_request_free(a);
    a->n = params_texts(&c->params, name, &a->texts, &a->is_list);
    if (a->n != SIZE_MAX && (a->n || a->is_list)) return true;
    if (a->n)
        call_refuse(c, 400, "%s is neither a text nor a list of texts", name);
    else
        call_refuse(c, 400, "%s is missing", name);
    a->n = 0;
    return false;
}

bool text_request_text(call *c, text_request *a, const char *name)
{
    if (!text_request_texts(c, a, name)) return false;
    if (!a->is_list && a->n == 1) return true;
    call_refuse(c, 400, "%s is no text", name);
    return false;
}

bool text_request_format(call *c, text_request *a, const char *word)
{
    static const struct {
        const char *word;
        int format;
    } formats[] = {{"", TRANSLATOR_TEXT},
                   {"text", TRANSLATOR_TEXT},
                   {"plain", TRANSLATOR_TEXT},
                   {"html", TRANSLATOR_HTML},
                   {"xml", TRANSLATOR_XML}};

    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        a->format = formats[i].format;
        if (!strcasecmp(word ? word : "", formats[i].word)) return true;
    }
    call_refuse(c, 400, "%s is no format of texts", word);
    return false;
}

bool text_request_translate(call *c, const text_request *a)
{
    const call_request of = {.source = *a->source ? a->source : NULL,
                             .target = a->target,
                             .texts = a->texts,
                             .n = a->n,
                             .format = a->format,
                             .n_best = a->n_best > 0 ? a->n_best : 1};
    return call_translate(c, &of);
}

void text_request_free(text_request *a)
{
    free(a->texts);
    a->texts = NULL;
    a->n = 0;
}

const char *capitals_of(const char *code, char out[TR_PEEK_SIZE])
{
    snprintf(out, TR_PEEK_SIZE, "%s", code);
    for (char *at = out; *at; at++)
        if (tr_ascii_is_lower(*at)) *at = (char)(*at - 'a' + 'A');
    return out;
}

translator_text detect_one(call *c, tr_string text, const char *none)
{
    detected found[DETECTED_MOST];
    translator_text t = {0};

    if (translator_detect(c->server->translator, text.text, text.len, NULL, found)) {
        memcpy(t.source, found[0].language, sizeof found[0].language);
        t.confidence = found[0].share;
    } else {
        snprintf(t.source, sizeof t.source, "%s", none);
    }
    return t;
}
