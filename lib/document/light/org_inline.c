#include "document/light/org_inline.h"

#include <string.h>

#include "base/utf8.h"
#include "document/light/light_scan.h"
#include "document/light/org_line.h"
#include "document/light/org_write.h"

enum { LONGEST = 300 /* bytes of what has no text */ };

/* Where `close` stands within some bytes from byte `at` on, before the end of what is open; 0: it
 * does not. */
static size_t find_near(const tr_light_scan *s, size_t at, const char *close)
{
    const size_t all = tr_light_limit(s);
    if (at >= all) return 0;
    const size_t limit = all - at > LONGEST ? at + LONGEST : all;
    const size_t found = tr_span_find(s->t, at, limit, close);
    return found < limit ? found : 0;
}

/* "*a*", "/a/", "_a_", "+a+", "=a=", "~a~", over two lines at most. */
static size_t scan_emphasis(tr_light_scan *s, size_t at)
{
    const char c = s->t[at];
    const size_t limit = tr_light_limit(s), in = at + 1;
    size_t n_lines = 0;

    const bool begins = at == 0 || (s->depth && at == s->open[s->depth - 1].in);
    if (!begins && !tr_org_may_precede(tr_utf8_before(s->t, 0, at))) return 0;
    if (in >= limit || tr_ascii_is_space(s->t[in])) return 0;
    for (size_t i = in + 1; i < limit && n_lines < 2 && i - in < LONGEST; i++) {
        n_lines += s->t[i] == '\n';
        if (s->t[i] != c || tr_ascii_is_space(s->t[i - 1])) continue;
        if (i + 1 < limit && !tr_org_may_follow(tr_utf8_at(s->t, i + 1, s->n))) continue;
        if (c == '=' || c == '~') return tr_light_atom(s, at, i + 1);
        return tr_light_pair(s, at, in, i, i + 1, "*");
    }
    return 0;
}

/* "[[target][text]]" and "[[target]]". */
static size_t scan_link(tr_light_scan *s, size_t at)
{
    const size_t target = find_near(s, at + 2, "]");

    if (!target || target + 1 >= s->n) return 0;
    if (s->t[target + 1] == ']') return tr_light_atom(s, at, target + 2);
    if (s->t[target + 1] != '[') return 0;
    const size_t in = target + 2, close = find_near(s, in, "]]");
    if (!close) return 0;
    const bool is_picture =
        tr_starts_with(s->t, in, close, "file:") || tr_starts_with(s->t, in, close, "http");
    return close == in || is_picture ? tr_light_atom(s, at, close + 2)
                                     : tr_light_pair(s, at, in, close, close + 2, "[");
}

static size_t scan_mark(tr_light_scan *s, size_t at);

/* "[fn:: text]" and "[fn:name: text]"; "[fn:name]" has no text here. */
static size_t scan_note(tr_light_scan *s, size_t at)
{
    const size_t close = tr_light_close_bracket(s, at + 1, TR_LIGHT_ALL);
    size_t colon = at + 4;

    if (!close) return 0;
    while (colon < close && (tr_byte_is_word(s->t[colon]) || s->t[colon] == '-'))
        colon++;
    const bool has_text = colon < close && s->t[colon] == ':';
    const size_t in = has_text ? tr_skip(s->t, colon + 1, close, tr_ascii_is_space) : close;
    return tr_light_note(s, (tr_span){at, close + 1}, (tr_span){in, close}, scan_mark,
                         &tr_org_note);
}

/* Links, notes, times, counts. */
static size_t scan_bracket(tr_light_scan *s, size_t at)
{
    if (tr_starts_with(s->t, at, s->n, "[[")) return scan_link(s, at);
    if (tr_starts_with(s->t, at, s->n, "[fn:")) return scan_note(s, at);
    const size_t close = find_near(s, at, "]");
    const bool stays =
        close && (tr_starts_with(s->t, at, close, "[cite") ||
                  tr_span_skip(s->t, at + 1, close, "0123456789/%") == close ||
                  (close - at > 10 && tr_ascii_is_digit(s->t[at + 1]) && s->t[at + 5] == '-'));
    return stays ? tr_light_atom(s, at, close + 1) : 0;
}

/* "<<target>>", "<address>" and "<2026-01-01>". */
static size_t scan_angle(tr_light_scan *s, size_t at)
{
    const bool is_target = tr_starts_with(s->t, at, s->n, "<<");
    const size_t close = find_near(s, at + 1, is_target ? ">>" : ">");

    if (!close) return 0;
    if (is_target) {
        const size_t end = close + 2 + (close + 2 < s->n && s->t[close + 2] == '>');
        tr_light_add(s->marks, TR_LIGHT_POINT, at, end, NULL);
        return end;
    }
    const bool has_colon = tr_find_byte(s->t, at, close, ':') < close;
    const bool is_time = close - at > 10 && tr_ascii_is_digit(s->t[at + 1]) && s->t[at + 5] == '-';
    const bool is_address = has_colon && tr_word_end(s->t, at, close) == close;
    return is_time || is_address ? tr_light_atom(s, at, close + 1) : 0;
}

