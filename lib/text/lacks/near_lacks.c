#include "text/lacks/near_lacks.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

enum { MOST_NEAR = 4 /* words of the target that are looked for in the source */ };

/* ---- Words of the target ---- */

static bool is_of_word(char c)
{
    return tr_byte_is_word(c) || c == '-' || c == '/';
}

/* Finds the next word behind *word. */
static bool next_in_target(const tr_lack_job *j, tr_span *word)
{
    const char *const text = j->texts->target;
    size_t at = word->end;

    while (at < j->texts->n_target && !tr_byte_is_word(text[at]))
        at++;
    word->begin = at;
    while (at < j->texts->n_target && is_of_word(text[at]))
        at++;
    word->end = at;
    return word->begin < word->end;
}

static bool is_same(char a, char b, bool any_case)
{
    return a == b || (any_case && tr_ascii_lower(a) == tr_ascii_lower(b));
}

/* True if one byte at most was put in, left out or changed. */
static bool is_nearly(const char *a, size_t n, const char *b, size_t m, bool any_case)
{
    size_t front = 0, back = 0;

    if (n > m + 1 || m > n + 1) return false;
    while (front < n && front < m && is_same(a[front], b[front], any_case))
        front++;
    while (back < n - front && back < m - front &&
           is_same(a[n - 1 - back], b[m - 1 - back], any_case))
        back++;
    return front + back + 1 >= (n > m ? n : m);
}

static bool source_has(const tr_lack_job *j, const char *word, size_t n)
{
    return tr_lack_count_word(j->texts->source, j->texts->n_source, word, n, false) > 0;
}

/* True if the target has a word nearly like the one of the source, which the source has not. */
static bool has_nearly(const tr_lack_job *j, tr_span at, bool any_case)
{
    const char *const target = j->texts->target;
    tr_span word = {0};

    for (int found = 0; found < MOST_NEAR && next_in_target(j, &word);) {
        const size_t n = word.end - word.begin;
        if (!is_nearly(tr_lack_text(j, at), at.end - at.begin, target + word.begin, n, any_case))
            continue;
        if (!source_has(j, target + word.begin, n)) return true;
        found++;
    }
    return false;
}

/* ---- What is rewritten ---- */

static bool has_vowel(const char *text, tr_span at)
{
    for (size_t i = at.begin; i < at.end; i++)
        if (!tr_ascii_is_letter(text[i]) || strchr("aeiouyAEIOUY", text[i])) return true;
    return false;
}

/* True if small letters make no word: no vowel is among them, or the vocabulary knows hardly more
 * than each. */
static bool is_no_word(const tr_lack_job *j, tr_span at)
{
    enum { SHORTEST = 3, LONGEST = 12 };
    const size_t len = at.end - at.begin;

    if (len < 2) return false;
    if (tr_skip(j->texts->source, at.begin, at.end, tr_ascii_is_lower) < at.end) return false;
    if (!has_vowel(j->texts->source, at))
        return len >= SHORTEST || tr_lack_text(j, at)[0] == tr_lack_text(j, at)[1];
    if (len < SHORTEST || len > LONGEST || !j->texts->count_pieces) return false;
    const size_t n = j->texts->count_pieces(j->texts->ctx, tr_lack_text(j, at), len);
    return len < 5 ? n == len : n + 1 >= len;
}

/* True if capitals make no word that is stressed: they have a sign among them, or hardly any of
 * them is a vowel. */
static bool is_no_name(const tr_lack_job *j, tr_span at)
{
    size_t vowels = 0;

    for (size_t i = at.begin; i < at.end; i++) {
        if (tr_ascii_is_one_of(j->texts->source[i], "-/")) return true;
        vowels += tr_ascii_is_one_of(j->texts->source[i], "AEIOUY") ||
                  !tr_ascii_is_upper(j->texts->source[i]);
    }
    return vowels < 2;
}

/* True if the letters of word i are no word of a language, so that they stay. */
static bool is_spelled(const tr_lack_job *j, size_t i)
{
    enum { LONG = 5 };
    const tr_odd_word *const w = &j->list[i];

    if (w->kind == TR_WORD_PLAIN) /* behind a number it may be a unit */
        return is_no_word(j, w->at) && !(i > 0 && tr_lack_is_kind(j, i - 1, TR_WORD_NUMBER));
    return w->kind == TR_WORD_CAPITALS && !j->shouted[i] &&
           (tr_lack_is_roman(j, w->at) ||
            (w->at.end - w->at.begin >= LONG && is_no_name(j, w->at)));
}

