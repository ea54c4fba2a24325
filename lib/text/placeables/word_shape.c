#include "text/placeables/word_shape.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "syntax/syntax.h"

static size_t end_of_letters(const char *text, size_t at, size_t end)
{
    return tr_skip(text, at, end, tr_byte_is_letter);
}

static bool is_small(const char *text, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (!tr_byte_is_letter(text[i]) || tr_ascii_is_upper(text[i])) return false;
    return begin < end;
}

/* ---- Words without digits ---- */

/* A capital after small letters, of which only names and German plurals have one: McDonald,
 * DiCaprio, LehrerInnen. */
static bool is_inner_capital(const char *text, tr_span word, size_t at)
{
    enum { LONGEST_PREFIX = 3 };

    if (at == word.begin || !tr_ascii_is_upper(text[at]) || !tr_ascii_is_lower(text[at - 1]))
        return false;
    const size_t begin = tr_skip_back(text, word.begin, at, tr_ascii_is_letter);
    const bool is_prefix = at - begin <= LONGEST_PREFIX && tr_ascii_is_upper(text[begin]) &&
                           at + 2 < word.end && tr_ascii_is_lower(text[at + 1]) &&
                           tr_ascii_is_lower(text[at + 2]);
    const size_t n = end_of_letters(text, at, word.end) - at;
    const bool is_plural =
        at - begin > LONGEST_PREFIX &&
        ((n == 2 && !memcmp(text + at, "In", 2)) || (n == 5 && !memcmp(text + at, "Innen", 5)));
    return !is_prefix && !is_plural;
}

/* What names of files and of hosts end in: any two small letters, as countries have them, and the
 * endings listed here. */
static bool is_end_of_name(const char *text, size_t at, size_t end)
{
    static const char ends[] =
        " com org net edu gov int info biz app dev web shop blog site avi bak bmp bz2 c cfg conf "
        "cpp css csv dat deb dll doc docx epub exe gif gguf h htm html ico ini internal iso jar "
        "java jpeg "
        "jpg json lan local log mkv mov mp3 mp4 odp ods odt ogg out pdf pem php png ppt pptx rpm "
        "rtf sql srt "
        "svg tar tex tgz tmp toml tsv ttf txt vtt wav webp xls xlsx xml yaml yml zip ";
    const bool is_country =
        end - at == 2 && tr_ascii_is_lower(text[at]) && tr_ascii_is_lower(text[at + 1]);

    return is_country || tr_list_has(ends, text + at, end - at);
}

/* A point between names of hosts, files or fields: example.org, a.b.c.  In prose it stands in an
 * abbreviation, as in z.B., or no blank follows the end of a sentence. */
static bool is_joint_of_names(const char *text, tr_span word, size_t point)
{
    const size_t before = tr_skip_back(text, word.begin, point, tr_byte_is_word),
                 behind = tr_skip(text, point + 1, word.end, tr_byte_is_word);

    if (point - before < 2 || behind == point + 1) return false;
    if (!tr_ascii_only(text + before, behind - before)) return false;
    if (is_end_of_name(text, point + 1, behind)) return true;
    return is_small(text, point + 1, behind) && behind + 2 < word.end && text[behind] == '.' &&
           is_small(text, behind + 1, behind + 3);
}

/* What stands behind a bracket in no word of prose: var(--x), f("a"), count(*). */
static bool is_sign_of_call(char c)
{
    return tr_ascii_is_one_of(c, "*\"'@$&!%.[{");
}

/* A star of a pattern of names, as in src/x*.c: beside a mark that paths have. */
static bool is_star_of_names(const char *text, tr_span word, size_t at)
{
    return (at > word.begin && tr_ascii_is_one_of(text[at - 1], "/.[")) ||
           (at + 1 < word.end && tr_ascii_is_one_of(text[at + 1], "/.["));
}

