#include "document/keys/value_kinds.h"

#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "base/hash.h"
#include "base/span.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "document/keys/plural_form.h"
#include "document/segment/decoded.h"
#include "text/placeables/key_sign.h"

/* ---- Keys ---- */

enum key_kind { PLAIN_KEY, TEXT_KEY, NAME_KEY };

/* Lists of words, with a comma before and after each. */
#include "document/keys/value_kinds.inc" /* of value_kinds.rows */

/* The length of the word that begins behind the comma at `list`; 0 at the end. */
static size_t next_length(const char *list)
{
    return strcspn(list + 1, ",");
}

/* True if the list has word [len]; case does not matter. */
static bool is_listed(const char *list, const char *word, size_t len)
{
    const char first = len ? tr_ascii_lower(*word) : ',';

    if (memchr(word, ',', len)) return false;
    for (const char *at = list + 1; *at; at = strchr(at, ',') + 1)
        if (*at == first && !strncasecmp(at, word, len) && at[len] == ',') return true;
    return false;
}

/* Where the last word of key [len] begins: "bodyText", "body-text" and "body_text" have two. */
static size_t last_word(const char *key, size_t len)
{
    size_t at = len;

    while (at > 0 && tr_byte_is_letter(key[at - 1])) {
        at--;
        if (tr_ascii_is_upper(key[at]) && at > 0 && tr_ascii_is_lower(key[at - 1])) break;
    }
    return at;
}

/* True if a key's last word, which begins at byte `at`, is the name of a font: "font_name". */
static bool is_font_name(const char *key, size_t at, size_t n)
{
    size_t end = at;

    if (n != 4 || strncasecmp(key + at, "name", n)) return false;
    while (end && tr_ascii_is_one_of(key[end - 1], "_-"))
        end--;
    const size_t begin = last_word(key, end);
    return is_listed(font_keys, key + begin, end - begin);
}

/* True if the word [n] at byte `at` of a key, or without an -s, is one of people. */
static bool is_of_people(const char *key, size_t at, size_t n)
{
    return is_listed(person_keys, key + at, n) ||
           (n && tr_ascii_lower(key[at + n - 1]) == 's' && is_listed(person_keys, key + at, n - 1));
}

/* The word of a path that says that its value is a person: of "author", "post.authors",
 * "authorName" and "author.name".  False if none does. */
static bool find_person(const char *path, tr_span *word)
{
    static const char name[] = "name";
    size_t end = strlen(path), begin = last_word(path, end);

    if (end - begin == strlen(name) && !strncasecmp(path + begin, name, strlen(name))) {
        end = begin;
        while (end && tr_ascii_is_one_of(path[end - 1], "_-."))
            end--;
        begin = last_word(path, end);
    }
    *word = (tr_span){begin, end};
    return is_of_people(path, begin, end - begin);
}

/* What a key [len] says of its values; `all`: keys with several values, such as "labels", too. */
static enum key_kind kind_of_key(const char *key, size_t len, bool all)
{
    const size_t at = last_word(key, len);
    const char *const word = key + at;
    size_t n = len - at;

    for (int singular = 0; n && singular < 2; singular++) {
        if (is_listed(name_keys, word, n) || is_font_name(key, at, n)) return NAME_KEY;
        if ((all || singular) && is_listed(text_keys, word, n)) return TEXT_KEY;
        if (tr_ascii_lower(word[n - 1]) != 's') break;
        n--;
    }
    return PLAIN_KEY;
}

/* Where the last key of path [len] begins. */
static size_t last_key(const char *path, size_t len)
{
    while (len > 0 && path[len - 1] != '.')
        len--;
    return len;
}

/* What a path says of its value: its last key, or the next one above it that says something. */
static enum key_kind kind_of_path(const char *path)
{
    size_t end = strlen(path);

    for (bool last = true; end > 0; last = false) {
        const size_t begin = last_key(path, end);
        const enum key_kind kind = kind_of_key(path + begin, end - begin, last);
        if (kind) return kind;
        end = begin ? begin - 1 : 0;
    }
    return PLAIN_KEY;
}