/* R–COOH: a capital letter that a dash joins with others. */
static bool has_bond(const tr_lack_job *j, size_t i)
{
    static const char dash[] = "\xE2\x80\x93";
    const tr_span at = j->list[i].at;
    const char *const text = tr_lack_text(j, at);

    return j->list[i].kind == TR_WORD_CAPITALS && at.end - at.begin > 5 &&
           !memcmp(text + 1, dash, 3);
}

static size_t check_spelling(tr_lack_job *j, size_t i)
{
    const tr_span at = j->list[i].at;

    if (has_bond(j, i) && !tr_lack_count_part(j, at)) tr_lack_add(j, at, TR_LACKS_CODE);

    if (!is_spelled(j, i)) return 0;
    if (!tr_lack_count(j, at, false) && has_nearly(j, at, j->list[i].kind == TR_WORD_PLAIN))
        tr_lack_add(j, at, TR_LACKS_CODE);
    return 2 * j->texts->n_target + MOST_NEAR * j->texts->n_source;
}

/* ---- Capitals beside code ---- */

static size_t count_in_any_case(const tr_lack_job *j, tr_span at)
{
    const size_t n = at.end - at.begin;
    size_t count = 0;

    for (size_t i = 0; i + n <= j->texts->n_target; i++) {
        size_t k = 0;
        while (k < n && is_same(tr_lack_text(j, at)[k], j->texts->target[i + k], true))
            k++;
        count += k == n;
    }
    return count;
}

/* True if code has several signs of programs, and none of a number. */
static bool is_like_path(const tr_lack_job *j, tr_span at)
{
    size_t signs = 0;

    for (size_t i = at.begin; i < at.end; i++)
        signs += tr_ascii_is_one_of(j->texts->source[i], "+=:;.,/\\()[]{}<>$@&|*");
    return signs > 1 ||
           (at.end - at.begin > 1 && tr_ascii_is_one_of(j->texts->source[at.begin], "*@:!"));
}

/* True for an address of mail or of a page, which stands beside words of prose. */
static bool is_address(const tr_lack_job *j, tr_span at)
{
    const char *const text = tr_lack_text(j, at);
    const size_t n = at.end - at.begin;
    for (size_t i = 1; i < n; i++)
        if (text[i] == '@' || (i + 3 <= n && !memcmp(text + i, "://", 3))) return true;
    return false;
}

/* True if an option or a sign of programs stands behind a plain word, and no small word of the
 * grammar before it. */
static bool is_pair(const tr_lack_job *j, size_t i)
{
    if (i + 1 >= j->n || j->list[i].kind != TR_WORD_PLAIN || !tr_lack_is_strict(j, i + 1))
        return false;
    if (j->list[i + 1].at.begin == j->list[i].at.end + 2)
        return j->texts->source[j->list[i].at.end] == ':' && tr_lack_is_small(j, j->list[i].at) &&
               tr_ascii_is_one_of(*tr_lack_text(j, j->list[i + 1].at), ".!*@&");
    if (j->list[i + 1].at.begin != j->list[i].at.end + 1) return false;
    if (j->texts->source[j->list[i].at.end] != ' ' || is_address(j, j->list[i + 1].at))
        return false;
    if (tr_lack_is_placeholder(j, i + 1) || tr_lack_is_function(j, j->list[i].at)) return false;
    if (i > 0 && tr_lack_is_function(j, j->list[i - 1].at)) return false;
    const tr_span code = j->list[i + 1].at;
    const char *const text = tr_lack_text(j, code);
    if (is_like_path(j, code)) return true;
    return *text == '-' || *text == '&' || *text == '|' ||
           memchr(text, '=', code.end - code.begin) || memchr(text, '(', code.end - code.begin);
}

static size_t check_case(tr_lack_job *j, size_t i)
{
    if (!is_pair(j, i)) return 0;
    const tr_span pair = {j->list[i].at.begin, j->list[i + 1].at.end};
    if (!tr_lack_count_part(j, pair) && count_in_any_case(j, pair))
        tr_lack_add(j, j->list[i].at, TR_LACKS_CODE);
    return 2 * j->texts->n_target;
}

/* True if a sign of ASCII opens a word, and none closes it: *paper. */
static bool opens_with_sign(const tr_lack_job *j, size_t i)
{
    const tr_odd_word *const w = &j->list[i];
    const char sign = j->texts->source[w->whole.begin];

    return w->kind == TR_WORD_PLAIN && w->at.begin == w->whole.begin + 1 &&
           tr_ascii_is_one_of(sign, "*~&") && tr_lack_is_small(j, w->at) &&
           !memchr(tr_lack_text(j, w->at), sign, j->texts->n_source - w->at.begin);
}

