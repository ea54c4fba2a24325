#include "text/placeables/identifiers.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "syntax/syntax.h"
#include "text/numbers/clock.h"
#include "text/numbers/measures.h"
#include "text/placeables/sign_words.h"
#include "text/placeables/word_shape.h"

/* ---- Signs ---- */

static bool is_sign_byte(char c)
{
    return c && strchr("=&|<>*+/^~#!:-", c);
}

/* ":-)", ";P", ":'(", "^_^" */
static bool is_smiley(const char *text, tr_span word)
{
    size_t at = word.begin + 1;

    if (word.end - word.begin == 3 && strchr("^-oOTx", text[word.begin]) && text[at] == '_')
        return text[word.begin] == text[word.end - 1];
    if (word.end - word.begin < 2 || !strchr(":;=", text[word.begin])) return false;
    if (at + 1 < word.end && strchr("-'^o", text[at])) at++;
    if (at + 1 < word.end && text[at] == '-') at++;
    return at < word.end && strchr("()DPpoO|/\\*3", text[at]) &&
           at + tr_run_length(text, at, word.end) == word.end;
}

bool tr_identifier_is_signs(const char *text, tr_span word)
{
    bool telling = false;

    if (is_smiley(text, word)) return true;
    for (size_t i = word.begin; i < word.end; i++) {
        if (!is_sign_byte(text[i])) return false;
        telling = telling || !strchr("!:-", text[i]);
    }
    return telling && word.end - word.begin >= 2;
}

/* True if a code of several words may begin at text [at] with a small letter: marks that it has, as
 * text/plain; a=b, cat x.txt and x: int, are near. */
static bool may_be_small_code(const char *text, size_t at, size_t len)
{
    enum { NEAR = 16 };
    const size_t near = len - at > NEAR ? at + NEAR : len;

    for (size_t i = at + 1; i < near; i++)
        if (tr_ascii_is_one_of(text[i], "/.-$~*|:'\"=;[(&")) return true;
    return false;
}

/* Where a code of several words that begins at text [at ..] ends; `at` if there is none. */
static size_t end_of_groups(const char *text, size_t at, size_t len)
{
    enum { GROUPS = TR_SYNTAX_IS(TR_SYNTAX_GROUPS) | TR_SYNTAX_IS(TR_SYNTAX_SECTION) };
    size_t end = at;

    if (at == len || (tr_ascii_is_lower(text[at]) && !may_be_small_code(text, at, len))) return at;
    return tr_syntax_group_at(GROUPS, text, len, at, &end) ? end : tr_feet_end(text, at, len);
}

/* ---- All ---- */

static bool opens(int32_t c)
{
    return (c < 0x80 && c > 0 && strchr("\"'([{<*`", c)) || c == 0x2018 || c == 0x201A ||
           c == 0x201C || c == 0x201E || c == 0xAB || c == 0xBB || c == 0x2039 || c == 0x203A ||
           c == 0x2013 || c == 0x2014 || c == 0xBF || c == 0xA1;
}

static bool closes(int32_t c)
{
    return (c < 0x80 && c > 0 && strchr("\"')]}>*`.,;:!?", c)) || c == 0x2019 || c == 0x201C ||
           c == 0x201D || c == 0xAB || c == 0xBB || c == 0x2039 || c == 0x203A || c == 0x2026 ||
           c == 0x2013 || c == 0x2014;
}

/* Where the bracket at the word's beginning is closed; its end if it is no bracket, or nothing
 * closes it. */
static size_t find_closing(const char *text, tr_span word)
{
    static const char brackets[] = "()[]{}<>";
    const char *const open = strchr(brackets, text[word.begin]);
    size_t depth = 0;

    if (!open || (open - brackets) % 2) return word.end;
    for (size_t i = word.begin; i < word.end; i++) {
        depth += text[i] == open[0];
        if (text[i] == open[1] && --depth == 0) return i;
    }
    return word.end;
}

