#include "document/plain_words.h"

#include <string.h>

#include "base/ascii.h"
#include "base/span.h"

/* Three words make a line of text, or two with the end of a sentence; so does a long word of
 * letters outside of ASCII: some scripts set no blanks. */
enum { LEAST_WORDS = 3, LEAST_OF_SENTENCE = 2, LONG_WORD = 12 /* bytes */ };

static bool is_beyond_ascii(char c)
{
    return (unsigned char)c >= 0x80;
}

/* What stands around words, and is no part of one. */
static bool is_around(char c)
{
    return c && strchr("\"'()[],.;:!?*", c);
}

/* True if word [n] is of letters, but for what is around them, and marks within. */
static bool is_of_letters(const char *word, size_t n)
{
    while (n && is_around(word[n - 1]))
        n--;
    for (; n && is_around(*word); n--)
        word++;
    for (size_t i = 0; i < n; i++)
        if (!tr_byte_is_letter(word[i]) && !(i && strchr("'-", word[i]))) return false;
    return n > 0;
}

static bool is_without_blanks(const char *word, size_t n)
{
    size_t n_beyond = 0;

    for (size_t i = 0; i < n; i++)
        n_beyond += is_beyond_ascii(word[i]);
    return n_beyond >= LONG_WORD && 2 * n_beyond >= n;
}

/* True of a number, a time, the sign of an item, a dash, and a sign that tokenised text sets apart.
 */
static bool is_of_signs(const char *word, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!is_around(word[i]) && !strchr("-0123456789", word[i])) return false;
    return n > 0;
}

/* What a line has, white space around it aside. */
typedef struct line_words {
    size_t n_all, n_words; /* stretches between blanks; words of letters */
    bool is_long;          /* one has no blanks since its script has none */
} line_words;

/* `signs_too`: numbers and signs that stand apart count as what is no word. */
static line_words count_words(const char *line, size_t n, bool signs_too)
{
    line_words c = {0};

    for (size_t at = 0, end; at < n; at = end) {
        while (at < n && tr_ascii_is_space(line[at]))
            at++;
        for (end = at; end < n && !tr_ascii_is_space(line[end]);)
            end++;
        if (!signs_too && is_of_signs(line + at, end - at)) continue;
        c.n_all += end > at;
        c.n_words += is_of_letters(line + at, end - at);
        c.is_long = c.is_long || is_without_blanks(line + at, end - at);
    }
    return c;
}

/* True if most of a line is words, of which it has so many. */
static bool is_of_words(const char *line, size_t n, size_t least, bool signs_too)
{
    const line_words c = count_words(line, n, signs_too);
    return c.is_long || (4 * c.n_words >= 3 * c.n_all && c.n_words >= least);
}

static bool is_prose_line(const char *line, size_t n)
{
    if (*line == '#') return false; /* a comment in what a program reads */
    return is_of_words(line, n, strchr(".!?", line[n - 1]) ? LEAST_OF_SENTENCE : LEAST_WORDS, true);
}

/* The next line [*n] at *at that is not blank, without white space around it; false at the end. */
static bool next_line(const char *bytes, size_t size, size_t *at, const char **line, size_t *n)
{
    while (*at < size) {
        size_t begin = *at, end = *at = tr_span_next_line(bytes, begin, size);
        while (begin < end && tr_ascii_is_space(bytes[begin]))
            begin++;
        while (end > begin && tr_ascii_is_space(bytes[end - 1]))
            end--;
        *line = bytes + begin;
        *n = end - begin;
        if (*n) return true;
    }
    return false;
}

bool tr_words_are_sentences(const char *bytes, size_t n)
{
    size_t at = 0, len, n_all = 0, n_prose = 0;
    const char *line;

    while (next_line(bytes, n, &at, &line, &len)) {
        n_all += len;
        n_prose += is_prose_line(line, len) ? len : 0;
    }
    return 2 * n_prose > n_all;
}

/* ---- Plain text ----------------------------------------------------------------------------- */

/* A name, and a sign that gives it a value. */
static bool begins_with_key(const char *line, size_t n)
{
    const size_t begin = *line == '"' || *line == '\'';
    size_t at = begin;

    while (at < n && (tr_byte_is_word(line[at]) || (line[at] && strchr("-.[]", line[at]))))
        at++;
    const bool is_name = at > begin && !is_beyond_ascii(*line);
    const bool is_low = is_name && tr_ascii_lower(line[begin]) == line[begin];
    if (begin && at < n && line[at] == *line) at++;
    while (at < n && line[at] == ' ')
        at++;
    if (!is_name || at >= n) return false;
    return line[at] == '=' || line[at] == '\t' || (line[at] == ':' && (is_low || begin));
}

/* A function and its value, as 'print("', but no "file(s)". */
static bool has_call(const char *line, size_t n)
{
    for (size_t i = 1; i + 1 < n; i++)
        if (line[i] == '(' && tr_byte_is_word(line[i - 1]) && strchr("\"'()$&", line[i + 1]))
            return true;
    return false;
}

