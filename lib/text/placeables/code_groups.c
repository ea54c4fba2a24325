#include "text/placeables/code_groups.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "syntax/syntax.h"

enum { LONGEST_GROUP = 300, LONGEST_NAME = 100, DEEPEST = 8 };

/* ---- What stands within brackets ---- */

enum item { ITEM_NONE, ITEM_NUMBER, ITEM_LETTER, ITEM_VALUE, ITEM_WORD };

typedef struct content {
    const char *text;
    size_t end;      /* where reading ends at the latest */
    size_t numbers;  /* and letters alone, names of values and codes */
    size_t strings;  /* in quotation marks */
    size_t titles;   /*   that may be of prose: with a capital, a blank or foreign letters */
    size_t groups;   /* within it */
    size_t words;    /* that may be of prose */
    size_t commas;   /* and semicolons */
    size_t colons;   /* behind a word or a string */
    size_t signs;    /* operators but dashes, slashes and points */
    size_t blanks;   /* blanks */
    bool is_amount;  /* a number is grouped, has a comma, or is of a currency or percents */
    enum item last;  /* with nothing but blanks behind it */
    bool blank_last; /* a blank is behind it */
} content;

static size_t read_bracket(const char *text, size_t at, size_t end, size_t depth, content *c);

static bool is_open(char c)
{
    return c == '(' || c == '[' || c == '{';
}

/* Adds an item; false if it is prose: a word beside another item. */
static bool add_item(content *c, enum item item)
{
    const bool beside = c->last != ITEM_NONE;
    const bool row = item == ITEM_NUMBER && c->last == ITEM_NUMBER;

    if (beside && !row) return false;
    c->numbers += item == ITEM_NUMBER || item == ITEM_LETTER;
    c->words += item == ITEM_WORD;
    c->last = item;
    c->blank_last = false;
    return true;
}

static bool is_of_name(char c)
{
    return tr_ascii_is_alnum(c) || tr_ascii_is_one_of(c, "_.$@#\\");
}

/* Where the name at `at` ends: letters, digits and marks within, as in std::map, a->b, is-open. */
static size_t end_of_code_name(const char *text, size_t at, size_t end)
{
    for (char before = '\0'; at < end; before = text[at++]) {
        const char c = text[at], next = at + 1 < end ? text[at + 1] : '\0';
        const bool joins = (c == '-' && (tr_ascii_is_letter(next) || next == '>')) ||
                           (c == ':' && (next == ':' || before == ':')) ||
                           (c == '>' && before == '-');
        if (!joins && !is_of_name(c)) break;
        if (c == '.' && !is_of_name(next)) break;
    }
    return at;
}

static bool is_name_of_value(const char *text, tr_span word)
{
    return tr_pattern_match("(?&value-name)", tr_syntax_definitions(), text, word.end,
                            word.begin) == word.end - word.begin;
}

static enum item kind_of_name(const char *text, tr_span word)
{
    if (word.end - word.begin == 1 && tr_ascii_is_letter(text[word.begin])) return ITEM_LETTER;
    for (size_t i = word.begin; i < word.end; i++)
        if (!tr_ascii_is_letter(text[i]) && text[i] != '-') return ITEM_NUMBER;
    return is_name_of_value(text, word) ? ITEM_NUMBER : ITEM_WORD;
}

/* Reads a number at `at`, with a unit that touches it. */
static size_t read_code_number(content *c, size_t at)
{
    const char *const text = c->text;
    size_t stop = at, points = 0;

    for (; stop < c->end; stop++) {
        const bool joins = tr_ascii_is_one_of(text[stop], ".,:") && stop + 1 < c->end &&
                           tr_ascii_is_digit(text[stop + 1]) && tr_ascii_is_digit(text[stop - 1]);
        if (!joins && !tr_ascii_is_alnum(text[stop]) && text[stop] != '_') break;
        if (text[stop] == ',') break;
        points += text[stop] == '.';
    }
    const size_t groups = tr_skip(text, at, stop, tr_ascii_is_digit);
    c->is_amount = c->is_amount || points > 1 ||
                   (groups < stop && text[groups] == '.' && stop - groups == 4) ||
                   (stop < c->end && text[stop] == '%') ||
                   (stop + 1 < c->end && text[stop] == ',' && tr_ascii_is_digit(text[stop + 1]));
    return stop < c->end && text[stop] == '%' ? stop + 1 : stop;
}

