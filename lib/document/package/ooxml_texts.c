#include "document/package/ooxml_texts.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "document/markup/escapes.h"
#include "document/segment/decoded.h"

/* ---- Attributes ---- */

static const struct {
    const char *elements, *attributes;
} places[] = {{" docPr cNvPr ", " descr title "},
              {" dataValidation ", " prompt promptTitle error errorTitle "},
              {" hyperlink hlinkClick ", " tooltip "},
              {" textpath ", " string "},
              {" listItem ", " displayText "}};

/* What a program takes of a title, and of a text, in characters. */
enum { MOST_OF_TITLE = 32, MOST_OF_TEXT = 225 };

static const tr_writing in_title;

static void finish_message(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const size_t most = to->writing == &in_title ? MOST_OF_TITLE : MOST_OF_TEXT;
    if (tr_utf8_count(text, len) <= most) tr_buf_add(out, text, len);
}

static const tr_writing in_title = {
    .encode = tr_encode_html, .signs = "\"", .finish = finish_message, .reference = "&#%d;"};
static const tr_writing in_text = {
    .encode = tr_encode_html, .signs = "\"", .finish = finish_message, .reference = "&#%d;"};

static void build_attribute(tr_builder *b, const tr_markup_attribute *a, const char *where,
                            const tr_writing *writing)
{
    const char *const bytes = b->content->bytes;
    tr_buf text = {0};

    tr_html_decode(bytes + a->value.begin, a->value.end - a->value.begin, true, &text);
    const bool is_text = b->content->again || tr_decoded_is_text(tr_buf_text(&text), text.len);
    tr_build_attribute(b, a->value, tr_buf_text(&text), is_text ? text.len : 0, writing, where);
    b->failed = b->failed || text.failed;
    tr_buf_free(&text);
}

void tr_ooxml_build_attributes(tr_builder *b, const tr_markup *m, const tr_markup_token *t)
{
    const char *attributes = NULL;
    tr_markup_attribute a;
    char name[TR_NAME_SIZE];

    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (tr_markup_listed(places[i].elements, tr_markup_local(t)))
            attributes = places[i].attributes;
    for (size_t at = 0; attributes && tr_markup_attribute_next(m, t, &at, &a);) {
        const size_t n = a.name.end - a.name.begin;
        if (n >= sizeof name || a.quote != '"' || a.value.begin == a.value.end) continue;
        memcpy(name, m->text + a.name.begin, n);
        name[n] = '\0';
        const char *const local = strrchr(name, ':') ? strrchr(name, ':') + 1 : name;
        if (!tr_markup_listed(attributes, local)) continue;
        const bool sheet = !strcmp(tr_markup_local(t), "dataValidation");
        char where[2 * TR_NAME_SIZE];
        snprintf(where, sizeof where, "%s@%s", tr_markup_local(t), local);
        build_attribute(b, &a, where,
                        !sheet                   ? &tr_html_double
                        : strstr(local, "Title") ? &in_title
                                                 : &in_text);
    }
}

/* ---- Heads and feet of sheets ---- */

bool tr_ooxml_is_sheet_head(const tr_markup_token *t)
{
    return tr_markup_listed(" oddHeader oddFooter evenHeader evenFooter firstHeader firstFooter ",
                            tr_markup_local(t));
}

/* The byte after the code behind the "&amp;" that ends at `at`. */
static size_t code_end(const char *t, size_t at, size_t end)
{
    static const char quote[] = "&quot;";
    size_t i = at;

    if (i == end) return i;
    if (end - i > sizeof quote && !memcmp(t + i, quote, sizeof quote - 1)) {
        for (i += sizeof quote - 1; i + sizeof quote - 1 <= end; i++)
            if (!memcmp(t + i, quote, sizeof quote - 1)) return i + sizeof quote - 1;
        return end;
    }
    if (t[i] == '"') {
        const char *const stop = memchr(t + i + 1, '"', end - i - 1);
        return stop ? (size_t)(stop - t) + 1 : end;
    }
    if (t[i] == 'K') { /* a colour */
        for (i++; i < end && i - at <= 6 && (tr_ascii_is_alnum(t[i]) || strchr("+-", t[i]));)
            i++;
        return i;
    }
    if (!tr_ascii_is_digit(t[i])) return i + 1;
    i = tr_skip(t, i, end, tr_ascii_is_digit);
    return i;
}

void tr_ooxml_build_sheet_head(tr_builder *b, tr_span raw)
{
    static const char mark[] = "&amp;";
    const size_t n = sizeof mark - 1;
    const char *const t = b->content->bytes;
    size_t begin = raw.begin;

    for (size_t i = raw.begin; i + n < raw.end; i++) {
        if (t[i] != '&' || memcmp(t + i, mark, n) != 0) continue;
        const size_t end = code_end(t, i + n, raw.end);
        const tr_span code = {i, end};
        const char c = t[i + n];
        if (c == '&') { /* "&&" is a sign of the text */
            i += 2 * n - 1;
            continue;
        }
        tr_build_xml_text(b, (tr_span){begin, i});
        if (strchr("LCR", c))
            tr_build_fixed(b, code);
        else if (strchr("PNDTFAZ", c))
            tr_build_atom(b, code);
        else
            tr_build_point(b, code);
        begin = end;
        i = end - 1;
    }
    tr_build_xml_text(b, (tr_span){begin, raw.end});
}
