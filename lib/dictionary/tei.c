/*
 * tei.c - dictionaries in XML of the Text Encoding Initiative, as FreeDict's sources are:
 *
 *     <entry><form><orth>bank</orth></form><gramGrp><pos>n</pos></gramGrp>
 *       <sense><usg type="dom">fin.</usg><cit type="trans"><quote>Bank</quote>
 *         <gramGrp><gen>fem</gen></gramGrp></cit><note>of money</note>
 *         <cit type="example"><quote>a bank</quote><cit type="trans"><quote>...
 *
 * Older ones have <trans><tr>Bank</tr></trans> in the place of <cit> and <quote>.  Elements are
 * read in their order, and what stands between entries is not looked at.
 */
#include <stdlib.h>
#include <string.h>

#include "base/span.h"
#include "base/utf8.h"
#include "dictionary/dictionary_format.h"
#include "dictionary/headword.h"

enum { DEEP = 8 /* cit in cit */ };

/* ---- Tags and text ---- */

/* A tag [begin, end), and its name. */
typedef struct tag {
    size_t begin, end;
    tr_span name; /* of a closing one, too: without "/" */
    bool closes;
} tag;

/* The next tag of text [at, end), which is no comment; false if there is none. */
static bool next_tag(const char *text, size_t at, size_t end, tag *t)
{
    for (;;) {
        t->begin = tr_find_byte(text, at, end, '<');
        if (t->begin == end) return false;
        if (!tr_starts_with(text, t->begin, end, "<!--")) break;
        at = tr_span_find(text, t->begin, end, "-->");
    }
    const size_t close = tr_find_byte(text, t->begin, end, '>');
    t->closes = t->begin + 1 < end && text[t->begin + 1] == '/';
    t->name.begin = t->name.end = t->begin + 1 + t->closes;
    while (t->name.end < close && tr_ascii_is_letter(text[t->name.end]))
        t->name.end++;
    t->end = close < end ? close + 1 : end;
    return true;
}

static bool is_named(const char *text, const tag *t, const char *name)
{
    const size_t n = strlen(name);
    return t->name.end - t->name.begin == n && !memcmp(text + t->name.begin, name, n);
}

static bool has_type(const char *text, const tag *t, const char *type)
{
    static const char name[] = "type=";
    const size_t at = tr_span_find(text, t->begin, t->end, name) + sizeof name; /* and a quote */
    return at < t->end && tr_starts_with(text, at, t->end, type);
}

/* The character of an entity at byte *at, which is passed; '&' where there is none. */
static int32_t read_entity(const char *text, size_t *at, size_t end)
{
    static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
    char *stop;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!tr_starts_with(text, *at, end, names[i])) continue;
        *at += strlen(names[i]);
        return "&<>\"'"[i];
    }
    const size_t close = tr_find_byte(text, *at, end < *at + 12 ? end : *at + 12, ';');
    char number[12] = "";
    if (tr_starts_with(text, *at, end, "&#") && close < end && text[close] == ';') {
        memcpy(number, text + *at + 2, close - *at - 2);
        const bool hex = *number == 'x';
        const unsigned long c = strtoul(number + hex, &stop, hex ? 16 : 10);
        if (!*stop && c >= ' ' && c < 0x110000 && (c < 0xD800 || c > 0xDFFF)) {
            *at = close + 1;
            return (int32_t)c;
        }
    }
    ++*at;
    return '&';
}

/* Adds the text from byte `at` to the next tag.  What marks grammar in the form of dictd, and what
 * parts translations, becomes a blank. */
static void add_text(const char *text, size_t at, size_t end, tr_buf *out)
{
    char bytes[4];

    end = tr_find_byte(text, at, end, '<');
    while (at < end) {
        const int32_t c =
            text[at] == '&' ? read_entity(text, &at, end) : tr_utf8_next(text, &at, end);
        if (c < 0) continue;
        if (c < 0x80 && c && strchr("<>{};[]\n\r\t", (char)c))
            tr_buf_add(out, " ", 1);
        else
            tr_buf_add(out, bytes, tr_utf8_encode(c, bytes));
    }
}

/* ---- The index ---- */

/* No word goes on behind this byte. */
static size_t marked_end(const tr_dictionary *d, size_t at)
{
    const size_t left = d->words.len - at;
    return at + (left < TR_LONGEST_MARKED ? left : TR_LONGEST_MARKED);
}

