#include "text/placeables/number_words.h"

#include <limits.h>
#include <string.h>

#include "base/ascii.h"
#include "base/span.h"
#include "base/unicode.h"
#include "base/utf8.h"

/* ---- Roman letters ---- */

/* The value of the Roman number at text [at, end); 0 if it is none. */
static uint64_t roman_value(const char *text, size_t at, size_t end)
{
    static const char letters[] = "IVXLCDM";
    static const unsigned values[] = {1, 5, 10, 50, 100, 500, 1000};
    uint64_t value = 0;
    unsigned last = UINT_MAX;

    for (; at < end; at++) {
        const char *const letter = text[at] ? strchr(letters, text[at]) : NULL;
        if (!letter) return 0;
        const unsigned one = values[letter - letters];
        value += one;
        if (last < one) value -= 2 * (uint64_t)last;
        last = one;
    }
    return value;
}

bool tr_number_is_roman_in(const char *text, size_t len, uint64_t value)
{
    enum { HIGHEST = 100, LONGEST = 7 }; /* LXXXVIII is read in parts, and is rare */

    if (value == 0 || value >= HIGHEST) return false;
    for (size_t at = 0, end; at < len; at = end + 1) {
        for (end = at; end < len && tr_byte_is_word(text[end]);)
            end++;
        if (end - at > 1 && end - at <= LONGEST && roman_value(text, at, end) == value) return true;
    }
    return false;
}

/* ---- Words for zeros ---- */

size_t tr_zeros_behind(const char *text, size_t at, size_t len)
{
    static const struct {
        const char *begin; /* of the word */
        size_t zeros;
    } words[] = {{"thousand", 3}, {"mil", 3},  {"tausend", 3},  {"Tausend", 3},  {"Tsd", 3},
                 {"million", 6},  {"milh", 6}, {"mill", 6},     {"Million", 6},  {"Mio", 6},
                 {"billion", 9},  {"bilh", 9}, {"milliard", 9}, {"Milliard", 9}, {"Mrd", 9}};
    size_t zeros = 0, longest = 0;

    while (at < len && (text[at] == ' ' || text[at] == '\xC2' || text[at] == '\xA0'))
        at++;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t n = strlen(words[i].begin);
        if (n <= longest || len - at < n || memcmp(text + at, words[i].begin, n)) continue;
        longest = n;
        zeros = words[i].zeros;
    }
    if (zeros == 3 && at + longest < len && tr_byte_is_word(text[at + longest])) return 0;
    return zeros;
}

/* The digits of a number without the zeros at its ends.  *tens: the power of ten that they are to
 * be multiplied with, `zeros` the zeros that a word stands for. */
static tr_numeral_part digits_of(const tr_numeral *f, size_t zeros, int *tens)
{
    tr_numeral_part all = {0};

    *tens = (int)zeros;
    for (size_t i = 0; i < f->n; i++) {
        for (size_t k = 0; k < f->part[i].n && all.n < TR_MOST_DIGITS; k++) {
            if (all.n || f->part[i].digit[k] != '0') all.digit[all.n++] = f->part[i].digit[k];
            *tens -= i > 0;
        }
    }
    for (; all.n && all.digit[all.n - 1] == '0'; all.n--)
        ++*tens;
    return all;
}

bool tr_number_is_scaled_in(const tr_numeral *own, size_t own_zeros, const char *text, size_t len)
{
    tr_span at = {0};
    int own_tens, tens;

    if (own->n > 2) return false;
    const tr_numeral_part x = digits_of(own, own_zeros, &own_tens);
    while (tr_numeral_next(text, at.end, len, &at)) {
        const tr_numeral said = tr_numeral_read(text, at);
        const size_t zeros = tr_zeros_behind(text, at.end, len);
        if (said.n > 2 || (!zeros && !own_zeros)) continue;
        const tr_numeral_part y = digits_of(&said, zeros, &tens);
        if (x.n && x.n == y.n && !memcmp(x.digit, y.digit, x.n) && tens == own_tens) return true;
    }
    return false;
}

/* ---- Words for numbers ---- */

/* Words for numbers that words for other things begin with, too, and beginnings of the others: in
 * small letters, in English, German, French, Spanish, Italian, Portuguese, Dutch and Swedish. */
static const char *const whole_words[] = {
    "one",    "ones",  "once",  "ten",    "tens",   "ein",   "eine",  "einen", "einem", "einer",
    "eins",   "elf",   "zwo",   "un",     "une",    "deux",  "cinq",  "six",   "sept",  "huit",
    "neuf",   "dix",   "onze",  "cent",   "cents",  "mille", "mil",   "uno",   "una",   "dos",
    "tres",   "seis",  "siete", "ocho",   "nueve",  "diez",  "once",  "cien",  "due",   "tre",
    "sei",    "sette", "otto",  "nove",   "dieci",  "um",    "uma",   "dois",  "duas",  "sete",
    "oito",   "dez",   "een",   "twee",   "drie",   "vier",  "vijf",  "zes",   "negen", "tien",
    "twaalf", "en",    "ett",   "fem",    "sex",    "sju",   "nio",   "tio",   "elva",  "tolv",
    "noon",   "both",  "pair",  "couple", "mittag", "beide", "beiden"};