/* True if text [at], the word's last byte, closes a bracket that the word opens: f(x), a[i]. */
static bool closes_own(const char *text, tr_span word, size_t at)
{
    const char open = text[at] == ')'   ? '('
                      : text[at] == ']' ? '['
                      : text[at] == '}' ? '{'
                      : text[at] == '>' ? '<'
                                        : '\0';
    size_t opened = 0, closed = 0;

    for (size_t i = word.begin; open && i < at; i++) {
        opened += text[i] == open;
        closed += text[i] == text[at];
    }
    return opened > closed;
}

/* True if a quotation mark at text [at] is written as strings of programs write it: \" */
static bool is_escaped_quote(const char *text, size_t at, size_t end)
{
    return at + 1 < end && text[at] == '\\' && (text[at + 1] == '"' || text[at + 1] == '\'');
}

/* True if the mark at text [at], the word's last byte, is behind a sign that ends no word: HEAD^!.
 */
static bool is_sign_before_mark(const char *text, tr_span word, size_t at)
{
    const bool is_range = at > word.begin + 1 && text[at] == '.' && text[at - 1] == '.' &&
                          text[at - 2] != '.' && memchr(text + word.begin, '~', at - word.begin);
    return is_range || (tr_ascii_is_one_of(text[at], "!?") && at > word.begin &&
                        tr_ascii_is_one_of(text[at - 1], "^@#$&|\\="));
}

/* True if text [at], the word's last byte, closes a quotation that begins within it: x="a". */
static bool closes_quotation(const char *text, tr_span word, size_t at)
{
    size_t n = 0;

    if (!tr_ascii_is_one_of(text[at], "\"'")) return false;
    for (size_t i = word.begin + 1; i < at; i++)
        n += text[i] == text[at];
    return n % 2 == 1 && text[word.begin] != text[at];
}

/* True if a star at the word's edge belongs to a pattern of names, **\/x or src/\*, and no emphasis
 * is.
 */
static bool is_star_of_pattern(const char *text, tr_span word, size_t at)
{
    size_t other = at;

    if (text[at] != '*') return false;
    if (at == word.begin) {
        while (other < word.end && text[other] == '*')
            other++;
        return other < word.end && tr_ascii_is_one_of(text[other], "/._-?$[{");
    }
    while (other > word.begin && text[other - 1] == '*')
        other--;
    return other > word.begin && tr_ascii_is_one_of(text[other - 1], "/_-?$]}");
}

/* The word without the marks that a sentence puts around it, and without an 's. */
static tr_span trim_identifier(const char *text, tr_span word)
{
    int32_t first, last;

    while (word.begin < word.end) {
        word.begin += is_escaped_quote(text, word.begin, word.end) ? 2 : 0;
        word.end -=
            word.end > word.begin + 1 && is_escaped_quote(text, word.end - 2, word.end) ? 2 : 0;
        if (word.begin == word.end) break;
        const size_t behind =
            word.begin + tr_utf8_decode(text + word.begin, word.end - word.begin, &first);
        const size_t before = tr_char_before(text, word.begin, word.end, &last);
        const size_t closing = find_closing(text, word);
        if (closing + 1 == word.end)
            word = (tr_span){behind, before};
        else if (closes(last) && !closes_own(text, word, before) &&
                 !closes_quotation(text, word, before) && !is_star_of_pattern(text, word, before) &&
                 !is_sign_before_mark(text, word, before))
            word.end = before;
        else if (opens(first) && closing == word.end && !is_star_of_pattern(text, word, word.begin))
            word.begin = behind;
        else
            break;
    }
    if (word.end - word.begin > 2 && text[word.end - 1] == 's') {
        const size_t mark = tr_char_before(text, word.begin, word.end - 1, &last);
        if (last == '\'' || last == 0x2019) word.end = mark;
    }
    const bool is_plural = word.end - word.begin > 2 && text[word.end - 1] == 's' &&
                           tr_ascii_is_digit(text[word.end - 2]) &&
                           tr_ascii_is_upper(text[word.begin]);
    if (is_plural) word.end--; /* F-16s */
    return word;
}