/* The last key, or one above it that holds commands: "users" above a text is no more than a part of
 * a catalogue. */
bool tr_key_is_for_programs(const char *path)
{
    size_t end = strlen(path), begin = last_key(path, end);
    const enum key_kind kind = kind_of_key(path + begin, end - begin, true);

    if (kind != PLAIN_KEY) return kind == NAME_KEY;
    while (begin) {
        end = begin - 1;
        begin = last_key(path, end);
        if (is_listed(code_keys, path + begin, end - begin)) return true;
    }
    return false;
}

/* True if a value names fonts, as under "font-family" or "font: text:": "Open Sans, sans-serif". */
static bool is_font(const char *path, const char *text, size_t len)
{
    size_t end = strlen(path), begin = last_key(path, end);
    const size_t word = begin + last_word(path + begin, end - begin);
    bool has_part = false;
    size_t n;

    for (const char *part = font_parts; (n = next_length(part)); part += n + 1)
        for (size_t i = 0; i + n <= len && !has_part; i++)
            has_part = !strncasecmp(text + i, part + 1, n);
    if (!has_part) return false;
    if (is_listed(font_keys, path + word, end - word)) return true;
    if (!begin) return false;
    end = begin - 1;
    begin = last_key(path, end);
    return is_listed(font_keys, path + begin, end - begin);
}

/* True if a value says what its key says, as in a catalogue whose keys are its texts. */
static bool says_key(const char *path, const char *text, size_t len)
{
    const size_t path_len = strlen(path);

    if (len > path_len) return false;
    const size_t at = path_len - len;
    if (at > 0 && path[at - 1] != '.') return false;
    for (size_t i = 0; i < len; i++)
        if (tr_ascii_lower(path[at + i]) != tr_ascii_lower(text[i])) return false;
    return true;
}

/* ---- Values ---- */

/* CODE and NAME are no text in any document; WORD is one word in small letters; CALL and PHRASE are
 * several that begin with a small letter, in a CALL with signs that words do not have: "node a.js".
 */
enum value_kind { CODE, NAME, WORD, CALL, PHRASE, TEXT };

/* A byte that belongs to a word, or to a placeholder in it. */
static bool is_of_phrase(char c)
{
    return tr_byte_is_letter(c) || tr_ascii_is_digit(c) || strchr("'-,;:.!?()\"{}%&|", c);
}

/* True if text [at, end) is what a phrase consists of. */
static bool is_phrase_word(const char *text, tr_span s)
{
    const char first = text[s.begin];
    const char second = s.end > s.begin + 1 ? text[s.begin + 1] : ' ';
    if ((first == '-' && second != ' ') || (second == first && strchr("&|", first))) return false;
    for (size_t i = s.begin; i < s.end; i++)
        if (!is_of_phrase(text[i]) ||
            (text[i] == '.' && i + 1 < s.end && tr_byte_is_word(text[i + 1])))
            return false;
    return true;
}

static bool has_tag(const char *text, size_t len)
{
    for (size_t i = 0; i + 1 < len; i++)
        if (text[i] == '<' && text[i + 1] == '/') return true;
    return false;
}

/* The kind of a text in several words that begins with a small letter. */
static enum value_kind kind_of_phrase(const char *text, size_t len)
{
    enum { SENTENCE = 5 };
    size_t n_words = 0;

    if (has_tag(text, len)) return TEXT;
    for (size_t at = 0, end; at < len; at = end + 1) {
        end = tr_word_end(text, at, len);
        if (end == at) continue;
        if (!is_phrase_word(text, (tr_span){at, end})) return CALL;
        n_words++;
    }
    return n_words < SENTENCE ? PHRASE : TEXT;
}

static bool ends_sentence(const char *text, size_t len)
{
    static const char ellipsis[] = "\xE2\x80\xA6";
    const size_t n = sizeof ellipsis - 1;
    return strchr(".!?:", text[len - 1]) || (len > n && !memcmp(text + len - n, ellipsis, n));
}

