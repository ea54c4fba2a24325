#include "text/terms/glossary_columns.h"

#include <stdio.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/uloc.h>
#include <unicode/ustring.h>

#include "base/ascii.h"
#include "base/hash.h"
#include "base/span.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "language/language.h"
#include "language/language_data.h"
#include "text/terms/inflection.h"

enum { LONGEST_NAME = 60 /* bytes */, LONGEST_CODE = 12, LETTERS_OF_CODE = 2 };

/* ---- Languages ---- */

/* The first tag of a language's file. */
static void first_tag(const tr_language *l, char tag[TR_COLUMN_LANGUAGE])
{
    size_t len = 0;
    const char *const word = tr_list_next(l->tags, &len);
    snprintf(tag, TR_COLUMN_LANGUAGE, "%.*s", word ? (int)len : 0, word ? word : "");
}

static bool has_name_in(const char *language, const char *in, const UChar *wanted)
{
    UChar name[LONGEST_NAME + 1];
    UErrorCode status = U_ZERO_ERROR;
    const int32_t n = uloc_getDisplayLanguage(language, in, name, LONGEST_NAME, &status);

    if (U_FAILURE(status) || status == U_USING_DEFAULT_WARNING || n >= LONGEST_NAME) return false;
    return u_strcasecmp(name, wanted, U_FOLD_CASE_DEFAULT) == 0;
}

/* True if a language has the name in its own words, or in a language that has words for glossaries.
 */
static bool is_named(const char *language, const UChar *wanted)
{
    const tr_language *in;

    if (has_name_in(language, language, wanted)) return true;
    for (size_t i = 0; (in = tr_language_at(i)); i++) {
        char tag[TR_COLUMN_LANGUAGE];
        if (!in->glossary.sources || in->glossary.sources == tr_every_language()->glossary.sources)
            continue;
        first_tag(in, tag);
        if (has_name_in(language, tag, wanted)) return true;
    }
    return false;
}

static bool find_name(const char *name, size_t len, char language[TR_COLUMN_LANGUAGE])
{
    UChar wanted[LONGEST_NAME + 1] = {0};
    UErrorCode status = U_ZERO_ERROR;
    int32_t n = 0;
    const tr_language *l;

    u_strFromUTF8(wanted, LONGEST_NAME, &n, name, (int32_t)len, &status);
    if (U_FAILURE(status) || n >= LONGEST_NAME) return false;
    for (size_t i = 0; (l = tr_language_at(i)); i++) {
        if (!l->tags) continue;
        first_tag(l, language);
        if (is_named(language, wanted)) return true;
    }
    *language = '\0';
    return false;
}

/* A code of two letters, and perhaps a region or the like: "en", "de-AT", "pt_BR". */
static bool find_code(const char *code, size_t len, char language[TR_COLUMN_LANGUAGE])
{
    char copy[LONGEST_CODE + 1];
    UChar name[LONGEST_NAME + 1];
    UErrorCode status = U_ZERO_ERROR;

    if (len < LETTERS_OF_CODE || len > LONGEST_CODE) return false;
    if (len > LETTERS_OF_CODE && code[LETTERS_OF_CODE] != '-' && code[LETTERS_OF_CODE] != '_')
        return false;
    for (size_t i = 0; i < len; i++) {
        const bool is_letter = tr_ascii_is_letter(code[i]);
        if (i < LETTERS_OF_CODE ? !is_letter : !tr_ascii_is_alnum(code[i]) && i > LETTERS_OF_CODE)
            return false;
        copy[i] = code[i];
    }
    copy[len] = '\0';
    uloc_getDisplayLanguage(copy, ULOC_ENGLISH, name, LONGEST_NAME, &status);
    if (U_FAILURE(status) || status == U_USING_DEFAULT_WARNING) return false;
    tr_language_tag(copy, language, TR_COLUMN_LANGUAGE);
    return true;
}

/* ---- Fields ---- */

/* A field that is being read. */
typedef struct reading {
    tr_glossary_column c;
    uint64_t unknown; /* the hash of words that say nothing of columns; 0: there are none */
    bool failed;      /* out of memory */
} reading;

