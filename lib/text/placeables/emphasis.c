#include "text/placeables/emphasis.h"

#include <stdint.h>
#include <string.h>

#include "base/ascii.h"
#include "base/span.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "syntax/syntax.h"
#include "text/placeables/far_brackets.h"
#include "text/placeables/placeables.h"
#include "text/placeables/placeholders.h"

enum { MOST_OPEN = 16, LONGEST_LINK = 2000 };

/* True if a run of `n` signs is a mark of emphasis: * ** ***, __, ~~, '' '' of wikis, and || around
 * what a chat hides. */
static bool is_run(char sign, size_t n)
{
    switch (sign) {
    case '*':
        return n <= 3;
    case '_':
    case '~':
    case '|':
        return n == 2;
    case '\'':
        return n == 2 || n == 3 || n == 5;
    default:
        return false;
    }
}

/* The byte after "](address)" or "](address "title")" at text [at, end); 0 if there is none. */
static size_t link_end(const char *text, size_t at, size_t end)
{
    size_t depth = 1, i = at + 2;

    if (end - at > LONGEST_LINK) end = at + LONGEST_LINK;
    if (end - at < 4 || memcmp(text + at, "](", 2) != 0 || text[i] == ')') return 0;
    while (i < end && !tr_ascii_is_space(text[i])) {
        depth += text[i] == '(' ? 1 : 0;
        depth -= text[i] == ')' ? 1 : 0;
        if (!depth) return i > at + 3 || !tr_ascii_is_upper(text[at + 2]) ? i + 1 : 0; /* [a](N) */
        i++;
    }
    if (i + 2 >= end || text[i] != ' ' || text[i + 1] != '"') return 0;
    const char *const quote = memchr(text + i + 2, '"', end - i - 2);
    const size_t next = quote ? (size_t)(quote - text) + 1 : end;
    return next < end && text[next] == ')' ? next + 1 : 0;
}

/* The length of the sign at text [at, end) that may be a mark, or the bracket of a label. */
static size_t sign_length(const char *text, size_t at, size_t end)
{
    switch (text[at]) {
    case '*':
    case '_':
    case '~':
    case '|':
    case '\'':
        return tr_run_length(text, at, end);
    case '!':
        return at + 1 < end && text[at + 1] == '[' ? 2 : 0;
    case '[':
        return 1;
    case ']': {
        const size_t link = link_end(text, at, end);
        return link ? link - at : 1;
    }
    default:
        return tr_far_bracket_length(text, at, end);
    }
}

bool tr_emphasis_may_be(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '*' || tr_far_bracket_length(text, i, len)) return true;
        if (i + 1 == len || !text[i] || !strchr("_~|']", text[i])) continue;
        if (text[i + 1] == (text[i] == ']' ? '(' : text[i])) return true;
    }
    return false;
}

static bool is_of_word(int32_t c)
{
    return tr_is_alnum(c) || c == '_';
}

/* True if a pair may stand behind the character: a blank, an opening mark, or a mark outside. */
static bool may_precede(int32_t c)
{
    return tr_is_space(c) || c == 0x201C || c == 0x201E || c == 0x2018 || c == 0x201A ||
           c == 0xAB || c == 0x2013 || c == 0x2014 || (c < 0x80 && strchr("([\"'-", c));
}

/* True if a pair may stand before the character: what is no word, nor goes on with a path. */
static bool may_follow(int32_t c)
{
    return !is_of_word(c) && c != '/' && c != '\\' && c != '=' && c != '<';
}

static bool opens(const char *text, tr_span part, tr_span mark)
{
    const int32_t c = tr_utf8_at(text, mark.end, part.end);
    return may_precede(tr_utf8_before(text, part.begin, mark.begin)) && !tr_is_space(c) &&
           c != '/' && c != '.';
}

static bool closes(const char *text, tr_span part, tr_span mark)
{
    const int32_t c = tr_utf8_before(text, part.begin, mark.begin);
    return may_follow(tr_utf8_at(text, mark.end, part.end)) && !tr_is_space(c) && c != '/';
}

/* True if a bracket may open the label of a link: it is no index, as in "a[i](x)". */
static bool opens_label(const char *text, tr_span part, size_t at)
{
    const int32_t c = tr_utf8_before(text, part.begin, at);
    return c >= 0x80 || !(is_of_word(c) || strchr("])/=\\", c));
}

/* A mark that waits for its other one, and how many were paired when it came. */
typedef struct waiting {
    tr_span at;
    size_t n_paired;
} waiting;

