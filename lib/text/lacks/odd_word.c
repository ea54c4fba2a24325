#include "text/lacks/odd_word.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "text/lacks/code_shape.h"
#include "text/lacks/word_chars.h"

/* ---- A word without what surrounds it ---- */

static size_t count_of(const char *text, size_t at, size_t end, int32_t c)
{
    size_t n = 0;
    while (at < end)
        n += tr_utf8_next(text, &at, end) == c;
    return n;
}

static char closing_of(int32_t c)
{
    return (char)(c == '(' ? ')' : c == '[' ? ']' : '\0');
}

static char opening_of(int32_t c)
{
    return (char)(c == ')' ? '(' : c == ']' ? '[' : '\0');
}

/* Marks of emphasis around letters: **word**. */
static bool is_emphasis(int32_t c)
{
    return c == '*' || c == '~' || c == '|';
}

/* True if a run of marks of emphasis begins at text [at, end), and letters follow it, or come
 * before it if it ends there. */
static bool is_emphasis_at(const char *text, size_t at, size_t end)
{
    const char mark = text[at];
    size_t i = at;

    if (!is_emphasis(mark)) return false;
    while (i < end && text[i] == mark)
        i++;
    return tr_is_letter(tr_utf8_at(text, i, end));
}

static bool is_emphasis_before(const char *text, size_t begin, size_t end)
{
    const char mark = text[end - 1];
    size_t i = end;

    if (!is_emphasis(mark)) return false;
    while (i > begin && text[i - 1] == mark)
        i--;
    return tr_is_letter(tr_utf8_before(text, begin, i));
}

/* Takes the same quotation marks, or two brackets, off both ends; false if there are none. */
static bool trim_both(const char *text, tr_span *at)
{
    size_t next = at->begin, before;
    const int32_t c = tr_utf8_next(text, &next, at->end);
    int32_t last;

    if (next == at->end) return false;
    before = tr_char_before(text, at->begin, at->end, &last);
    const char closing = closing_of(c);
    const bool quotes = tr_is_quote_sign(c) && last == c && !count_of(text, next, before, c);
    const bool brackets = closing && last == closing &&
                          count_of(text, next, before, c) == count_of(text, next, before, closing);
    if (!quotes && !brackets) return false;
    *at = (tr_span){next, before};
    return true;
}

/* Takes one thing off the word's beginning; false if nothing surrounds it there. */
static bool trim_beginning(const char *text, tr_span *at)
{
    size_t next = at->begin;
    const int32_t c = tr_utf8_next(text, &next, at->end);
    const char closing = closing_of(c);
    const int32_t then = tr_utf8_at(text, next, at->end);

    if ((tr_is_quote_sign(c) && (then == c || !count_of(text, next, at->end, c))) || c == 0xBF ||
        c == 0xA1 || (c == ',' && tr_is_letter(then)) || is_emphasis_at(text, at->begin, at->end) ||
        (c == '_' && tr_is_upper(then)) || (closing && !count_of(text, next, at->end, closing))) {
        at->begin = next;
        return true;
    }
    return false;
}

/* Takes one thing off the end of the word; false if nothing surrounds it there. */
static bool trim_end(const char *text, tr_span *at)
{
    int32_t c;
    const size_t before = tr_char_before(text, at->begin, at->end, &c);
    const char opening = opening_of(c);
    const bool doubled = tr_is_quote_sign(c) && tr_utf8_before(text, at->begin, before) == c;

    if (tr_is_sentence_mark(c) || doubled ||
        (tr_is_quote_sign(c) && count_of(text, at->begin, before, c) % 2 == 0) ||
        is_emphasis_before(text, at->begin, at->end) ||
        (opening && !count_of(text, at->begin, before, opening))) {
        at->end = before;
        return true;
    }
    return false;
}

static tr_span without_surroundings(const char *text, tr_span at)
{
    enum { MOST = 64 }; /* things around a word */

    for (int i = 0; i < MOST && at.begin < at.end; i++)
        if (!trim_both(text, &at) && !trim_beginning(text, &at) && !trim_end(text, &at)) break;
    return at;
}