/* True if the first word has a capital within, as names in programs have: "PermitRootLogin". */
static bool has_inner_capital(const char *line, size_t n)
{
    size_t n_inner = 0;
    for (size_t i = 1; i < n && tr_ascii_is_letter(line[i]); i++)
        n_inner += tr_ascii_is_lower(line[i - 1]) && !tr_ascii_is_lower(line[i]);
    return n_inner > 0;
}

/* Signs that no sentence has. */
static bool has_syntax(const char *line, size_t n)
{
    static const char *const within[] = {"{",  "}",  "</", "/>", "<!", "==",  "=>",   "->", "::",
                                         "/*", "*/", "\\", "|",  "&&", "();", "\t\t", "@@"};
    static const char begins[] = "@.#%;<>/$=*+~^|:`";

    if (strchr(begins, *line) && n > 1 && !tr_ascii_is_space(line[1])) return true;
    if (line[n - 1] == ';' || line[n - 1] == '{' || has_inner_capital(line, n)) return true;
    for (size_t i = 0; i < sizeof within / sizeof *within; i++)
        if (tr_span_find(line, 0, n, within[i]) < n) return true;
    return has_call(line, n);
}

static size_t count_separators(const char *line, size_t n, char sign)
{
    size_t k = 0;
    for (size_t i = 0; i < n; i++)
        k += line[i] == sign;
    return k;
}

/* What the lines of a text begin with that end no sentence, as far as they are words with a
 * capital: a format of keywords has few. */
enum { MOST_OPENINGS = 64, LEAST_LINES = 4 };
typedef struct line_openings {
    struct {
        tr_span at;
        size_t n; /* lines that begin so */
    } list[MOST_OPENINGS];
    size_t n;
} line_openings;

static void take_opening(line_openings *o, const char *bytes, tr_span line)
{
    tr_span word = {line.begin, line.begin};
    size_t i = 0;

    if (strchr(".!?\")", bytes[line.end - 1]) || !tr_ascii_is_upper(bytes[line.begin])) return;
    while (word.end < line.end && tr_byte_is_word(bytes[word.end]))
        word.end++;
    const size_t len = word.end - word.begin;
    while (len && i < o->n &&
           (o->list[i].at.end - o->list[i].at.begin != len ||
            memcmp(bytes + o->list[i].at.begin, bytes + word.begin, len) != 0))
        i++;
    if (!len || i == MOST_OPENINGS) return;
    if (i == o->n) o->list[o->n++].at = word;
    o->list[i].n++;
}

/* True if two of three lines begin as others do. */
static bool has_keywords(const line_openings *o, size_t n_lines)
{
    size_t n_again = 0;

    for (size_t i = 0; i < o->n; i++)
        n_again += o->list[i].n > 1 ? o->list[i].n : 0;
    return n_lines >= LEAST_LINES && 3 * n_again >= 2 * n_lines;
}

/* A name and a value or a few, without a sign: "bell on". */
static bool is_setting(const char *line, size_t n)
{
    enum { MOST_WORDS = 4 };
    const size_t n_words = count_words(line, n, true).n_all;

    return tr_ascii_is_lower(*line) && n_words > 1 && n_words <= MOST_WORDS &&
           !strchr(".!?,;:", line[n - 1]);
}

bool tr_words_are_plain(const char *bytes, size_t n)
{
    enum { MOST_SYNTAX = 10 }; /* one line of so many may have signs of it */
    static const char separators[] = "\t;,";
    size_t at = 0, len, n_lines = 0, n_keys = 0, n_syntax = 0, n_all = 0, n_of_words = 0;
    size_t columns[sizeof separators] = {0}, n_same[sizeof separators] = {0};
    size_t n_settings = 0;
    line_openings openings = {0};
    const char *line;

    while (next_line(bytes, n, &at, &line, &len)) {
        const size_t begin = (size_t)(line - bytes);
        n_lines++;
        n_all += len;
        n_settings += is_setting(line, len);
        take_opening(&openings, bytes, (tr_span){begin, begin + len});
        n_of_words += is_of_words(line, len, 1, false) ? len : 0;
        n_keys += begins_with_key(line, len);
        n_syntax += has_syntax(line, len);
        for (size_t i = 0; separators[i]; i++) {
            const size_t k = count_separators(line, len, separators[i]);
            if (n_lines == 1) columns[i] = k;
            n_same[i] += k && k == columns[i];
        }
    }
    for (size_t i = 0; separators[i]; i++)
        if (n_lines > 2 && n_same[i] == n_lines) return false;
    if (has_keywords(&openings, n_lines)) return false;
    if (n_lines >= LEAST_LINES && n_settings == n_lines) return false;
    return 2 * n_keys <= n_lines && MOST_SYNTAX * n_syntax <= n_lines && 2 * n_of_words > n_all;
}