/* Where the string at `at` ends, behind its closing mark; 0 if it is none. */
static size_t end_of_string(const char *text, size_t at, size_t end)
{
    for (size_t i = at + 1; i < end && text[i] != '\n'; i++) {
        if (text[i] == '\\')
            i++;
        else if (text[i] == text[at] &&
                 (i + 1 == end || tr_ascii_is_one_of(text[i + 1], ",:;)]}=+ .[")))
            return i + 1;
    }
    return 0;
}

/* True if what a string holds may be words of prose: "The Lamp". */
static bool is_title(const char *text, tr_span words)
{
    for (size_t i = words.begin; i < words.end; i++)
        if (text[i] == ' ' || tr_ascii_is_upper(text[i]) || (unsigned char)text[i] >= 0x80)
            return true;
    return false;
}

/* Reads a mark between items; false if no code has it. */
static bool add_mark(content *c, size_t at)
{
    const char mark = c->text[at], next = at + 1 < c->end ? c->text[at + 1] : '\0';
    const bool behind_name = c->last == ITEM_WORD || c->last == ITEM_VALUE;

    if (mark == '.' && (next == ' ' || next == ')')) return false; /* of a sentence */
    if (tr_ascii_is_one_of(mark, "$%")) c->is_amount = true;
    c->commas += mark == ',' || mark == ';' || mark == '|';
    c->colons += mark == ':' && (behind_name || c->last == ITEM_LETTER);
    c->signs += tr_ascii_is_one_of(mark, "=+*<>^&|!~@\\") ? 1 : 0;
    c->last = ITEM_NONE;
    return true;
}

/* Reads a character beyond ASCII; where the text goes on, 0 if no code has it. */
static size_t read_foreign(content *c, size_t at)
{
    int32_t character;
    const size_t n = tr_utf8_decode(c->text + at, c->end - at, &character);

    if (tr_is_letter(character)) {
        const size_t stop = tr_utf8_skip(c->text, at, c->end, tr_is_letter);
        const bool greek = character >= 0x370 && character < 0x400 && stop == at + n;
        return add_item(c, greek ? ITEM_LETTER : ITEM_WORD) ? stop : 0;
    }
    if (character == 0xB0) c->is_amount = true;
    if (!tr_is_sign(character) || tr_is_currency(character)) return 0;
    c->signs++;
    c->last = ITEM_NONE;
    return at + n;
}

/* Reads what begins at `at`, which is no blank and no bracket; where it ends, 0 if it is prose. */
static size_t read_item(content *c, size_t at)
{
    const char *const text = c->text;
    const char b = text[at], next = at + 1 < c->end ? text[at + 1] : '\0';
    const bool is_signed = tr_ascii_is_one_of(b, "+-.") && c->last == ITEM_NONE;
    size_t stop;

    if (tr_ascii_is_one_of(b, "\"'`") && (c->last == ITEM_NONE || c->blank_last)) {
        stop = end_of_string(text, at, c->end);
        c->strings++;
        c->titles += stop && is_title(text, (tr_span){at + 1, stop - 1});
        return stop && add_item(c, ITEM_VALUE) ? stop : 0;
    }
    if (tr_ascii_is_digit(b) || (is_signed && tr_ascii_is_digit(next))) {
        stop = read_code_number(c, at + !tr_ascii_is_digit(b));
        return add_item(c, ITEM_NUMBER) ? stop : 0;
    }
    if (tr_ascii_is_letter(b) ||
        (tr_ascii_is_one_of(b, "_$@#\\") && (tr_ascii_is_letter(next) || next == '_'))) {
        stop = end_of_code_name(text, at, c->end);
        return add_item(c, kind_of_name(text, (tr_span){at, stop})) ? stop : 0;
    }
    if ((unsigned char)b >= 0x80) return read_foreign(c, at);
    return add_mark(c, at) ? at + 1 : 0;
}