static bool belongs(int32_t c)
{
    return tr_is_alnum(c) || c == '-' || c == '_';
}

/* What a word in small letters says that a column has; TR_COLUMN_NOTE: nothing. */
static int kind_of(const char *word, size_t len)
{
    const tr_glossary_words *const all = &tr_every_language()->glossary;
    const struct {
        const char *words;
        int is;
    } kinds[] = {{all->sources, TR_COLUMN_SOURCE},
                 {all->targets, TR_COLUMN_TARGET},
                 {all->plurals, TR_COLUMN_PLURAL},
                 {all->genders, TR_COLUMN_GENDER}};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (tr_list_has(kinds[i].words, word, len)) return kinds[i].is;
    return TR_COLUMN_NOTE;
}

/* As take_word(), of a word in small letters and as it is written.  A "target term" has
 * translations, and so a kind counts before the ones in front of it in the list. */
static bool take_folded(tr_glossary_column *c, const char *word, size_t n, const char *written,
                        size_t len)
{
    const tr_glossary_words *const all = &tr_every_language()->glossary;
    const int is = kind_of(word, n);
    const bool of_language = tr_list_has(all->languages, word, n);

    if (is > (int)c->is) c->is = is;
    c->names_language = c->names_language || of_language;
    if (is || of_language || tr_list_has(all->others, word, n)) return true;
    if (*c->language) return n == LETTERS_OF_CODE; /* a region, in brackets */
    return find_code(written, len, c->language) || find_name(word, n, c->language);
}

/* Takes what a word of a field says; false if it says nothing of columns. */
static bool take_word(reading *r, const char *word, size_t len)
{
    tr_buf small = {0};

    tr_fold(word, len, &small);
    r->failed = r->failed || small.failed;
    const bool says = !small.failed && take_folded(&r->c, small.data, small.len, word, len);
    tr_buf_free(&small);
    return says;
}

static void add_unknown(reading *r, const char *word, size_t len)
{
    tr_buf small = {0};

    tr_fold(word, len, &small);
    r->failed = r->failed || small.failed;
    r->unknown = tr_fnv1a(r->unknown ? r->unknown : TR_FNV1A_START, tr_buf_text(&small), small.len);
    tr_buf_free(&small);
}

/* Where the first part of a word ends: "source" in "source_lang", "source-lang", "sourceLang". */
static size_t end_of_part(const char *word, size_t len)
{
    for (size_t i = 1; i < len; i++)
        if (word[i] == '_' || word[i] == '-' ||
            (tr_ascii_is_upper(word[i]) && tr_ascii_is_lower(word[i - 1])))
            return i;
    return len;
}

/* Takes a word, or the parts that it is made of. */
static void take_whole(reading *r, const char *word, size_t len)
{
    if (take_word(r, word, len)) return;
    for (size_t n; len; word += n, len -= n) {
        n = end_of_part(word, len);
        const size_t marks = *word == '_' || *word == '-';
        if (n > marks && !take_word(r, word + marks, n - marks))
            add_unknown(r, word + marks, n - marks);
    }
}

/* What the words of a field say: "Source", "German translation", "Term (en)", "target_lang". */
static reading read_field(const char *field)
{
    reading r = {.c = {.is = TR_COLUMN_NOTE}};
    const size_t len = strlen(field);

    if (len > LONGEST_NAME) return r;
    for (size_t at = 0, end; (at = tr_utf8_find(field, at, len, belongs)) < len; at = end) {
        end = tr_utf8_skip(field, at, len, belongs);
        take_whole(&r, field + at, end - at);
    }
    return r;
}

/* ---- The row ---- */

/* The first column of a kind, of terms rather than of their languages; n: there is none. */
static size_t find_column(const tr_glossary_columns *c, int is)
{
    size_t of_language = c->n;

    for (size_t i = 0; i < c->n; i++) {
        if ((int)c->list[i].is != is) continue;
        if (!c->list[i].names_language) return i;
        if (of_language == c->n) of_language = i;
    }
    return of_language;
}