/* True if text [len] begins with one of these words and a blank. */
static bool begins_with_word(const char *list, const char *text, size_t len)
{
    for (size_t n; (n = next_length(list)); list += n + 1)
        if (len > n && text[n] == ' ' && !memcmp(text, list + 1, n)) return true;
    return false;
}

/* Classes of a style sheet, "mt-4 mb-2 text-center", or one such name: words of small letters and
 * digits, each with a hyphen. */
static bool is_kebab(const char *text, size_t len)
{
    bool hyphen = false;

    for (size_t i = 0; i <= len; i++) {
        if (i == len || text[i] == ' ') {
            if (!hyphen || text[i - 1] == '-') return false;
            hyphen = false;
        } else if (text[i] == '-') {
            if (!i || text[i - 1] == ' ') return false;
            hyphen = true;
        } else if (!tr_ascii_is_lower(text[i]) && !tr_ascii_is_digit(text[i])) {
            return false;
        }
    }
    return true;
}

/* "1px solid red": a length of a style sheet, and words. */
static bool is_style(const char *text, size_t len)
{
    size_t n = 0;

    while (n < len && (tr_ascii_is_digit(text[n]) || text[n] == '.'))
        n++;
    return n && begins_with_word(units, text + n, len - n);
}

bool tr_value_is_constant(const char *text, size_t len)
{
    return is_listed(constants, text, len);
}

/* "ctrl S", "shift+alt F5": keys that are pressed together. */
static bool is_keystroke(const char *text, size_t len)
{
    size_t at = 0, begin = 0;

    for (; at < len; at++) {
        if (text[at] != ' ' && text[at] != '+') continue;
        if (!is_listed(pressed, text + begin, at - begin)) return false;
        begin = at + 1;
    }
    const bool function_key = len - begin <= 3 && text[begin] == 'F' && begin + 1 < len &&
                              tr_ascii_is_digit(text[begin + 1]);
    return begin > 0 && (len - begin == 1 || function_key);
}

/* "text/html; charset=utf-8" */
static bool is_media_type(const char *text, size_t len)
{
    const char *const slash = memchr(text, '/', len);
    size_t i = slash ? (size_t)(slash - text) + 1 : len;

    if (!slash || !is_listed(media_types, text, i - 1)) return false;
    while (i < len && (tr_ascii_is_alnum(text[i]) || strchr(".+-", text[i])))
        i++;
    return i == len || text[i] == ';';
}

/* What programs read, though it has words: a command, a query, names of styles, "true". */
static bool is_code(const char *text, size_t len)
{

    return tr_value_is_constant(text, len) || is_keystroke(text, len) || is_media_type(text, len) ||
           begins_with_word(commands, text, len) || is_kebab(text, len) || is_style(text, len);
}

/* A word in capitals, or one of two letters as "No", which are labels where other values are text.
 */
static bool is_capital_word(const char *text, size_t len)
{
    size_t n_upper = 0;

    for (size_t i = 0; i < len; i++) {
        if (!tr_ascii_is_letter(text[i])) return false;
        n_upper += tr_ascii_is_upper(text[i]);
    }
    return (len > 3 && n_upper == len) || (len == 2 && n_upper == 1 && tr_ascii_is_upper(text[0]));
}

/* A menu's word with the sign of its key before it: "&Open", "_Open". */
static bool is_menu_word(const char *text, size_t len)
{
    int32_t first, second;

    if (len <= 3 || (text[0] != '&' && text[0] != '_')) return false;
    const size_t n = 1 + tr_utf8_decode(text + 1, len - 1, &first);
    if (n == len || !tr_is_upper(first)) return false;
    tr_utf8_decode(text + n, len - n, &second);
    return tr_is_lower(second) && tr_decoded_is_text(text + 1, len - 1);
}

/* True for a word of a person's name: it begins with a capital, and has letters, hyphens and
 * apostrophes; an initial has a point.  `is_inner`: it may be a particle in small letters: "van".
 */
