#include "document/light/rst_inline.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "document/light/rst_names.h"

/* Names, with blanks around each. */
#include "document/light/rst_inline.inc" /* of rst_inline.rows */

typedef struct scan {
    const char *t;
    size_t n;
    const tr_rst_names *names;
    tr_light_marks *marks;
    size_t least;   /* bytes before it are in marks */
    bool no_end[4]; /* of "*", "**", "``" and "`": none is left */
} scan;

static bool is_punctuation(int32_t c)
{
    return c >= 0x80 && !tr_is_alnum(c) && !tr_is_number(c) && !tr_is_sign(c) && !tr_is_other(c);
}

bool tr_rst_may_precede(int32_t c)
{
    if (tr_is_space(c)) return true;
    return c > 0 && c < 0x80 ? strchr("'\"([{<-/:", (int)c) != NULL : is_punctuation(c);
}

bool tr_rst_may_follow(int32_t c)
{
    if (tr_is_space(c)) return true;
    return c > 0 && c < 0x80 ? strchr("'\")]}>-/\\:.,;!?", (int)c) != NULL : is_punctuation(c);
}

/* True if marks may begin at byte `at`, or end before it. */
static bool may_begin(const scan *s, size_t at)
{
    return at == 0 || tr_rst_may_precede(tr_utf8_before(s->t, 0, at));
}

static bool may_end(const scan *s, size_t at)
{
    return at >= s->n || tr_rst_may_follow(tr_utf8_at(s->t, at, s->n));
}

static bool is_space_at(const scan *s, size_t at)
{
    return at >= s->n || tr_is_space(tr_utf8_at(s->t, at, s->n));
}

/* True if what begins at `at` and has its content at `in` stands between two brackets or quotes: it
 * is text. */
static bool is_quoted(const scan *s, size_t at, size_t in)
{
    static const char open[] = "'\"([{<", close[] = "'\")]}>";
    const char *const sign = at > 0 ? strchr(open, s->t[at - 1]) : NULL;
    return sign && *sign && in < s->n && s->t[in] == close[sign - open];
}

/* ---- Ends ---- */

/* The byte where the end of what has its content at `in` stands; 0: there is none.  A backslash
 * escapes what follows, but in code. */
static size_t find_end(scan *s, size_t in, const char *close, bool *none)
{
    const size_t n = strlen(close);
    const bool is_code = n == 2 && *close == '`';

    if (*none) return 0;
    for (size_t i = in; i + n <= s->n; i++) {
        if (s->t[i] == '\\' && !is_code) {
            i++;
            continue;
        }
        if (i == in || memcmp(s->t + i, close, n) != 0 || tr_ascii_is_space(s->t[i - 1])) continue;
        if (*close == '`' && n == 1) return i; /* what follows is looked at by others */
        if (may_end(s, i + n)) return i;
    }
    *none = true;
    return 0;
}

/* ---- Marks ---- */

static void add_pair(scan *s, size_t begin, size_t in, size_t close, size_t end)
{
    tr_light_add(s->marks, TR_LIGHT_OPEN, begin, in, "`");
    tr_light_add(s->marks, TR_LIGHT_CLOSE, close, end, "`");
}

/* "*text*" and "**text**". */
static size_t scan_emphasis(scan *s, size_t at)
{
    const bool strong = at + 1 < s->n && s->t[at + 1] == '*';
    const size_t in = at + 1 + strong;

    if (is_space_at(s, in) || !may_begin(s, at) || is_quoted(s, at, in)) return 0;
    const size_t close = find_end(s, in, strong ? "**" : "*", &s->no_end[strong]);
    if (!close) return 0;
    add_pair(s, at, in, close, close + 1 + strong);
    return close + 1 + strong;
}

static size_t scan_code(scan *s, size_t at)
{
    if (is_space_at(s, at + 2) || !may_begin(s, at) || is_quoted(s, at, at + 2)) return 0;
    const size_t close = find_end(s, at + 2, "``", &s->no_end[2]);
    if (!close) return 0;
    tr_light_add(s->marks, TR_LIGHT_ATOM, at, close + 2, NULL);
    return close + 2;
}

/* True if several words are text, and no name: a translation may be one word that the source does
 * not have. */
static bool has_words(const scan *s, size_t begin, size_t end)
{
    const size_t blank = tr_word_end(s->t, begin, end);
    if (!tr_has_letter(s->t, begin, end)) return false;
    return (blank < end && !memchr(s->t + begin, '(', end - begin) &&
            !memchr(s->t + begin, '\\', end - begin)) ||
           !tr_rst_is_quoted(s->names, s->t + begin, end - begin);
}