/* Without digits: marks that no word of prose has within. */
static bool has_mark_of_codes(const char *text, tr_span word)
{
    for (size_t i = word.begin; i < word.end; i++) {
        const char c = text[i], next = i + 1 < word.end ? text[i + 1] : '\0';
        if (tr_ascii_is_one_of(c, "_@#=+$%^|\\<>{}~`")) return true;
        if (c == ']' && !tr_byte_is_letter(next)) return true;
        if (c == '(' && next == ')') return true;
        if (c == '(' && i > word.begin && tr_byte_is_word(text[i - 1]) &&
            (is_sign_of_call(next) || (next == '-' && i + 2 < word.end && text[i + 2] == '-')))
            return true;
        if (c == ')' && next == '(') return true;
        if (c == ':' && next == ':') return true;
        if (c == '/' && (i == word.begin || next == '/' || text[i - 1] == '.')) return true;
        if (c == '/' && text[word.begin] == '.') return true;
        if (c == '*' && is_star_of_names(text, word, i)) return true;
        if (c == '[' && tr_ascii_is_one_of(next, "!^")) return true;
        if (c == '?' && next == '.' && i + 2 < word.end && tr_ascii_is_alnum(text[i + 2]))
            return true;
        if (c == '.' && is_joint_of_names(text, word, i)) return true;
        if (is_inner_capital(text, word, i)) return true;
    }
    return false;
}

/* True if a word has hyphens, two beside each other or three, and no vowel: drwxr--r-x. */
static bool is_of_consonants(const char *text, tr_span word)
{
    size_t hyphens = 0, letters = 0;
    bool beside = false;

    for (size_t i = word.begin; i < word.end; i++) {
        const char c = text[i];
        if (c == '-') {
            beside = beside || (i > word.begin && text[i - 1] == '-');
            hyphens++;
        } else if (!tr_ascii_is_letter(c) || tr_ascii_is_one_of(c, "aeiouyAEIOUY")) {
            return false;
        }
        letters += c != '-';
    }
    return letters > 1 && (beside || hyphens > 2);
}

/* Letters that stand for digits, in groups of the same one: MM/YY, hh:mm:ss, YYYY-MM-DD. */
static bool is_pattern_of_digits(const char *text, tr_span word)
{
    size_t groups = 0;

    for (size_t at = word.begin, stop; at < word.end; at = stop + 1, groups++) {
        stop = at + tr_run_length(text, at, word.end);
        if (!tr_ascii_is_letter(text[at]) || stop - at < 2) return false;
        if (word.end - stop > 4 && text[stop] == '\'' && text[stop + 2] == '\'') {
            stop += 2; /* yyyy-MM-dd'T'HH:mm */
            continue;
        }
        if (stop < word.end && (!tr_ascii_is_one_of(text[stop], "/.:-") || stop + 1 == word.end))
            return false;
    }
    return groups > 1;
}

/* ---- Numbers ---- */

/* A group of digits of a number, and the mark before it. */
typedef struct group {
    size_t n;
    char mark; /* '\'' stands for typographic ones, too; '-' for dashes */
    bool leads_with_zero;
    unsigned value; /* of at most nine digits */
} group;

enum { MOST_GROUPS = 8 };

/* The mark between digits at text [at, end): its bytes, 0 if there is none. */
static size_t mark_at(const char *text, size_t at, size_t end, char *mark)
{
    int32_t c;

    if (at == end) return 0;
    const size_t n = tr_utf8_decode(text + at, end - at, &c);
    *mark = c == 0x2019 || c == 0x2BC                     ? '\''
            : (c >= 0x2010 && c <= 0x2014) || c == 0x2212 ? '-'
            : c < 0x80                                    ? (char)c
                                                          : '\0';
    return tr_ascii_is_one_of(*mark, ".,:'/-x*") ? n : 0;
}

static unsigned value_of(const char *text, size_t at, size_t end)
{
    unsigned value = 0;
    for (size_t i = at; i < end && i < at + 9; i++)
        value = 10 * value + (unsigned)(text[i] - '0');
    return value;
}

