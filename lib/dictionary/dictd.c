/*
 * dictd.c - dictionaries of dictd: lines of an index, "word TAB offset TAB length" with numbers in
 * base 64, and a text that has the entries, as the tools of FreeDict lay them out:
 *
 *     bank /baŋk/ <n>
 *     Bank <fem>, Geldinstitut <neut> [fin.]
 *           "a word"  - an example
 *      Note: about the sense
 *      see: {others}
 *
 * A first line may have several headwords, with commas, and the other forms of one in brackets
 * behind the pronunciation: "go /gəʊ/ (went /wɛnt/ <>, gone /gɒn/ <>) <v>".
 */
#include <string.h>

#include "base/span.h"
#include "base/utf8.h"
#include "dictionary/dictionary_format.h"
#include "dictionary/headword.h"

enum { DEEP = 3 /* blanks before what is no translation */ };

/* ---- The index ---- */

/* Reads digits of base 64, the first the highest; false if there is another byte, none, or too
 * many. */
static bool read_number(const char *text, size_t at, size_t end, size_t *number)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    if (at >= end || end - at > 6) return false;
    for (*number = 0; at < end; at++) {
        const char *const digit = text[at] ? strchr(digits, text[at]) : NULL;
        if (!digit) return false;
        *number = *number * 64 + (size_t)(digit - digits);
    }
    return true;
}

typedef struct place {
    tr_span word;
    size_t begin, len; /* of the entry */
} place;

static bool read_line(const char *text, size_t at, size_t end, place *p)
{
    const size_t tab = tr_find_byte(text, at, end, '\t');
    const size_t second = tr_find_byte(text, tab + 1, end, '\t');

    p->word = (tr_span){at, tab};
    return second < end && read_number(text, tab + 1, second, &p->begin) &&
           read_number(text, second + 1, tr_find_byte(text, second + 1, end, '\t'), &p->len);
}

/* True for what is told of the dictionary itself. */
static bool is_about(const char *text, tr_span word)
{
    return tr_starts_with(text, word.begin, word.end, "00-database") ||
           tr_starts_with(text, word.begin, word.end, "00database");
}

static int index_lines(tr_dictionary *d, tr_error *err)
{
    const size_t most = d->zip.n ? tr_dictzip_most(&d->zip) : d->text.len;
    const char *const text = d->words.text;
    size_t line = 0;
    tr_buf key = {0};
    int rc = 0;

    for (size_t at = 0, end; rc == 0 && at < d->words.len; at = end + 1) {
        place p;
        line++;
        end = tr_find_byte(text, at, d->words.len, '\n');
        if (end == at) continue;
        if (!read_line(text, at, end, &p)) {
            rc = tr_fail(err, TR_EFORMAT, "%s:%zu: is no line of dictd's index", d->path, line);
            break;
        }
        if (p.begin > most || p.len > most - p.begin)
            rc = tr_fail(err, TR_EFORMAT, "%s:%zu: the entry is behind the end of the dictionary",
                         d->path, line);
        if (is_about(text, p.word)) continue;
        tr_headword_key(d->source, text + at, p.word.end - at, &key);
        if (key.failed) d->index.failed = true;
        if (key.len) tr_word_index_add(&d->index, key.data, key.len, at);
    }
    tr_buf_free(&key);
    return rc;
}

static void word_of(const tr_dictionary *d, size_t at, tr_buf *word)
{
    tr_buf_clear(word);
    tr_buf_add(word, d->words.text + at, tr_find_byte(d->words.text, at, d->words.len, '\t') - at);
}

/* ---- Entries ---- */

/* Where the pronunciation stands, " /baŋk/"; empty at the end of the line if it does not. */
static tr_span find_pronunciation(const char *text, size_t begin, size_t end)
{
    for (size_t at = begin + 1; at < end; at++) {
        if (text[at] != '/' || text[at - 1] != ' ') continue;
        const size_t close = tr_find_byte(text, at + 1, end, '/');
        if (close < end && (close + 1 == end || text[close + 1] == ' '))
            return (tr_span){at, close + 1};
        if (close == end) break;
    }
    return (tr_span){end, end};
}

