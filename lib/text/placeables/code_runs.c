#include "text/placeables/code_runs.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "language/language_data.h"
#include "syntax/syntax.h"
#include "text/numbers/surroundings.h"
#include "text/placeables/code_groups.h"
#include "text/placeables/morse.h"
#include "text/placeables/word_shape.h"

/* ---- Words ---- */

enum word_kind {
    WORD_OTHER,
    WORD_NUMBER, /* digits, with the marks of numbers */
    WORD_CODE,   /* with a digit; or a group of code */
    WORD_TERM,   /* a number with letters, or letters with signs: 2x, a², ¬p */
    WORD_CAPS,   /* two to five capitals */
    WORD_LETTER, /* one letter */
    WORD_NAME,   /* of a value, behind a sign: null */
    WORD_SIGN    /* an operator, or a star */
};

typedef struct run_word {
    tr_span at;
    enum word_kind kind;
    bool strong; /* a sign that no sentence has between words */
    bool star;   /* * and *\/5 */
    bool opened; /* a mark is before it, */
    bool closed; /*   or behind it: the run ends */
} run_word;

enum { MOST_WORDS = 64, LONGEST_SIGN = 6 };

static bool may_close(char c)
{
    return tr_ascii_is_one_of(c, ".,;:!?)\"']}");
}

static bool may_begin(char c)
{
    return tr_ascii_is_one_of(c, "\"'([{");
}

/* True if the word is nothing but signs of operators. */
static bool is_operator(const char *text, tr_span word)
{
    int32_t c;

    if (word.end - word.begin > LONGEST_SIGN) return false;
    for (size_t i = word.begin; i < word.end;) {
        c = tr_utf8_next(text, &i, word.end);
        const bool is = c < 0x80 ? tr_ascii_is_one_of((char)c, "=+-*/<>!&|^~%:?")
                                 : (tr_is_sign(c) && !tr_is_number(c) && !tr_is_currency(c) &&
                                    !tr_is_picture(c) && c != 0xA9 && c != 0xAE && c != 0xB0) ||
                                       c == 0x2013 || c == 0x2212;
        if (!is) return false;
    }
    return true;
}

/* A sign that is a value: the empty set, infinity. */
static bool is_sign_of_value(const char *text, tr_span sign)
{
    const int32_t c = tr_utf8_at(text, sign.begin, sign.end);
    return sign.end - sign.begin == 3 && (c == 0x2205 || c == 0x221E || c == 0x22A4 || c == 0x22A5);
}

/* A sign that stands between words of a sentence, too: 3 - 5, A & B, his / her. */
static bool is_weak(const char *text, tr_span sign)
{
    const size_t n = sign.end - sign.begin;
    return (n == 1 && strchr("-/:&|?!%~", text[sign.begin])) ||
           (n == 3 && !memcmp(text + sign.begin, "\xE2\x80\x93", 3)) ||
           (n == 2 && !memcmp(text + sign.begin, "--", 2));
}

static size_t count_bytes(const char *text, tr_span at, bool (*is)(char))
{
    size_t n = 0;
    for (size_t i = at.begin; i < at.end; i++)
        n += is(text[i]);
    return n;
}

static bool is_of_run_number(char c)
{
    return tr_ascii_is_digit(c) || tr_ascii_is_one_of(c, ".,:/+-()*");
}

/* True if the word is digits with marks between them, and a sign, a star or a bracket before. */
static bool is_run_number(const char *text, tr_span word)
{
    return tr_skip(text, word.begin, word.end, is_of_run_number) == word.end &&
           count_bytes(text, word, tr_ascii_is_digit) > 0 && tr_ascii_is_digit(text[word.end - 1]);
}

/* A sign of formulas, a raised digit, a Greek letter, or one as formulas have them. */
static bool is_of_formula(int32_t c)
{
    return tr_is_raised(c) || (c >= 0x391 && c < 0x3CA) || (c >= 0x2100 && c < 0x2150) ||
           (c >= 0x1D400 && c < 0x1D800) ||
           (c >= 0x80 && tr_is_sign(c) && !tr_is_currency(c) && !tr_is_picture(c) && c != 0xB0);
}

/* True if the word has such a character, and no two other letters beside each other but of an
 * element.
 */