/* Reads a group within the content. */
static size_t read_inner(content *c, size_t at, size_t depth)
{
    content inner = {0};
    const size_t stop = read_bracket(c->text, at, c->end, depth + 1, &inner);
    const bool touches = c->last != ITEM_NONE && !c->blank_last;

    if (!stop || (c->last != ITEM_NONE && !touches && c->last != ITEM_NUMBER)) return 0;
    if (touches && c->last == ITEM_WORD) c->words--; /* the name of a call */
    c->groups++;
    c->strings += inner.strings;
    c->titles += inner.titles;
    c->numbers += inner.numbers;
    c->is_amount = c->is_amount || inner.is_amount;
    c->last = ITEM_VALUE;
    c->blank_last = false;
    return stop;
}

/* Where a group of a regular expression ends, as (?P<name>x), (?:x) and ([a-f]+:){5}; `at` if none
 * begins there.
 */
static size_t end_of_pattern_group(const char *text, size_t at, size_t end)
{
    size_t depth = 0;

    if (end - at < 4 || text[at] != '(') return at;
    const bool is_class = text[at + 1] == '[' || text[at + 1] == '\\';
    if (!is_class && (text[at + 1] != '?' || !tr_ascii_is_one_of(text[at + 2], "P<:=!i")))
        return at;
    for (size_t i = at; i < end && text[i] != ' ' && text[i] != '\n'; i++) {
        depth += text[i] == '(';
        if (text[i] == ')' && --depth == 0)
            return !is_class || (i + 1 < end && tr_ascii_is_one_of(text[i + 1], "+*{")) ? i + 1
                                                                                        : at;
    }
    return at;
}

/* Reads a bracket at `at` and what it holds.  Returns where it ends, 0 if it is not closed, or
 * prose is within. */
static size_t read_bracket(const char *text, size_t at, size_t end, size_t depth, content *c)
{
    const char open = text[at], close = open == '(' ? ')' : open == '[' ? ']' : '}';

    *c = (content){.text = text, .end = end};
    if (depth == DEEPEST) return 0;
    for (at++; at && at < end && text[at] != '\n';) {
        if (text[at] == close) return at + 1;
        if (is_open(text[at])) {
            at = read_inner(c, at, depth);
        } else if (text[at] == ' ') {
            c->blank_last = true;
            c->blanks++;
            at++;
        } else {
            at = tr_ascii_is_one_of(text[at], ")]}") ? 0 : read_item(c, at);
        }
    }
    return 0;
}

/* ---- Which groups are code ---- */

/* Digits, a comma and digits: no number of decimals or thousands is (12,13). */
static bool is_pair(const char *text, tr_span within)
{
    const size_t comma = tr_skip(text, within.begin, within.end, tr_ascii_is_digit);
    const size_t n = comma - within.begin, behind = within.end - comma;

    return n > 1 && behind == n + 1 && behind != 4 && text[comma] == ',' &&
           text[within.begin] != '0' && text[within.end - 1] != '0' &&
           tr_skip(text, comma + 1, within.end, tr_ascii_is_digit) == within.end;
}

/* A number, with what may join its parts, and ranges of numbers. */
static bool is_of_number(char c)
{
    return tr_ascii_is_digit(c) || tr_ascii_is_one_of(c, ".,:/-");
}

static bool is_parenthesis_code(const char *text, tr_span within, const content *c, size_t name)
{
    const size_t values = c->numbers + c->strings + c->groups;

    if (name)
        return c->strings > 0 || c->commas > 0 || c->signs > 0 ||
               (c->groups > 0 && c->numbers > 0) || (c->numbers > 1 && c->words == 0) ||
               (name == 1 && tr_ascii_is_letter(text[within.begin - 2]) && values > 0 &&
                c->words == 0);
    if (tr_skip(text, within.begin, within.end, is_of_number) == within.end)
        return is_pair(text, within);
    if (c->is_amount || c->words > 0 || c->titles > 0 || values < 2) return false;
    return c->commas > 0 || c->signs > 0;
}

