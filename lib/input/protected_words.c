#include "input/protected_words.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "input/stress.h"
#include "text/numbers/measures.h"

static int add_reading(tr_protected *h, const tr_finding *f, tr_span at, const char *read_as,
                       size_t len)
{
    const int rc = tr_protected_add(h, at, TR_PROTECTED_BY_READING, f->err);
    if (rc == 0) h->list[h->n - 1].read_as = (tr_string){read_as, len};
    return rc;
}

/* ---- Marks of typography ---- */

/* Signs of ASCII that mean the same; NULL: there are none. */
static const char *plain_form(int32_t c)
{
    switch (c) {
    case 0x2018:
    case 0x2019:
    case 0x201A:
    case 0x201B:
    case 0x2039:
    case 0x203A:
        return "'";
    case 0x201C:
    case 0x201D:
    case 0x201E:
    case 0x201F:
    case 0xAB:
    case 0xBB:
        return "\"";
    case 0x2013:
    case 0x2014:
        return "-";
    default:
        return NULL;
    }
}

/* True if the model has never read the character, not even as bytes. */
static int is_unknown(tr_protected *h, const tr_finding *f, const char *text, size_t len,
                      bool *unknown)
{
    char byte[8];
    bool has;
    size_t n;
    const int rc = tr_coverage_has(&h->coverage, f->chunks, text, len, &n, &has, f->err);

    snprintf(byte, sizeof byte, "<0x%02X>", (unsigned char)*text);
    *unknown = rc == 0 && !has && !tr_tokenizer_knows(f->chunks->tokenizer, byte, strlen(byte));
    return rc;
}

enum { SOFT_HYPHEN = 0xAD, BYTE_ORDER_MARK = 0xFEFF };

/* Nothing is read for a character that is not seen, but for joiners and the like that the
 * vocabulary has. */
static int read_unseen(tr_protected *h, const tr_finding *f, size_t at, size_t n, int32_t c,
                       const char **read_as)
{
    bool has = false;
    const int rc = c == SOFT_HYPHEN || c == BYTE_ORDER_MARK
                       ? 0
                       : tr_coverage_has(&h->coverage, f->chunks, f->text + at, f->passage.end - at,
                                         &n, &has, f->err);
    *read_as = has ? NULL : "";
    return rc;
}

/* What the model reads for the character at text [at, at + n); NULL: itself. */
static int reading_of(tr_protected *h, const tr_finding *f, size_t at, size_t n, int32_t c,
                      const char **read_as)
{
    enum { HYPHEN = 0x2010, NO_BREAK_HYPHEN = 0x2011, EM_DASH = 0x2014 };
    const bool is_hyphen = c == HYPHEN || c == NO_BREAK_HYPHEN;
    const char *const plain = plain_form(c);
    bool unknown = false;
    int rc = 0;

    if (tr_is_unseen(c) || c == BYTE_ORDER_MARK) return read_unseen(h, f, at, n, c, read_as);
    *read_as = is_hyphen ? "-" : NULL;
    if (plain) rc = is_unknown(h, f, f->text + at, n, &unknown);
    if (!unknown) return rc;
    const bool is_tight =
        at > 0 && at + n < f->passage.end && f->text[at - 1] != ' ' && f->text[at + n] != ' ';
    *read_as = c == EM_DASH && is_tight ? " - " : plain;
    return rc;
}

/* Bytes of a soft hyphen that is written as HTML does at text [at, end); 0 if there is none. */
static size_t soft_hyphen_length(const char *text, size_t at, size_t end)
{
    static const char *const forms[] = {"&shy;", "&#173;", "&#xAD;", "&#xad;", "&#XAD;"};

    for (size_t i = 0; text[at] == '&' && i < sizeof forms / sizeof *forms; i++)
        if (tr_starts_with(text, at, end, forms[i])) return strlen(forms[i]);
    return 0;
}

int tr_find_soft_hyphens(tr_protected *h, const tr_finding *f, tr_span gap)
{
    int rc = 0;

    for (size_t at = gap.begin; rc == 0 && at < gap.end; at++) {
        const size_t n = soft_hyphen_length(f->text, at, gap.end);
        if (n) rc = add_reading(h, f, (tr_span){at, at + n}, "", 0);
    }
    return rc;
}

/* Letters of a word on one side of text [at], back to `begin` or on to `end`; 0 if two of them are
 * capitals, as in GNU/Linux. */
static size_t count_letters(const char *text, size_t begin, size_t at, size_t end, bool back)
{
    size_t n = 0, capitals = 0;
    int32_t c;

    for (size_t i = back ? at : at + 1, next; back ? i > begin : i < end; i = next, n++) {
        next =
            back ? tr_char_before(text, begin, i, &c) : i + tr_utf8_decode(text + i, end - i, &c);
        if (!tr_is_letter(c)) break;
        capitals += tr_is_upper(c);
    }
    return capitals > 1 ? 0 : n;
}

/* True if the word behind text [at] is one that starts sentences, in small letters or not, as
 * conjunctions and pronouns are. */