/* The key of a word of a first line. */
static void find_key(const tr_dictionary *d, const char *text, tr_span s, tr_buf *bare, tr_buf *key)
{
    tr_entry_bare(text + s.begin, s.end - s.begin, bare);
    tr_headword_key(d->source, tr_buf_text(bare), bare->len, key);
}

static bool is_key(const tr_buf *key, const tr_buf *wanted)
{
    return key->len && key->len == wanted->len && !memcmp(key->data, wanted->data, key->len);
}

/* The word of a list with commas that has the key `wanted`; empty if none has. */
static tr_span find_listed(const tr_dictionary *d, const char *text, tr_span list,
                           const tr_buf *wanted, tr_buf *bare, tr_buf *key)
{
    for (size_t at = list.begin, end; at < list.end; at = end + 1) {
        end = tr_entry_find(text, at, list.end, ",");
        find_key(d, text, (tr_span){at, end}, bare, key);
        if (is_key(key, wanted)) return tr_span_trimmed(text, at, end);
    }
    return (tr_span){list.end, list.end};
}

/* True if brackets behind the pronunciation have the word as a form of the headword. */
static bool has_form(const tr_dictionary *d, const char *text, tr_span rest, const tr_buf *wanted,
                     tr_buf *bare, tr_buf *key)
{
    for (size_t at = rest.begin; at < rest.end;) {
        const size_t open = tr_find_byte(text, at, rest.end, '(');
        const size_t begin = open < rest.end ? open + 1 : rest.end;
        at = tr_find_byte(text, begin, rest.end, ')');
        const tr_span found = find_listed(d, text, (tr_span){begin, at}, wanted, bare, key);
        if (found.begin < found.end) return true;
    }
    return false;
}

/* The headword of a first line that the word is found by: one of several, or what begins with the
 * word; empty if there is none.  `form` is set if the word is another form of it. */
static tr_span find_headword(const tr_dictionary *d, const char *text, tr_span words, tr_span rest,
                             tr_string word, bool *form, bool *failed)
{
    tr_buf bare = {0}, key = {0}, wanted = {0};

    tr_headword_key(d->source, word.text, word.len, &wanted);
    tr_span found = find_listed(d, text, words, &wanted, &bare, &key);
    if (found.begin == found.end) {
        find_key(d, text, words, &bare, &key);
        const bool begins =
            key.len >= wanted.len && key.len && !memcmp(key.data, tr_buf_text(&wanted), wanted.len);
        *form = !begins && key.len && has_form(d, text, rest, &wanted, &bare, &key);
        if (begins || *form) found = words;
    }
    *failed = *failed || bare.failed || key.failed || wanted.failed;
    tr_buf_free(&bare);
    tr_buf_free(&key);
    tr_buf_free(&wanted);
    return found;
}

/* The first line of an entry, which ends in `end`, and the second one in `second`; false if it has
 * no headword that the word is found by. */
static bool take_headword(const tr_dictionary *d, const char *text, size_t begin, size_t end,
                          size_t second, tr_string word, tr_entry_items *items)
{
    const tr_span said = find_pronunciation(text, begin, end);
    const tr_span words = {begin, said.begin}, rest = {said.end, end};
    bool form = false;

    const tr_span head = find_headword(d, text, words, rest, word, &form, &items->failed);
    if (head.begin == head.end) {
        tr_entry_headword(items, word.text, word.len, false);
        return false;
    }
    tr_entry_part_of_speech(items, text + said.end, end - said.end);
    if (!items->part_of_speech) tr_entry_part_of_speech(items, text + end, second - end);
    tr_entry_headword(items, text + head.begin, head.end - head.begin, form);
    return true;
}