/* Where " <target>" begins before the end at `close`, or "<target>" of a role; `close` if there is
 * none. */
static size_t find_target(const scan *s, size_t in, size_t close, bool is_role)
{
    size_t i = close;

    if (i == in || s->t[i - 1] != '>' || (i > in + 1 && s->t[i - 2] == '\\')) return close;
    while (i > in && s->t[i - 1] != '<')
        i--;
    if (i <= in + 1 || (!is_role && !tr_ascii_is_space(s->t[i - 2]))) return close;
    i = tr_skip_back(s->t, in, i - 1, tr_ascii_is_space);
    return i > in ? i : close;
}

/* A reference "`text`_", "`text <target>`_" or one with two underscores, up to byte `end`.  Its
 * name is the text's: a translation says it in brackets, or has none. */
static void add_reference(scan *s, size_t at, size_t in, size_t close, size_t end)
{
    const size_t target = find_target(s, in, close, false);
    const bool is_anonymous = end - close == 3;
    const bool is_name = target < close && s->t[close - 2] == '_' && s->t[close - 1] == '>';

    if (target < close && !is_anonymous && !is_name &&
        tr_rst_is_referred_to(s->names, s->t + in, target - in)) {
        tr_light_add(s->marks, TR_LIGHT_ATOM, at, end, NULL);
        return;
    }
    add_pair(s, at, in, target, end);
    if (is_anonymous && target == close) return;
    tr_light_set_means(s->marks, target < close && !is_name ? close : target, end);
}

/* The role ":name:" that ends at byte `end`: where it begins; `end` if there is none. */
static size_t role_before(const scan *s, size_t end)
{
    size_t i = end;

    if (end < 3 || s->t[end - 1] != ':') return end;
    for (i = end - 1; i > s->least; i--) {
        const char c = s->t[i - 1];
        if (!tr_byte_is_word(c) && !tr_ascii_is_one_of(c, ":-.+")) break;
    }
    while (i < end && s->t[i] != ':')
        i++;
    return end - i >= 3 && s->t[i + 1] != ':' && may_begin(s, i) ? i : end;
}

/* The byte after a role at `at`; `at` if there is none. */
static size_t role_after(const scan *s, size_t at)
{
    size_t i = at + 1;

    if (at >= s->n || s->t[at] != ':') return at;
    while (i < s->n && (tr_byte_is_word(s->t[i]) || tr_ascii_is_one_of(s->t[i], "-.+:")))
        i++;
    while (i > at && s->t[i - 1] != ':')
        i--;
    return i > at + 2 ? i : at;
}

/* What a role [name, name_end) interprets, from `begin` up to `end`. */
static void add_interpreted(scan *s, tr_span name, size_t begin, size_t in, size_t close,
                            size_t end)
{
    const char *const role = s->t + name.begin;
    const size_t n = name.end - name.begin;
    const bool is_link = tr_list_has(role_link, role, n), is_suffix = end > close + 1;
    const size_t target = find_target(s, in, close, is_link);
    const bool is_term = n == 4 && !memcmp(role, "term", 4);
    const bool is_text = n ? tr_list_has(role_text, role, n) : has_words(s, in, close);

    if (target < close && (is_link || has_words(s, in, target))) {
        add_pair(s, begin, in, target, end);
        if (is_term) tr_light_set_means(s->marks, target, end);
    } else if (is_term && !is_suffix && target == close) {
        add_pair(s, begin, in, close, end);
        tr_light_set_means(s->marks, close, end);
    } else if (is_text && s->t[close - 1] != '>') {
        add_pair(s, begin, in, close, end);
    } else {
        tr_light_add(s->marks, TR_LIGHT_ATOM, begin, end, NULL);
    }
}

/* What single backquotes hold, with the role before them or behind. */
static size_t scan_quoted(scan *s, size_t at)
{
    const size_t in = at + 1, role = role_before(s, at);

    if (is_space_at(s, in) || (role == at && !may_begin(s, at)) || is_quoted(s, role, in)) return 0;
    const size_t close = find_end(s, in, "`", &s->no_end[3]);
    if (!close) return 0;
    size_t end = close + 1;
    if (role < at) {
        if (!may_end(s, end)) return 0;
        add_interpreted(s, (tr_span){role + 1, at - 1}, role, in, close, end);
        return end;
    }
    while (end < s->n && s->t[end] == '_' && end < close + 3)
        end++;
    if (end > close + 1) {
        if (!may_end(s, end)) return 0;
        add_reference(s, at, in, close, end);
        return end;
    }
    end = role_after(s, close + 1);
    if (!may_end(s, end)) return 0;
    const bool has_role = end > close + 1;
    add_interpreted(s, (tr_span){close + 1 + has_role, end - has_role}, at, in, close, end);
    return end;
}