/* The first column of a language from one on, which is not `other`; n: there is none. */
static size_t find_language(const tr_glossary_columns *c, size_t from, const char *other)
{
    while (from < c->n && (!*c->list[from].language || !strcmp(c->list[from].language, other)))
        from++;
    return from;
}

/* "id" is a number before two languages, and else Indonesian.  False: out of memory. */
static bool drop_numbers(tr_glossary_columns *c, const char *const *fields)
{
    const size_t one = find_language(c, 1, "");
    tr_buf small = {0};

    if (one == c->n || find_language(c, one + 1, c->list[one].language) == c->n) return true;
    tr_fold(fields[0], strlen(fields[0]), &small);
    if (tr_list_has(tr_every_language()->glossary.numbers, tr_buf_text(&small), small.len))
        c->list[0] = (tr_glossary_column){.is = TR_COLUMN_NOTE};
    const bool done = !small.failed;
    tr_buf_free(&small);
    return done;
}

static bool choose(tr_glossary_columns *c)
{
    const size_t source = find_column(c, TR_COLUMN_SOURCE),
                 target = find_column(c, TR_COLUMN_TARGET), one = find_language(c, 0, ""),
                 two = one < c->n ? find_language(c, one + 1, c->list[one].language) : c->n;
    const size_t plural = find_column(c, TR_COLUMN_PLURAL),
                 gender = find_column(c, TR_COLUMN_GENDER);

    c->target = 1;
    if (source < c->n && target < c->n)
        c->source = source, c->target = target;
    else if (one < c->n && two < c->n)
        c->source = one, c->target = two;
    else if (source < c->n && one < c->n && one != source)
        c->source = source, c->target = one;
    else if (target < c->n && one < c->n && one != target)
        c->source = one, c->target = target;
    else
        return (plural > 1 && plural < c->n) || (gender > 1 && gender < c->n);
    return true;
}

static bool are_two_sides(const reading *a, const reading *b)
{
    return a->unknown == b->unknown &&
           (a->c.is == TR_COLUMN_SOURCE || b->c.is == TR_COLUMN_SOURCE) &&
           (a->c.is == TR_COLUMN_TARGET || b->c.is == TR_COLUMN_TARGET);
}

/* Takes what fields [n] say all of whose words say something, or that are two sides with the same
 * other words: "source segment" and "target segment".  The rest are notes. */
static void take_fields(tr_glossary_columns *c, const reading *fields)
{
    for (size_t i = 0; i < c->n; i++) {
        bool sure = !fields[i].unknown;
        for (size_t k = 0; k < c->n && !sure; k++)
            sure = are_two_sides(&fields[i], &fields[k]);
        c->list[i] = sure ? fields[i].c : (tr_glossary_column){.is = TR_COLUMN_NOTE};
    }
}

/* True if one of the first two columns has a name. */
static bool has_named(const tr_glossary_columns *c)
{
    for (size_t i = 0; i < c->n && i < 2; i++)
        if (c->list[i].is != TR_COLUMN_NOTE || *c->list[i].language) return true;
    return false;
}

int tr_glossary_columns_read(tr_glossary_columns *c, const char *const *fields, size_t n,
                             bool *half)
{
    reading list[TR_MOST_COLUMNS];
    bool failed = false;

    *half = false;
    *c = (tr_glossary_columns){.n = n < TR_MOST_COLUMNS ? n : TR_MOST_COLUMNS};
    for (size_t i = 0; i < c->n; i++) {
        list[i] = read_field(fields[i]);
        failed = failed || list[i].failed;
    }
    if (!failed) take_fields(c, list);
    if (failed || !drop_numbers(c, fields)) return -1;
    const bool names = n > 1 && choose(c);
    *half = n > 1 && !names && has_named(c);
    if (!names) *c = (tr_glossary_columns){.target = 1};
    return names;
}

size_t tr_glossary_column_of(const tr_glossary_columns *c, size_t target, int is)
{
    for (size_t i = target + 1; i < c->n; i++) {
        if ((int)c->list[i].is == is) return i;
        if (*c->list[i].language || i == c->source || i == c->target) break;
    }
    return 0;
}