static bool is_small_word(const tr_stops *stops, const char *text, size_t at, size_t n)
{
    enum { LONGEST = 8 };
    char word[LONGEST + 3] = " ";

    if (!stops->starters || n > LONGEST || !tr_ascii_only(text + at + 1, n)) return false;
    memcpy(word + 1, text + at + 1, n);
    if (tr_ascii_is_lower(word[1])) word[1] = (char)(word[1] - 'a' + 'A');
    memcpy(word + 1 + n, " ", 2);
    return strstr(stops->starters, word) != NULL;
}

/* A slash between words, of which models translate both only where blanks are around it; short ones
 * they know, and "and/or". */
static bool is_slash_of_words(const tr_stops *stops, const char *text, tr_span gap, size_t at)
{
    enum { SHORTEST = 2, LONG = 4 };
    const size_t before = count_letters(text, gap.begin, at, gap.end, true);
    const size_t behind = count_letters(text, gap.begin, at, gap.end, false);

    return before >= SHORTEST && behind >= SHORTEST && (before >= LONG || behind >= LONG) &&
           !is_small_word(stops, text, at, behind);
}

/* The slash of "$5/month". */
static bool is_slash_of_money(const char *text, tr_span gap, size_t at)
{
    enum { SHORTEST = 2 };
    return count_letters(text, gap.begin, at, gap.end, false) >= SHORTEST &&
           tr_is_behind_money(text, at);
}

/* The m of "£5m". */
static bool is_millions(const char *text, size_t begin, size_t at, size_t end)
{
    size_t number = at;
    int32_t c = ' ';

    if (at + 1 < end && tr_byte_is_word(text[at + 1])) return false;
    while (number > begin && (tr_ascii_is_digit(text[number - 1]) || text[number - 1] == '.'))
        number--;
    if (number < at && number > begin) tr_char_before(text, begin, number, &c);
    return tr_is_currency(c);
}

/* What the model reads for the byte at text [at] of ASCII; NULL: itself. */
static const char *plain_reading_of(const tr_protected *h, const char *text, tr_span gap, size_t at)
{
    if (text[at] == '/' &&
        (is_slash_of_words(h->stops, text, gap, at) || is_slash_of_money(text, gap, at)))
        return " / ";
    return text[at] == 'm' && is_millions(text, gap.begin, at, gap.end) ? h->stops->millions : NULL;
}

int tr_find_readings(tr_protected *h, const tr_finding *f, tr_span gap)
{
    int32_t c;
    int rc = 0;

    for (size_t at = gap.begin, n; rc == 0 && at < gap.end; at += n) {
        const char *read_as = NULL;
        n = 1;
        if ((unsigned char)f->text[at] >= 0xC2) {
            n = tr_utf8_decode(f->text + at, gap.end - at, &c);
            rc = reading_of(h, f, at, n, c, &read_as);
        } else {
            read_as = plain_reading_of(h, f->text, gap, at);
        }
        if (rc == 0 && read_as)
            rc = add_reading(h, f, (tr_span){at, at + n}, read_as, strlen(read_as));
    }
    return rc;
}

/* ---- Abbreviations beside numbers ---- */

enum { LONGEST = 8 }; /* bytes of an abbreviation */

/* True if text [at] is one of the words of a list. */
static bool is_listed(const char *list, const char *text, tr_span at)
{
    char word[LONGEST + 3] = " ";
    const size_t n = at.end - at.begin;

    if (!list || n == 0 || n > LONGEST) return false;
    memcpy(word + 1, text + at.begin, n);
    memcpy(word + 1 + n, " ", 2);
    return strstr(list, word) != NULL;
}

/* The stretch without blanks that ends before `end` and the blanks there, less the bracket before
 * it and the colon behind it; no longer than an abbreviation is. */
static tr_span word_before(const char *text, size_t begin, size_t end)
{
    tr_span at;

    while (end > begin && text[end - 1] == ' ')
        end--;
    end -= end > begin && text[end - 1] == ':';
    for (at = (tr_span){end, end}; at.begin > begin && end - at.begin <= LONGEST;) {
        if (strchr(" (", text[at.begin - 1])) break;
        at.begin--;
    }
    return at;
}

/* True if a number goes on with a word in small letters behind a blank. */
static bool word_follows(const char *text, size_t number, size_t end)
{
    int32_t c = ' ';

    while (number < end && (tr_ascii_is_digit(text[number]) ||
                            (number + 1 < end && tr_ascii_is_digit(text[number + 1]) &&
                             strchr(".,-", text[number]))))
        number++;
    if (number + 1 >= end || text[number] != ' ') return false;
    tr_utf8_decode(text + number + 1, end - number - 1, &c);
    return tr_is_lower(c);
}

/* True if an abbreviation is a word of the language, too, as "no." is, which a sentence may end in.
 */
static bool may_be_word(const tr_stops *stops, const char *text, tr_span at, size_t number,
                        size_t end)
{
    return is_listed(stops->answers, text, at) && text[at.end] != ':' &&
           word_follows(text, number, end);
}

