#include "text/placeables/sign_words.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "text/numbers/surroundings.h"
#include "text/placeables/kept.h"

/* ---- Words around a symbol ---- */

static bool is_outer_mark(int32_t c)
{
    return (c > 0 && c < 0x80 && strchr("\"'()[]{},.;:!?", c)) || c == 0x201C || c == 0x201D ||
           c == 0x201E || c == 0x2018 || c == 0x2019 || c == 0xAB || c == 0xBB;
}

/* The word without the marks of the sentence around it. */
static tr_span without_outer_marks(const char *text, tr_span word)
{
    word.begin = tr_utf8_skip(text, word.begin, word.end, is_outer_mark);
    word.end = tr_utf8_skip_back(text, word.begin, word.end, is_outer_mark);
    return word;
}

static bool is_joint_of_symbols(int32_t c)
{
    return (c > 0 && c < 0x80 && strchr("+-/'#^_()[].", c)) || c == 0x2032 || c == 0x2033 ||
           c == 0x2013;
}

/* A letter sharp, flat or natural. */
static bool is_accidental(int32_t c)
{
    return c >= 0x266D && c <= 0x266F;
}

/* A key of a keyboard. */
static bool is_key(int32_t c)
{
    return c == 0x2318 || c == 0x2325 || c == 0x2303 || c == 0x21E7 || c == 0x21EA || c == 0x229E ||
           c == 0x2756;
}

/* Letters that may be beside a symbol without a word of prose: "maj" of a chord. */
enum { MOST_LETTERS = 3 };

/* True if the word has a symbol, ASCII letters or digits beside it, and no word of letters. */
static bool has_symbol_within(const char *text, tr_span word)
{
    size_t letters = 0, most = 0, alnum = 0;
    bool symbol = false, key = false;

    for (size_t i = word.begin; i < word.end;) {
        const int32_t c = tr_utf8_next(text, &i, word.end);
        const bool is = tr_is_symbol(c) || is_accidental(c) || is_key(c);
        key = key || is_key(c);
        symbol = symbol || is;
        letters = c < 0x80 && tr_ascii_is_letter((char)c) ? letters + 1 : 0;
        if (letters > most) most = letters;
        if (c < 0x80 && tr_ascii_is_alnum((char)c))
            alnum++;
        else if (!is && !is_joint_of_symbols(c) && !tr_is_raised(c))
            return false;
    }
    return symbol && alnum > 0 && (key || most <= MOST_LETTERS);
}

/* True if the word is in brackets of quantum mechanics: |ψ⟩, ⟨a|b⟩. */
static bool is_bracket_of_states(const char *text, tr_span word)
{
    bool bar = false, bracket = false;

    for (size_t i = word.begin; i < word.end;) {
        const int32_t c = tr_utf8_next(text, &i, word.end);
        bar = bar || c == '|';
        bracket = bracket || c == 0x27E8 || c == 0x27E9;
    }
    return bar && bracket;
}

/* True if lines of boxes are around a word in small letters: │name│95│. */
static bool is_boxed(const char *text, tr_span word)
{
    enum { LONGEST = 60 };
    const int32_t first = tr_utf8_at(text, word.begin, word.end),
                  last = tr_utf8_before(text, word.begin, word.end);
    const size_t letter = tr_utf8_find(text, word.begin, word.end, tr_is_alnum);

    return word.end - word.begin <= LONGEST && letter < word.end && first >= 0x2500 &&
           first < 0x2580 && last >= 0x2500 && last < 0x2580 &&
           !tr_is_upper(tr_utf8_at(text, letter, word.end));
}

/* A sign of notes alone: ‡. */
static bool is_dagger(const char *text, tr_span word)
{
    const int32_t c = word.begin < word.end ? tr_utf8_at(text, word.begin, word.end) : 0;
    return (c == 0x2020 || c == 0x2021) && word.end - word.begin == 3;
}

/* True if a letter alone has a prime, or the last letter and one before it have: x′, Bo′Bo′. */
static bool has_primes(const char *text, tr_span word)
{
    enum { LONGEST = 16, PRIME = 0x2032 };
    size_t primes = 0, letters = 0, others = 0;
    int32_t c = 0;

    if (word.end - word.begin > LONGEST) return false;
    for (size_t i = word.begin; i < word.end;) {
        c = tr_utf8_next(text, &i, word.end);
        primes += c == PRIME || c == 0x2033;
        letters += tr_is_letter(c);
        others += c != PRIME && c != 0x2033 && !tr_is_letter(c);
    }
    return (c == PRIME && primes > 1 && letters > 1) || (letters == 1 && primes && others == 0);
}

/* True if parts in capitals are joined by dashes: R–COOH. */
static bool has_dashes_of_codes(const char *text, tr_span word)
{
    enum { LONGEST = 24, DASH = 0x2013 };
    size_t dashes = 0, capitals = 0;

    if (word.end - word.begin > LONGEST) return false;
    for (size_t i = word.begin; i < word.end;) {
        const int32_t c = tr_utf8_next(text, &i, word.end);
        dashes += c == DASH;
        capitals += c < 0x80 && tr_ascii_is_upper((char)c);
        if (c != DASH && (c >= 0x80 || !tr_ascii_is_upper((char)c))) return false;
    }
    return dashes && capitals > 2;
}

static bool has_digit(const char *text, tr_span word)
{
    for (size_t i = word.begin; i < word.end; i++)
        if (tr_ascii_is_digit(text[i])) return true;
    return false;
}