/* What stands between two signs, and is no text. */
static size_t scan_between(tr_light_scan *s, size_t at, const char *open, const char *close)
{
    if (!tr_starts_with(s->t, at, tr_light_limit(s), open)) return 0;
    const size_t end = find_near(s, at + strlen(open), close);
    return end ? tr_light_atom(s, at, end + strlen(close)) : 0;
}

/* The byte after the arguments of a macro at byte `at`, on its line: "[a]{b}". */
static size_t end_of_arguments(const tr_light_scan *s, size_t at)
{
    while (at < tr_light_limit(s) && (s->t[at] == '{' || s->t[at] == '[')) {
        const size_t close = find_near(s, at, s->t[at] == '{' ? "}" : "]");
        if (!close || tr_line_end(s->t, at, close) < close) break;
        at = close + 1;
    }
    return at;
}

/* "\\" at the end of a line, formulas, macros, and names of signs. */
static size_t scan_backslash(tr_light_scan *s, size_t at)
{
    size_t end = scan_between(s, at, "\\(", "\\)");

    if (!end) end = scan_between(s, at, "\\[", "\\]");
    if (end) return end;
    if (tr_starts_with(s->t, at, s->n, "\\\\") && (at + 2 == s->n || s->t[at + 2] == '\n')) {
        tr_light_add(s->marks, TR_LIGHT_FIXED, at, at + 2, NULL);
        return at + 2;
    }
    end = tr_skip(s->t, at + 1, tr_light_limit(s), tr_ascii_is_letter);
    return end > at + 1 ? tr_light_atom(s, at, end_of_arguments(s, end)) : 0;
}

/* "$x$": no blank within, and no letter behind. */
static size_t scan_formula(tr_light_scan *s, size_t at)
{
    const size_t end = scan_between(s, at, "$$", "$$");
    if (end) return end;
    const size_t close = find_near(s, at + 1, "$");
    if (!close || close == at + 1 || tr_ascii_is_space(s->t[at + 1])) return 0;
    if (tr_ascii_is_space(s->t[close - 1]) || (at > 0 && tr_byte_is_word(s->t[at - 1]))) return 0;
    if (close + 1 < s->n && tr_byte_is_word(s->t[close + 1])) return 0;
    return tr_word_end(s->t, at, close) < close && tr_ascii_is_digit(s->t[at + 1])
               ? 0
               : tr_light_atom(s, at, close + 1);
}

/* "call_name[...](...)[...]", with brackets or without. */
static size_t scan_call(tr_light_scan *s, size_t at)
{
    size_t i = at + 5;

    while (i < s->n && (tr_byte_is_word(s->t[i]) || s->t[i] == '-'))
        i++;
    for (size_t n = 0; n < 3 && i < s->n && tr_ascii_is_one_of(s->t[i], "[("); n++) {
        const bool is_round = s->t[i] == '(';
        const size_t close = find_near(s, i, is_round ? ")" : "]");
        if (!close) return 0;
        i = close + 1;
        if (is_round) n = 1; /* one in brackets may come behind it */
    }
    return s->t[i - 1] == ')' || s->t[i - 1] == ']' ? tr_light_atom(s, at, i) : 0;
}

/* "http://...", "src_c{...}". */
static size_t scan_word(tr_light_scan *s, size_t at)
{
    const size_t all = tr_light_limit(s), limit = all - at > LONGEST ? at + LONGEST : all;
    size_t i = tr_skip(s->t, at, limit, tr_ascii_is_letter);

    if (tr_starts_with(s->t, at, limit, "call_")) return scan_call(s, at);
    if (tr_starts_with(s->t, at, limit, "src_")) {
        const size_t open = tr_find_byte(s->t, at, limit, '{');
        const bool is_code = open < limit && tr_word_end(s->t, at, open) == open;
        return is_code ? scan_between(s, at, "src_", "}") : 0;
    }
    if (!tr_starts_with(s->t, i, limit, "://") && !tr_starts_with(s->t, at, limit, "mailto:"))
        return 0;
    while (i < limit && !tr_ascii_is_space(s->t[i]) && !tr_ascii_is_one_of(s->t[i], "<>[]\"()"))
        i++;
    while (i > at && tr_ascii_is_one_of(s->t[i - 1], ".,;:!?*_'~=/"))
        i--;
    return tr_light_atom(s, at, i);
}

static size_t scan_mark(tr_light_scan *s, size_t at)
{
    switch (s->t[at]) {
    case '*':
    case '/':
    case '_':
    case '+':
    case '=':
    case '~':
        if (tr_starts_with(s->t, at, s->n, "_{")) return scan_between(s, at, "_{", "}");
        return scan_emphasis(s, at);
    case '[':
        return scan_bracket(s, at);
    case '<':
        return scan_angle(s, at);
    case '\\':
        return scan_backslash(s, at);
    case '$':
        return scan_formula(s, at);
    case '@':
        return scan_between(s, at, "@@", "@@");
    case '{':
        return scan_between(s, at, "{{{", "}}}");
    case '^':
        return scan_between(s, at, "^{", "}");
    default:
        return tr_ascii_is_letter(s->t[at]) ? scan_word(s, at) : 0;
    }
}

void tr_org_scan(const char *text, size_t len, const void *context, tr_light_marks *marks)
{
    tr_light_scan s = {.t = text, .n = len, .marks = marks};

    (void)context;
    tr_light_scan_all(&s, scan_mark);
}