static bool is_term(const char *text, tr_span word)
{
    enum { LONGEST_TERM = 16 };
    bool was_letter = false, was_upper = false, formula = false;

    if (word.end - word.begin > LONGEST_TERM) return false;
    for (size_t i = word.begin; i < word.end;) {
        const int32_t c = tr_utf8_next(text, &i, word.end);
        const bool is = is_of_formula(c), is_letter = tr_is_letter(c) && !is;
        if (is_letter && was_letter && !(was_upper && tr_is_lower(c))) return false;
        if (!is && !is_letter && c >= 0x80) return false;
        was_upper = is_letter && !was_letter && tr_is_upper(c);
        was_letter = is_letter;
        formula = formula || is;
    }
    return formula;
}

/* A number that at most three letters touch: 2x, 10px. */
static bool is_number_with_letters(const char *text, tr_span word)
{
    enum { LONGEST_UNIT = 3 };
    const size_t digits = tr_skip(text, word.begin, word.end, is_of_run_number);

    return tr_ascii_is_digit(text[word.begin]) && word.end - digits <= LONGEST_UNIT &&
           tr_skip(text, digits, word.end, tr_ascii_is_letter) == word.end;
}

/* A name and a letter in brackets: f(x). */
static bool is_function(const char *text, tr_span word)
{
    const size_t name = tr_skip(text, word.begin, word.end, tr_ascii_is_letter);
    return name > word.begin && word.end == name + 3 && text[name] == '(' &&
           tr_ascii_is_letter(text[name + 1]) && text[name + 2] == ')';
}

/* A letter and the prime of ASCII: y' */
static bool is_letter_with_prime(const char *text, tr_span word)
{
    return word.end - word.begin == 2 && tr_ascii_is_letter(text[word.begin]) &&
           text[word.begin + 1] == '\'';
}

static enum word_kind kind_of_word(const char *text, tr_span word)
{
    const size_t n = word.end - word.begin;

    if (is_run_number(text, word)) return WORD_NUMBER;
    if (n == 1 && tr_ascii_is_letter(text[word.begin])) return WORD_LETTER;
    if (count_bytes(text, word, tr_ascii_is_digit) > 0 && tr_word_is_code(text, word))
        return WORD_CODE;
    if (is_term(text, word) || is_number_with_letters(text, word) || is_function(text, word))
        return WORD_TERM;
    if (n <= 5 && tr_skip(text, word.begin, word.end, tr_ascii_is_upper) == word.end)
        return WORD_CAPS;
    if (n == 2 && tr_ascii_is_upper(text[word.begin]) && tr_ascii_is_lower(text[word.begin + 1]))
        return WORD_TERM; /* an element */
    if (is_letter_with_prime(text, word)) return WORD_TERM;
    if (n > 1 && tr_ascii_is_one_of(text[word.begin], "-/") && tr_word_is_code(text, word))
        return WORD_CODE; /* an option */
    return WORD_OTHER;
}

/* The word without the marks around it. */
static void trim_run_word(const char *text, run_word *word)
{
    tr_span *const at = &word->at;

    while (at->begin < at->end && may_begin(text[at->begin]) &&
           !(text[at->begin] == '(' && memchr(text + at->begin, ')', at->end - at->begin - 1))) {
        at->begin++;
        word->opened = true;
    }
    for (; at->end > at->begin; at->end--) {
        const char c = text[at->end - 1];
        if (is_letter_with_prime(text, *at) && !word->opened) break;
        const char open = c == ')' ? '(' : c == ']' ? '[' : c == '}' ? '{' : '\0';
        if (!may_close(c) || (open && memchr(text + at->begin, open, at->end - at->begin))) break;
        word->closed = true;
    }
    const bool is_remark = at->end > at->begin + 1 && text[at->begin] == '(' &&
                           tr_find_byte(text, at->begin, at->end, ')') == at->end - 1;
    if (is_remark) { /* (2015) */
        *at = (tr_span){at->begin + 1, at->end - 1};
        word->opened = word->closed = true;
    }
}

/* Where signs end before the mark of a sentence: "* * *." */
static size_t without_mark(const char *text, tr_span word)
{
    const size_t end = word.end - (word.end > word.begin + 1 &&
                                   tr_ascii_is_one_of(text[word.end - 1], ".,;)\"!?:"));
    return tr_ascii_is_one_of(text[word.begin], "*=+<>-/^") ? end : word.end;
}