/* Reads groups of digits with single marks between them.  Returns where they end; *n is their
 * number, MOST_GROUPS + 1 if there are more. */
static size_t read_groups(const char *text, size_t at, size_t end, group *groups, size_t *n)
{
    char mark = '\0';

    for (*n = 0;;) {
        const size_t stop = tr_skip(text, at, end, tr_ascii_is_digit);
        if (*n < MOST_GROUPS)
            groups[*n] = (group){stop - at, mark, text[at] == '0' && stop - at > 1,
                                 value_of(text, at, stop)};
        if (*n <= MOST_GROUPS) ++*n;
        const size_t bytes = mark_at(text, stop, end, &mark);
        if (!bytes || tr_skip(text, stop + bytes, end, tr_ascii_is_digit) == stop + bytes)
            return stop;
        at = stop + bytes;
    }
}

static bool all_marks(const group *g, size_t n, const char *set)
{
    for (size_t i = 1; i < n; i++)
        if (!tr_ascii_is_one_of(g[i].mark, set)) return false;
    return true;
}

/* A day, a month and a year of four digits, in an order that people use; ISO 8601's is for
 * programs. */
static bool is_date(const group *g, size_t n)
{
    if (n != 3 || g[1].mark != g[2].mark || !tr_ascii_is_one_of(g[1].mark, "./-") || g[1].n > 2)
        return false;
    if (g[0].n == 4) return g[2].n <= 2 && g[1].mark != '-';
    return g[0].n <= 2 && g[2].n == 4;
}

/* 10.0.0.1: four bytes, of which no zero stands before other digits. */
static bool is_host(const group *g, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (g[i].value > 255 || g[i].leads_with_zero || g[i].n > 3) return false;
    return n == 4 && all_marks(g, n, ".");
}

/* Thousands in groups, of which one mark comes last before decimals: 1.234.567,89. */
static bool is_grouped(const group *g, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const bool is_last =
            i + 1 == n && g[i].mark != g[1].mark && tr_ascii_is_one_of(g[i].mark, ".,");
        if (!is_last && (g[i].n != 3 || g[i].mark != g[1].mark)) return false;
    }
    return g[0].n <= 3 && !g[0].leads_with_zero && tr_ascii_is_one_of(g[1].mark, ".,'");
}

/* What one would say as a number, a time or a date: groups [n] without ranges. */
static bool is_plain_number(const group *g, size_t n)
{
    enum { LONGEST = 9 };

    enum { MANY_IN_LIST = 4, SIXTY = 60 };

    if (n == 1) return g[0].n < LONGEST && !(g[0].leads_with_zero && g[0].n > 3);
    if (is_host(g, n)) return false;
    if (is_date(g, n) || is_grouped(g, n)) return true;
    const bool has_fraction = n > 2 && tr_ascii_is_one_of(g[n - 1].mark, ".,"); /* 4:41.30 */
    if (n > 1 && all_marks(g, n - has_fraction, ":"))
        return n <= 4 && g[0].n <= 3 && g[n - 1].n <= 3 &&
               (n > 2 || g[1].value < SIXTY || g[0].value == 1);
    if (n == 2 && tr_ascii_is_one_of(g[1].mark, ".,")) return !(g[0].leads_with_zero && g[0].n > 2);
    return n < MANY_IN_LIST && all_marks(g, n, ",");
}

/* Numbers, one or two, between which a mark of ranges, fractions or measures may stand: 7-9,
 * 10:30-12:00, 3/4, 1920x1080. */