/* ---- What a word is made of ---- */

typedef struct makeup {
    size_t n; /* characters */
    size_t letters, digits, capitals, small;
    size_t dashes, quotes, brackets, marks, slashes;
    bool sign, foreign, currency;
} makeup;

static makeup makeup_of(const char *text, tr_span at)
{
    enum { DEGREE = 0xB0 }; /* may be set apart */
    makeup m = {0};
    int32_t last = ' ';

    for (int32_t c; at.begin < at.end; last = c) {
        c = tr_utf8_next(text, &at.begin, at.end);
        m.n++;
        m.sign = m.sign || (tr_is_lasting_sign(c) && c != DEGREE);
        m.sign = m.sign || (tr_is_width_zero(c) && last < 0x80 && at.begin < at.end);
        m.sign = m.sign || (c == '&' && last == '&');
        m.currency = m.currency || tr_is_currency(c);
        m.digits += tr_is_ascii_digit(c);
        m.letters += tr_is_letter(c);
        m.capitals += tr_is_upper(c);
        m.small += tr_is_lower(c);
        m.foreign = m.foreign || (tr_is_letter(c) && !tr_is_latin_letter(c) && !tr_is_mark(c));
        m.dashes += tr_is_dash_sign(c);
        m.quotes += tr_is_quote_sign(c);
        m.brackets += c == '(' || c == ')';
        m.marks += tr_is_sentence_mark(c);
        m.slashes += c == '/';
    }
    return m;
}

/* Where letters of text [at, end) end that are small, but perhaps the first. */
static size_t end_of_word(const char *text, size_t at, size_t end)
{
    const size_t begin = at;

    while (at < end) {
        size_t next = at;
        const int32_t c = tr_utf8_next(text, &next, end);
        if (!tr_is_letter(c) || (at > begin && tr_is_upper(c))) break;
        at = next;
    }
    return at;
}

static bool is_word(const char *text, size_t at, size_t end, size_t least)
{
    return end - at >= least && end_of_word(text, at, end) == end;
}

/* ---- Words with digits ---- */

static bool is_digit_or_joint(char c)
{
    return tr_ascii_is_digit(c) || tr_ascii_is_one_of(c, ".,:/");
}

/* A unit, or the ending of an ordinal: small letters, or a capital and small ones, or one of a few
 * letters alone. */
static bool is_unit(const char *text, size_t at, size_t end)
{
    enum { LONGEST = 8 };
    const size_t n = end - at;

    if (n == 0) return true;
    if (n > LONGEST) return false;
    if (n == 1) return tr_ascii_is_one_of(text[at], "aoghsmkl%");
    for (size_t i = at; i < end; i++) {
        const bool capital = tr_ascii_is_upper(text[i]);
        if (tr_ascii_is_digit(text[i]) || (capital && i > at && !tr_ascii_is_upper(text[at])))
            return false;
        if (tr_ascii_is_one_of(text[i], "()[]{}#*+=<>\"'")) return false;
    }
    return !(tr_ascii_is_upper(text[at]) && n == 2 && tr_ascii_is_upper(text[at + 1])) ||
           !memcmp(text + at, "AM", 2) || !memcmp(text + at, "PM", 2);
}

/* 50ft, $6m, 20th, C$4.83, 19-year-old, 3:0-Endstand: facts, whose words are translated. */
static bool is_number_with_words(const char *text, tr_span at)
{
    enum { MOST_CAPITALS = 3 };
    size_t i = tr_skip(text, at.begin, at.end, tr_ascii_is_letter);
    int32_t c = tr_utf8_at(text, i, at.end);

    if (i > at.begin && (!tr_is_currency(c) || i - at.begin > MOST_CAPITALS)) return false;
    if (tr_is_currency(c)) tr_utf8_next(text, &i, at.end);
    const size_t digits = tr_skip(text, i, at.end, is_digit_or_joint);
    if (digits == i || !tr_ascii_is_digit(text[i])) return false;
    c = tr_utf8_at(text, digits, at.end);
    const size_t ending = tr_skip(text, digits, at.end, tr_ascii_is_lower);
    if (!tr_is_dash_sign(c) && !(ending - digits < 4 && ending < at.end && text[ending] == '-'))
        return is_unit(text, digits, at.end) || tr_is_currency(c) || c == 0xB0;
    i = ending;
    tr_utf8_next(text, &i, at.end);
    return is_word(text, i, end_of_word(text, i, at.end), 2);
}