/* True if characters that are not seen set the word apart: isolates, as programs put around what
 * they insert. */
static bool is_isolated(const char *text, tr_span word)
{
    const int32_t first = tr_utf8_at(text, word.begin, word.end),
                  last = tr_utf8_before(text, word.begin, word.end);
    size_t at = word.begin;

    if (first < 0x202A || first > 0x2068) return false;
    tr_utf8_next(text, &at, word.end);
    if (tr_is_upper(tr_utf8_at(text, at, word.end)) && !has_digit(text, word))
        return false; /* a name */
    return ((first >= 0x2066 && first <= 0x2068) && last == 0x2069) ||
           (first >= 0x202A && first <= 0x202E && first != 0x202C && last == 0x202C);
}

/* Greek and Latin letters or digits beside each other: Δt. */
static bool is_greek_variable(const char *text, tr_span word)
{
    enum { LONGEST = 4 };
    size_t n = 0, greek = 0, others = 0;

    for (size_t i = word.begin; i < word.end && n <= LONGEST; n++) {
        const int32_t c = tr_utf8_next(text, &i, word.end);
        greek += c >= 0x391 && c < 0x3CA;
        others += c < 0x80 && tr_ascii_is_alnum((char)c);
    }
    return n <= LONGEST && greek > 0 && others > 0 && greek + others == n;
}

/* ---- Faces ---- */

/* A character of which faces are made, and hardly a word. */
static bool is_of_face(int32_t c)
{
    if (c < 0x80) return c > 0 && strchr("^_~*=<>|\\@#+`", c);
    return (!tr_is_letter(c) && !tr_is_alnum(c) && !tr_is_space(c) && c != 0xA7 && c != 0xB0 &&
            !(c >= 0x2010 && c < 0x2022) && c != 0x2026 && c != 0x2030 && c != 0xAB && c != 0xBB &&
            !tr_is_currency(c)) ||
           c == 0xB0 || (c >= 0x250 && c < 0x370);
}

/* (^_^), ʕ•ᴥ•ʔ: several such characters, and no two Latin letters beside each other. */
static bool is_face(const char *text, tr_span word)
{
    enum { LONGEST = 20, FEWEST = 3 };
    size_t n = 0, of_face = 0, digits = 0;
    bool was_letter = false, brackets = false;

    for (size_t i = word.begin; i < word.end; n++) {
        const int32_t c = tr_utf8_next(text, &i, word.end);
        const bool is_letter = tr_is_letter(c) && !tr_is_far_letter(c) && !is_of_face(c);
        if ((is_letter && was_letter) || n == LONGEST) return false;
        was_letter = is_letter;
        brackets = brackets || c == '(' || c == ')' || c == 0x295 || c == 0x294;
        digits += tr_is_digit(c) && c < 0x80;
        of_face += is_of_face(c);
    }
    return brackets && digits < 2 && of_face >= FEWEST;
}

/* ---- All ---- */

/* A face without the mark of the sentence behind it. */
static tr_span face_of(const char *text, tr_span word)
{
    while (word.end > word.begin && tr_ascii_is_one_of(text[word.end - 1], ".,;:!?\""))
        word.end--;
    while (word.begin < word.end && text[word.begin] == '"')
        word.begin++;
    return word;
}

static bool may_be_sign_word(const char *text, tr_span word)
{
    for (size_t i = word.begin; i < word.end; i++)
        if ((unsigned char)text[i] >= 0xC2 || tr_ascii_is_one_of(text[i], "(^")) return true;
    return false;
}

bool tr_sign_word_next(const char *text, size_t len, size_t from, tr_span *word)
{
    enum { LONGEST = 80 };
    tr_span stretch = {.end = from};

    while (stretch.end < len) {
        stretch.begin = tr_utf8_skip(text, stretch.end, len, tr_is_space);
        stretch.end = tr_utf8_find(text, stretch.begin, len, tr_is_space);
        if (stretch.end - stretch.begin > LONGEST || !may_be_sign_word(text, stretch)) continue;
        *word = face_of(text, stretch);
        if (is_face(text, *word)) return true;
        *word = without_outer_marks(text, stretch);
        if (has_symbol_within(text, *word) || is_greek_variable(text, *word) ||
            is_bracket_of_states(text, *word) || has_primes(text, *word) ||
            has_dashes_of_codes(text, *word) || is_dagger(text, *word) || is_boxed(text, *word) ||
            is_isolated(text, *word))
            return true;
    }
    return false;
}

bool tr_sign_word_is(const char *text, tr_span *word)
{
    enum { FEWEST = 2, LONGEST = 24 };
    tr_span w = *word;
    size_t rare = 0;

    if (w.end - w.begin < FEWEST || w.end - w.begin > LONGEST) return false;
    while (w.end > w.begin + 1 && tr_ascii_is_one_of(text[w.end - 1], ".,?!:") &&
           text[w.end - 2] != text[w.end - 1])
        w.end--;
    for (size_t i = w.begin; i < w.end; i++) {
        const char c = text[i], before = i > w.begin ? text[i - 1] : '\0';
        if (tr_byte_is_word(c) && c != '_') return false;
        rare += tr_ascii_is_one_of(c, "^~*=#@$%&|<>+`_") ? 1 : 0;
        rare += c == '\\' || (tr_ascii_is_one_of(c, ";:") && before == c) ? 2 : 0;
        rare += tr_ascii_is_one_of(c, "*+?") && tr_ascii_is_one_of(before, "])}.");
    }
    *word = w;
    return rare >= FEWEST;
}