static const char *const beginnings[] = {"two",
                                         "three",
                                         "four",
                                         "five",
                                         "sixt",
                                         "seven",
                                         "eight",
                                         "nine",
                                         "eleven",
                                         "twel",
                                         "twent",
                                         "thir",
                                         "fort",
                                         "fift",
                                         "hundred",
                                         "thousand",
                                         "million",
                                         "billion",
                                         "dozen",
                                         "half",
                                         "quarter",
                                         "first",
                                         "second",
                                         "midnight",
                                         "decade",
                                         "centur",
                                         "zwei",
                                         "drei",
                                         "f\xC3\xBCnf",
                                         "sech",
                                         "sieb",
                                         "acht",
                                         "neun",
                                         "zehn",
                                         "zw\xC3\xB6lf",
                                         "zwan",
                                         "drit",
                                         "drei\xC3\x9F",
                                         "hundert",
                                         "tausend",
                                         "milli",
                                         "dutzend",
                                         "halb",
                                         "h\xC3\xA4lfte",
                                         "erst",
                                         "anderthalb",
                                         "mitternacht",
                                         "jahrhundert",
                                         "jahrzehnt",
                                         "einund",
                                         "einhundert",
                                         "eintausend",
                                         "trois",
                                         "quat",
                                         "douz",
                                         "trei",
                                         "quin",
                                         "seiz",
                                         "vingt",
                                         "trent",
                                         "quarant",
                                         "cinquant",
                                         "soixant",
                                         "premi",
                                         "deuxi",
                                         "moiti",
                                         "demi",
                                         "si\xC3\xA8"
                                         "cle",
                                         "minuit",
                                         "cuatro",
                                         "cinco",
                                         "doce",
                                         "trec",
                                         "catorc",
                                         "veint",
                                         "treint",
                                         "cuarent",
                                         "cincuent",
                                         "sesent",
                                         "setent",
                                         "ochent",
                                         "novent",
                                         "cient",
                                         "quinient",
                                         "prim",
                                         "segund",
                                         "mitad",
                                         "siglo",
                                         "docena",
                                         "quattro",
                                         "cinque",
                                         "undici",
                                         "dodici",
                                         "tredici",
                                         "venti",
                                         "sessant",
                                         "settant",
                                         "ottant",
                                         "secol",
                                         "quatro",
                                         "doze",
                                         "vinte",
                                         "trinta",
                                         "cinquenta",
                                         "oitent",
                                         "duzent",
                                         "metade",
                                         "s\xC3\xA9"
                                         "culo",
                                         "zeven",
                                         "twint",
                                         "dert",
                                         "veert",
                                         "honderd",
                                         "duizend",
                                         "eeuw",
                                         "eerst",
                                         "tweed",
                                         "derd",
                                         "tv\xC3\xA5",
                                         "fyra",
                                         "sjutt",
                                         "tjug",
                                         "hundra",
                                         "tusen",
                                         "f\xC3\xB6rst"};

/* True if word [len] is the entry, or may go on behind it; case does not matter in ASCII. */
static bool matches_word(const char *word, size_t len, const char *entry, bool whole)
{
    size_t k = 0;

    while (k < len && entry[k] && tr_ascii_lower(word[k]) == entry[k])
        k++;
    return !entry[k] && (k == len || !whole);
}

static bool is_number_word(const char *word, size_t len)
{
    for (size_t i = 0; i < sizeof whole_words / sizeof *whole_words; i++)
        if (matches_word(word, len, whole_words[i], true)) return true;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (matches_word(word, len, beginnings[i], false)) return true;
    return len > 1 && roman_value(word, 0, len) > 0;
}

/* True if a letter of text [len] is of another script than Latin. */
static bool has_other_script(const char *text, size_t len)
{
    enum { LATIN_END = 0x370, MORE_LATIN = 0x1E00, MORE_LATIN_END = 0x1F00 };
    int32_t c;

    for (size_t at = 0; at < len;) {
        at += tr_utf8_decode(text + at, len - at, &c);
        const bool latin = c < LATIN_END || (c >= MORE_LATIN && c < MORE_LATIN_END);
        if (!latin && tr_is_letter(c)) return true;
    }
    return false;
}

bool tr_number_may_be_in_words(const char *text, size_t len)
{
    for (size_t at = 0, end; at < len; at = end + 1) {
        for (end = at; end < len && tr_byte_is_letter(text[end]);)
            end++;
        if (end > at && is_number_word(text + at, end - at)) return true;
    }
    return has_other_script(text, len);
}