/* mid-1990s, Typ-1-Diabetes: a word of small letters, and a number of up to four digits. */
static bool is_word_with_number(const char *text, tr_span at)
{
    const size_t end = end_of_word(text, at.begin, at.end);

    if (end - at.begin < 2 || !tr_is_dash_sign(tr_utf8_at(text, end, at.end))) return false;
    size_t i = end;
    tr_utf8_next(text, &i, at.end);
    const size_t digits = tr_skip(text, i, at.end, tr_ascii_is_digit);
    if (digits == i || digits - i > 4) return false;
    return digits == at.end || text[digits] == 's' ||
           tr_is_dash_sign(tr_utf8_at(text, digits, at.end));
}

/* 695.200.447-78: groups of three, a hyphen, and two digits. */
static bool is_grouped_serial(const char *text, tr_span at)
{
    const size_t end = at.end;

    return end - at.begin > 8 && text[end - 3] == '-' && text[end - 7] == '.' &&
           tr_ascii_is_digit(text[end - 4]) && tr_ascii_is_digit(text[end - 1]);
}

/* Digits and marks: a list without blanks, or a time with a fraction, is no number that another
 * notation may have. */
static bool is_row_of_numbers(const char *text, tr_span at, const makeup *m)
{
    enum { MOST_MARKS = 2, GROUP = 3 };
    size_t colons = 0, others = 0, run = 0;
    bool groups = true; /* three digits between any two marks */

    for (size_t i = at.begin; i < at.end; i++) {
        if (tr_ascii_is_digit(text[i])) {
            run++;
            continue;
        }
        colons += text[i] == ':';
        others += tr_ascii_is_one_of(text[i], ".,");
        groups = groups && (others < 2 || run == GROUP);
        run = 0;
    }
    return (colons > 1 && others) || is_grouped_serial(text, at) ||
           (others > MOST_MARKS && !groups) || m->sign;
}

static enum tr_odd_kind kind_of_digits(const char *text, tr_span at, const makeup *m)
{
    if (!m->letters && !m->quotes && !m->brackets)
        return is_row_of_numbers(text, at, m) ? TR_WORD_ODD : TR_WORD_NUMBER;
    if (!m->sign && (is_number_with_words(text, at) || is_word_with_number(text, at)))
        return TR_WORD_NUMBER;
    return TR_WORD_ODD;
}

/* ---- Words without digits ---- */

/* A capital inside, but in names as McDonald, and in LehrerInnen. */
static bool has_inner_capital(const char *text, tr_span at)
{
    enum { LONGEST_PREFIX = 3 };

    for (size_t i = at.begin + 1; i < at.end; i++) {
        if (!tr_ascii_is_upper(text[i]) || !tr_ascii_is_lower(text[i - 1])) continue;
        const size_t begin = tr_skip_back(text, at.begin, i, tr_ascii_is_letter),
                     end = tr_skip(text, i, at.end, tr_byte_is_letter);
        const bool is_prefix = i - begin <= LONGEST_PREFIX && tr_ascii_is_upper(text[begin]) &&
                               i + 2 < end && tr_ascii_is_lower(text[i + 1]);
        const bool is_plural = text[i] == 'I' && i - begin > LONGEST_PREFIX &&
                               ((end - i == 2 && text[i + 1] == 'n') ||
                                (end - i == 5 && !memcmp(text + i, "Innen", 5)));
        if (!is_prefix && !is_plural) return true;
    }
    return false;
}

