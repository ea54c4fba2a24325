#include "document/rtf/rtf_scan.h"

#include "base/ascii.h"
#include "base/word_list.h"

/* The number at *at, and goes behind it. */
static bool read_number(const char *text, size_t *at, size_t size, int *number)
{
    enum { MOST = 100000000 };
    size_t i = *at + (*at < size && text[*at] == '-');
    const size_t first = i;
    int n = 0;

    for (; i < size && tr_ascii_is_digit(text[i]); i++)
        if (n < MOST) n = 10 * n + (text[i] - '0');
    if (i == first) return false;
    *number = text[*at] == '-' ? -n : n;
    *at = i;
    return true;
}

/* The word behind the backslash at byte `at`. */
static void read_word(const char *text, size_t at, size_t size, tr_rtf_token *t)
{
    size_t end = tr_skip(text, at + 1, size, tr_ascii_is_letter);

    t->kind = TR_RTF_WORD;
    t->name = (tr_span){at + 1, end};
    t->has_number = read_number(text, &end, size, &t->number);
    t->end = end;
    end += end < size && text[end] == ' ';
    if (tr_rtf_is(text, t, "bin") && t->number > 0) {
        t->kind = TR_RTF_NOTHING;
        end = (size_t)t->number < size - end ? end + (size_t)t->number : size;
    }
    t->raw = (tr_span){at, end};
}

static void read_symbol(const char *text, size_t at, size_t size, tr_rtf_token *t)
{
    const int64_t byte =
        at + 1 < size && text[at + 1] == '\'' ? tr_ascii_hex(text, at + 2, size, 2) : -1;

    t->kind = byte < 0 ? TR_RTF_SYMBOL : TR_RTF_BYTE;
    t->number = (int)byte;
    t->name = (tr_span){at + 1, at + 2 < size ? at + 2 : size};
    t->raw = (tr_span){at, byte < 0 ? t->name.end : at + 4};
}

static bool is_plain(char c)
{
    return c != '\\' && c != '{' && c != '}' && !tr_ascii_is_line_end(c);
}

bool tr_rtf_next(const char *text, size_t at, size_t size, tr_rtf_token *t)
{
    if (at >= size) return false;
    const char c = text[at];
    *t = (tr_rtf_token){.raw = {at, at + 1}, .name = {at, at}};
    if (c == '{' || c == '}') {
        t->kind = c == '{' ? TR_RTF_OPEN : TR_RTF_CLOSE;
    } else if (c == '\\' && at + 1 < size && tr_ascii_is_letter(text[at + 1])) {
        read_word(text, at, size, t);
    } else if (c == '\\') {
        read_symbol(text, at, size, t);
    } else if (tr_ascii_is_line_end(c)) {
        t->kind = TR_RTF_NOTHING;
        t->raw.end = tr_skip(text, at, size, tr_ascii_is_line_end);
    } else {
        t->kind = TR_RTF_TEXT;
        t->raw.end = tr_skip(text, at, size, is_plain);
    }
    if (t->kind != TR_RTF_WORD) t->end = t->raw.end;
    return true;
}

bool tr_rtf_is(const char *text, const tr_rtf_token *t, const char *word)
{
    const size_t n = t->name.end - t->name.begin;
    return n == strlen(word) && !memcmp(text + t->name.begin, word, n);
}

bool tr_rtf_is_listed(const char *text, const tr_rtf_token *t, const char *list)
{
    return t->kind == TR_RTF_WORD &&
           tr_list_has(list, text + t->name.begin, t->name.end - t->name.begin);
}

size_t tr_rtf_group_end(const char *text, size_t at, size_t size)
{
    size_t depth = 0;
    tr_rtf_token t;

    for (; tr_rtf_next(text, at, size, &t); at = t.raw.end) {
        if (t.kind == TR_RTF_OPEN) depth++;
        if (t.kind == TR_RTF_CLOSE && --depth == 0) return t.raw.end;
    }
    return size;
}
