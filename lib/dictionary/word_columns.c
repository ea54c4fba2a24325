/* word_columns.c - dictionaries of lines: a word, a tab, a translation, maybe a part of speech. */
#include <string.h>

#include "base/span.h"
#include "dictionary/dictionary_format.h"
#include "dictionary/headword.h"

static int index_lines(tr_dictionary *d, tr_error *err)
{
    const char *const text = d->words.text;
    tr_buf key = {0};

    for (size_t at = 0; at < d->words.len;) {
        const size_t end = tr_line_end(text, at, d->words.len);
        const size_t tab = tr_find_byte(text, at, end, '\t');
        tr_headword_key(d->source, text + at, tab - at, &key);
        if (key.failed) d->index.failed = true;
        if (tab < end && text[at] != '#' && key.len)
            tr_word_index_add(&d->index, key.data, key.len, at);
        at = tr_after_line_end(text, end, d->words.len);
    }
    tr_buf_free(&key);
    return d->index.failed ? tr_fail_memory(err) : 0;
}

static void word_of(const tr_dictionary *d, size_t at, tr_buf *word)
{
    tr_buf_clear(word);
    tr_buf_add(word, d->words.text + at, tr_find_byte(d->words.text, at, d->words.len, '\t') - at);
}

static size_t behind(size_t at, size_t end)
{
    return at < end ? at + 1 : end;
}

static int tell_line(const tr_dictionary *d, size_t at, tr_entry_items *items, tr_error *err)
{
    const char *const text = d->words.text;
    const size_t end = tr_line_end(text, at, d->words.len);
    const size_t tab = tr_find_byte(text, at, end, '\t');
    const size_t from = behind(tab, end), second = tr_find_byte(text, from, end, '\t');
    const size_t about_from = behind(second, end);
    const size_t third = tr_find_byte(text, about_from, end, '\t');
    tr_buf word = {0};

    if (second < end) tr_buf_add(&word, text + about_from, third - about_from);
    const tr_span about = tr_span_trimmed(tr_buf_text(&word), 0, word.len);
    if (about.end > about.begin) {
        word.data[about.end] = '\0';
        const char *const said = word.data + about.begin;
        const tr_grammar_mark *const g = tr_grammar_find(items->marks, said, strlen(said));
        items->part_of_speech = g ? g->part_of_speech : said;
    }
    tr_entry_headword(items, text + at, tab - at, false);
    tr_entry_translations(items, text + from, second - from, true);
    const bool failed = word.failed;
    items->part_of_speech = NULL;
    tr_buf_free(&word);
    return failed ? tr_fail_memory(err) : 0;
}

const tr_dictionary_format tr_word_columns_format = {tr_ding_marks, index_lines, word_of,
                                                     tell_line};