/* word(s), Lehrer*innen, Schüler:in: an ending set apart. */
static bool has_ending_apart(const char *text, tr_span at)
{
    enum { LONGEST = 6 };
    const size_t end = end_of_word(text, at.begin, at.end);
    size_t i = end;

    if (end - at.begin < 3 || end == at.end) return false;
    while (i < at.end && tr_ascii_is_one_of(text[i], "(*:_/-|"))
        i++;
    const size_t ending = tr_skip(text, i, at.end, tr_ascii_is_lower);
    if (i == end || ending == i || ending - i > LONGEST) return false;
    const bool bracket = memchr(text + end, '(', i - end) != NULL;
    if (bracket) return ending + 1 == at.end && text[ending] == ')' && ending - i <= 3;
    return ending == at.end && text[i] == 'i' && text[i + 1] == 'n';
}

/* A blank is missing: "end,the", "me...maybe". */
static bool lacks_blank(const char *text, tr_span at)
{
    const size_t end = end_of_word(text, at.begin, at.end);
    size_t i = end;

    if (end - at.begin < 2 || end == at.end) return false;
    while (i < at.end && tr_is_sentence_mark(tr_utf8_at(text, i, at.end)))
        tr_utf8_next(text, &i, at.end);
    if (i == end || i == at.end || (text[end] == ':' && text[i - 1] == ':')) return false;
    if (tr_ascii_is_one_of(text[end], ".?!") && i == end + 1)
        return tr_is_upper(tr_utf8_at(text, i, at.end));
    return tr_ascii_is_one_of(text[end], ".,") || (unsigned char)text[end] == 0xE2;
}

/* a.m, U.S, z.B, Ph.D: points behind up to four letters; words may follow behind a hyphen. */
static bool is_abbreviation(const char *text, tr_span at)
{
    enum { LONGEST = 4 };
    size_t run = 0, points = 0;

    for (size_t i = at.begin; i < at.end; i++) {
        if (text[i] == '-' || text[i] == '\'' || (unsigned char)text[i] == 0xE2) return points > 0;
        points += text[i] == '.';
        if (text[i] == '.') {
            if (run == 0 || run > LONGEST) return false;
            run = 0;
        } else if (tr_byte_is_letter(text[i])) {
            run++;
        } else {
            return false;
        }
    }
    return run <= LONGEST;
}

static bool begins_with_mark(const tr_language *language, const char *text, tr_span at)
{
    const char c = text[at.begin], next = at.begin + 1 < at.end ? text[at.begin + 1] : ' ';

    if (tr_ascii_is_one_of(c, ".:;!?")) return tr_byte_is_word(next) || next == c;
    if (c != '-') return false;
    return next == '-' || !language->nouns.compounds || at.end - at.begin < 4;
}

/* book.tgz: an ending without a vowel. */
static bool is_file_name(const char *text, tr_span at)
{
    const size_t point = tr_skip(text, at.begin, at.end, tr_ascii_is_lower);

    if (point < at.begin + 2 || point + 3 > at.end || point + 5 < at.end || text[point] != '.')
        return false;
    for (size_t i = point + 1; i < at.end; i++)
        if (!tr_ascii_is_lower(text[i]) || strchr("aeiouy", text[i])) return false;
    return true;
}

/* True if letters, dashes, marks and slashes make no plain word. */
static bool is_odd(const tr_language *language, const char *text, tr_span at, const makeup *m)
{
    if (is_file_name(text, at)) return true;
    if (begins_with_mark(language, text, at) || m->slashes > 1) return true;
    if (text[at.begin] == '$' && at.begin + 1 < at.end && tr_ascii_is_letter(text[at.begin + 1]))
        return true;
    if (tr_is_code_shape(text, at)) return true;
    if (m->letters == 1 && m->dashes == 2 && m->n == 3) return true; /* x-- */
    if (has_inner_capital(text, at)) return true;
    if (has_ending_apart(text, at)) return false;
    if (m->brackets || memchr(text + at.begin, '"', at.end - at.begin)) return true;
    if (!m->marks || is_abbreviation(text, at)) return false;
    return !lacks_blank(text, at);
}