static bool is_name_word(const char *text, tr_span s, bool is_inner)
{
    enum { PARTICLE = 3 };
    int32_t c;
    size_t n = s.end - s.begin;

    tr_utf8_decode(text + s.begin, n, &c);
    if (!tr_is_upper(c) && (!is_inner || !tr_is_lower(c) || n > PARTICLE)) return false;
    if (text[s.end - 1] == '.') return n <= PARTICLE;
    for (size_t i = s.begin; i < s.end; i++)
        if (!tr_byte_is_letter(text[i]) && !tr_ascii_is_one_of(text[i], "-'")) return false;
    return is_inner || n >= PARTICLE;
}

/* True if a value is called as people are, "Jane van Miller", under a key of people that it does
 * not repeat, as "Author Name" does. */
static bool is_person(const char *path, const char *text, size_t len)
{
    enum { MOST = 4 };
    size_t n_words = 0;
    tr_span key, word;

    if (!find_person(path, &key)) return false;
    for (size_t at = 0; at < len; at = word.end + 1, n_words++) {
        word = (tr_span){at, tr_find_byte(text, at, len, ' ')};
        const size_t n = word.end - at;
        if (!n || n_words == MOST || !is_name_word(text, word, n_words && word.end < len) ||
            (n <= key.end - key.begin && !strncasecmp(path + key.begin, text + at, n)))
            return false;
    }
    return n_words > 1;
}

/* One word whose key tells that it is one of a few that a program knows: "type": "Point". */
static bool is_constant(const char *path, const char *text, size_t len)
{
    const size_t end = strlen(path), begin = last_key(path, end),
                 at = begin + last_word(path + begin, end - begin);

    for (size_t i = 0; i < len; i++)
        if (!tr_byte_is_letter(text[i])) return false;
    return is_listed(constant_keys, path + at, end - at);
}

/* True for an entry of a menu with & before the letter of its key: "E&xit". */
static bool has_key_sign(const char *text, size_t len)
{
    const size_t at = tr_key_sign_find(text, len, false);
    return at < len && text[at] == '&';
}

static enum value_kind kind_of_value(const char *text, size_t len)
{
    bool several = false;
    int32_t c;

    if (has_key_sign(text, len)) return TEXT;
    if (!len || is_code(text, len)) return CODE;
    if (!tr_decoded_is_text(text, len)) return NAME;
    tr_utf8_decode(text, len, &c);
    if (!tr_is_lower(c)) return TEXT;
    for (size_t i = 0; i < len; i++)
        several = several || tr_ascii_is_space(text[i]);
    if (several) return kind_of_phrase(text, len);
    return ends_sentence(text, len) ? TEXT : WORD;
}

/* ---- Forms of plurals ---- */

/* How much of a path that ends in a form is before it: of "days_one" and of "days.one". */
static size_t plural_stem(const char *path)
{
    const size_t len = strlen(path);
    size_t at = len;

    while (at && path[at - 1] != '_' && path[at - 1] != '.')
        at--;
    return at > 1 && tr_is_plural_form(path + at, len - at) ? at : 0;
}

/* The bit of a plural whose forms begin with path [stem], and the word that has the bit. */
static uint64_t plural_bit(const char *path, size_t stem, size_t *word)
{
    const uint64_t hash = tr_fnv1a(TR_FNV1A_START, path, stem);
    *word = hash >> 6 & 63;
    return (uint64_t)1 << (hash & 63);
}

static void note_plural(tr_value_kinds *k, const char *path)
{
    const size_t stem = plural_stem(path);
    size_t word;

    if (!stem || strcmp(path + stem, "other") != 0) return;
    const uint64_t bit = plural_bit(path, stem, &word);
    k->plurals[word] |= bit;
}

/* True if the form "other" of the plural is there that a path is a form of. */
static bool is_plural(const tr_value_kinds *k, const char *path)
{
    const size_t stem = plural_stem(path);
    size_t word = 0;

    const uint64_t bit = stem ? plural_bit(path, stem, &word) : 0;
    return k->plurals[word] & bit;
}