/* A code before a hyphen and a word that is none, as in HS2-Netzwerk; else the whole word. */
static tr_span without_last_part(const char *text, tr_span word)
{
    enum { SHORTEST = 4 };
    const size_t at = tr_skip_back(text, word.begin, word.end, tr_byte_is_letter);

    if (word.end - at < SHORTEST || at < word.begin + 3 || text[at - 1] != '-') return word;
    for (size_t i = at + 1; i < word.end; i++)
        if (tr_ascii_is_upper(text[i])) return word;
    for (size_t i = word.begin; i < at; i++) {
        const bool is_decimal = text[i] == '.' && tr_ascii_is_digit(text[i + 1]);
        if (!tr_byte_is_word(text[i]) && text[i] != '-' && !is_decimal) return word;
    }
    return memchr(text + word.begin, '_', at - word.begin) ? word : (tr_span){word.begin, at - 1};
}

/* Where the sign of a note begins that ends at `end`: [4], [1,2], [^3], [5-7], a raised number, a
 * dagger; `end` if there is none.  Arrays of programs begin at 0. */
static size_t begin_of_note(const char *text, size_t begin, size_t end)
{
    enum { DASH = 0x2013, LONGEST = 16, MOST_DIGITS = 3 };
    size_t at = end, before, digits = 0;
    int32_t c = 0, next = 0;

    if (begin == end) return end;
    before = tr_char_before(text, begin, end, &c);
    if (c == 0xB9 || c == 0xB2 || c == 0xB3 || (c >= 0x2070 && c <= 0x207E)) return before;
    if (c == 0x2020 || c == 0x2021) return before;
    for (bool closed = c == ']'; closed && before > begin && end - before < LONGEST;) {
        next = c;
        at = before;
        before = tr_char_before(text, begin, at, &c);
        if (c == '[') return tr_is_digit(next) && next != '0' ? before : end;
        digits = tr_is_digit(c) ? digits + 1 : 0;
        if (digits > MOST_DIGITS) return end;
        closed = c == DASH || (c > 0 && c < 0x80 && strchr("0123456789,;-^", (int)c));
        if (c == '^') c = next;
    }
    return end;
}

/* Of a word of letters with signs of notes behind it, as in late[4], the signs; else the whole
 * word. One or two letters with a raised number are a unit. */
static tr_span without_noted_word(const char *text, tr_span word)
{
    enum { SHORTEST = 2, SHORTEST_RAISED = 3 };
    size_t at = word.end;

    for (size_t begin; (begin = begin_of_note(text, word.begin, at)) < at;)
        at = begin;
    if (at == word.end) return word;
    const size_t letters = tr_skip(text, word.begin, at, tr_byte_is_letter);
    const size_t n = letters - word.begin, shortest = text[at] == '[' ? SHORTEST : SHORTEST_RAISED;
    const bool is_noted =
        n >= shortest &&
        (letters == at || (letters + 1 == at && strchr(",.;:!?)\"", text[letters])));
    return is_noted ? (tr_span){at, word.end} : word;
}

/* The next stretch of text [at, len) without white space; it is empty at the end. */
static tr_span next_stretch(const char *text, size_t at, size_t len)
{
    const size_t begin = tr_utf8_skip(text, at, len, tr_is_space);
    return (tr_span){begin, tr_utf8_find(text, begin, len, tr_is_space)};
}

/* True if the word is the rest of a number whose thousands are grouped by blanks, as in 53 064.98.
 */
static bool is_rest_of_number(const char *text, tr_span word)
{
    int32_t c;

    if (tr_pattern_match("\\d{3}(?!\\d)[\\d.,]*", NULL, text, word.end, word.begin) !=
        word.end - word.begin)
        return false;
    if (word.begin == 0) return false;
    const size_t blank = tr_char_before(text, 0, word.begin, &c);
    return tr_is_space(c) && blank > 0 && tr_ascii_is_digit(text[blank - 1]);
}