/* Capitals, and marks that stand between. */
static bool are_capitals(const makeup *m)
{
    return m->capitals > 1 && m->capitals == m->letters;
}

/* ---- Kinds ---- */

/* Signs alone. */
static enum tr_odd_kind kind_of_signs(const char *text, tr_span at, const makeup *m)
{
    if (m->sign) return TR_WORD_SIGN;
    if (m->n == 1 && m->dashes) return TR_WORD_DASH;
    if (m->n == 1 && m->slashes) return TR_WORD_SIGN;
    if (m->n == m->marks)
        return m->n == 2                            ? TR_WORD_SIGN
               : m->n == 1 && text[at.begin] != '.' ? TR_WORD_MARK
                                                    : TR_WORD_NONE;
    if (m->n == m->dashes) return m->n > 2 ? TR_WORD_SIGN : TR_WORD_NONE;
    if (m->marks + m->quotes + m->brackets == m->n || m->currency || m->n == 1) return TR_WORD_NONE;
    return TR_WORD_SIGN;
}

/* A word with the sign of a note: word\u2020, word[12]. */
static bool has_note(const char *text, tr_span at)
{
    const size_t end = end_of_word(text, at.begin, at.end);
    const bool bracket = end < at.end && text[end] == '[' && text[at.end - 1] == ']';

    if (end - at.begin < 3) return false;
    for (size_t i = end; i < at.end;) {
        const int32_t c = tr_utf8_next(text, &i, at.end);
        if (tr_is_letter(c) && !tr_is_raised_or_low(c)) return false;
        if (bracket ? c != 0x2013 && !(c < 0x80 && tr_ascii_is_one_of((char)c, "[]^,-")) &&
                          !tr_is_ascii_digit(c)
                    : !tr_is_lasting_sign(c) || (c < 0x80 && c != '*'))
            return false;
    }
    return end < at.end;
}

static enum tr_odd_kind kind_of(const tr_language *language, const char *text, tr_span at,
                                bool latin)
{
    const makeup m = makeup_of(text, at);

    if (tr_is_code_shape(text, at)) return TR_WORD_ODD;
    if (!m.letters && !m.digits) return kind_of_signs(text, at, &m);
    if (m.foreign && latin) return TR_WORD_ODD;
    if ((m.sign || m.digits) && has_note(text, at)) return TR_WORD_PLAIN;
    if (m.digits) return kind_of_digits(text, at, &m);
    if (m.sign) return has_ending_apart(text, at) ? TR_WORD_PLAIN : TR_WORD_ODD;
    if (m.letters == 1 && m.n == 1) return TR_WORD_LETTER;
    if (is_odd(language, text, at, &m)) return TR_WORD_ODD;
    return are_capitals(&m) ? TR_WORD_CAPITALS : TR_WORD_PLAIN;
}

/* True if a colon stands right behind a mark of a question or the like: "color?: string". */
static bool ends_as_code(const char *text, size_t at, size_t end)
{
    return end - at == 2 && text[end - 1] == ':' && tr_ascii_is_one_of(text[at], "?!:");
}

/* Without marks of a sentence, and quotation marks of typography. */
static tr_span without_outer_marks(const char *text, tr_span whole)
{
    tr_span at = whole;

    for (int32_t c; at.end > at.begin;) {
        const size_t before = tr_char_before(text, at.begin, at.end, &c);
        if (!(tr_is_sentence_mark(c) && c != ':') && !(c >= 0x80 && tr_is_quote_sign(c))) break;
        at.end = before;
    }
    for (size_t next = at.begin; next < at.end;) {
        const int32_t c = tr_utf8_next(text, &next, at.end);
        if (c < 0x80 || !tr_is_quote_sign(c)) break;
        at.begin = next;
    }
    return at.begin < at.end ? at : whole;
}

/* The :wq! of ":wq!, please": a mark within the word stands before the one behind it. */
static size_t end_with_inner_mark(const char *text, tr_span at, tr_span whole)
{
    const bool is = at.end + 2 == whole.end && tr_ascii_is_one_of(text[at.end], "!?;:") &&
                    tr_ascii_is_one_of(text[at.end + 1], ".,;:!?") &&
                    text[at.end] != text[at.end + 1] && text[at.end + 1] != '!';
    return is ? at.end + 1 : at.end;
}

