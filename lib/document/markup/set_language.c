#include "document/markup/set_language.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "document/markup/language_code.h"
#include "document/markup/markup.h"
#include "language/indesign_name.h"
#include "language/language_data.h"
#include "language/language_parts.h"

tr_setting tr_setting_begin(const tr_content *d, tr_buf *out)
{
    tr_setting s = {.content = d, .out = out};
    const char *const asked = d->options->source_language;
    if (asked && strlen(asked) < sizeof s.source) strcpy(s.source, asked);
    return s;
}

void tr_setting_end(tr_setting *s)
{
    tr_buf_add(s->out, s->content->bytes + s->at, s->content->size - s->at);
}

/* True if bytes are a code of the source language. */
static bool is_source(tr_setting *s, tr_span code)
{
    const char *const text = s->content->bytes + code.begin;
    const size_t len = code.end - code.begin;

    if (!*s->source && len && len < sizeof s->source) {
        memcpy(s->source, text, len);
        s->source[len] = '\0';
        if (!tr_language_is_code(s->source)) *s->source = '\0';
    }
    return *s->source && tr_language_matches(text, len, s->source);
}

/* Puts the target language in the place of bytes, with text before and after it. */
static void put_language(tr_setting *s, tr_span place, const char *before, const char *behind)
{
    tr_buf_add(s->out, s->content->bytes + s->at, place.begin - s->at);
    tr_buf_printf(s->out, "%s%s%s", before, s->content->options->target_language, behind);
    s->at = place.end;
}

void tr_setting_replace(tr_setting *s, tr_span code)
{
    if (is_source(s, code)) put_language(s, code, "", "");
}

/* ---- Markup */

static void set_attributes(tr_setting *s, tr_markup *m, const tr_markup_token *t)
{
    const bool is_meta = tr_markup_is(m, t->name_at, "meta");
    tr_markup_attribute a;
    tr_span what;
    const bool names = is_meta && tr_markup_find(m, t, "http-equiv", &what) &&
                       tr_markup_is(m, what, "content-language");

    for (size_t at = 0; tr_markup_attribute_next(m, t, &at, &a);)
        if (tr_markup_is(m, a.name, "lang") || tr_markup_is(m, a.name, "xml:lang") ||
            (names && tr_markup_is(m, a.name, "content")))
            tr_setting_replace(s, a.value);
}

static void set_markup(const tr_content *d, bool xml, tr_buf *out)
{
    tr_setting s = tr_setting_begin(d, out);
    tr_markup m = {.text = d->bytes, .size = d->size, .xml = xml};
    tr_markup_token t;
    bool in_language = false;

    m.at = d->begin;
    while (tr_markup_next(&m, &t)) {
        if (t.kind == TR_MARKUP_TEXT && in_language)
            tr_setting_replace(&s, tr_skip_around(m.text, t.raw, tr_ascii_is_html_space));
        in_language = t.kind == TR_MARKUP_START && !strcmp(t.name, "dc:language");
        if (t.kind != TR_MARKUP_START) continue;
        set_attributes(&s, &m, &t);
        if (!xml &&
            tr_markup_listed(" script style textarea title xmp iframe noembed noframes ", t.name))
            tr_markup_skip_raw(&m, t.name);
    }
    tr_setting_end(&s);
}

void tr_set_language_html(const tr_content *source, const tr_content *d, tr_buf *out)
{
    (void)source;
    set_markup(d, false, out);
}

void tr_set_language_xml(const tr_content *source, const tr_content *d, tr_buf *out)
{
    (void)source;
    set_markup(d, true, out);
}

/* ---- Office files ---- */

typedef struct attribute {
    const char *name, *text;
} attribute;

/* Sets attributes [n] of a start tag, and adds missing ones behind its name. */
static void put_attributes(tr_setting *s, const tr_markup *m, const tr_markup_token *t,
                           const attribute *values, size_t n)
{
    tr_markup_attribute a;
    tr_span there;

    tr_buf_add(s->out, m->text + s->at, t->name_at.end - s->at);
    s->at = t->name_at.end;
    for (size_t i = 0; i < n; i++)
        if (!tr_markup_find(m, t, values[i].name, &there))
            tr_buf_printf(s->out, " %s=\"%s\"", values[i].name, values[i].text);
    for (size_t at = 0; tr_markup_attribute_next(m, t, &at, &a);)
        for (size_t i = 0; i < n; i++) {
            if (!tr_markup_is(m, a.name, values[i].name)) continue;
            tr_buf_add(s->out, m->text + s->at, a.value.begin - s->at);
            tr_buf_add_string(s->out, values[i].text);
            s->at = a.value.end;
        }
}