/* Where the quoted value of an attribute ends, behind its closing mark, if it goes on behind the
 * word: a="b c"; the word's end if it does not. */
static size_t end_of_value(const char *text, size_t len, tr_span word)
{
    enum { LONGEST = 100 };
    const size_t equals = tr_find_byte(text, word.begin, word.end, '='),
                 end = len - word.end > LONGEST ? word.end + LONGEST : len;

    if (equals == word.begin || equals + 1 >= word.end || text[equals + 1] != '"' ||
        tr_skip(text, word.begin, equals, tr_byte_is_word) < equals ||
        tr_find_byte(text, equals + 2, word.end, '"') < word.end)
        return word.end;
    const size_t close = tr_find_byte(text, word.end, end, '"');
    return close < end ? close + 1 : word.end;
}

/* Reads the word that begins at `at`, which is no blank. */
static run_word read_run_word(const char *text, size_t len, size_t at)
{
    run_word word = {.at = {at, tr_find_byte(text, at, len, ' ')}};
    tr_span group;

    const tr_span sign = {at, without_mark(text, word.at)};
    if (is_operator(text, sign) && !is_sign_of_value(text, sign)) {
        word.kind = WORD_SIGN;
        word.closed = sign.end < word.at.end;
        word.at = sign;
        word.star = sign.end == at + 1 && tr_ascii_is_one_of(text[at], "*?");
        word.strong = !is_weak(text, sign);
        return word;
    }
    const size_t quoted = end_of_value(text, len, word.at);
    if (quoted > word.at.end) {
        word.at.end = quoted;
        word.kind = WORD_CODE;
        word.closed = quoted < len && text[quoted] != ' ';
        return word;
    }
    if (tr_code_group_at(text, len, at, &group)) {
        const size_t end = tr_find_byte(text, group.end, len, ' ');
        word.at = group;
        word.kind = group.end == end || may_close(text[group.end]) ? WORD_CODE : WORD_OTHER;
        word.closed = group.end < end;
        return word;
    }
    trim_run_word(text, &word);
    if (word.at.begin == word.at.end) return word;
    word.kind = kind_of_word(text, word.at);
    word.star = word.kind == WORD_NUMBER && text[word.at.begin] == '*';
    return word;
}

/* Where bytes in hexadecimal digits end that begin at text [begin, len): groups of equal length, of
 * which some have a letter, some have digits alone.  `begin` if there are none. */
static size_t end_of_bytes(const char *text, size_t len, size_t begin)
{
    enum { FOUR_PAIRS = 11 };
    size_t letters = 0, digits = 0;

    if (begin + 1 >= len || tr_ascii_hex_digit(text[begin]) < 0 ||
        tr_ascii_hex_digit(text[begin + 1]) < 0)
        return begin;
    size_t end =
        begin + tr_pattern_match("(?&byte-groups)", tr_syntax_definitions(), text, len, begin);
    const size_t last = tr_skip_back(text, begin, end, tr_ascii_is_letter);
    const char *const words = tr_every_language()->line_breaks.before;
    if (last < end && last > begin && text[last - 1] == ' ' &&
        tr_list_has(words, text + last, end - last))
        end = last - 1; /* a word follows */
    for (size_t i = begin; i < end; i++) {
        letters += tr_ascii_is_letter(text[i]);
        digits += tr_ascii_is_digit(text[i]);
    }
    return letters > 0 && (digits > 2 || end - begin >= FOUR_PAIRS) ? end : begin;
}

/* The name of a day or a month behind a star is a number: 35 4 * * sun. */
static void take_name_of_day(const char *text, size_t len, size_t at, run_word *word)
{
    const size_t n = tr_pattern_match("(?&cron-names)", tr_syntax_definitions(), text, len, at);
    if (n) *word = (run_word){.at = {at, at + n}, .kind = WORD_NUMBER, .closed = true};
}

/* A small word beside a sign that only programs have is a name: total := 5, a ? b : c; the name of
 * a value is one, too: ?? null. */