/* True if word i + 1 is a unit behind a number, with a capital and a small letter: 30 Nm. */
static bool is_measure(const tr_lack_job *j, size_t i)
{
    enum { LONGEST = 3 };

    if (!tr_lack_is_kind(j, i, TR_WORD_NUMBER) || !tr_lack_is_kind(j, i + 1, TR_WORD_PLAIN))
        return false;
    const tr_span unit = j->list[i + 1].at;
    return unit.begin == j->list[i].at.end + 1 && unit.end - unit.begin <= LONGEST &&
           tr_ascii_is_upper(*tr_lack_text(j, unit));
}

/* True if two words of one sign or more stand before a small word: "==> pad", ":set nolist". */
static bool is_behind_sign(const tr_lack_job *j, size_t i)
{
    if (i + 1 >= j->n || j->list[i + 1].at.begin != j->list[i].at.end + 1) return false;
    if (!tr_lack_is_kind(j, i + 1, TR_WORD_PLAIN) || !tr_lack_is_small(j, j->list[i + 1].at))
        return false;
    const char *const text = tr_lack_text(j, j->list[i].at);
    const size_t n = j->list[i].at.end - j->list[i].at.begin;
    return tr_lack_is_kind(j, i, TR_WORD_SIGN) ? n > 2 && *text != '.' && *text != '-'
                                               : tr_lack_is_kind(j, i, TR_WORD_ODD) && *text == ':';
}

static size_t check_other_case(tr_lack_job *j, size_t i)
{
    tr_span at = j->list[i].at;

    if (opens_with_sign(j, i))
        at.begin--;
    else if (is_measure(j, i) || is_behind_sign(j, i))
        at.end = j->list[i + 1].at.end;
    else
        return 0;
    if (!tr_lack_count_part(j, at) && count_in_any_case(j, at)) tr_lack_add(j, at, TR_LACKS_CODE);
    return 2 * j->texts->n_target;
}

/* ---- A word with a number ---- */

/* Clm: three letters and more that begin with a capital. */
static bool is_vowelless(const tr_lack_job *j, tr_span at)
{
    return at.end - at.begin > 2 && tr_ascii_is_upper(*tr_lack_text(j, at)) &&
           !has_vowel(j->texts->source, at);
}

/* Capitals and a number behind them, of which the target has the number alone: STANAG 3185. */
static size_t check_numbered_capitals(tr_lack_job *j, size_t i)
{
    enum { SHORTEST = 3 };
    const bool short_name = tr_lack_is_kind(j, i, TR_WORD_PLAIN) && is_vowelless(j, j->list[i].at);

    if (!(tr_lack_is_kind(j, i, TR_WORD_CAPITALS) || short_name) || j->shouted[i] ||
        !tr_lack_is_kind(j, i + 1, TR_WORD_NUMBER) ||
        j->list[i + 1].at.begin != j->list[i].at.end + 1)
        return 0;
    const tr_span number = j->list[i + 1].at, both = {j->list[i].at.begin, number.end};
    if (number.end - number.begin < SHORTEST) return 0;
    for (size_t k = number.begin; k < number.end; k++)
        if (tr_ascii_is_one_of(j->texts->source[k], ".,")) return 0; /* EUR 15,000 */
    if (!tr_lack_count(j, both, true) && tr_lack_count(j, number, true))
        tr_lack_add(j, both, TR_LACKS_CODE);
    return 2 * j->texts->n_target;
}

/* The small word of windows-1252 stays where its number does behind another word. */
static size_t check_numbered(tr_lack_job *j, size_t i)
{
    const tr_span at = j->list[i].at;
    const char *const source = j->texts->source, *const target = j->texts->target;
    const size_t hyphen = tr_skip(source, at.begin, at.end, tr_ascii_is_lower);
    const size_t n = at.end - hyphen;

    if (j->list[i].kind != TR_WORD_NUMBER || hyphen == at.begin || n < 2 || source[hyphen] != '-')
        return 0;
    if (tr_skip(source, hyphen + 1, at.end, tr_ascii_is_digit) < at.end) return 0;
    if (count_in_any_case(j, at)) return j->texts->n_target;
    for (size_t k = 1; k + n <= j->texts->n_target; k++)
        if (!memcmp(target + k, source + hyphen, n) && tr_byte_is_letter(target[k - 1])) {
            tr_lack_add(j, at, TR_LACKS_CODE);
            break;
        }
    return 2 * j->texts->n_target;
}

size_t tr_lack_check_near(tr_lack_job *j, size_t i)
{
    return check_spelling(j, i) + check_case(j, i) + check_other_case(j, i) +
           check_numbered_capitals(j, i) + check_numbered(j, i);
}