static int index_entries(tr_dictionary *d, tr_error *err)
{
    const char *const text = d->words.text;
    bool inside = false;
    tr_buf word = {0}, key = {0};
    tag t;

    for (size_t at = 0; next_tag(text, at, d->words.len, &t); at = t.end) {
        if (is_named(text, &t, "entry")) inside = !t.closes;
        if (!inside || t.closes || !is_named(text, &t, "orth")) continue;
        tr_buf_clear(&word);
        add_text(text, t.end, marked_end(d, t.end), &word);
        tr_headword_key(d->source, tr_buf_text(&word), word.len, &key);
        if (word.failed || key.failed) d->index.failed = true;
        if (key.len) tr_word_index_add(&d->index, key.data, key.len, t.end);
    }
    tr_buf_free(&word);
    tr_buf_free(&key);
    return d->index.failed ? tr_fail_memory(err) : 0;
}

static void word_of(const tr_dictionary *d, size_t at, tr_buf *word)
{
    tr_buf_clear(word);
    add_text(d->words.text, at, marked_end(d, at), word);
}

/* ---- Entries ---- */

/* An entry that is read. */
typedef struct reading {
    tr_entry_items *items;
    const char *text;
    size_t end;      /* of what is read of the text */
    size_t word;     /* where the headword stands that was looked up, */
    bool first;      /*   which is the first one, */
    size_t n_words;  /*   of so many until now */
    bool told;       /* it was */
    tr_buf of_word;  /* marks of grammar */
    tr_buf of_quote; /* marks of a translation */
    tr_buf labels, quote, translations, example, translated;
    char cits[DEEP]; /* [depth], 't' of a translation, 'e' of an example, or '?' */
    size_t depth;
} reading;

/* The kind of the innermost <cit>, or of the one around it; '?': there is none. */
static char cit_of(const reading *r, size_t around)
{
    return r->depth > around && r->depth <= DEEP ? r->cits[r->depth - around - 1] : '?';
}

static void tell_headword(reading *r)
{
    tr_buf head = {0};

    if (r->told) return;
    r->told = true;
    add_text(r->text, r->word, r->end, &head);
    if (r->of_word.len) tr_buf_printf(&head, " <%s>", r->of_word.data);
    r->items->failed = r->items->failed || head.failed;
    tr_entry_headword(r->items, tr_buf_text(&head), head.len, !r->first);
    tr_buf_free(&head);
}

/* Tells the translations that were read: they are a sense. */
static void tell_sense(reading *r)
{
    if (!r->translations.len) return;
    tell_headword(r);
    tr_entry_translations(r->items, r->translations.data, r->translations.len, true);
    tr_buf_clear(&r->translations);
}

static void tell_note(reading *r, const tr_buf *note)
{
    const tr_span s = tr_span_trimmed(tr_buf_text(note), 0, note->len);

    tell_sense(r);
    if (r->told) tr_entry_note(r->items, tr_buf_text(note) + s.begin, s.end - s.begin);
}

static void tell_example(reading *r)
{
    tell_sense(r);
    if (r->told && r->example.len)
        tr_entry_example(r->items, r->example.data, r->example.len, tr_buf_text(&r->translated),
                         r->translated.len);
    tr_buf_clear(&r->example);
    tr_buf_clear(&r->translated);
}

static void begin_cit(reading *r, const tag *t)
{
    const char kind = has_type(r->text, t, "trans")     ? 't'
                      : has_type(r->text, t, "example") ? 'e'
                                                        : '?';

    if (r->depth < DEEP) r->cits[r->depth] = kind;
    r->depth++;
    tr_buf_clear(&r->quote);
    tr_buf_clear(&r->of_quote);
}

/* Adds the translation that was read to its sense. */
static void end_quote(reading *r)
{
    if (!r->quote.len) return;
    if (r->translations.len) tr_buf_add_string(&r->translations, "; ");
    tr_buf_add(&r->translations, r->quote.data, r->quote.len);
    if (r->of_quote.len) tr_buf_printf(&r->translations, " <%s>", r->of_quote.data);
    if (r->labels.len) tr_buf_printf(&r->translations, " [%s]", r->labels.data);
    tr_buf_clear(&r->labels);
    tr_buf_clear(&r->quote);
    tr_buf_clear(&r->of_quote);
}