bool tr_value_is_name_list(const char *text, size_t len, bool any_case)
{
    enum { DAYS = 7, MONTHS = 12 };
    size_t n = 0;

    for (size_t at = 0, end; at <= len; at = end + 1, n++) {
        int32_t first;
        end = tr_find_byte(text, at, len, '_');
        if (n == MONTHS || end < at + 2) return false;
        tr_utf8_decode(text + at, end - at, &first);
        if (!any_case && !tr_is_upper(first)) return false;
        for (size_t i = at; i < end; i++)
            if (!tr_byte_is_letter(text[i]) && (text[i] != '.' || i + 1 < end)) return false;
        if (end > at + 1 && tr_ascii_is_upper(text[at + 1])) return false;
    }
    return n == DAYS || n == MONTHS;
}

/* "months": "January_February_..."; in small letters only where the key says so. */
static bool is_calendar(const char *path, const char *text, size_t len)
{
    const size_t end = strlen(path), begin = last_key(path, end);
    const bool says_so = is_listed(calendar_keys, path + begin, end - begin);
    return tr_value_is_name_list(text, len, says_so);
}

bool tr_value_is_prose(const char *text, size_t len)
{
    return kind_of_value(text, len) > WORD;
}

void tr_value_kinds_count(tr_value_kinds *k, const char *path, const char *text, size_t len)
{
    note_plural(k, path);
    if (is_calendar(path, text, len) || is_person(path, text, len)) return;
    const enum value_kind kind = kind_of_value(text, len);
    const bool named = kind_of_path(path) == NAME_KEY && kind != TEXT;

    if (!tr_has_letter(text, 0, len) || (kind == CODE && !is_kebab(text, len))) return;
    if (is_capital_word(text, len) || is_menu_word(text, len)) return; /* as the others are */
    if (kind >= PHRASE && !named)
        k->n_text++;
    else if (kind == WORD && says_key(path, text, len))
        k->n_text++;
    else
        k->n_names++;
}

bool tr_value_kinds_take(const tr_value_kinds *k, tr_content *d, const char *path, const char *text,
                         size_t len)
{
    const bool mostly_text = k->n_text > k->n_names;

    if (is_calendar(path, text, len)) return true;
    const bool takes = tr_content_takes(d, text, len);
    if (d->again || d->options->keys) return takes;
    const enum value_kind kind = kind_of_value(text, len);
    const enum key_kind key = kind_of_path(path);
    if (!takes && mostly_text && key != NAME_KEY && kind != CODE)
        return is_capital_word(text, len) || is_menu_word(text, len);
    if (!takes || kind == CODE || is_font(path, text, len) || is_person(path, text, len))
        return false;
    if (key == TEXT_KEY || says_key(path, text, len)) return true;
    if ((key == PLAIN_KEY || kind >= PHRASE) && is_plural(k, path)) return true;
    if (is_constant(path, text, len)) return false;
    if (key == NAME_KEY) return kind == TEXT && mostly_text;
    return kind >= PHRASE || mostly_text;
}

/* True if the key begins, or else ends, with a word of a list, and is longer. */
static bool has_affix(const char *list, const char *key, size_t len, bool begins)
{
    for (const char *w = list + 1; *w; w += strcspn(w, ",") + 1) {
        const size_t n = strcspn(w, ",");
        if (n < len && !memcmp(begins ? key : key + len - n, w, n) &&
            (!begins || tr_ascii_is_upper(key[n])))
            return true;
    }
    return false;
}

bool tr_key_is_of_system(const char *key, size_t len)
{
    bool any_lower = false;

    for (size_t i = 0; i < len; i++)
        any_lower = any_lower || tr_ascii_is_lower(key[i]);
    return any_lower && has_affix(system_key_beginnings, key, len, true) &&
           !has_affix(system_text_endings, key, len, false);
}