static void take_name_beside_sign(const char *text, size_t len, const run_word *before,
                                  run_word *word)
{
#define SIGNS                                                                                      \
    "(===?|!==?|[:+*/"                                                                             \
    "%&^.~?|-]=|(<<|>>|\\*\\*|\\?\\?|\\|\\||&&)=|=~|!~|&&|<->?|<=>|~>|\\*\\*|\\|\\||"              \
    "\\|>|\\?\\?)"
    static const char before_sign[] =
        "[a-z_]\\w* (?!\\w)(" SIGNS " |\\? [^ ]+ : [^ ]|>>? (/|[a-z]+[:.#]))",
                      sign[] = "(" SIGNS " [a-z_]\\w*(?![\\w\\x80-\\xFF])|\\? [a-z_]\\w*(?= : ))";
#undef SIGNS
    const tr_span at = word->at;

    if (at.begin == at.end || (!tr_ascii_is_lower(text[at.begin]) && text[at.begin] != '_')) return;
    if (tr_pattern_match(before_sign, NULL, text, len, at.begin) ||
        (before && before->kind == WORD_SIGN &&
         tr_pattern_match(sign, NULL, text, len, before->at.begin) == at.end - before->at.begin))
        word->kind = WORD_TERM;
    else if (before && before->strong &&
             tr_pattern_match("(?&value-name)", tr_syntax_definitions(), text, at.end, at.begin) ==
                 at.end - at.begin)
        word->kind = WORD_NAME;
}

/* Reads the words of a run from `at` on: where the next one begins.  None is of another kind. */
static size_t read_run(const char *text, size_t len, size_t at, run_word *words, size_t *n)
{
    for (*n = 0; at < len && *n < MOST_WORDS;) {
        if (*n && end_of_bytes(text, len, at) > at) return at;
        run_word word = read_run_word(text, len, at);
        if (word.kind == WORD_OTHER)
            take_name_beside_sign(text, len, *n ? &words[*n - 1] : NULL, &word);
        if (*n && words[*n - 1].star) take_name_of_day(text, len, at, &word);
        const size_t end = tr_find_byte(text, word.at.end, len, ' ');
        if (word.opened && *n > 0) return at;
        if (word.kind == WORD_OTHER) return *n ? at : end;
        words[(*n)++] = word;
        at = end;
        if (word.closed || at + 1 >= len || text[at + 1] == ' ') return at;
        at++;
    }
    return at;
}

/* ---- Formulas ---- */

static bool is_value(const run_word *word)
{
    return word->kind == WORD_NUMBER || word->kind == WORD_CODE || word->kind == WORD_TERM ||
           word->kind == WORD_LETTER || word->kind == WORD_NAME;
}

/* True if the sign at words [i, n) is the first of "a ? b : c". */
static bool is_choice(const char *text, const run_word *words, size_t n, size_t i)
{
    return i + 3 < n && text[words[i].at.begin] == '?' && words[i + 2].kind == WORD_SIGN &&
           text[words[i + 2].at.begin] == ':';
}

static bool is_of_digits(const char *text, tr_span number)
{
    return tr_skip(text, number.begin, number.end, tr_ascii_is_digit) == number.end;
}

static bool has_decimals(const char *text, tr_span number)
{
    return tr_ascii_is_digit(text[number.begin]) &&
           tr_find_byte(text, number.begin, number.end, ',') < number.end &&
           tr_find_byte(text, number.begin, number.end, ':') == number.end;
}

/* Where the operand at words [i, n) ends: a value, and a factor before it; `i` if there is none. */
static size_t end_of_operand(const run_word *words, size_t n, size_t i)
{
    if (i == n || !is_value(&words[i])) return i;
    const bool factor = words[i].kind == WORD_NUMBER && i + 1 < n &&
                        (words[i + 1].kind == WORD_CODE || words[i + 1].kind == WORD_TERM ||
                         words[i + 1].kind == WORD_LETTER);
    return i + 1 + factor;
}

/* Where a formula ends that begins at words [i, n): values with signs between; `i` if there is
 * none. */
static size_t end_of_formula(const char *text, const run_word *words, size_t n, size_t i)
{
    size_t end = end_of_operand(words, n, i), signs = 0;
    bool strong = false, equals = false, decimals = has_decimals(text, words[i].at),
         numbers = words[i].kind == WORD_NUMBER, is_ratio = false;

    if (end == i) return i;
    while (end < n && words[end].kind == WORD_SIGN) {
        const size_t next = end_of_operand(words, n, end + 1);
        if (next == end + 1) break;
        strong = strong || words[end].strong || is_choice(text, words, n, end);
        equals = equals ||
                 memchr(text + words[end].at.begin, '=', words[end].at.end - words[end].at.begin);
        decimals = decimals || has_decimals(text, words[end + 1].at);
        numbers = numbers && words[end + 1].kind == WORD_NUMBER;
        is_ratio = text[words[end].at.begin] == ':' && is_of_digits(text, words[end + 1].at);
        end = next;
        signs++;
    }
    const bool list = numbers && (signs > 1 || is_ratio); /* 1 / 51 / 7, 7 : 9 */
    return signs && (strong || list) && (equals || !decimals) ? end : i;
}