/* Marks that are looked for in a part of a text. */
typedef struct search {
    const char *text;
    tr_span part;
    waiting open[MOST_OPEN];
    size_t n_open;
    tr_emphasis *marks; /* [n], at most [most] */
    size_t n, most;
    bool spaces;
    tr_span code, holder; /* the next ones: `code`, {placeholder} */
    size_t letter, two;   /* behind the last one before `seen`, and the last two in a row */
    size_t seen;
} search;

/* True if a letter is at bytes [begin, end), or two in a row, where `end` comes later with each
 * call. */
static bool has_letters(search *s, size_t begin, size_t end, size_t n_letters)
{
    int32_t c;

    for (size_t n; s->seen < end; s->seen += n) {
        n = tr_utf8_decode(s->text + s->seen, end - s->seen, &c);
        if (!tr_is_letter(c)) continue;
        if (s->letter == s->seen && s->seen > s->part.begin) s->two = s->seen + n;
        s->letter = s->seen + n;
    }
    return (n_letters > 1 ? s->two : s->letter) > begin;
}

/* True if a sign is a bracket of another script. */
static bool is_far(char sign)
{
    return (unsigned char)sign >= 0x80;
}

static bool is_far_opening(int32_t c)
{
    return tr_far_bracket_closing(c) != 0;
}

/* True if brackets at bytes [begin, end) part a text. */
static bool part_text(const char *text, tr_span part, size_t begin, size_t end)
{
    const size_t before = tr_utf8_skip_back(text, part.begin, begin, tr_is_space),
                 behind = tr_utf8_skip(text, end, part.end, tr_is_space);
    const int32_t last = tr_utf8_before(text, part.begin, before),
                  next = tr_utf8_at(text, behind, part.end);
    const bool is_first = before == part.begin, is_last = behind == part.end;

    if (before == begin && !is_first && tr_is_alnum(last)) return true;
    if (behind == end && !is_last && (tr_is_alnum(next) || is_far_opening(next))) return true;
    if (is_first) return is_last || tr_is_upper(next) || tr_is_digit(next) || is_far_opening(next);
    return is_last && last > 0 && last < 0x80 && strchr(".!?:", (char)last);
}

/* Puts the pair into its places among the pairs within it, which are the last. */
static void add_pair(search *s, const waiting *w, tr_span mark)
{
    const bool parts = is_far(s->text[mark.begin]);

    if (parts && !part_text(s->text, s->part, w->at.begin, mark.end)) return;
    memmove(s->marks + w->n_paired + 1, s->marks + w->n_paired,
            (s->n - w->n_paired) * sizeof *s->marks);
    s->marks[w->n_paired] = (tr_emphasis){w->at, w->at, true, parts};
    s->marks[s->n + 1] = (tr_emphasis){mark, w->at, false, parts};
    s->n += 2;
}

/* The byte after the code or the placeholder that begins at byte `at`; `at` if there is none. */
static size_t behind_code(search *s, size_t at)
{
    const size_t end = s->part.end;

    if ((s->code.begin < at || !s->code.end) &&
        !tr_syntax_next(TR_SYNTAX_IS(TR_SYNTAX_CODE), s->text, end, at, &s->code))
        s->code = (tr_span){end, end};
    if ((s->holder.begin < at || !s->holder.end) &&
        !tr_placeholder_next(s->text, end, at, &s->holder))
        s->holder = (tr_span){end, end};
    if (s->code.begin == at && strchr("`~", s->text[at])) return s->code.end;
    return s->holder.begin == at ? s->holder.end : at;
}

/* True if the signs are of one kind: the same run, or brackets of a label. */
static bool is_other_of(const char *text, tr_span first, tr_span mark)
{
    if (text[mark.begin] == ']') return text[first.end - 1] == '[';
    if (is_far(text[mark.begin]))
        return tr_far_bracket_closing(tr_utf8_at(text, first.begin, first.end)) ==
               tr_utf8_at(text, mark.begin, mark.end);
    return text[first.begin] == text[mark.begin] &&
           first.end - first.begin == mark.end - mark.begin;
}

/* The number of the open mark that a sign ends, from 1; 0 if it ends none. */
static size_t find_open(const search *s, tr_span mark)
{
    const char sign = s->text[mark.begin];
    size_t k = s->n_open;

    if (sign == '[' || sign == '!' || (is_far(sign) && !s->spaces)) return 0;
    if (sign != ']' && !is_far(sign) &&
        (!is_run(sign, mark.end - mark.begin) || !closes(s->text, s->part, mark)))
        return 0;
    while (k > 0 && !is_other_of(s->text, s->open[k - 1].at, mark))
        k--;
    return k;
}

