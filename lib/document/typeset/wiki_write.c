#include "document/typeset/wiki_write.h"

#include <string.h>

#include "base/ascii.h"
#include "document/markup/escapes.h"

static bool is_reference(const char *text, size_t len)
{
    tr_buf means = {0};
    const bool found = tr_html_reference(text, len, &means) > 0;
    tr_buf_free(&means);
    return found;
}

/* True if byte i of text [len] would be markup, or half of it.  A bar and a bracket are where the
 * source has them, too; a colon ends a term. */
static bool is_markup(const tr_text_place *to, const char *text, size_t len, size_t i)
{
    const char c = text[i], after = i + 1 < len ? text[i + 1] : '\0';
    const tr_segment *const p = to->segment;

    switch (c) {
    case '<':
        return after == '/' || after == '!' || (after && tr_byte_is_letter(after));
    case '&':
        return is_reference(text + i, len - i);
    case '{':
        return i && (text[i - 1] == c || text[i - 1] == '-');
    case '[':
    case '\'':
    case '~':
        return i && text[i - 1] == c;
    case ']':
    case '}':
    case '|':
        return !memchr(p->text, c, p->len);
    case ':':
        return p->where && !strcmp(p->where, "dt") && !memchr(p->text, c, p->len);
    default:
        return false;
    }
}

static void encode_wiki(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const bool named = tr_source_has(to, "&nbsp;"), less = tr_source_has(to, "&lt;");

    for (size_t i = 0; i < len; i++) {
        if (named && tr_starts_with(text, i, len, "\xC2\xA0")) {
            tr_buf_add_string(out, "&nbsp;");
            i++;
        } else if (less && text[i] == '<') {
            tr_buf_add_string(out, "&lt;");
        } else if (is_markup(to, text, len, i)) {
            tr_buf_printf(out, "&#%d;", text[i]);
        } else {
            tr_buf_add(out, text + i, 1);
        }
    }
}

/* True if a segment is the text of a link without a text of its own, "[[Page]]". */
static bool is_all_of_link(const tr_text_place *to)
{
    const char *const t = to->content->bytes;
    const tr_span at = to->segment->at;

    return at.begin > 1 && !memcmp(t + at.begin - 2, "[[", 2) &&
           tr_starts_with(t, at.end, to->content->size, "]]");
}

static bool begins_line(const tr_content *d, size_t at)
{
    return at == d->begin || tr_ascii_is_line_end(d->bytes[at - 1]);
}

/* A sign that begins a list, a heading or a cell does so at the beginning of a line alone. */
static void finish_wiki(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const tr_segment *const p = to->segment;

    if (is_all_of_link(to)) {
        tr_content_copy(to->content, p->at, out);
        tr_buf_add_string(out, "|");
    }
    const bool is_sign = len && tr_ascii_is_one_of(*text, "*#:;=|!-");
    if (is_sign && begins_line(to->content, p->at.begin)) {
        tr_buf_printf(out, "&#%d;", *text++);
        len--;
    }
    tr_buf_add(out, text, len);
}

/* The page of a link "[[Page]]" or "[[Page|text]]"; empty if the pair is no such link. */
static tr_span page_of(const tr_content *d, const tr_mark *pair)
{
    const tr_span open = pair->open;

    if (!tr_starts_with(d->bytes, open.begin, open.end, "[[")) return (tr_span){0};
    const bool has_text = open.end - open.begin > 2;
    return (tr_span){open.begin + 2, has_text ? open.end - 1 : pair->close.begin};
}

/* "[[Page]]" becomes "[[Page|translation]]", for the page has its name still; a text that is the
 * page's name is not written twice. */
static void close_wiki(const tr_content *d, const tr_mark *pair, size_t begin, tr_buf *out)
{
    const tr_span page = page_of(d, pair);
    const size_t n = page.end - page.begin;
    tr_buf label = {0};

    if (n) {
        const char *const text = tr_buf_text(out) + begin;
        const bool same = out->len - begin == n && !memcmp(text, d->bytes + page.begin, n);
        if (!same) tr_buf_add_string(&label, "|");
        if (!same) tr_buf_add(&label, text, out->len - begin);
        out->len = begin - (pair->open.end - pair->open.begin);
        tr_buf_add_string(out, "[[");
        tr_content_copy(d, page, out);
        tr_buf_add(out, tr_buf_text(&label), label.len);
    }
    tr_content_copy(d, pair->close, out);
    out->failed = out->failed || label.failed;
    tr_buf_free(&label);
}

const tr_writing tr_wiki_writing = {
    .encode = encode_wiki, .finish = finish_wiki, .close = close_wiki, .reference = "&#%d;"};