/* ---- Digits and stars ---- */

/* True if the words are one number whose thousands are grouped by blanks. */
static bool are_grouped(const char *text, const run_word *words, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const tr_span at = words[i].at;
        const size_t digits = tr_skip(text, at.begin, at.end, tr_ascii_is_digit) - at.begin;
        if (i ? digits != 3 : digits == 0 || digits > 3 || text[at.begin] == '0') return false;
        if (digits < at.end - at.begin && i + 1 < n) return false;
    }
    return true;
}

/* True if words [n] are a telephone number: it begins with + or 0. */
static bool are_telephone(const char *text, const run_word *words, size_t n)
{
    enum { FEWEST = 7, MOST = 16 };
    const char *const first = text + words[0].at.begin;
    size_t digits = 0;

    for (size_t i = 0; i < n; i++)
        digits += count_bytes(text, words[i].at, tr_ascii_is_digit);
    const bool begins =
        *first == '+' ||
        (*first == '0' && words[0].at.end - words[0].at.begin > 2 && tr_ascii_is_digit(first[1]) &&
         !memchr(first, ',', 3) && !memchr(first, '.', 3));
    return begins && digits >= FEWEST && digits <= MOST;
}

/* True if words [n] are four bits or more each. */
static bool are_bits(const char *text, const run_word *words, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const tr_span at = words[i].at;
        if (at.end - at.begin < 4 || (at.end - at.begin) % 4 != 0) return false;
        for (size_t k = at.begin; k < at.end; k++)
            if (text[k] != '0' && text[k] != '1') return false;
    }
    return true;
}

/* Where a line of numbers and stars ends that begins at words [i, n); `i` if there is none. */
static size_t end_of_digits(const char *text, const run_word *words, size_t n, size_t i)
{
    enum { FEWEST = 3, FEWEST_STARS = 2, FEWEST_ALONE = 5, FEWEST_OF_CRON = 4 };
    size_t end = i, stars = 0, plain = 0;

    for (; end < n && (words[end].kind == WORD_NUMBER || words[end].star); end++) {
        stars += words[end].star;
        plain +=
            tr_find_byte(text, words[end].at.begin, words[end].at.end, ',') == words[end].at.end &&
            tr_find_byte(text, words[end].at.begin, words[end].at.end, '.') == words[end].at.end;
    }
    const size_t count = end - i;
    if (count > 1 && are_bits(text, words + i, count)) return end;
    if (stars >= FEWEST_STARS)
        return count >= FEWEST && (stars < count || count >= FEWEST_ALONE) ? end : i;
    if (stars) return count >= FEWEST_OF_CRON ? end : i;
    if (count > 1 && are_telephone(text, words + i, count)) return end;
    const bool is_number = are_grouped(text, words + i, count) || /* 2017 96 221 */
                           (count > 2 && are_grouped(text, words + i + 1, count - 1));
    return count >= FEWEST && plain == count && !is_number ? end : i;
}

/* ---- Codes ---- */

static bool is_of_codes(const run_word *words, size_t n, size_t i, const char *text)
{
    const run_word *const w = &words[i];
    const bool dash = i + 1 < n && words[i + 1].kind == WORD_SIGN && !words[i + 1].strong,
               bar = w->kind == WORD_SIGN && i + 1 < n && words[i + 1].kind == WORD_CODE && i > 0 &&
                     words[i - 1].kind == WORD_CODE && !w->strong;

    if (w->kind == WORD_LETTER) return tr_ascii_is_upper(text[w->at.begin]) || dash;
    return w->kind == WORD_NUMBER || w->kind == WORD_CODE || w->kind == WORD_CAPS || bar ||
           (w->kind == WORD_SIGN && text[w->at.begin] == '-' && w->at.end - w->at.begin == 1);
}

