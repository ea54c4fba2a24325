#include "document/light/rst_line.h"

#include <string.h>

#include "base/ascii.h"
#include "base/span.h"
#include "base/word_list.h"

static bool ends_word(const char *t, size_t at, size_t end)
{
    return at == end || tr_ascii_is_blank(t[at]);
}

/* ---- Items ---- */

static size_t bullet(const char *t, const tr_light_line *l)
{
    static const char *const others[] = {"\xE2\x80\xA2", "\xE2\x80\xA3", "\xE2\x81\x83"};

    if (l->text < l->end && tr_ascii_is_one_of(t[l->text], "*+-"))
        return ends_word(t, l->text + 1, l->end) ? 1 : 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (tr_light_line_begins(t, l, others[i]) && ends_word(t, l->text + 3, l->end)) return 3;
    return 0;
}

static bool is_roman(char c)
{
    return tr_ascii_is_one_of(tr_ascii_lower(c), "ivxlcdm");
}

/* Bytes of "1.", "(a)", "iv)", "#.". */
static size_t enumerator(const char *t, size_t begin, size_t end)
{
    size_t at = begin;
    const bool is_round = at < end && t[at] == '(';

    at += is_round;
    const size_t first = at;
    at = tr_skip(t, at, end, tr_ascii_is_digit);
    if (at == first) at = tr_skip(t, at, end, is_roman);
    if (at == first && at < end) at += tr_ascii_is_letter(t[at]) || t[at] == '#';
    if (at == first || at == end || at - first > 9) return 0;
    const bool closes = t[at] == ')' || (!is_round && t[at] == '.');
    return closes && ends_word(t, at + 1, end) ? at + 1 - begin : 0;
}

size_t tr_rst_item(const char *t, const tr_light_line *l, const tr_light_line *next)
{
    const size_t mark = bullet(t, l);
    const size_t n = mark ? 0 : enumerator(t, l->text, l->end);

    if (mark || !n || !next || tr_light_line_is_blank(next)) return mark + n;
    /* what goes on at its own column is no item, unless it is the next one */
    if (next->column > l->column) return n;
    return next->column < l->column || enumerator(t, next->text, next->end) ? n : 0;
}

/* ---- Fields and options ---- */

size_t tr_rst_field(const char *t, const tr_light_line *l)
{
    size_t at = l->text + 1;

    if (l->text >= l->end || t[l->text] != ':') return 0;
    if (at >= l->end || tr_ascii_is_one_of(t[at], ": \t")) return 0;
    for (; at < l->end; at++) {
        if (t[at] == '\\')
            at++;
        else if (t[at] == ':' && ends_word(t, at + 1, l->end))
            return at + 1 - l->text;
        else if (t[at] == ':' && t[at + 1] == '`')
            return 0;
    }
    return 0;
}

static bool is_option_byte(char c)
{
    return tr_ascii_is_alnum(c) || tr_ascii_is_one_of(c, "-_");
}

/* The byte after an option's argument at `at`. */
static size_t after_argument(const char *t, size_t at, size_t end)
{
    if (at < end && t[at] == '<') {
        const size_t close = tr_find_byte(t, at, end, '>');
        return close < end ? close + 1 : at;
    }
    return at < end && tr_ascii_is_letter(t[at]) ? tr_skip(t, at, end, is_option_byte) : at;
}

/* The byte after "-a", "-a ARG", "--all=ARG", "/V"; `at` if there is none. */
static size_t after_option(const char *t, size_t at, size_t end)
{
    const bool is_long = tr_starts_with(t, at, end, "--") || (at < end && t[at] == '/');
    size_t i = at;

    if (at == end || !tr_ascii_is_one_of(t[at], "-+/")) return at;
    i += is_long && t[at] == '-' ? 2 : 1;
    const size_t name = i;
    if (is_long)
        i = tr_skip(t, i, end, is_option_byte);
    else if (i < end)
        i += tr_ascii_is_alnum(t[i]) || t[i] == '?';
    if (i == name || t[name] == '-') return at;
    if (i + 1 < end && (t[i] == '=' || (t[i] == ' ' && t[i + 1] != ' ')))
        return after_argument(t, i + 1, end) > i + 1 ? after_argument(t, i + 1, end) : at;
    return is_long ? i : after_argument(t, i, end);
}

size_t tr_rst_options(const char *t, const tr_light_line *l)
{
    for (size_t at = l->text, end;; at = end + 2) {
        end = after_option(t, at, l->end);
        if (end == at) return 0;
        if (end == l->end || tr_starts_with(t, end, l->end, "  ") || t[end] == '\t')
            return end - l->text;
        if (!tr_starts_with(t, end, l->end, ", ")) return 0;
    }
}

/* ---- Rows and the like ---- */

bool tr_rst_is_explicit(const char *t, const tr_light_line *l)
{
    if (!tr_light_line_begins(t, l, "..") && !tr_light_line_begins(t, l, "__")) return false;
    return ends_word(t, l->text + 2, l->end);
}

bool tr_rst_is_attribution(const char *t, const tr_light_line *l)
{
    static const char *const begins[] = {"-- ", "--- ", "\xE2\x80\x94"};

    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (l->column && tr_light_line_begins(t, l, begins[i])) return true;
    return false;
}

bool tr_rst_is_row(const char *t, const tr_light_line *l)
{
    const char c = l->text < l->end ? t[l->text] : 'a';
    return c > ' ' && c < 0x7F && !tr_ascii_is_alnum(c) && tr_light_line_row(t, l);
}

bool tr_rst_is_border(const char *t, const tr_light_line *l)
{
    if (tr_light_line_begins(t, l, "+-") || tr_light_line_begins(t, l, "+="))
        return t[l->end - 1] == '+' && tr_span_skip(t, l->text, l->end, "+-=") == l->end;
    return tr_light_line_begins(t, l, "=") && tr_word_end(t, l->text, l->end) < l->end &&
           tr_span_skip(t, l->text, l->end, "= \t") == l->end;
}

bool tr_rst_begins_block(const char *text, size_t len)
{
    const tr_light_line l = {.end = len};
    static const char *const begins[] = {"| ", ">>> ", "+-", "+="};

    if (tr_rst_item(text, &l, NULL) || tr_rst_field(text, &l) || tr_rst_options(text, &l))
        return true;
    if (tr_rst_is_explicit(text, &l) || tr_rst_is_row(text, &l)) return true;
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (tr_light_line_begins(text, &l, begins[i])) return true;
    return false;
}