static bool opens_pair(const search *s, tr_span mark)
{
    const char sign = s->text[mark.begin];
    if (sign == '[' || sign == '!') return opens_label(s->text, s->part, mark.begin);
    if (is_far(sign))
        return s->spaces && tr_far_bracket_closing(tr_utf8_at(s->text, mark.begin, mark.end));
    return is_run(sign, mark.end - mark.begin) && opens(s->text, s->part, mark);
}

/* Takes the sign into account; false if there are too many. */
static bool take_sign(search *s, tr_span mark)
{
    const size_t k = find_open(s, mark);
    const char sign = s->text[mark.begin];
    const bool bare = sign == ']' && mark.end == mark.begin + 1;
    const size_t fewest = sign == '|' || is_far(sign) ? 2 : 1;

    if (k > 0 && bare) {
        s->n_open = k - 1; /* brackets that are no label */
    } else if (k > 0 && has_letters(s, s->open[k - 1].at.end, mark.begin, fewest)) {
        if (s->n + 2 > s->most) return false;
        add_pair(s, &s->open[k - 1], mark);
        s->n_open = k - 1;
    } else if (s->n_open < MOST_OPEN && opens_pair(s, mark)) {
        s->open[s->n_open++] = (waiting){mark, s->n};
    }
    return true;
}

static size_t find_pairs(const char *text, tr_span part, bool spaces, tr_emphasis *marks,
                         size_t most)
{
    search s = {.text = text,
                .part = part,
                .marks = marks,
                .most = most,
                .spaces = spaces,
                .seen = part.begin};

    for (size_t at = part.begin; at < part.end;) {
        const size_t code = behind_code(&s, at), n = sign_length(text, at, part.end);
        if (code == at && n && !take_sign(&s, (tr_span){at, at + n})) return SIZE_MAX;
        at = code > at ? code : at + (n ? n : 1);
    }
    return s.n;
}

/* Leaves out mark i of [n] and its other one; returns how many are left. */
static size_t drop_pair(tr_emphasis *marks, size_t n, size_t i)
{
    const bool opens = marks[i].opens;
    size_t other = i, depth = 1;

    while (depth > 0) {
        other = opens ? other + 1 : other - 1;
        depth += marks[other].opens == opens ? 1 : (size_t)-1;
    }
    const size_t first = opens ? i : other, second = opens ? other : i;
    memmove(marks + second, marks + second + 1, (n - second - 1) * sizeof *marks);
    memmove(marks + first, marks + first + 1, (n - first - 2) * sizeof *marks);
    return n - 2;
}

/* Leaves out the pairs with marks in codes of the part; returns how many are left of [n]. */
static size_t drop_codes(const char *text, tr_span part, bool spaces, tr_emphasis *marks, size_t n)
{
    tr_placeables scan;
    tr_placeable found;

    tr_placeables_start(&scan, text, part.begin, part.end,
                        TR_FIND_KEPT | TR_FIND_PLACEHOLDERS | TR_FIND_IDENTIFIERS, spaces);
    while (n > 0 && tr_placeables_next(&scan, &found))
        for (size_t i = 0; i < n && marks[i].at.begin < found.at.end;)
            if (tr_spans_overlap(marks[i].at, found.at))
                n = drop_pair(marks, n, i), i = 0;
            else
                i++;
    return n;
}

/* The next mark but stars from byte `at` on, with the marks that touch it; what is empty, at `end`,
 * if there is none.  No code reaches into it. */
static tr_span next_border(const char *text, const tr_emphasis *marks, size_t n, size_t at,
                           size_t end)
{
    size_t i = 0;

    while (i < n && (marks[i].at.begin < at || text[marks[i].at.begin] == '*'))
        i++;
    if (i == n) return (tr_span){end, end};
    tr_span border = marks[i].at;
    for (size_t k = i; k > 0 && marks[k - 1].at.begin >= at; k--)
        if (marks[k - 1].at.end == border.begin) border.begin = marks[k - 1].at.begin;
    for (size_t k = i + 1; k < n && marks[k].at.begin == border.end; k++)
        border.end = marks[k].at.end;
    return border;
}

size_t tr_emphasis_find(const char *text, tr_span part, bool spaces, tr_emphasis *marks,
                        size_t most)
{
    size_t n = find_pairs(text, part, spaces, marks, most);

    if (n == SIZE_MAX) return n;
    for (size_t at = part.begin; n > 0 && at < part.end;) {
        const tr_span border = next_border(text, marks, n, at, part.end);
        n = drop_codes(text, (tr_span){at, border.begin}, spaces, marks, n);
        at = border.end;
    }
    return n;
}
