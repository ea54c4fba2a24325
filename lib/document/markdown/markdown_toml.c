#include "document/markdown/markdown_toml.h"

#include "document/keys/key_patterns.h"
#include "document/masks/markdown_line.h"

enum { LONGEST_KEY = 64 };

/* In '', where nothing is escaped. */
static const tr_escapes no_apostrophe = {{'\'', "\u2019"}};

static const tr_writing basic = {.escapes = tr_quoted_escapes, .reference = "\\U%08X"},
                        literal = {.escapes = no_apostrophe};

/* Appends the text of the string whose opening quote is at `at`; returns its closing one, or 0 if
 * it does not end in the line, or has other escapes than of quotes and backslashes. */
static size_t read_string(const char *t, size_t at, size_t end, tr_buf *text)
{
    const char quote = t[at];

    for (size_t i = at + 1; i < end; i++) {
        if (t[i] == quote) return i;
        if (t[i] == '\\' && quote == '"' && (++i == end || (t[i] != '"' && t[i] != '\\'))) return 0;
        tr_buf_add(text, t + i, 1);
    }
    return 0;
}

/* The byte of the value in a line, "key = value", of a key that is wanted; 0 if it has none. */
static size_t find_value(const tr_builder *b, const tr_md_line *l, const char *keys)
{
    const tr_document_options *const o = b->content->options;
    const char *const t = b->content->bytes, *const unwanted = o->not_keys;
    char key[LONGEST_KEY];
    size_t i = l->text, n = 0;

    while (i < l->end && (tr_md_is_name_byte(t[i]) || t[i] == '_') && n + 1 < LONGEST_KEY)
        key[n++] = t[i++];
    key[n] = '\0';
    i = tr_skip(t, i, l->end, tr_ascii_is_blank);
    if (!n || i == l->end || t[i] != '=' || !tr_key_is_known(o, keys, key)) return 0;
    if (unwanted && tr_key_is_listed(unwanted, key)) return 0;
    i = tr_skip(t, i + 1, l->end, tr_ascii_is_blank);
    return i < l->end ? i : 0;
}

static void build_string(tr_builder *b, size_t at, size_t end)
{
    const char *const t = b->content->bytes;
    tr_buf text = {0};
    const size_t stop = read_string(t, at, end, &text);
    size_t rest = tr_skip(t, stop + 1, end, tr_ascii_is_blank);
    if (!stop || (rest < end && t[rest] != '#'))
        b->content->n_passed++;
    else if (text.len && tr_content_takes(b->content, tr_buf_text(&text), text.len))
        tr_build_attribute(b, (tr_span){at + 1, stop}, tr_buf_text(&text), text.len,
                           t[at] == '"' ? &basic : &literal, "front matter");
    b->failed = b->failed || text.failed;
    tr_buf_free(&text);
}

/* The line after a string of several lines that begins in a line; 0 if none does. */
static size_t end_of_long_string(const char *t, const tr_md_line *l, size_t end)
{
    static const char *const quotes[] = {"\"\"\"", "'''"};

    for (size_t i = l->text; i < l->end; i++)
        for (size_t k = 0; k < sizeof quotes / sizeof *quotes; k++) {
            if (!tr_starts_with(t, i, l->end, quotes[k])) continue;
            for (i += 3; i < end && !tr_starts_with(t, i, end, quotes[k]);)
                i++;
            return i < end ? tr_md_line_read(t, end, i).next : end;
        }
    return 0;
}

void tr_build_toml(tr_builder *b, tr_span part, const char *keys)
{
    const char *const t = b->content->bytes;

    for (size_t at = part.begin, next; at < part.end && !b->failed; at = next) {
        const tr_md_line l = tr_md_line_read(t, part.end, at);
        const size_t behind = end_of_long_string(t, &l, part.end);
        next = behind ? behind : l.next;
        const size_t value = find_value(b, &l, keys);
        if (value && behind)
            b->content->n_passed++;
        else if (value && (t[value] == '"' || t[value] == '\''))
            build_string(b, value, l.end);
    }
}