/* The signs of notes behind a word: king[1,2], king[^4]. */
static bool is_of_note(char c)
{
    return tr_ascii_is_digit(c) || tr_ascii_is_one_of(c, ",;-^");
}

static bool is_square_code(const char *text, tr_span within, const content *c, bool named)
{
    const size_t values = c->numbers + c->strings + c->groups, joints = c->commas + c->signs;
    const bool is_label = tr_ascii_is_one_of(text[within.end + 1], "([:");

    if (named && tr_skip(text, within.begin, within.end, is_of_note) == within.end) return false;
    if (named) return joints + c->colons + c->strings > 0 && values + c->words > 0;
    if (c->words > 0)
        return c->strings + c->numbers > 0 && c->colons == 0 &&
               (c->commas > 0 || (c->blanks == 0 && !is_label)); /* [ebp-3] */
    return (values > 1 && (joints > 0 || c->groups > 1)) || c->strings > 0 || c->groups > 0;
}

static bool is_brace_code(const content *c, bool named)
{
    const size_t values = c->numbers + c->strings + c->groups;

    if (named) return c->commas > 0 || c->colons > 0;
    return (values + c->words > 1 && c->commas + c->colons > 0) || (c->strings > 0 && c->signs > 0);
}

/* `name`: bytes of the name before the bracket. */
static bool is_group_code(const char *text, tr_span bracket, const content *c, size_t name)
{
    const tr_span within = {bracket.begin + 1, bracket.end - 1};

    switch (text[bracket.begin]) {
    case '(':
        return is_parenthesis_code(text, within, c, name);
    case '[':
        return is_square_code(text, within, c, name > 0);
    default:
        return is_brace_code(c, name > 0);
    }
}

/* Where an interval ends that is open on one side, as [0, 1) and ]0; 1]; 0 if none begins at `at`.
 */
static size_t end_of_interval(const char *text, size_t at, size_t end)
{
    static const char *const interval = "[(\\[\\]][+-]?(\\d[\\d.]*|inf|[a-z]|\xE2\x88\x9E)[,;] "
                                        "?[+-]?(\\d[\\d.]*|inf|[a-z]|\xE2\x88\x9E)[\\])\\[]";
    return at + tr_pattern_match(interval, NULL, text, end, at);
}

/* ---- The name before a group, and what follows it ---- */

static bool touches_name(const char *text, size_t at)
{
    return at > 0 && (tr_ascii_is_alnum(text[at - 1]) || tr_ascii_is_one_of(text[at - 1], "_!$"));
}

/* Where the string without blanks begins that ends before `at`; `at` if there is none. */
static size_t begin_of_string(const char *text, size_t from, size_t at)
{
    size_t begin = at;

    if (at < from + 3 || !tr_ascii_is_one_of(text[at - 1], "\"'")) return at;
    for (begin = at - 2; begin > from && text[begin] != text[at - 1] && text[begin] != ' ';)
        begin--;
    return text[begin] == text[at - 1] ? begin : at;
}

/* Where the name begins that touches the bracket at `at`; `at` if none does. */
static size_t begin_of_name(const char *text, size_t from, size_t at)
{
    size_t begin = at;

    if (at - from > LONGEST_NAME) from = at - LONGEST_NAME;
    for (; begin > from; begin--) {
        const char c = text[begin - 1];
        const bool joins = (c == ':' && begin > from + 1 && text[begin - 2] == ':') ||
                           (c == ':' && begin < at && text[begin] == ':') ||
                           (c == '>' && begin > from + 1 && text[begin - 2] == '-') ||
                           (c == '-' && begin < at) ||
                           (c == ',' && begin < at && tr_ascii_is_alnum(text[begin]));
        if (!joins && !is_of_name(c) && !tr_ascii_is_one_of(c, "!=+*/~^&%<>")) break;
    }
    if (begin > 0 && (unsigned char)text[begin - 1] >= 0x80 &&
        tr_is_letter(tr_utf8_before(text, 0, begin)))
        return at; /* a word of prose */
    const size_t string = begin_of_string(text, from, begin);
    if (begin < at && text[begin] == '.' && string < begin) return string;
    while (begin < at && tr_ascii_is_one_of(text[begin], ".,=/%<>:"))
        begin++;
    return begin;
}