/* [ebp-5]: a small word and a number within square brackets. */
static bool is_bracketed_sum(const char *text, const tr_odd_word *w)
{
    return w->kind == TR_WORD_NUMBER && tr_ascii_is_lower(text[w->at.begin]) &&
           w->at.begin > w->whole.begin && text[w->at.begin - 1] == '[' &&
           w->at.end < w->whole.end && text[w->at.end] == ']';
}

bool tr_odd_word_next(const tr_language *language, const char *text, size_t at, size_t len,
                      bool latin, tr_odd_word *word)
{
    enum { LONGEST = 1000 }; /* bytes; a longer one is an address or the like */
    const size_t begin = tr_utf8_skip(text, at, len, tr_is_space);
    const size_t end = tr_utf8_find(text, begin, len, tr_is_space);
    const tr_span whole = {begin, end};

    if (begin == end) return false;
    *word = (tr_odd_word){whole, whole, TR_WORD_NONE};
    if (end - begin > LONGEST) return true;
    if (tr_has_code_quote(text, whole)) {
        word->at = without_outer_marks(text, whole);
        word->kind = TR_WORD_ODD;
        return true;
    }
    if (tr_is_morse(text, whole)) {
        word->at.end = end - (end == len && text[end - 1] == '.' ? 1 : 0);
        word->kind = TR_WORD_SIGN;
        return true;
    }
    if (tr_are_quoted_marks(text, whole)) {
        word->at = (tr_span){begin + 1, end - 1};
        word->kind = TR_WORD_SIGN;
        return true;
    }
    word->at = without_surroundings(text, whole);
    if (text[word->at.begin] == '$' && word->at.end - word->at.begin == 1 && word->at.end < end &&
        tr_ascii_is_one_of(text[word->at.end], "?!"))
        word->at.end++;
    if (ends_as_code(text, word->at.end, end)) {
        word->at.end = end;
        word->kind = TR_WORD_ODD;
        return true;
    }
    if (word->at.begin == word->at.end) word->at = without_outer_marks(text, whole);
    word->kind = kind_of(language, text, word->at, latin);
    if (is_bracketed_sum(text, word)) word->kind = TR_WORD_ODD;
    if (word->kind == TR_WORD_ODD) word->at.end = end_with_inner_mark(text, word->at, whole);
    return true;
}

/* ---- Cores ---- */

/* Where an 's at the end begins. */
static size_t without_genitive(const char *text, tr_span at)
{
    const size_t n = at.end - at.begin;

    if (n > 3 && !memcmp(text + at.end - 2, "'s", 2)) return at.end - 2;
    return n > 5 && !memcmp(text + at.end - 4, "\xE2\x80\x99s", 4) ? at.end - 4 : at.end;
}

/* A word that a hyphen joins: four letters and more, small but perhaps the first. */
static bool is_joined_word(const char *text, size_t at, size_t end)
{
    enum { SHORTEST = 4 };
    return is_word(text, at, end, SHORTEST);
}

tr_span tr_odd_word_core(const char *text, tr_span word)
{
    tr_span core = {word.begin, without_genitive(text, word)};

    for (size_t i = core.end; i > core.begin; i--) {
        if (text[i - 1] != '-') continue;
        if (!is_joined_word(text, i, core.end) || i - 1 == core.begin || text[i - 2] == '-') break;
        core.end = i - 1;
        if (text[core.end - 1] == '"') core.end--;
    }
    for (size_t i = core.begin; i < core.end; i++) {
        if (text[i] != '-') continue;
        if (!is_joined_word(text, core.begin, i) || !tr_ascii_is_upper(text[core.begin])) break;
        core.begin = i + 1;
    }
    const bool is_cut = core.end - core.begin < word.end - word.begin;
    if (is_cut && is_word(text, core.begin, core.end, 2)) core.end = core.begin; /* all are plain */
    return core;
}