/* `"one"  - the other`. */
static void take_example(const char *text, tr_span line, tr_entry_items *items)
{
    static const char dash[] = "\"  - ";

    for (size_t at = line.begin + 1; at + sizeof dash - 1 <= line.end; at++) {
        if (memcmp(text + at, dash, sizeof dash - 1) != 0) continue;
        tr_entry_example(items, text + line.begin + 1, at - line.begin - 1,
                         text + at + sizeof dash - 1, line.end - at - (sizeof dash - 1));
        return;
    }
}

/* Bytes of "Note:", "see:" and the like, a word and a colon. */
static size_t about_length(const char *text, tr_span line)
{
    size_t at = line.begin;

    while (at < line.end && tr_ascii_is_letter(text[at]))
        at++;
    return at > line.begin && at < line.end && text[at] == ':' ? at + 1 - line.begin : 0;
}

/* Bytes of "2." and "2)" before a sense. */
static size_t number_length(const char *text, tr_span line)
{
    size_t at = line.begin;

    while (at < line.end && tr_ascii_is_digit(text[at]))
        at++;
    if (at == line.begin || at + 1 >= line.end || !tr_ascii_is_one_of(text[at], ".)")) return 0;
    return text[at + 1] == ' ' ? at + 2 - line.begin : 0;
}

static void take_line(const char *text, tr_span line, const char *part_of_speech,
                      tr_entry_items *items)
{
    const tr_span s = tr_span_trimmed(text, line.begin, line.end);
    const size_t depth = s.begin - line.begin;

    if (s.begin == s.end) return;
    const size_t about = depth ? about_length(text, s) : 0;
    if (about && tr_starts_with(text, s.begin, s.end, "Note:")) {
        const tr_span note = tr_span_trimmed(text, s.begin + about, s.end);
        tr_entry_note(items, text + note.begin, note.end - note.begin);
    } else if (!about && depth >= DEEP && text[s.begin] == '"') {
        take_example(text, s, items);
    } else if (!about) {
        const size_t begin = s.begin + number_length(text, s);
        items->part_of_speech = part_of_speech;
        if (!part_of_speech) tr_entry_part_of_speech(items, text + begin, s.end - begin);
        tr_entry_translations(items, text + begin, s.end - begin, false);
    }
}

static void take_entry(const tr_dictionary *d, tr_string word, const tr_buf *entry,
                       tr_entry_items *items)
{
    const char *const text = tr_buf_text(entry);
    const size_t end = tr_line_end(text, 0, entry->len);

    items->part_of_speech = NULL;
    const size_t second = tr_line_end(text, tr_after_line_end(text, end, entry->len), entry->len);
    size_t at = take_headword(d, text, 0, end, second, word, items) ? end : 0;
    const char *const part_of_speech = items->part_of_speech;
    while (at < entry->len) {
        const size_t stop = tr_line_end(text, at, entry->len);
        take_line(text, (tr_span){at, stop}, part_of_speech, items);
        at = tr_after_line_end(text, stop, entry->len);
    }
}

static int tell_entry(const tr_dictionary *d, size_t at, tr_entry_items *items, tr_error *err)
{
    const char *const words = d->words.text;
    tr_buf bytes = {0}, entry = {0};
    place p;
    int rc = 0;

    read_line(words, at, tr_find_byte(words, at, d->words.len, '\n'), &p);
    const size_t len = p.len < TR_LONGEST_ENTRY ? p.len : TR_LONGEST_ENTRY;
    if (d->zip.n)
        rc = tr_dictzip_read(&d->zip, p.begin, len, d->path, &bytes, err);
    else
        tr_buf_add(&bytes, d->text.text + p.begin, len);
    tr_utf8_repair(tr_buf_text(&bytes), bytes.len, &entry);
    if (rc == 0 && (bytes.failed || entry.failed)) rc = tr_fail_memory(err);
    if (rc == 0)
        take_entry(d, (tr_string){words + p.word.begin, p.word.end - p.word.begin}, &entry, items);
    tr_buf_free(&bytes);
    tr_buf_free(&entry);
    return rc;
}

const tr_dictionary_format tr_dictd_format = {tr_freedict_marks, index_lines, word_of, tell_entry};