static bool is_number(const group *g, size_t n)
{
    enum { LONGEST = 4 };
    size_t cut = 0, n_cuts = 0;

    if (n > MOST_GROUPS) return false;
    if (is_plain_number(g, n)) return true;
    for (size_t i = 1; i < n; i++) {
        if (!tr_ascii_is_one_of(g[i].mark, "-/x*")) continue;
        cut = i;
        n_cuts++;
    }
    if (n_cuts != 1 || !is_plain_number(g, cut) || !is_plain_number(g + cut, n - cut)) return false;
    const bool plain = cut == 1 && n == 2;
    return !plain || (!g[0].leads_with_zero && g[0].n <= LONGEST && g[1].n <= LONGEST &&
                      (!g[1].leads_with_zero || g[1].n == 2));
}

/* ---- Words with digits ---- */

/* Signs of currencies, of more and less, of parts of a hundred: what may touch a number. */
static bool is_sign_of_numbers(int32_t c)
{
    return tr_is_currency(c) || (c < 0x80 && tr_ascii_is_one_of((char)c, "%+-<>=~")) || c == 0xB0 ||
           c == 0xB1 || c == 0x2030 || c == 0x2212 || c == 0x2248 || c == 0x2264 || c == 0x2265 ||
           c == 0x2013 || c == 0x2032 || c == 0x2033;
}

/* Units of one letter that a decimal has; others make a version of it, as in 1.1b. */
static bool is_short_unit(char c)
{
    return tr_ascii_is_one_of(c, "mglshtVWAKCFJN");
}

/* kWh, GHz, Mbit */
static bool is_mixed_unit(const char *text, size_t at, size_t end)
{
    size_t small = 0;
    for (size_t i = at; i < end; i++)
        small += tr_ascii_is_lower(text[i]);
    return end - at > 1 && small > 0;
}

/* What may follow the digits of a number without a blank: a unit, the end of an ordinal or of a
 * decade, a half of the day. */
static bool is_end_of_number(const char *text, size_t at, size_t end, bool decimal)
{
    enum { LONGEST = 4 };
    const size_t begin = tr_utf8_skip(text, at, end, is_sign_of_numbers),
                 stop = end_of_letters(text, begin, end);
    const size_t n = stop - begin;

    if (tr_utf8_skip(text, stop, end, is_sign_of_numbers) < end) return false;
    if (n == 0) return true;
    if (n == 1 && decimal) return is_short_unit(text[begin]);
    if (n == 2 && tr_ascii_is_one_of(text[begin], "AP") && text[begin + 1] == 'M') return true;
    if (n <= 2 && begin > at) return true; /* 12°C */
    return n <= LONGEST && (is_small(text, begin, stop) || is_mixed_unit(text, begin, stop));
}

/* £1.5million */
static bool is_million(const char *text, size_t at, size_t end)
{
    return end - at > 2 && (!memcmp(text + at, "mi", 2) || !memcmp(text + at, "bi", 2)) &&
           is_small(text, at, end);
}

/* Capitals of a country before a dollar: US$, R$. */
static size_t skip_country(const char *text, size_t at, size_t end)
{
    enum { LONGEST = 3 };
    const size_t stop = tr_skip(text, at, end, tr_ascii_is_upper);

    return stop - at <= LONGEST && stop < end && text[stop] == '$' ? stop : at;
}

/* ~=3.7, >=2 and the like, as programs ask for versions. */
static bool is_comparison(const char *text, size_t at)
{
    return (text[at + 1] == '=' && tr_ascii_is_one_of(text[at], "~<>=!^")) ||
           (text[at] == '~' && text[at + 1] == '>');
}

/* Digits, with what belongs to a number: -5, €12-15, US$3,000, 25kg, 1980s, 3rd. */
static bool is_written_number(const char *text, tr_span word)
{
    group g[MOST_GROUPS];
    size_t n;
    const size_t begin =
        tr_utf8_skip(text, skip_country(text, word.begin, word.end), word.end, is_sign_of_numbers);
    const bool is_phone = text[word.begin] == '+';

    if (begin > word.begin + 1 && begin < word.end && is_comparison(text, word.begin)) return false;

    if (begin == word.end || !tr_ascii_is_digit(text[begin])) return false;
    const size_t stop = read_groups(text, begin, word.end, g, &n);
    if (!is_number(g, n) || (is_phone && g[0].n > 4)) return false;
    return is_end_of_number(text, stop, word.end, n > 1) || is_million(text, stop, word.end);
}