/* 3:1 (25:22, 25:14) */
static bool is_score_with_sets(const char *text, const run_word *words)
{
    const tr_span first = words[0].at;
    return words[0].kind == WORD_NUMBER && words[1].kind == WORD_CODE &&
           text[words[1].at.begin] == '(' &&
           tr_find_byte(text, first.begin, first.end, ':') < first.end;
}

/* IEEE 802.3nz: what the capitals number has a point within. */
static bool is_standard(const char *text, const run_word *words)
{
    const tr_span second = words[1].at;
    return words[0].kind == WORD_CAPS && words[1].kind == WORD_CODE &&
           tr_ascii_is_digit(text[second.begin]) &&
           tr_find_byte(text, second.begin, second.end, '.') < second.end;
}

/* Where codes end that begin at words [i, n); `i` if there are none. */
static size_t end_of_codes(const char *text, const run_word *words, size_t n, size_t i)
{
    size_t end = i, last = i, codes = 0, numbers = 0, capitals = 0, slashes = 0;

    if (words[i].kind == WORD_SIGN || words[i].kind == WORD_LETTER) return i;
    for (; end < n && is_of_codes(words, n, end, text); end++) {
        const tr_span at = words[end].at;
        codes += words[end].kind == WORD_CODE;
        numbers += words[end].kind == WORD_NUMBER;
        capitals += words[end].kind == WORD_CAPS;
        slashes += words[end].kind == WORD_NUMBER &&
                   tr_skip(text, at.begin, at.end, tr_ascii_is_digit) < at.end &&
                   strchr("/:-", text[tr_skip(text, at.begin, at.end, tr_ascii_is_digit)]);
        const bool is_like_last =
            words[end].kind == WORD_CAPS && codes > 1 && last == end &&
            at.end - at.begin == words[end - 1].at.end - words[end - 1].at.begin;
        if (words[end].kind == WORD_CODE || words[end].kind == WORD_NUMBER || is_like_last)
            last = end + 1;
    }
    const size_t count = last - i;
    const bool many = count > 2 && codes + numbers > 1 && codes > 0,
               cites = count > 2 && slashes > 0 && capitals + codes > 1,
               pairs = count > 3 && slashes > 1;
    const bool other =
        count == 2 && (is_score_with_sets(text, words + i) || is_standard(text, words + i));
    return codes > 1 || many || cites || pairs || other ? last : i;
}

/* ---- All ---- */

/* Where a name with a colon begins before a formula at `at`, as in "f: A → B"; `at` if there is
 * none.
 */
static size_t begin_of_map(const char *text, size_t from, size_t at)
{
    const bool is = at > from + 2 && text[at - 1] == ' ' && text[at - 2] == ':' &&
                    tr_ascii_is_letter(text[at - 3]) &&
                    (at == from + 3 || tr_ascii_is_one_of(text[at - 4], " (\""));
    return is ? at - 3 : at;
}

/* Finds a run among words [n]. */
static bool find_run(const char *text, size_t from, const run_word *words, size_t n, tr_span *run)
{
    for (size_t i = 0; i < n; i++) {
        size_t end = end_of_formula(text, words, n, i);
        const size_t digits = end_of_digits(text, words, n, i),
                     codes = end_of_codes(text, words, n, i);
        if (digits > end) end = digits;
        if (codes > end) end = codes;
        if (end <= i) continue;
        *run = (tr_span){begin_of_map(text, from, words[i].at.begin), words[end - 1].at.end};
        return true;
    }
    return false;
}

bool tr_code_run_next(const char *text, size_t len, size_t from, tr_span *run)
{
    run_word words[MOST_WORDS];
    size_t n;

    for (size_t at = from; at < len;) {
        at = tr_utf8_skip(text, at, len, tr_is_space);
        if (at == len) break;
        const size_t first = at + may_begin(text[at]);
        size_t bytes = end_of_bytes(text, len, first);
        if (bytes == first) bytes = tr_end_of_morse(text, len, first);
        if (bytes == first && first < len && tr_ascii_is_digit(text[first]))
            bytes += tr_pattern_match("(?&chess-game)", tr_syntax_definitions(), text, len, first);
        if (bytes > first) {
            *run = (tr_span){first, bytes};
            return true;
        }
        at = read_run(text, len, at, words, &n);
        if (n && find_run(text, from, words, n, run)) return true;
    }
    return false;
}