/* True if the start tag has an attribute that names the source language. */
static bool names_source(tr_setting *s, const tr_markup *m, const tr_markup_token *t,
                         const char *name)
{
    tr_span code;
    return tr_markup_find(m, t, name, &code) && is_source(s, code);
}

/* <w:lang w:val="en-US" w:eastAsia="ja-JP"/>, <a:rPr lang="en-US"> */
static void set_ooxml_tag(tr_setting *s, const tr_markup *m, const tr_markup_token *t,
                          const tr_language_parts *p)
{
    static const char *const kinds[] = {"w:val", "w:eastAsia", "w:bidi"};
    const bool is_word = tr_markup_listed(" w:lang w:themeFontLang ", t->name);
    const bool is_drawing = tr_markup_listed(" a:rPr a:endParaRPr a:defRPr ", t->name);
    char code[2 * TR_LANGUAGE_SIZE];

    snprintf(code, sizeof code, "%s%s%s", p->language, *p->region ? "-" : "", p->region);
    if (is_word && names_source(s, m, t, "w:val"))
        put_attributes(s, m, t, &(attribute){kinds[p->script], code}, 1);
    if (is_drawing && names_source(s, m, t, "lang"))
        put_attributes(s, m, t, &(attribute){"lang", code}, 1);
}

/* <style:text-properties fo:language="en" fo:country="US"/> */
static void set_odf_tag(tr_setting *s, const tr_markup *m, const tr_markup_token *t,
                        const tr_language_parts *p)
{
    static const char *const names[][2] = {
        {"fo:language", "fo:country"},
        {"style:language-asian", "style:country-asian"},
        {"style:language-complex", "style:country-complex"},
    };
    const attribute values[] = {{names[p->script][0], p->language},
                                {names[p->script][1], *p->region ? p->region : "none"}};

    if (!strcmp(t->name, "style:text-properties") && names_source(s, m, t, "fo:language"))
        put_attributes(s, m, t, values, 2);
}

static void set_office(const tr_content *d,
                       void (*set_tag)(tr_setting *s, const tr_markup *m, const tr_markup_token *t,
                                       const tr_language_parts *p),
                       tr_buf *out)
{
    tr_setting s = tr_setting_begin(d, out);
    tr_markup m = {.text = d->bytes, .size = d->size, .at = d->begin, .xml = true};
    tr_language_parts parts;
    bool in_language = false;
    tr_markup_token t;

    const bool known = tr_language_parts_find(d->options->target_language, &parts);
    while (known && tr_markup_next(&m, &t)) {
        if (t.kind == TR_MARKUP_TEXT && in_language)
            tr_setting_replace(&s, tr_skip_around(m.text, t.raw, tr_ascii_is_html_space));
        in_language = t.kind == TR_MARKUP_START && !strcmp(t.name, "dc:language");
        if (t.kind == TR_MARKUP_START) set_tag(&s, &m, &t, &parts);
    }
    tr_setting_end(&s);
}

void tr_set_language_ooxml(const tr_content *source, const tr_content *d, tr_buf *out)
{
    (void)source;
    set_office(d, set_ooxml_tag, out);
}

void tr_set_language_odf(const tr_content *source, const tr_content *d, tr_buf *out)
{
    (void)source;
    set_office(d, set_odf_tag, out);
}

/* True if a name of InDesign's is the source language, which the first one is if none was said. */
static bool is_source_name(tr_setting *s, tr_span name)
{
    const char *const text = s->content->bytes;
    const tr_span family = tr_indesign_family(text, name);
    const size_t len = family.end - family.begin;

    if (*s->source && tr_indesign_matches(text, name, s->source)) return true;
    if (!*s->source && len && len < sizeof s->source && text[family.begin] != '[') {
        memcpy(s->source, text + family.begin, len);
        s->source[len] = '\0';
    }
    return len == strlen(s->source) && !memcmp(text + family.begin, s->source, len);
}

/* Where InDesign's own names begin. */
static const char own_name[] = "$ID/";

/* A pair of quotation marks without the blanks that a language has within them. */
static void add_quotes(const char *open, const char *close, tr_buf *out)
{
    size_t n = 1, last = strlen(close);

    while (((unsigned char)open[n] & 0xC0) == 0x80)
        n++;
    while (last > 0 && ((unsigned char)close[--last] & 0xC0) == 0x80) {
    }
    tr_buf_add(out, open, n);
    tr_buf_add_string(out, close + last);
}

