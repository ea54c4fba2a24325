/*
 * ding.c - dictionaries of the program Ding: a line has two sides with "::" between, a side groups
 * with "|", which belong to each other one by one, and a group words with ";".
 *
 * The first group has the word itself; others have its plural, its forms, or phrases with it.
 */
#include <string.h>

#include "base/span.h"
#include "base/word_list.h"
#include "dictionary/dictionary_format.h"
#include "dictionary/headword.h"

enum { LOOKED_AT = 1 << 18 /* bytes, whose lines tell the direction */, EXAMPLE_WORDS = 3 };

/* The two sides of a line, without their blanks; false for a comment and the like. */
static bool cut_line(const char *text, size_t at, size_t end, tr_span side[2])
{
    static const char marks[] = " :: ";

    if (at == end || text[at] == '#') return false;
    size_t found = at;
    while (found + 4 <= end && memcmp(text + found, marks, 4) != 0)
        found = tr_find_byte(text, found + 1, end, ' ');
    if (found + 4 > end) return false;
    side[0] = (tr_span){at, found};
    side[1] = (tr_span){found + 4, end};
    return true;
}

static tr_span next_group(const char *text, size_t at, size_t end)
{
    return (tr_span){at, tr_entry_find(text, at, end, "|")};
}

/* ---- Direction ---- */

/* Words of a side that are small words of one language and not of the other. */
static size_t count_own(const char *text, tr_span side, const tr_language *own,
                        const tr_language *other)
{
    size_t n = 0;

    for (size_t at = side.begin, end; at < side.end; at = end + 1) {
        end = tr_find_byte(text, at, side.end, ' ');
        if (end == at) continue;
        n += tr_list_has(own->words.function, text + at, end - at) &&
             !tr_list_has(other->words.function, text + at, end - at);
    }
    return n;
}

static bool is_reversed(const tr_dictionary *d)
{
    const char *const text = d->words.text;
    const size_t most = d->words.len < LOOKED_AT ? d->words.len : LOOKED_AT;
    size_t as_it_is = 0, reversed = 0;
    tr_span side[2];

    for (size_t at = 0; at < most;) {
        const size_t end = tr_line_end(text, at, most);
        if (cut_line(text, at, end, side)) {
            as_it_is += count_own(text, side[0], d->source, d->target) +
                        count_own(text, side[1], d->target, d->source);
            reversed += count_own(text, side[1], d->source, d->target) +
                        count_own(text, side[0], d->target, d->source);
        }
        at = tr_after_line_end(text, end, most);
    }
    return reversed > as_it_is;
}

/* ---- Words ---- */

static void add_words(tr_dictionary *d, tr_span side, tr_buf *key, tr_buf *word)
{
    const char *const text = d->words.text;

    for (size_t at = side.begin, end; at < side.end; at = end + 1) {
        end = tr_entry_find(text, at, side.end, ";|");
        const tr_span s = tr_span_trimmed(text, at, end);
        if (s.end - s.begin > TR_LONGEST_MARKED) continue;
        tr_entry_bare(text + s.begin, s.end - s.begin, word);
        tr_headword_key(d->source, tr_buf_text(word), word->len, key);
        if (key->failed || word->failed) d->index.failed = true;
        if (key->len) tr_word_index_add(&d->index, key->data, key->len, s.begin);
    }
}

static int index_lines(tr_dictionary *d, tr_error *err)
{
    const char *const text = d->words.text;
    tr_buf key = {0}, word = {0};
    tr_span side[2];

    d->reversed = is_reversed(d);
    for (size_t at = 0; at < d->words.len;) {
        const size_t end = tr_line_end(text, at, d->words.len);
        if (cut_line(text, at, end, side)) add_words(d, side[d->reversed], &key, &word);
        at = tr_after_line_end(text, end, d->words.len);
    }
    tr_buf_free(&key);
    tr_buf_free(&word);
    return d->index.failed ? tr_fail_memory(err) : 0;
}

static size_t word_end(const tr_dictionary *d, size_t at)
{
    const size_t left = d->words.len - at;
    const size_t most = at + (left < TR_LONGEST_MARKED ? left : TR_LONGEST_MARKED);
    const size_t line = tr_line_end(d->words.text, at, most);
    tr_span side[2];

    const size_t end = tr_entry_find(d->words.text, at, line, ";|");
    return cut_line(d->words.text, at, end, side) ? side[0].end : end;
}

static void word_of(const tr_dictionary *d, size_t at, tr_buf *word)
{
    tr_entry_bare(d->words.text + at, word_end(d, at) - at, word);
}

/* ---- Entries ---- */

static size_t count_blanks(const char *text, tr_span s)
{
    size_t n = 0;

    s = tr_span_trimmed(text, s.begin, s.end);
    for (size_t i = s.begin; i < s.end; i++)
        n += text[i] == ' ';
    return n;
}

/* Groups behind the first one that are phrases, and no lists of forms. */
static void tell_phrases(tr_entry_items *items, const char *text, tr_span from, tr_span to)
{
    while (from.begin < from.end && to.begin < to.end) {
        const tr_span f = next_group(text, from.begin, from.end);
        const tr_span t = next_group(text, to.begin, to.end);
        if (count_blanks(text, f) >= EXAMPLE_WORDS - 1 &&
            tr_entry_find(text, f.begin, f.end, ";") == f.end)
            tr_entry_example(items, text + f.begin, f.end - f.begin, text + t.begin,
                             t.end - t.begin);
        from.begin = f.end + 1;
        to.begin = t.end + 1;
    }
}

static int tell_line(const tr_dictionary *d, size_t at, tr_entry_items *items, tr_error *err)
{
    const char *const text = d->words.text;
    size_t begin = at, end = tr_line_end(text, at, d->words.len);
    tr_span side[2];
    bool first = true;

    (void)err;
    while (begin && !tr_ascii_is_line_end(text[begin - 1]))
        begin--;
    if (end - begin > TR_LONGEST_ENTRY || !cut_line(text, begin, end, side)) return 0;
    tr_span from = side[d->reversed], to = side[!d->reversed];
    const size_t stop = word_end(d, at);
    for (; from.begin < from.end; first = false) {
        const tr_span f = next_group(text, from.begin, from.end);
        const tr_span t = next_group(text, to.begin, to.end);
        from.begin = f.end < from.end ? f.end + 1 : from.end;
        to.begin = t.end < to.end ? t.end + 1 : to.end;
        if (at >= f.end) continue;
        items->part_of_speech = NULL;
        tr_entry_part_of_speech(items, text + f.begin, f.end - f.begin);
        tr_entry_part_of_speech(items, text + t.begin, t.end - t.begin);
        tr_entry_headword(items, text + at, stop - at, !first);
        tr_entry_translations(items, text + t.begin, t.end - t.begin, true);
        if (first) tell_phrases(items, text, from, to);
        return 0;
    }
    return 0;
}

const tr_dictionary_format tr_ding_format = {tr_ding_marks, index_lines, word_of, tell_line};
