#include "text/placeables/key_sign.h"

#include <string.h>

#include "base/ascii.h"
#include "base/span.h"
#include "base/unicode.h"
#include "base/utf8.h"

enum { LONGEST = 200, MOST_WORDS = 6, MOST_WORDS_WITHIN = 4 };

/* The one sign of text [len], pairs of && aside; len if there is none, or more than one. */
static size_t find_alone(const char *text, size_t len, char sign)
{
    size_t found = len;

    for (size_t at = 0, n; at < len; at += n) {
        n = text[at] == sign ? tr_run_length(text, at, len) : 1;
        if (text[at] != sign || (sign == '&' && n == 2)) continue;
        if (n > 1 || found < len) return len;
        found = at;
    }
    return found;
}

static size_t count_words(const char *text, size_t len)
{
    size_t n = 1;
    for (size_t i = 0; i < len; i++)
        n += text[i] == ' ';
    return n;
}

static bool ends_in_points(const char *text, size_t len)
{
    return len >= 3 && (!memcmp(text + len - 3, "...", 3) || !memcmp(text + len - 3, "…", 3));
}

/* True for what a program's interface says in one place: a few words, and no sentence. */
static bool is_label(const char *text, size_t len)
{
    if (count_words(text, len) > MOST_WORDS) return false;
    return ends_in_points(text, len) || !strchr(".!", text[len - 1]);
}

/* The letters on both sides of the sign at text [at], which are a word without it. */
static tr_span word_at(const char *text, size_t len, size_t at)
{
    return (tr_span){tr_utf8_skip_back(text, 0, at, tr_is_letter),
                     tr_utf8_skip(text, at + 1, len, tr_is_letter)};
}

/* True if the word begins where one may, and what follows belongs to no name or code. */
static bool stands_apart(const char *text, size_t len, tr_span word)
{
    const char before = word.begin > 0 ? text[word.begin - 1] : ' ',
               after = word.end < len ? text[word.end] : ' ',
               next = word.end + 1 < len ? text[word.end + 1] : ' ';

    if (!strchr(" \t([\"'/>", before) && (unsigned char)before < 0x80) return false;
    if ((unsigned char)after >= 0x80) return true;
    if (after == '.' || after == '-' || after == '\'' || after == '/')
        return !tr_ascii_is_digit(next) && (after != '.' || !tr_byte_is_letter(next));
    return strchr(" \t,:!?)]\"\\<", after) != NULL;
}

/* True if letters [begin, end), but the byte `at`, are small. */
static bool are_small(const char *text, size_t begin, size_t end, size_t at)
{
    while (begin < end) {
        if (begin == at)
            begin++;
        else if (tr_is_upper(tr_utf8_next(text, &begin, end)))
            return false;
    }
    return true;
}

/* True if the sign at text [at] stands within a word that begins with a capital and goes on in
 * small letters, one of a few: "E&xit". */
static bool is_within(const char *text, size_t len, size_t at, tr_span word)
{
    size_t second = word.begin;

    return count_words(text, len) <= MOST_WORDS_WITHIN &&
           tr_is_upper(tr_utf8_next(text, &second, at)) && are_small(text, second, word.end, at);
}

/* True if the sign at text [at], before a word, is no part of a name: of programs, "_id" and "_ID"
 * are such. */
static bool is_before(const char *text, size_t len, size_t at, tr_span word)
{
    size_t second = at + 1;
    const bool is_capital = tr_is_upper(tr_utf8_next(text, &second, len));

    if (at == 0 && text[at] == '&') return is_capital;
    if (text[at] == '&') return is_label(text, len);
    return is_label(text, len) && are_small(text, second, word.end, at) &&
           (is_capital || (at > 0 && ends_in_points(text, len)));
}

static bool is_key_sign(const char *text, size_t len, size_t at, bool interface)
{
    if (at + 1 >= len || !tr_is_letter(tr_utf8_at(text, at + 1, len))) return false;
    const tr_span word = word_at(text, len, at);
    if (!stands_apart(text, len, word)) return false;
    if (word.begin < at) return (text[at] == '&' || interface) && is_within(text, len, at, word);
    return interface || is_before(text, len, at, word);
}

size_t tr_key_sign_find(const char *text, size_t len, bool interface)
{
    static const char signs[] = "&_";

    if (len > LONGEST || memchr(text, '=', len) || memchr(text, ';', len)) return len;
    for (const char *sign = signs; *sign; sign++) {
        const size_t at = find_alone(text, len, *sign);
        if (at < len && is_key_sign(text, len, at, interface)) return at;
    }
    return len;
}
