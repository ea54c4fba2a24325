#include "document/markup/markup.h"

#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "document/markup/jsx.h"
#include "document/markup/unclosed.h"
#include "document/markup/vocabulary.h"

tr_span tr_markup_cdata(tr_span raw)
{
    const size_t open = strlen("<![CDATA["), close = strlen("]]>");
    const bool whole = raw.end - raw.begin >= open + close;
    return whole ? (tr_span){raw.begin + open, raw.end - close} : (tr_span){raw.end, raw.end};
}

static bool starts_name(const tr_markup *m, size_t at)
{
    if (at >= m->size) return false;
    const char c = m->text[at];
    return tr_ascii_is_letter(c) || (m->xml && (c == '_' || c == ':' || (unsigned char)c >= 0x80));
}

static bool markup_starts(const tr_markup *m, size_t at, const char *with)
{
    const size_t n = strlen(with);
    return m->size - at >= n && !memcmp(m->text + at, with, n);
}

/* True if there was so much to search that nothing more is looked for. */
static bool has_tried_enough(const tr_markup *m)
{
    return m->searched / 64 > m->size + 4096;
}

/* The byte after the next `end` from `at` on; the end of all, if there is none. */
static size_t behind(const tr_markup *m, size_t at, const char *end)
{
    const size_t n = strlen(end);
    while (at < m->size) {
        const char *const c = memchr(m->text + at, end[0], m->size - at);
        if (!c) break;
        at = (size_t)(c - m->text);
        if (markup_starts(m, at, end)) return at + n;
        at++;
    }
    return m->size;
}

static void read_tag_name(const tr_markup *m, size_t at, tr_markup_token *t)
{
    size_t n = 0;

    t->name_at.begin = at;
    while (at < m->size && !tr_ascii_is_html_space(m->text[at]) && m->text[at] != '>' &&
           m->text[at] != '/') {
        const char c = m->text[at++];
        if (n + 1 < TR_NAME_SIZE) t->name[n++] = m->xml || m->jsx ? c : tr_ascii_lower(c);
    }
    t->name_at.end = at;
    t->name[n] = '\0';
}

/* The byte after a tag whose name ends at `at`, with its quoted values; 0 if it does not end. */
static size_t end_of_tag(const tr_markup *m, size_t at, bool *closed)
{
    bool value = false; /* an equals sign came last */
    char quote = 0;

    for (; at < m->size; at++) {
        const char c = m->text[at];
        if (quote) {
            if (c == quote) quote = 0;
        } else if ((c == '"' || c == '\'') && value) {
            quote = c;
            value = false;
        } else if (c == '{' && m->jsx) {
            const size_t end = tr_jsx_expression_end(m->text, at, m->size);
            if (!end) return 0;
            at = end - 1;
            value = false;
        } else if (c == '>') {
            *closed = m->text[at - 1] == '/';
            return at + 1;
        } else if (!tr_ascii_is_html_space(c)) {
            value = c == '=';
        }
    }
    return 0;
}

/* "<!--...-->", which may end in "--!>", and at once. */
static size_t end_of_comment(const tr_markup *m, size_t at)
{
    if (!m->xml && markup_starts(m, at + 4, ">")) return at + 5;
    if (!m->xml && markup_starts(m, at + 4, "->")) return at + 6;
    for (size_t i = at + 4; i < m->size; i++) {
        const char *const c = memchr(m->text + i, '-', m->size - i);
        if (!c) break;
        i = (size_t)(c - m->text);
        if (markup_starts(m, i, "-->")) return i + 3;
        if (!m->xml && markup_starts(m, i, "--!>")) return i + 4;
    }
    return m->size;
}

/* A declaration may hold others between brackets. */
static size_t end_of_declaration(const tr_markup *m, size_t at)
{
    int depth = 0;
    char quote = 0;

    if (!m->xml) return behind(m, at, ">");
    for (; at < m->size; at++) {
        const char c = m->text[at];
        if (quote) {
            if (c == quote) quote = 0;
        } else if (markup_starts(m, at, "<!--")) {
            at = end_of_comment(m, at) - 1;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '<' || c == '[') {
            depth++;
        } else if (c == ']' || (c == '>' && depth > 1)) {
            depth--;
        } else if (c == '>') {
            return at + 1;
        }
    }
    return m->size;
}

/* The token that begins with "<" at `at`; 0 if that is text. */
/* The byte after "<!--[if mso]>", whose content some programs read; 0 if it is none, or if no end
 * comes. */