/* 9am-5pm, and the second word of "9 a.m.-5 p.m.", amid text [len]. */
static bool is_clock(const char *text, tr_span word, size_t len)
{
    enum { LONGEST = 40 };
    const size_t end = len - word.end > LONGEST ? word.end + LONGEST : len;
    char time[TR_CLOCK_SIZE];
    size_t begin = word.begin;
    tr_span at;

    if (!strchr("aApP0123456789", text[begin])) return false;
    if (!tr_ascii_is_digit(text[begin]) && begin > 1 && text[begin - 1] == ' ')
        for (begin--; begin > 0 && (tr_ascii_is_digit(text[begin - 1]) || text[begin - 1] == ':');)
            begin--;
    return tr_clock_next(text, begin, end, &at, time) && at.begin == begin && at.end >= word.end;
}

/* True if a row of the list takes the word whole. */
static bool is_code_of_list(const char *text, tr_span word)
{
    const tr_syntax *const row = tr_syntax_of_word(text, word, true);
    return row && (row->kind == TR_SYNTAX_CODE_WORD || row->kind == TR_SYNTAX_CODE_NUMBER);
}

bool tr_identifier_next(const char *text, size_t len, size_t from, tr_span *name)
{
    enum { LONGEST_NAME = 2000 };

    for (tr_span word = next_stretch(text, from, len); word.begin < word.end;
         word = next_stretch(text, word.end, len)) {
        if (word.end - word.begin > LONGEST_NAME) continue;
        *name = word;
        if (tr_identifier_is_signs(text, word) || tr_sign_word_is(text, name)) return true;
        while (name->end > name->begin && strchr(".,!?", text[name->end - 1]))
            name->end--;
        if (name->end < word.end && is_smiley(text, *name)) return true;
        *name = word;
        const size_t end = end_of_groups(text, word.begin, len);
        if (end > word.begin) {
            name->end = end;
            return true;
        }
        *name = trim_identifier(text, word);
        const size_t stop =
            name->begin > word.begin ? end_of_groups(text, name->begin, len) : name->begin;
        if (stop > name->begin) name->end = stop;
        if (name->begin > word.begin && tr_identifier_is_signs(text, *name)) return true;
        const tr_span note = without_noted_word(text, *name);
        if (note.begin > name->begin) {
            *name = note;
            return true;
        }
        const bool is_code =
            stop > name->begin || (!is_rest_of_number(text, *name) &&
                                   tr_word_is_code(text, *name) && !is_clock(text, *name, len));
        const bool has_control =
            tr_utf8_find(text, name->begin, name->end, tr_is_control) < name->end;
        if (!is_code || has_control) continue; /* no line of output has such a character */
        if (stop == name->begin && !is_code_of_list(text, *name))
            *name = without_last_part(text, *name);
        return true;
    }
    return false;
}

static bool stands_at(const char *text, size_t at, size_t len, const char *name, size_t n)
{
    if (len - at < n || memcmp(text + at, name, n) != 0) return false;
    if (at > 0 && tr_ascii_is_alnum(name[0]) && tr_byte_is_word(text[at - 1])) return false;
    if (tr_identifier_is_signs(name, (tr_span){0, n}) &&
        ((at > 0 && is_sign_byte(text[at - 1])) || (at + n < len && is_sign_byte(text[at + n]))))
        return false;
    if (at + n == len) return true;
    return tr_ascii_is_digit(name[n - 1])
               ? !tr_ascii_is_digit(text[at + n])
               : tr_byte_is_word(name[0]) || name[0] == '\\' || !tr_byte_is_word(text[at + n]);
}

size_t tr_identifier_count(const char *text, size_t len, const char *name, size_t n)
{
    size_t found = 0;
    for (size_t at = 0; at < len; at++)
        found += stands_at(text, at, len, name, n);
    return found;
}
