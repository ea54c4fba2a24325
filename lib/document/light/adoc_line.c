#include "document/light/adoc_line.h"

#include <string.h>

#include "base/ascii.h"
#include "base/span.h"

static bool is_at_edge(const tr_light_line *l)
{
    return l->text == l->begin && l->text < l->end;
}

enum tr_adoc_fence tr_adoc_fence(const char *t, const tr_light_line *l)
{
    const size_t n = l->end - l->text;

    if (!is_at_edge(l) || n < 2) return TR_ADOC_NO_FENCE;
    if (tr_light_line_begins(t, l, "```")) return TR_ADOC_CODE;
    if (tr_light_line_is(t, l, "--")) return TR_ADOC_BLOCKS;
    if (n >= 4 && tr_starts_with(t, l->text + 1, l->end, "===") &&
        tr_run_length(t, l->text + 1, l->end) == n - 1 && t[l->text] != '=')
        return tr_ascii_is_one_of(t[l->text], "|!")   ? TR_ADOC_TABLE
               : tr_ascii_is_one_of(t[l->text], ",:") ? TR_ADOC_DATA
                                                      : TR_ADOC_NO_FENCE;
    if (n < 4 || !tr_light_line_row(t, l)) return TR_ADOC_NO_FENCE;
    if (tr_ascii_is_one_of(t[l->text], "-.+/")) return TR_ADOC_CODE;
    return tr_ascii_is_one_of(t[l->text], "=*_~") ? TR_ADOC_BLOCKS : TR_ADOC_NO_FENCE;
}

/* Bytes of "*", "..", "-", "1.", "a.", "i)", "<1>". */
static size_t marker(const char *t, size_t begin, size_t end)
{
    const char c = t[begin];
    size_t at = begin;

    if (c == '*' || c == '.')
        return tr_run_length(t, begin, end) <= 5 ? tr_run_length(t, begin, end) : 0;
    if (c == '-') return 1;
    if (c == '<') {
        at = tr_skip(t, begin + 1, end, tr_ascii_is_digit);
        at += at == begin + 1 && at < end && t[at] == '.';
        return at > begin + 1 && at < end && t[at] == '>' ? at + 1 - begin : 0;
    }
    at = tr_skip(t, begin, end, tr_ascii_is_digit);
    if (at > begin) return at < end && t[at] == '.' ? at + 1 - begin : 0;
    at = tr_skip(t, begin, end, tr_ascii_is_letter);
    if (at == end || at == begin || at - begin > 4) return 0;
    const bool is_roman = tr_span_skip(t, begin, at, "ivxIVX") == at;
    if (t[at] == '.' && at == begin + 1) return 2;
    return t[at] == ')' && is_roman ? at + 1 - begin : 0;
}

size_t tr_adoc_item(const char *t, const tr_light_line *l)
{
    const size_t n = l->text < l->end ? marker(t, l->text, l->end) : 0;
    size_t at = l->text + n;

    if (!n && tr_light_line_begins(t, l, "\xE2\x80\xA2")) at += 3;
    if (at == l->text || at >= l->end || !tr_ascii_is_blank(t[at])) return 0;
    at = tr_skip(t, at, l->end, tr_ascii_is_blank);
    if (at + 3 < l->end && t[at] == '[' && tr_ascii_is_one_of(t[at + 1], " x*") &&
        t[at + 2] == ']' && t[at + 3] == ' ')
        at = tr_skip(t, at + 3, l->end, tr_ascii_is_blank);
    return at - l->text;
}

size_t tr_adoc_term(const char *t, const tr_light_line *l, size_t *text)
{
    for (size_t at = l->text + 1; at + 1 < l->end; at++) {
        const bool sign = (t[at] == ':' || t[at] == ';') && t[at + 1] == t[at];
        if (!sign) continue;
        const size_t n = tr_run_length(t, at, l->end), end = at + n;
        const bool fits = n <= (t[at] == ':' ? 4u : 2u);
        if (fits && (end == l->end || tr_ascii_is_blank(t[end]))) {
            *text = tr_skip(t, end, l->end, tr_ascii_is_blank);
            return at;
        }
        at = end - 1;
    }
    return 0;
}

size_t tr_adoc_heading(const char *t, const tr_light_line *l)
{
    enum { DEEPEST = 6 };
    const char c = is_at_edge(l) ? t[l->text] : 'a';
    const size_t n = c == '=' || c == '#' ? tr_run_length(t, l->text, l->end) : 0;

    if (!n || n > DEEPEST || l->text + n >= l->end || !tr_ascii_is_blank(t[l->text + n])) return 0;
    return tr_skip(t, l->text + n, l->end, tr_ascii_is_blank) - l->text;
}

bool tr_adoc_is_instruction(const char *t, const tr_light_line *l)
{
    static const char *const begins[] = {"include::", "ifdef::", "ifndef::", "ifeval::", "endif::"};

    if (!is_at_edge(l)) return false;
    if (tr_light_line_begins(t, l, "//")) return !tr_light_line_begins(t, l, "///");
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (tr_light_line_begins(t, l, begins[i])) return t[l->end - 1] == ']';
    return false;
}

bool tr_adoc_is_attributes(const char *t, const tr_light_line *l)
{
    if (!is_at_edge(l) || t[l->text] != '[' || t[l->end - 1] != ']') return false;
    const char second = t[l->text + 1];
    return tr_byte_is_word(second) || tr_ascii_is_one_of(second, "[#.%,\"'{] ");
}

bool tr_adoc_ends_paragraph(const char *t, const tr_light_line *l, bool in_item)
{
    size_t text;

    if (tr_light_line_is_blank(l) || tr_adoc_fence(t, l) || tr_adoc_is_instruction(t, l))
        return true;
    if (tr_adoc_is_attributes(t, l) || tr_light_line_is(t, l, "+")) return true;
    if (tr_light_line_begins(t, l, "-- ")) return true; /* who said it */
    return in_item && (tr_adoc_item(t, l) || tr_adoc_term(t, l, &text));
}