static size_t end_of_condition(tr_markup *m, size_t at)
{
    if (m->xml || !markup_starts(m, at, "<!--[if ")) return 0;
    const size_t stop = behind(m, at, ">"), end = end_of_comment(m, at);
    if (stop >= end || m->text[stop - 2] != ']' || !markup_starts(m, end - 12, "<![endif]-->"))
        return 0;
    m->searched += end - stop;
    return stop;
}

/* The byte after a tag of FreeMarker, "<#if x gt 3>" or "<@field name='x'/>"; 0 if it is none. */
static size_t end_of_freemarker(tr_markup *m, size_t at, bool end, tr_markup_token *t)
{
    const size_t sign = at + 1 + end;

    if (m->xml || m->jsx || sign + 1 >= m->size || !m->text[sign] || !strchr("#@", m->text[sign]) ||
        !tr_ascii_is_letter(m->text[sign + 1]))
        return 0;
    t->kind = m->text[sign] == '#' ? TR_MARKUP_DECLARATION : TR_MARKUP_TEMPLATE;
    const size_t stop = end_of_tag(m, sign, &t->closed);
    if (!stop) m->searched += m->size - at;
    return stop;
}

static size_t read_markup_tag(tr_markup *m, size_t at, tr_markup_token *t)
{
    const bool end = markup_starts(m, at, "</");

    if (has_tried_enough(m)) return 0;
    if (starts_name(m, at + 1 + end)) {
        t->kind = end ? TR_MARKUP_END : TR_MARKUP_START;
        read_tag_name(m, at + 1 + end, t);
        const size_t stop = end_of_tag(m, t->name_at.end, &t->closed);
        if (!stop) m->searched += m->size - at;
        return stop;
    }
    const size_t freemarker = end_of_freemarker(m, at, end, t);
    if (freemarker) return freemarker;
    const size_t condition = end_of_condition(m, at);
    t->kind = condition ? TR_MARKUP_DECLARATION : TR_MARKUP_COMMENT;
    if (condition) return condition;
    if (markup_starts(m, at, "<!--")) return end_of_comment(m, at);
    if (markup_starts(m, at, "<?")) {
        const size_t stop = behind(m, at, "?>");
        const bool ends = markup_starts(m, stop - 2, "?>");
        if (!m->xml && ends && (markup_starts(m, at, "<?=") || markup_starts(m, at, "<?php echo ")))
            t->kind = TR_MARKUP_TEMPLATE;
        if (m->xml || ends) return stop;
        m->searched += m->size - at;
        return behind(m, at, ">");
    }
    if (m->xml && markup_starts(m, at, "<![CDATA[")) {
        t->kind = TR_MARKUP_CDATA;
        return behind(m, at, "]]>");
    }
    if (markup_starts(m, at, "<!")) {
        t->kind = TR_MARKUP_DECLARATION;
        return end_of_declaration(m, at);
    }
    if (!m->xml && markup_starts(m, at, "<%")) {
        t->kind = TR_MARKUP_TEMPLATE;
        if (m->no_end && at >= m->no_end) return 0;
        const size_t stop = behind(m, at, "%>");
        if (markup_starts(m, stop - 2, "%>") && stop >= at + 4) return stop;
        m->searched += m->size - at;
        if (stop == m->size) m->no_end = at + 1;
        return 0;
    }
    return end && !m->xml && at + 2 < m->size ? behind(m, at, ">") : 0;
}

bool tr_markup_next(tr_markup *m, tr_markup_token *t)
{
    size_t at = m->at;

    if (at >= m->size) return false;
    *t = (tr_markup_token){.kind = TR_MARKUP_TEXT};
    if (m->text[at] == '<') {
        const size_t end = read_markup_tag(m, at, t);
        t->raw = (tr_span){at, end};
        m->at = end;
        if (end) return true;
        *t = (tr_markup_token){.kind = TR_MARKUP_TEXT};
    }
    const char *const next =
        at + 1 < m->size ? memchr(m->text + at + 1, '<', m->size - at - 1) : NULL;
    m->at = next ? (size_t)(next - m->text) : m->size;
    t->raw = (tr_span){at, m->at};
    return true;
}

size_t tr_markup_skip_raw(tr_markup *m, const char *name)
{
    const size_t n = strlen(name);

    for (; m->at < m->size; m->at++) {
        m->at = tr_find_byte(m->text, m->at, m->size, '<');
        if (m->size - m->at < n + 3 || m->text[m->at + 1] != '/') continue;
        if (strncasecmp(m->text + m->at + 2, name, n) != 0) continue;
        const char next = m->text[m->at + 2 + n];
        if (tr_ascii_is_html_space(next) || next == '>' || next == '/') break;
    }
    if (m->at > m->size) m->at = m->size;
    return m->at;
}