/* Where what touches a group ends: other groups, members, operators before a number. */
static size_t end_of_touching(const char *text, size_t at, size_t end)
{
    content c;

    while (at < end) {
        const char b = text[at], next = at + 1 < end ? text[at + 1] : '\0';
        size_t stop = at;
        if (is_open(b))
            stop = read_bracket(text, at, end, 0, &c);
        else if (tr_ascii_is_alnum(b) || b == '_' || (b == '.' && tr_ascii_is_letter(next)) ||
                 (b == ':' && next == ':') || (b == '-' && next == '>'))
            stop = end_of_code_name(text, at, end);
        else if (tr_ascii_is_one_of(b, "*+/=<>^-|&") && (tr_ascii_is_digit(next) || is_open(next)))
            stop = at + 1;
        else if (tr_ascii_is_one_of(b, "*+") && (next == ' ' || next == '$' || at + 1 == end))
            stop = at + 1;
        else if (b == '$' && !tr_byte_is_word(next))
            stop = at + 1;
        if (stop <= at) break;
        at = stop;
    }
    return at;
}

/* Where the arguments of a type end, Map<String, Int>; `at` if there are none. */
static size_t end_of_types(const char *text, size_t at, size_t end)
{
    return at + tr_pattern_match("(?&type-arguments)", tr_syntax_definitions(), text, end, at);
}

/* Where the code ends that the bracket at `at` opens, behind a name of `name` bytes; `at` if it
 * opens none. */
static size_t end_of_bracket(const char *text, size_t at, size_t end, size_t name)
{
    content c;

    if (text[at] == '<') return name ? end_of_types(text, at, end) : at;
    const size_t stop = is_open(text[at]) ? read_bracket(text, at, end, 0, &c) : 0;
    if (stop && is_group_code(text, (tr_span){at, stop}, &c, name)) return stop;
    if (!stop && !name) {
        const size_t interval = end_of_interval(text, at, end);
        if (interval > at) return interval;
    }
    return end_of_pattern_group(text, at, end);
}

/* Finds the group of the bracket at `at`; `from`: where its name may begin. */
static bool group_of_bracket(const char *text, size_t len, size_t from, size_t at, tr_span *group)
{
    const size_t end = len - at > LONGEST_GROUP ? at + LONGEST_GROUP : len;
    const bool named = touches_name(text, at);
    const size_t begin = begin_of_name(text, from, at);

    if (named && begin == at) return false; /* a word of prose is before it */
    size_t stop = end_of_bracket(text, at, end, named ? at - begin : 0);
    if (stop <= at && named && text[at] == '(' && tr_find_byte(text, begin, at, '_') < at)
        stop = at + tr_pattern_match("\\([^()\\n]{1,60}\\)", NULL, text, end, at); /* a_b(7 to 0) */
    if (stop <= at) return false;
    *group = (tr_span){begin, end_of_touching(text, stop, end)};
    return true;
}

static bool may_open(char c)
{
    return is_open(c) || c == '<' || c == ']';
}

bool tr_code_group_next(const char *text, size_t len, size_t from, tr_span *group)
{
    for (size_t at = from; at < len; at++)
        if (may_open(text[at]) && group_of_bracket(text, len, from, at, group)) return true;
    return false;
}

bool tr_code_group_at(const char *text, size_t len, size_t at, tr_span *group)
{
    size_t bracket = end_of_code_name(text, at, len);

    while (bracket < len && bracket > at && tr_ascii_is_one_of(text[bracket], "!=+*/~^&%"))
        bracket++;
    return bracket < len && may_open(text[bracket]) &&
           group_of_bracket(text, len, at, bracket, group) && group->begin == at;
}