/* A unit of what is counted: €5/month, 50km/h. */
static bool is_rate(const char *text, tr_span word)
{
    const size_t at = tr_find_byte(text, word.begin, word.end, '/');

    return at + 1 < word.end && is_written_number(text, (tr_span){word.begin, at}) &&
           end_of_letters(text, at + 1, word.end) == word.end;
}

/* Words, and a number as ids have it behind the last hyphen: file-010, req-110.  Fewer digits count
 * something, as in top-10. */
static bool is_numbered(const char *text, tr_span word)
{
    enum { FEWEST_DIGITS = 3 };
    const size_t at = tr_skip_back(text, word.begin, word.end, tr_ascii_is_digit);

    if (at == word.end || at < word.begin + 3 || text[at - 1] != '-') return false;
    for (size_t i = word.begin; i + 1 < at; i++)
        if (!tr_ascii_is_letter(text[i]) && text[i] != '-') return false;
    return word.end - at >= FEWEST_DIGITS || (text[at] == '0' && word.end - at > 1);
}

/* Parts that hyphens join, with a word among them: 18-year-old, Typ-1-Diabetes, 5th-century. */
static bool is_compound(const char *text, tr_span word)
{
    enum { SHORTEST = 4 }; /* of a word, which may be a letter shorter at the end */
    bool has_word = false;
    size_t n = 0;

    if (is_numbered(text, word)) return false;
    for (size_t at = word.begin, stop; at < word.end; at = stop + 1, n++) {
        stop = tr_find_byte(text, at, word.end, '-');
        const tr_span part = {at, stop};
        const size_t letters = end_of_letters(text, at, stop);
        if (letters < stop && !is_written_number(text, part)) return false;
        if (letters < stop) continue;
        has_word = has_word || (stop - at >= SHORTEST && is_small(text, at + 1, stop)) ||
                   (stop == word.end && stop - at == SHORTEST - 1 && is_small(text, at, stop));
    }
    return n > 1 && has_word;
}

/* An abbreviation that no blank follows: Nr.5. */
static bool is_unspaced(const char *text, tr_span word)
{
    enum { LONGEST_ABBREVIATION = 4 };
    const size_t at = end_of_letters(text, word.begin, word.end);

    return at > word.begin && at - word.begin <= LONGEST_ABBREVIATION && at + 1 < word.end &&
           text[at] == '.' && is_written_number(text, (tr_span){at + 1, word.end});
}

bool tr_word_is_code(const char *text, tr_span word)
{
    bool letter = false, digit = false, sign = false;

    for (size_t i = word.begin; i < word.end; i++) {
        letter = letter || tr_ascii_is_letter(text[i]);
        digit = digit || tr_ascii_is_digit(text[i]);
        sign = sign || !tr_byte_is_letter(text[i]);
    }
    if ((!letter && !digit) || word.end - word.begin < 2) return false;
    const tr_syntax *const row = sign ? tr_syntax_of_word(text, word, digit) : NULL;
    if (row) return row->kind == TR_SYNTAX_CODE_WORD || row->kind == TR_SYNTAX_CODE_NUMBER;
    if (!digit)
        return has_mark_of_codes(text, word) || is_pattern_of_digits(text, word) ||
               is_of_consonants(text, word);
    return !is_written_number(text, word) && !is_rate(text, word) && !is_compound(text, word) &&
           !is_unspaced(text, word);
}

bool tr_word_is_media_type(const char *text, tr_span word)
{
    return tr_pattern_match("(?&media-first)", tr_syntax_definitions(), text, word.end,
                            word.begin) == word.end - word.begin;
}