bool tr_markup_attribute_next(const tr_markup *m, const tr_markup_token *t, size_t *at,
                              tr_markup_attribute *a)
{
    const size_t end = t->raw.end - 1;
    size_t i = *at ? *at : t->name_at.end;

    *a = (tr_markup_attribute){0};
    while (i < end && (tr_ascii_is_html_space(m->text[i]) || m->text[i] == '/'))
        i++;
    if (i >= end) return false;
    a->name.begin = i++;
    while (i < end && !tr_ascii_is_html_space(m->text[i]) && m->text[i] != '=' && m->text[i] != '/')
        i++;
    a->name.end = a->value.begin = a->value.end = i;
    i = tr_skip(m->text, i, end, tr_ascii_is_html_space);
    *at = i;
    if (i >= end || m->text[i] != '=') return true;
    i = tr_skip(m->text, i + 1, end, tr_ascii_is_html_space);
    if (i < end && (m->text[i] == '"' || m->text[i] == '\'')) a->quote = m->text[i++];
    a->value.begin = i;
    if (i < end && m->text[i] == '{' && m->jsx) {
        const size_t stop = tr_jsx_expression_end(m->text, i, end);
        *at = stop ? stop : end;
        a->value.end = i; /* it is none of text */
        return true;
    }
    while (i < end && (a->quote ? m->text[i] != a->quote : !tr_ascii_is_html_space(m->text[i])))
        i++;
    a->value.end = i;
    *at = i + (a->quote != 0);
    return true;
}

bool tr_markup_is(const tr_markup *m, tr_span span, const char *text)
{
    const size_t n = strlen(text);
    if (span.end - span.begin != n) return false;
    return m->xml ? !memcmp(m->text + span.begin, text, n)
                  : !strncasecmp(m->text + span.begin, text, n);
}

bool tr_markup_has_word(const tr_markup *m, tr_span value, const char *word)
{
    const size_t n = strlen(word);
    for (size_t i = value.begin; i + n <= value.end; i++)
        if (!strncasecmp(m->text + i, word, n)) return true;
    return false;
}

bool tr_markup_has_class(const tr_markup *m, tr_span value, const char *name)
{
    while (value.begin < value.end) {
        tr_span one = {value.begin, value.begin};
        while (one.end < value.end && !tr_ascii_is_html_space(m->text[one.end]))
            one.end++;
        if (tr_markup_is(m, one, name)) return true;
        value.begin = one.end + 1;
    }
    return false;
}

bool tr_markup_find(const tr_markup *m, const tr_markup_token *t, const char *name, tr_span *value)
{
    tr_markup_attribute a;
    for (size_t at = 0; tr_markup_attribute_next(m, t, &at, &a);) {
        if (!tr_markup_is(m, a.name, name)) continue;
        *value = a.value;
        return true;
    }
    return false;
}

const char *tr_markup_local(const tr_markup_token *t)
{
    const char *const colon = strchr(t->name, ':');
    return colon ? colon + 1 : t->name;
}

bool tr_markup_is_local(const tr_markup_token *t, const char *name)
{
    return !strcmp(tr_markup_local(t), name);
}

static bool find_translate(const tr_markup *m, const tr_markup_token *t, tr_span *value)
{
    return tr_markup_find(m, t, "translate", value) || tr_markup_find(m, t, "its:translate", value);
}

bool tr_markup_is_untouched(const tr_markup *m, const tr_markup_token *t)
{
    tr_span value;
    return find_translate(m, t, &value) && tr_markup_is(m, value, "no");
}

bool tr_markup_is_translated(const tr_markup *m, const tr_markup_token *t)
{
    tr_span value;
    if (find_translate(m, t, &value))
        return value.begin == value.end || tr_markup_is(m, value, "yes");
    return m->xml && tr_markup_find(m, t, "translatable", &value) &&
           (tr_markup_is(m, value, "yes") || tr_markup_is(m, value, "true"));
}

bool tr_markup_keeps_space(const tr_markup *m, const tr_markup_token *t, bool otherwise)
{
    tr_span value;
    return tr_markup_find(m, t, "xml:space", &value) ? tr_markup_is(m, value, "preserve")
                                                     : otherwise;
}

size_t tr_markup_end_of(tr_markup *m, const tr_markup_token *t)
{
    tr_unclosed_tags open = {0};
    tr_markup ahead = *m;
    tr_markup_token next;
    size_t depth = 1;

    if (has_tried_enough(m) || (m->unclosed && tr_unclosed_has(m->unclosed, t->raw.begin)))
        return 0;
    if (m->unclosed) tr_unclosed_open(&open, t->raw.begin);
    while (depth && tr_markup_next(&ahead, &next)) {
        if (strcmp(next.name, t->name) != 0) continue;
        if (next.kind == TR_MARKUP_START && !(next.closed && m->xml)) {
            depth++;
            if (m->unclosed) tr_unclosed_open(&open, next.raw.begin);
        } else if (next.kind == TR_MARKUP_END) {
            depth--;
            tr_unclosed_close(&open);
        }
    }
    tr_unclosed_keep(m->unclosed, &open);
    m->searched = ahead.searched + (ahead.at - m->at) / 8;
    return depth ? 0 : ahead.at;
}