/* The list without its first word; NULL if it is NULL. */
static const char *behind_first_word(const char *list)
{
    return list ? strchr(list + 1, ' ') : NULL;
}

/* What an abbreviation before a number is read as: the target language's if it is ASCII, which
 * models copy, else the word that it is short for.  False if it stays. */
static bool read_numbered(const tr_protected *h, const char *text, tr_span at, tr_string *read_as)
{
    if (!h->target) return false;
    const tr_stops *const from = h->stops, *const to = h->target;
    const char *const lists[][2] = {{from->number, to->number},
                                    {from->figure, to->figure},
                                    {from->volume, to->volume},
                                    {from->chapter, to->chapter},
                                    {from->section, to->section}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const char *const word = lists[i][0], *const own = behind_first_word(word);
        if (!is_listed(own, text, at)) continue;
        const char *const forms = behind_first_word(lists[i][1]);
        const size_t n = forms ? strcspn(forms + 1, " ") : 0;
        const bool is_ascii = n > 0 && tr_ascii_only(forms + 1, n);
        *read_as =
            is_ascii ? (tr_string){forms + 1, n} : (tr_string){word + 1, (size_t)(own - word) - 1};
        const bool is_same =
            n == at.end - at.begin && !memcmp(text + at.begin + 1, forms + 2, n - 1);
        return forms && !is_same;
    }
    return false;
}

/* "5 ft 6 in": the feet before the number at `at`; `at` if there are none. */
static bool is_after_feet(const tr_stops *stops, const char *text, size_t begin, size_t at,
                          tr_span *feet)
{
    *feet = word_before(text, begin, at);
    return is_listed(stops->feet, text, *feet) && feet->begin > begin + 1 &&
           tr_ascii_is_digit(text[word_before(text, begin, feet->begin).begin]);
}

static size_t end_of_word(const char *text, size_t at, size_t end)
{
    while (at < end && text[at] != ' ')
        at++;
    return at;
}

/* The feet and inches around the number [begin, end) of digits. */
static int add_feet(tr_protected *h, const tr_finding *f, tr_span gap, tr_span number)
{
    static const char feet_word[] = "feet", inches_word[] = "inches";
    const tr_stops *const stops = h->stops;
    tr_span feet, inches = {number.end + 1, number.end + 1};

    if (!stops->feet || number.end + 1 >= gap.end || f->text[number.end] != ' ') return 0;
    inches.end = end_of_word(f->text, inches.begin, gap.end);
    while (inches.end > inches.begin && strchr(",;:!?)", f->text[inches.end - 1]))
        inches.end--;
    if (!is_listed(stops->inches, f->text, inches) ||
        !is_after_feet(stops, f->text, gap.begin, number.begin, &feet))
        return 0;
    if (inches.end == f->passage.end && f->text[inches.end - 1] == '.') inches.end--;
    const int rc = add_reading(h, f, feet, feet_word, sizeof feet_word - 1);
    return rc < 0 ? rc : add_reading(h, f, inches, inches_word, sizeof inches_word - 1);
}

/* The abbreviation before a number that begins at `number`, which may be behind the gap. */
static int add_numbered(tr_protected *h, const tr_finding *f, tr_span gap, size_t number)
{
    const tr_span at = word_before(f->text, gap.begin, number);
    tr_string read_as;

    if (at.begin == at.end || at.end == number || at.end > gap.end ||
        !read_numbered(h, f->text, at, &read_as) ||
        may_be_word(h->stops, f->text, at, number, f->passage.end))
        return 0;
    return add_reading(h, f, at, read_as.text, read_as.len);
}

int tr_find_abbreviations(tr_protected *h, const tr_finding *f, tr_span gap)
{
    int rc = 0;

    for (size_t i = gap.begin, end; rc == 0 && i <= gap.end && i < f->passage.end; i = end) {
        end = i + 1;
        if (!tr_ascii_is_digit(f->text[i]) || i == gap.begin || f->text[i - 1] != ' ') continue;
        while (end < gap.end && tr_ascii_is_digit(f->text[end]))
            end++;
        rc = add_numbered(h, f, gap, i);
        if (rc == 0) rc = add_feet(h, f, gap, (tr_span){i, end});
    }
    return rc;
}

/* ---- Codes in capitals ---- */

int tr_find_capital_codes(tr_protected *h, const tr_finding *f, tr_span gap)
{
    tr_span word = {.end = gap.begin};
    int rc = 0;

    while (rc == 0 && tr_capital_word_next(f->text, gap.end, word.end, &word)) {
        enum tr_capital_word is;
        rc = tr_capital_word_judge(f->chunks, h->stops->articles, h->capitals, f->text, word, &is,
                                   f->err);
        if (rc == 0 && is == TR_CAPITALS_CODE)
            rc = tr_protected_add(h, word, TR_PROTECTED_BY_STAND_IN, f->err);
        if (rc == 0 && is == TR_CAPITALS_CODE) h->list[h->n - 1].is_code = true;
    }
    return rc;
}