/* The value of an attribute of <Language> for name [len], "German: Swiss": false if it stays. */
static bool add_language_value(const tr_markup *m, const tr_markup_attribute *a, const char *name,
                               size_t len, const tr_quotes *quotes, tr_buf *out)
{
    const tr_span all = {0, len}, family = tr_indesign_family(name, all);
    const size_t rest =
        family.end < len ? tr_skip(name, family.end + 1, len, tr_ascii_is_blank) : len;

    if (tr_markup_is(m, a->name, "Self")) {
        tr_buf_printf(out, "Language/%s%.*s", own_name, (int)family.end, name);
        if (family.end < len)
            tr_buf_printf(out, "%%%s%.*s", "3a", (int)(len - family.end - 1),
                          name + family.end + 1);
    } else if (tr_markup_is(m, a->name, "Name")) {
        tr_buf_printf(out, "%s%.*s", own_name, (int)len, name);
    } else if (tr_markup_is(m, a->name, "PrimaryLanguageName")) {
        tr_buf_printf(out, "%s%.*s", own_name, (int)family.end, name);
    } else if (tr_markup_is(m, a->name, "SublanguageName")) {
        tr_buf_printf(out, "%s%.*s", own_name, (int)(len - rest), name + rest);
    } else if (tr_markup_is(m, a->name, "DoubleQuotes") && quotes->open) {
        add_quotes(quotes->open, quotes->close, out);
    } else if (tr_markup_is(m, a->name, "SingleQuotes") && quotes->inner_open) {
        add_quotes(quotes->inner_open, quotes->inner_close, out);
    } else {
        return false;
    }
    return true;
}

/* <Language Self="Language/$ID/English%3a USA" Name="$ID/English: USA" Id="269">, what a document
 * knows of a language: it is the target language's, whose number is not known. */
static void put_indesign_language(tr_setting *s, const tr_markup *m, const tr_markup_token *t,
                                  const char *name, size_t len)
{
    const tr_quotes *const quotes = &tr_language_data(s->content->options->target_language)->quotes;
    tr_markup_attribute a;

    for (size_t at = 0; tr_markup_attribute_next(m, t, &at, &a);) {
        tr_buf value = {0};
        const bool is_number = tr_markup_is(m, a.name, "Id");
        if (is_number || add_language_value(m, &a, name, len, quotes, &value)) {
            const size_t end =
                is_number ? tr_skip_back(m->text, s->at, a.name.begin, tr_ascii_is_html_space)
                          : a.value.begin;
            tr_buf_add(s->out, m->text + s->at, end - s->at);
            tr_buf_add(s->out, tr_buf_text(&value), value.len);
            s->at = a.value.end + (is_number && a.quote);
        }
        s->out->failed = s->out->failed || value.failed;
        tr_buf_free(&value);
    }
}

/* True if a document has a <Language> of name [len]. */
static bool has_indesign_language(tr_markup m, const char *name, size_t len)
{
    tr_markup_token t;
    tr_span value;

    m.at = 0;
    while (tr_markup_next(&m, &t))
        if (t.kind == TR_MARKUP_START && !strcmp(t.name, "Language") &&
            tr_markup_find(&m, &t, "Name", &value) &&
            value.end - value.begin == len + strlen(own_name) &&
            !memcmp(m.text + value.begin + strlen(own_name), name, len))
            return true;
    return false;
}

/* <ParagraphStyle AppliedLanguage="$ID/English: USA">; a name that has brackets is of none. */
void tr_set_language_idml(const tr_content *source, const tr_content *d, tr_buf *out)
{
    tr_setting s = tr_setting_begin(d, out);
    tr_markup m = {.text = d->bytes, .size = d->size, .at = d->begin, .xml = true};
    size_t len;
    const char *const target = tr_indesign_name(d->options->target_language, &len);
    tr_markup_token t;
    tr_span name;

    (void)source;
    bool is_listed = !target || !*s.source || has_indesign_language(m, target, len);
    while (target && tr_markup_next(&m, &t)) {
        if (t.kind != TR_MARKUP_START) continue;
        const bool lists = !strcmp(t.name, "Language");
        if (!tr_markup_find(&m, &t, lists ? "Name" : "AppliedLanguage", &name) ||
            !tr_starts_with(m.text, name.begin, name.end, own_name))
            continue;
        name.begin += strlen(own_name);
        if ((lists && is_listed) || !is_source_name(&s, name)) continue;
        if (lists) {
            put_indesign_language(&s, &m, &t, target, len);
            is_listed = true;
            continue;
        }
        tr_buf_add(out, m.text + s.at, name.begin - s.at);
        tr_buf_add(out, target, len);
        s.at = name.end;
    }
    tr_setting_end(&s);
}