tr_markup_token tr_markup_end_tag(tr_markup *m, const tr_markup_token *t)
{
    tr_markup_token end = *t;
    while (!t->closed && tr_markup_next(m, &end))
        if (end.kind == TR_MARKUP_END && !strcmp(end.name, t->name)) break;
    return end;
}

/* ---- Elements that stay ---- */

/* Goes behind the content of an element, if it is no markup. */
static void skip_raw(tr_markup *m, const tr_markup_token *t)
{
    if (!m->xml && t->kind == TR_MARKUP_START &&
        tr_markup_listed(" script style textarea xmp ", t->name))
        m->at = tr_markup_skip_raw(m, t->name);
}

static bool next_outside_raw(tr_markup *m, tr_markup_token *t)
{
    if (!tr_markup_next(m, t)) return false;
    skip_raw(m, t);
    return true;
}

/* Where the element of a start tag that says it is translated ends; 0 if it has no end. */
static size_t end_of_translated(tr_markup *m, const tr_markup_token *t, size_t most)
{
    const tr_vocabulary *const html = &tr_vocabularies[TR_HTML];
    const bool is_void =
        m->xml ? t->closed
               : tr_markup_listed(html->voids, t->name) || tr_markup_listed(html->empties, t->name);
    const size_t end = is_void ? t->raw.end : tr_markup_end_of(m, t);

    return end < most ? end : most;
}

bool tr_markup_next_translated(tr_markup *m, size_t end, tr_span *element)
{
    tr_markup_token t;

    while (m->at < end && next_outside_raw(m, &t)) {
        if (t.kind != TR_MARKUP_START || !tr_markup_is_translated(m, &t)) continue;
        *element = (tr_span){t.raw.begin, end_of_translated(m, &t, end)};
        if (element->end <= element->begin) continue;
        m->at = element->end;
        return true;
    }
    return false;
}

bool tr_stays_enter(tr_stays *s, tr_markup *m, const tr_markup_token *t, size_t end)
{
    enum { DEEPEST = 32 };
    tr_markup ahead = *m;
    tr_span element;

    if (s->ends.len >= DEEPEST * sizeof end) return false;
    ahead.at = t->raw.end;
    const bool any = tr_markup_next_translated(&ahead, end, &element);
    m->searched = ahead.searched + ((any ? element.begin : end) - t->raw.end) / 8;
    if (any) tr_buf_add(&s->ends, (const char *)&end, sizeof end);
    return any;
}

static size_t innermost_end(const tr_stays *s)
{
    size_t end;

    if (!s->ends.len) return SIZE_MAX;
    memcpy(&end, s->ends.data + s->ends.len - sizeof end, sizeof end);
    return end;
}

bool tr_stays_take(tr_stays *s, tr_markup *m, const tr_markup_token *t)
{
    while (t->raw.begin >= innermost_end(s))
        s->ends.len -= sizeof(size_t);
    if (s->ends.len / sizeof(size_t) % 2 == 0) return false;
    if (t->kind != TR_MARKUP_START) return true;
    if (tr_markup_is_translated(m, t)) {
        const size_t end = end_of_translated(m, t, innermost_end(s));
        if (end) tr_buf_add(&s->ends, (const char *)&end, sizeof end);
        if (end) return false;
    }
    skip_raw(m, t);
    return true;
}

void tr_markup_root(const char *bytes, size_t size, char name[TR_NAME_SIZE])
{
    enum { HEAD = 4096 };
    const size_t at = tr_span_skip(bytes, 0, size, " \t\r\n");
    tr_markup m = {.text = bytes + at, .size = size - at < HEAD ? size - at : HEAD, .xml = true};
    tr_markup_token t = {.kind = TR_MARKUP_TEXT};

    *name = '\0';
    if (!m.size || *m.text != '<') return;
    while (tr_markup_next(&m, &t) && t.kind != TR_MARKUP_START) {
    }
    if (t.kind == TR_MARKUP_START) strcpy(name, t.name);
}

bool tr_markup_listed(const char *list, const char *word)
{
    const size_t n = strlen(word);
    for (const char *at = list; n && at && (at = strstr(at, word)); at++)
        if (at > list && at[-1] == ' ' && at[n] == ' ') return true;
    return false;
}