/* "|name|", with a reference or none. */
static size_t scan_substitution(scan *s, size_t at)
{
    size_t end;

    if (is_space_at(s, at + 1) || !may_begin(s, at) || is_quoted(s, at, at + 1)) return 0;
    for (end = at + 1; end < s->n && s->t[end] != '|' && s->t[end] != '\n';)
        end++;
    if (end == s->n || s->t[end] != '|' || end == at + 1 || tr_ascii_is_space(s->t[end - 1]))
        return 0;
    for (end++; end < s->n && s->t[end] == '_';)
        end++;
    if (!may_end(s, end)) return 0;
    tr_light_add(s->marks, TR_LIGHT_ATOM, at, end, NULL);
    return end;
}

/* "[1]_", "[#name]_", "[*]_". */
static size_t scan_note(scan *s, size_t at)
{
    size_t end = at + 1;

    while (end < s->n && (tr_byte_is_word(s->t[end]) || tr_ascii_is_one_of(s->t[end], "#*-.+:")))
        end++;
    if (end == at + 1 || end + 1 >= s->n || s->t[end] != ']' || s->t[end + 1] != '_') return 0;
    if (!may_begin(s, at) || !may_end(s, end + 2)) return 0;
    tr_light_add(s->marks, TR_LIGHT_ATOM, at, end + 2, NULL);
    return end + 2;
}

/* "_`target`". */
static size_t scan_target(scan *s, size_t at)
{
    if (at + 2 >= s->n || s->t[at + 1] != '`' || is_space_at(s, at + 2) || !may_begin(s, at))
        return 0;
    const size_t close = find_end(s, at + 2, "`", &s->no_end[3]);
    if (!close || !may_end(s, close + 1)) return 0;
    tr_light_add(s->marks, TR_LIGHT_ATOM, at, close + 1, NULL);
    return close + 1;
}

/* "name_" and "name__", whose underscore is at `at`. */
static size_t scan_word(scan *s, size_t at)
{
    size_t end = at + 1, i = at;

    end += end < s->n && s->t[end] == '_';
    if (!may_end(s, end) || at == 0 || !tr_byte_is_word(s->t[at - 1]) || s->t[at - 1] == '_')
        return 0;
    while (i > s->least) {
        const char c = s->t[i - 1];
        const bool inner = tr_ascii_is_one_of(c, "-._+:") && i - 1 > s->least &&
                           tr_byte_is_word(s->t[i - 2]) && s->t[i - 2] != '_';
        if (!(tr_byte_is_word(c) && c != '_') && !inner) break;
        i--;
    }
    if (i == at || !may_begin(s, i)) return 0;
    tr_light_add(s->marks, TR_LIGHT_ATOM, i, end, NULL);
    return end;
}

/* A backslash and what it escapes: white space is nothing. */
static size_t scan_escape(scan *s, size_t at)
{
    int32_t c;

    if (at + 1 >= s->n) return 0;
    const size_t n = tr_utf8_decode(s->t + at + 1, s->n - at - 1, &c);
    const bool is_space = tr_ascii_is_space(s->t[at + 1]);
    tr_light_add(s->marks, TR_LIGHT_ESCAPE, at, at + 1 + n, NULL);
    tr_light_set_means(s->marks, at + 1, at + 1 + (is_space ? 0 : n));
    return at + 1 + n;
}

/* The byte after the mark whose first sign is at `at`; 0 if there is none. */
static size_t scan_mark(scan *s, size_t at)
{
    switch (s->t[at]) {
    case '\\':
        return scan_escape(s, at);
    case '*':
        return scan_emphasis(s, at);
    case '`':
        return tr_starts_with(s->t, at, s->n, "``") ? scan_code(s, at) : scan_quoted(s, at);
    case '|':
        return scan_substitution(s, at);
    case '[':
        return scan_note(s, at);
    case '_':
        if (at + 1 < s->n && s->t[at + 1] == '`') return scan_target(s, at);
        return scan_word(s, at);
    default:
        return 0;
    }
}

void tr_rst_scan(const char *text, size_t len, const void *names, tr_light_marks *marks)
{
    scan s = {.t = text, .n = len, .names = names, .marks = marks};

    for (size_t at = 0; at < len && !marks->failed;) {
        const size_t end = scan_mark(&s, at);
        const bool is_run = text[at] == '*' || text[at] == '`';
        if (end) s.least = end;
        at = end ? end : at + (is_run ? tr_run_length(text, at, len) : 1);
    }
}
