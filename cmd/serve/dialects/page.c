#include "serve/dialects/page.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "console/alloc.h"
#include "console/json.h"
#include "serve/dialects/language_codes.h"
#include "serve/translator/losses.h"

/* "" is for who reads this file alone, as cppcheck does. */
static const char head[] = ""
#include "page_head.html.inc"
    ;
static const char style[] = ""
#include "page.css.inc"
    ;
static const char body[] = ""
#include "page_body.html.inc"
    ;
static const char script[] = ""
#include "page.js.inc"
    ;

/* ---- The page ------------------------------------------------------------------------------ */

void page_show(call *c)
{
    unsigned long long words[2];
    char nonce[40];

    if (getrandom(words, sizeof words, 0) != sizeof words) {
        call_refuse(c, 500, "there are no random numbers");
        return;
    }
    snprintf(nonce, sizeof nonce, "%016llx%016llx", words[0], words[1]);
    char *const policy =
        checked_format("default-src 'none'; script-src 'nonce-%s'; style-src 'nonce-%s'; "
                       "connect-src 'self'; img-src data:; "
                       "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
                       nonce, nonce);
    http_add_header(c->answer, "Content-Security-Policy", policy);
    http_add_header(c->answer, "Referrer-Policy", "no-referrer");
    free(policy);
    char *const page =
        checked_format("%s<style nonce=\"%s\">\n%s</style>\n%s<script nonce=\"%s\">\n%s</script>\n"
                       "</body>\n</html>\n",
                       head, nonce, style, body, nonce, script);
    call_answer_bytes(c, 200, "text/html; charset=utf-8", page, strlen(page));
}

/* ---- What it asks for ---------------------------------------------------------------------- */

/* A place in a text, by bytes and by characters. */
typedef struct place {
    tr_string text;
    size_t byte, character;
} place;

static bool begins_character(const place *p, size_t byte)
{
    return ((unsigned char)p->text.text[byte] & 0xC0) != 0x80;
}

/* Goes to a byte: its character. */
static cJSON *go_to(place *p, size_t byte)
{
    if (byte > p->text.len) byte = p->text.len;
    while (p->byte < byte)
        p->character += begins_character(p, p->byte++);
    while (p->byte > byte)
        p->character -= begins_character(p, --p->byte);
    return cJSON_CreateNumber((double)p->character);
}

static cJSON *alignment_of(const translator_text *t, tr_string text)
{
    cJSON *const list = cJSON_CreateArray();
    place source = {.text = text}, target = {.text = {t->text, t->len}};

    for (const translator_link *l = t->links; l && l < t->links + t->n_links; l++) {
        cJSON *const link = cJSON_CreateArray();
        cJSON_AddItemToArray(link, go_to(&source, l->source_begin));
        cJSON_AddItemToArray(link, go_to(&source, l->source_end));
        cJSON_AddItemToArray(link, go_to(&target, l->target_begin));
        cJSON_AddItemToArray(link, go_to(&target, l->target_end));
        cJSON_AddItemToArray(list, link);
    }
    return list;
}

static cJSON *translation_of(const translator_text *t, tr_string text)
{
    cJSON *const json = cJSON_CreateObject();

    json_add_text(json, "text", t->text, t->len);
    cJSON_AddStringToObject(json, "source", t->source);
    json_add_float(json, "confidence", (float)t->confidence);
    cJSON *const others = cJSON_AddArrayToObject(json, "alternatives");
    for (size_t i = 0; i < t->n_alternatives; i++)
        cJSON_AddItemToArray(others, json_text(t->alternatives[i], strlen(t->alternatives[i])));
    cJSON_AddItemToObject(json, "alignment", alignment_of(t, text));
    json_add_quality(json, t->quality);
    cJSON_AddItemToObject(json, "lost", lost_of(t, text));
    return json;
}

/* As many as the server allows. */
static int n_best_of(call *c)
{
    const cJSON *const json =
        c->params.json ? cJSON_GetObjectItemCaseSensitive(c->params.json, "alternatives") : NULL;
    const char *const word = params_word(&c->params, "alternatives");
    const double n = cJSON_IsNumber(json) ? json->valuedouble : word ? strtod(word, NULL) : 0;
    const int most = c->server->settings.alternatives_limit;
    return 1 + (!(n > 0) ? 0 : n < most ? (int)n : most);
}

static void translate(call *c, const tr_string *texts, size_t n, const char *from, const char *to)
{
    char source[TR_PEEK_SIZE], target[TR_PEEK_SIZE];
    translator *const d = c->server->translator;
    const bool any = !from || !*from || !strcmp(from, "auto");
    const call_request a = {.source = any ? NULL : language_of_code(d, from, source),
                            .target = language_of_code(d, to, target),
                            .texts = texts,
                            .n = n,
                            .n_best = n_best_of(c),
                            .alignment = true,
                            .glossary = params_word(&c->params, "glossary")};

    if (!call_translate(c, &a)) return;
    cJSON *const json = cJSON_CreateObject();
    cJSON *const list = cJSON_AddArrayToObject(json, "translations");
    for (size_t i = 0; i < c->done.n; i++)
        cJSON_AddItemToArray(list, translation_of(&c->done.texts[i], texts[i]));
    call_answer(c, 200, json);
}

void page_translate(call *c)
{
    const char *const target = params_word(&c->params, "target");
    tr_string *texts;
    bool is_list;
    const size_t n = params_texts(&c->params, "q", &texts, &is_list);

    if (n == SIZE_MAX || !n)
        call_refuse(c, 400, "q is neither a text nor a list of texts");
    else if (!target || !*target)
        call_refuse(c, 400, "target is missing");
    else
        translate(c, texts, n, params_word(&c->params, "source"), target);
    free(texts);
}