static void end_cit(reading *r)
{
    if (cit_of(r, 0) == 'e') tell_example(r);
    if (cit_of(r, 0) == 't' && cit_of(r, 1) != 'e') end_quote(r);
    tr_buf_clear(&r->quote);
    tr_buf_clear(&r->of_quote);
    if (r->depth) r->depth--;
}

static void add_listed(reading *r, const tag *t, tr_buf *list)
{
    if (list->len) tr_buf_add_string(list, ", ");
    add_text(r->text, t->end, r->end, list);
}

/* Marks of grammar.  A gender has one letter or more, and "n" alone would be a noun. */
static void take_grammar(reading *r, const tag *t)
{
    tr_buf *const list = cit_of(r, 0) == 't' ? &r->of_quote : &r->of_word;
    const bool gender = is_named(r->text, t, "gen");

    if (!gender && !is_named(r->text, t, "pos") && !is_named(r->text, t, "number")) return;
    add_listed(r, t, list);
    if (gender && tr_starts_with(r->text, t->end, r->end, "n<")) tr_buf_add_string(list, "eut");
}

/* What the text behind an opening tag says. */
static void take_element(reading *r, const tag *t)
{
    tr_buf note = {0};

    take_grammar(r, t);
    if (is_named(r->text, t, "orth")) {
        if (t->end == r->word) r->first = !r->n_words;
        r->n_words++;
    } else if (is_named(r->text, t, "cit")) {
        begin_cit(r, t);
    } else if (is_named(r->text, t, "quote")) {
        add_text(r->text, t->end, r->end,
                 cit_of(r, 0) == 'e'   ? &r->example
                 : cit_of(r, 1) == 'e' ? &r->translated
                                       : &r->quote);
    } else if (is_named(r->text, t, "tr")) {
        add_text(r->text, t->end, r->end, &r->quote);
        end_quote(r);
    } else if (is_named(r->text, t, "usg")) {
        add_listed(r, t, &r->labels);
    } else if (is_named(r->text, t, "note")) {
        add_text(r->text, t->end, r->end, &note);
        tell_note(r, &note);
    } else if (is_named(r->text, t, "sense") || is_named(r->text, t, "trans")) {
        tell_sense(r);
        tr_buf_clear(&r->labels);
    }
    r->items->failed = r->items->failed || note.failed;
    tr_buf_free(&note);
}

static void end_reading(reading *r)
{
    tr_buf *const all[] = {&r->of_word,      &r->of_quote, &r->labels,    &r->quote,
                           &r->translations, &r->example,  &r->translated};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        r->items->failed = r->items->failed || all[i]->failed;
        tr_buf_free(all[i]);
    }
}

/* Where the entry begins that has byte `at`; `at` if that is too far away. */
static size_t entry_begin(const char *text, size_t at)
{
    static const char name[] = "<entry";
    const size_t n = sizeof name - 1, least = at > TR_LONGEST_ENTRY ? at - TR_LONGEST_ENTRY : 0;

    for (size_t i = at; i >= least + n; i--)
        if (text[i - n] == '<' && !memcmp(text + i - n, name, n)) return i - n;
    return at;
}

static int tell_entry(const tr_dictionary *d, size_t at, tr_entry_items *items, tr_error *err)
{
    const char *const text = d->words.text;
    const size_t begin = entry_begin(text, at);
    const size_t left = d->words.len - begin;
    const size_t end = begin + (left < TR_LONGEST_ENTRY ? left : TR_LONGEST_ENTRY);
    reading r = {.items = items, .text = text, .end = end, .word = at};
    tag t;

    (void)err;
    items->part_of_speech = NULL;
    for (size_t i = begin; next_tag(text, i, end, &t) && !tr_entry_is_full(items); i = t.end) {
        if (t.closes && is_named(text, &t, "entry")) break;
        if (!t.closes)
            take_element(&r, &t);
        else if (is_named(text, &t, "cit"))
            end_cit(&r);
    }
    tell_sense(&r);
    end_reading(&r);
    return 0;
}

const tr_dictionary_format tr_tei_format = {tr_freedict_marks, index_entries, word_of, tell_entry};