void tr_set_language_xliff(const tr_content *source, const tr_content *d, tr_buf *out)
{
    tr_setting s = tr_setting_begin(d, out);
    tr_markup m = {.text = d->bytes, .size = d->size, .xml = true};
    tr_markup_token t;
    tr_span value;

    (void)source;
    while (tr_markup_next(&m, &t)) {
        const char *const name = tr_markup_local(&t);
        const bool two = !strcmp(name, "xliff") && tr_markup_find(&m, &t, "srcLang", &value);
        const char *const key = two ? "trgLang" : "target-language";
        if (t.kind != TR_MARKUP_START || (!two && strcmp(name, "file") != 0)) continue;
        if (tr_markup_find(&m, &t, key, &value)) {
            put_language(&s, value, "", "");
        } else if (two || tr_markup_find(&m, &t, "source-language", &value)) {
            const size_t at = t.name_at.end;
            put_language(&s, (tr_span){at, at}, two ? " trgLang=\"" : " target-language=\"", "\"");
        }
    }
    tr_setting_end(&s);
}

/* ---- Lines */

void tr_set_language_po(const tr_content *source, const tr_content *d, tr_buf *out)
{
    static const char key[] = "\"Language: ";
    tr_setting s = tr_setting_begin(d, out);
    const size_t header = tr_span_find(d->bytes, 0, d->size, "msgstr"),
                 at = tr_span_find(d->bytes, header, d->size, key);
    size_t stop = at + strlen(key);

    (void)source;
    const size_t second = tr_span_find(d->bytes, header, d->size, "msgid");
    if (at < second) {
        const size_t code = stop;
        while (stop < d->size && d->bytes[stop] != '\\' && d->bytes[stop] != '"')
            stop++;
        put_language(&s, (tr_span){code, stop}, "", "");
    }
    tr_setting_end(&s);
}

void tr_set_language_vtt(const tr_content *source, const tr_content *d, tr_buf *out)
{
    static const char key[] = "Language:";
    tr_setting s = tr_setting_begin(d, out);
    tr_span line = {d->begin, d->begin};

    (void)source;
    for (; line.begin < d->size; line.begin = line.end + 1) {
        line.end = tr_find_byte(d->bytes, line.begin, d->size, '\n');
        tr_span code = line;
        code.end = tr_skip_back(d->bytes, code.begin, code.end, tr_ascii_is_space);
        if (code.begin == code.end) break;
        if (code.end - code.begin < strlen(key) ||
            memcmp(d->bytes + code.begin, key, strlen(key)) != 0)
            continue;
        code.begin = tr_skip(d->bytes, code.begin + strlen(key), code.end, tr_ascii_is_space);
        tr_setting_replace(&s, code);
    }
    tr_setting_end(&s);
}

void tr_set_language_json(const tr_content *source, const tr_content *d, tr_buf *out)
{
    tr_setting s = tr_setting_begin(d, out);
    const tr_span locale = tr_locale_find(d->bytes, d->size);

    (void)source;
    if (locale.end) tr_setting_replace(&s, locale);
    tr_setting_end(&s);
}

void tr_set_language_yaml(const tr_content *source, const tr_content *d, tr_buf *out)
{
    tr_setting s = tr_setting_begin(d, out);
    tr_span key = {0, 0};
    size_t n = 0;

    (void)source;
    for (size_t at = d->begin; at < d->size;) {
        const char *const line = d->bytes + at;
        const size_t end = tr_find_byte(d->bytes, at, d->size, '\n'), len = end - at;
        const bool skipped =
            tr_span_skip(line, 0, len, " \t\r#%") || !len || (len >= 3 && !memcmp(line, "---", 3));
        if (!skipped) {
            const size_t quote = line[0] == '"' || line[0] == '\'';
            const size_t colon = tr_find_byte(d->bytes, at, end, ':');
            key.begin = at + quote;
            key.end = colon < end ? colon - quote : key.begin;
            n++;
        }
        at = end + 1;
    }
    if (n == 1 && key.begin < key.end && *s.source) tr_setting_replace(&s, key);
    tr_setting_end(&s);
}
