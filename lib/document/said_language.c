/* said_language.c - the languages that a document says of itself, before it is read. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/word_list.h"
#include "document/markup/language_code.h"
#include "document/markup/markup.h"
#include "translate.h"

enum { MOST_VARIANTS = 2000 }; /* of a TMX file, that are looked at */

/* Takes bytes that are a code of a language, and not one for none or several. */
static void take_code(char language[TR_PEEK_SIZE], const char *text, size_t len)
{
    char code[TR_PEEK_SIZE];

    if (*language || !len || len >= sizeof code) return;
    memcpy(code, text, len);
    code[len] = '\0';
    for (size_t i = 0; i < len; i++)
        if (code[i] == '_') code[i] = '-';
    const size_t at = strcspn(code, "@."); /* gettext's variants and encodings */
    code[at] = '\0';
    if (tr_list_has(" und mul zxx mis ", code, strlen(code))) return;
    if (strcspn(code, "-") <= 3 && tr_language_is_code(code)) strcpy(language, code);
}

static void take_attribute(char language[TR_PEEK_SIZE], const tr_markup *m,
                           const tr_markup_token *t, const char *name)
{
    tr_span s;
    if (tr_markup_find(m, t, name, &s)) take_code(language, m->text + s.begin, s.end - s.begin);
}

/* The language of the first element, or in HTML of <html>. */
static void find_in_root(tr_markup *m, tr_document_languages *said)
{
    tr_markup_token t;

    while (tr_markup_next(m, &t)) {
        if (t.kind != TR_MARKUP_START) continue;
        if (!m->xml && strcmp(t.name, "html") != 0) return;
        take_attribute(said->source, m, &t, "xml:lang");
        take_attribute(said->source, m, &t, "lang");
        return;
    }
}

/* Qt's catalogues, whose sources are in English where nothing else is said. */
static void find_in_ts(tr_markup *m, tr_document_languages *said)
{
    tr_markup_token t;

    while (tr_markup_next(m, &t)) {
        if (t.kind != TR_MARKUP_START) continue;
        take_attribute(said->source, m, &t, "sourcelanguage");
        take_attribute(said->target, m, &t, "language");
        return;
    }
}

static void find_in_xliff(tr_markup *m, tr_document_languages *said)
{
    tr_markup_token t;

    while (!*said->source && tr_markup_next(m, &t)) {
        const char *const name = tr_markup_local(&t);
        if (t.kind != TR_MARKUP_START || (strcmp(name, "xliff") != 0 && strcmp(name, "file") != 0))
            continue;
        take_attribute(said->source, m, &t, "srcLang");
        take_attribute(said->target, m, &t, "trgLang");
        take_attribute(said->source, m, &t, "source-language");
        take_attribute(said->target, m, &t, "target-language");
    }
}

/* The source of a header, and the only other language that variants have. */
static void find_in_tmx(tr_markup *m, tr_document_languages *said)
{
    tr_markup_token t;
    int n = 0;

    while (n < MOST_VARIANTS && tr_markup_next(m, &t)) {
        char code[TR_PEEK_SIZE] = "";
        if (t.kind == TR_MARKUP_START && !strcmp(t.name, "header"))
            take_attribute(said->source, m, &t, "srclang");
        if (t.kind != TR_MARKUP_START || strcmp(t.name, "tuv") != 0) continue;
        n++;
        take_attribute(code, m, &t, "xml:lang");
        take_attribute(code, m, &t, "lang");
        if (!*code || tr_language_fit(code, said->source) || !strcmp(code, said->target)) continue;
        if (*said->target && !tr_language_fit(code, said->target)) {
            *said->target = '\0';
            return;
        }
        strcpy(said->target, code);
    }
    if (!*said->source) *said->target = '\0';
}

/* Where `text` ends in bytes, from `at` on; 0 if it is not there. */
static size_t find_after(const char *bytes, size_t size, size_t at, const char *text)
{
    const size_t found = tr_span_find(bytes, at, size, text);
    return found < size ? found + strlen(text) : 0;
}

static void take_header(char language[TR_PEEK_SIZE], const char *bytes, size_t size,
                        const char *key)
{
    size_t at = find_after(bytes, size, 0, key), end;

    if (!at) return;
    while (at < size && bytes[at] == ' ')
        at++;
    for (end = at; end < size && !strchr("\\\" \r\n", bytes[end]);)
        end++;
    take_code(language, bytes + at, end - at);
}

/* The header is the entry of an empty msgid, which comes first. */
static void find_in_po(const char *bytes, size_t size, tr_document_languages *said)
{
    const size_t header = find_after(bytes, size, 0, "msgid \"\"");
    const size_t begin = header ? find_after(bytes, size, header, "msgstr") : 0;
    const size_t next = begin ? find_after(bytes, size, begin, "\nmsgid") : 0;

    if (!begin || find_after(bytes, header, 0, "msgid") != header - 3) return;
    const size_t end = next ? next : size;
    take_header(said->target, bytes + begin, end - begin, "\"Language:");
    take_header(said->source, bytes + begin, end - begin, "\"X-Source-Language:");
}

/* The language of the sources in a catalogue of Xcode. */
static void find_in_xcstrings(const char *bytes, size_t size, tr_document_languages *said)
{
    size_t at = find_after(bytes, size, 0, "\"sourceLanguage\"");

    if (!at) return;
    at = tr_span_skip(bytes, at, size, " \t\r\n:\"");
    take_code(said->source, bytes + at, tr_find_byte(bytes, at, size, '"') - at);
}

void tr_document_say_languages(const char *name, const void *bytes, size_t size, const char *format,
                               tr_document_languages *said)
{
    const char *const guess = format ? format : tr_document_guess(name, bytes, size);
    const char *const kind = guess ? guess : "";
    tr_markup m = {.text = bytes, .size = size, .xml = strcmp(kind, "html") != 0};
    tr_span locale = {0};

    *said = (tr_document_languages){"", ""};
    if (!strcmp(kind, "html") || !strcmp(kind, "xhtml") || !strcmp(kind, "xml"))
        find_in_root(&m, said);
    else if (!strcmp(kind, "xliff"))
        find_in_xliff(&m, said);
    else if (!strcmp(kind, "ts"))
        find_in_ts(&m, said);
    else if (!strcmp(kind, "tmx"))
        find_in_tmx(&m, said);
    else if (!strcmp(kind, "po"))
        find_in_po(bytes, size, said);
    else if (!strcmp(kind, "xcstrings"))
        find_in_xcstrings(bytes, size, said);
    else if (!strcmp(kind, "json"))
        locale = tr_locale_find(bytes, size);
    take_code(said->source, m.text + locale.begin, locale.end - locale.begin);
}
