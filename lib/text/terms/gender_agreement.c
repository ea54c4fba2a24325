#include "text/terms/gender_agreement.h"

#include <string.h>

#include "base/buf.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "language/language_data.h"
#include "text/terms/function_words.h"
#include "text/terms/noun.h"
#include "text/terms/words_around.h"

/* Masculine and feminine, singular and plural. */
enum { FEMININE = 1, PLURAL = 2, N_FORMS = 4 };

static const tr_gender_agreement *agreement_of(const char *language)
{
    return &tr_language_data(language)->agreement;
}

/* ---- Words ---- */

/* One of the forms that a row has, "o/a/os/as". */
static const char *form_of(const char *row, size_t form, size_t *len)
{
    while (form-- > 0)
        row = strchr(row, '/') + 1;
    *len = strcspn(row, "/ ");
    return row;
}

/* The determiner that a word is, and in which form, the first that has it; NULL: none. */
static const char *find_determiner(const char *list, const char *word, size_t *form)
{
    const size_t len = strlen(word);
    size_t size, n;

    for (const char *d = list; (d = tr_list_next(d, &size)); d += size)
        for (*form = 0; *form < N_FORMS; ++*form)
            if (!strncmp(form_of(d, *form, &n), word, len) && n == len) return d;
    return NULL;
}

static void write_form(const char *row, size_t form, tr_buf *out)
{
    size_t n;
    const char *const word = form_of(row, form, &n);

    for (size_t i = 0; i < n; i++)
        tr_buf_add(out, word[i] == '_' ? " " : word + i, 1);
}

/* Bytes of the ending of an adjective; 0 if it has none of the list.  Sets the form. */
static size_t adjective_ending(const char *endings, const char *text, tr_span at, size_t *form)
{
    size_t n;

    for (*form = 0; *form < N_FORMS; ++*form) {
        const char *const ending = form_of(endings, *form, &n);
        if (n < at.end - at.begin && !memcmp(text + at.end - n, ending, n)) return n;
    }
    return 0;
}

/* True for a word that may be an adjective; sets its form. */
static bool find_adjective(const char *language, const char *text, tr_span at, size_t *form)
{
    enum { SHORTEST = 4 };
    const size_t len = at.end - at.begin;

    return len >= SHORTEST && tr_is_lower(tr_utf8_at(text, at.begin, at.end)) &&
           !tr_is_function_word(language, text + at.begin, len) &&
           adjective_ending(agreement_of(language)->adjectives, text, at, form);
}

static void write_adjective(const char *endings, const char *text, tr_span at, size_t form,
                            tr_buf *out)
{
    size_t own;

    tr_buf_add(out, text + at.begin, at.end - at.begin - adjective_ending(endings, text, at, &own));
    write_form(endings, form, out);
}

/* ---- What stands around the noun ---- */

typedef struct frame {
    const char *language, *text;
    tr_span place;
    tr_span word;              /* of the determiner */
    const char *determiner[2]; /* nearest to the noun first, two as in "a outra"; NULL: none */
    tr_span before, after;     /* adjectives; empty: none */
    size_t form;               /* of the determiner */
} frame;

/* Finds the determiners before byte `at`. */
static void find_determiners(frame *f, size_t at, tr_region *region)
{
    const char *const list = agreement_of(f->language)->determiners;
    tr_span next;
    size_t form;

    if (!tr_word_before(f->text, at, &next)) return;
    f->determiner[0] = find_determiner(list, tr_small_word(region, f->text, next), &f->form);
    if (!f->determiner[0]) return;
    f->word = next;
    if (!tr_word_before(f->text, next.begin, &next)) return;
    f->determiner[1] = find_determiner(list, tr_small_word(region, f->text, next), &form);
    if (f->determiner[1] && form == f->form)
        f->word.begin = next.begin;
    else
        f->determiner[1] = NULL;
}

static frame look_around(const char *language, const char *text, size_t len, tr_span place,
                         tr_region *region)
{
    const char *const copulas = agreement_of(language)->copulas;
    frame f = {.language = language, .text = text, .place = place};
    tr_span at = place, next;
    size_t form;

    if (tr_word_before(text, at.begin, &next) && find_adjective(language, text, next, &form))
        f.before = at = next;
    find_determiners(&f, at.begin, region);
    if (!f.determiner[0]) { /* without one, what looks like an adjective may be any word */
        f.before = (tr_span){0, 0};
        return f;
    }
    at = place;
    if (tr_word_after(text, len, at.end, &next)) {
        const char *const word = tr_small_word(region, text, next);
        if (tr_list_has(copulas, word, strlen(word))) at = next;
    }
    if (tr_word_after(text, len, at.end, &next) && find_adjective(language, text, next, &form) &&
        form == f.form)
        f.after = next;
    return f;
}

static void add_form(const frame *f, size_t form, const char *noun, bool with_after,
                     tr_variants *out)
{
    const char *const endings = agreement_of(f->language)->adjectives;
    tr_buf before = {0}, behind = {0};
    tr_span span = f->place;

    if (f->determiner[0]) span.begin = f->word.begin;
    for (size_t i = 2; i-- > 0;) {
        if (!f->determiner[i]) continue;
        write_form(f->determiner[i], form, &before);
        tr_buf_add(&before, " ", 1);
    }
    if (f->before.end) {
        write_adjective(endings, f->text, f->before, form, &before);
        tr_buf_add(&before, " ", 1);
    }
    tr_buf_add_string(&behind, noun);
    if (with_after) {
        span.end = f->after.end;
        tr_buf_add(&behind, f->text + f->place.end, f->after.begin - f->place.end);
        write_adjective(endings, f->text, f->after, form, &behind);
    }
    const bool failed = before.failed || behind.failed;
    tr_add_variant(out, f->text, span, tr_buf_text(&before), failed ? NULL : tr_buf_text(&behind));
    tr_buf_free(&before);
    tr_buf_free(&behind);
}

/* ---- The noun ---- */

/* Adds the plural of each word of a noun up to `end`. */
static const char *plural_until(const char *language, const char *noun, size_t end,
                                tr_region *region)
{
    tr_buf all = {0};

    for (size_t at = 0; at < end;) {
        const char *plurals[TR_MOST_PLURALS];
        const size_t n = strcspn(noun + at, " -");
        const tr_noun_word word = {.language = language, .text = noun + at, .len = n};
        const int found = tr_noun_plurals(&word, region, plurals);
        if (found > 0)
            tr_buf_add_string(&all, plurals[0]);
        else
            tr_buf_add(&all, noun + at, n);
        at += n;
        if (at < end) tr_buf_add(&all, noun + at++, 1);
    }
    tr_buf_add_string(&all, end < strlen(noun) ? noun + end : "");
    return tr_region_keep(region, &all);
}

/* Where the words end that a plural may change: "relatório de contas" has "de" behind them. */
static size_t end_of_heads(const char *language, const char *noun)
{
    size_t at = 0;
    while (noun[at]) {
        const size_t n = strcspn(noun + at, " -");
        if (at && tr_is_function_word(language, noun + at, n)) break;
        at += n + (noun[at + n] != '\0');
    }
    return at;
}

/* The forms of the noun: the first is likelier. */
static size_t list_nouns(const char *language, const tr_noun *noun, bool is_plural,
                         tr_region *region, const char *nouns[2])
{
    const size_t first = strcspn(noun->singular, " -"),
                 heads = end_of_heads(language, noun->singular);

    nouns[0] = is_plural ? noun->plural : noun->singular;
    if (nouns[0]) return 1;
    const char joint = noun->singular[first];
    nouns[0] = plural_until(language, noun->singular, joint == '-' ? first + 1 : heads, region);
    nouns[1] = plural_until(language, noun->singular, joint == '-' ? heads : first, region);
    return joint && heads > first + 1 ? 2 : 1;
}

/* The genders that the first word of the noun may have. */
static const char *genders_of(const char *language, const tr_noun *noun)
{
    if (noun->gender == 'f') return "f";
    if (noun->gender == 'm') return "m";
    return tr_noun_genders(language, noun->singular, strcspn(noun->singular, " -"));
}

/* A noun in -s where no determiner tells: customer questions, "perguntas de clientes". */
static bool looks_plural(const char *text, tr_span place)
{
    return place.end > place.begin && text[place.end - 1] == 's';
}

void tr_agree_in_gender(const char *language, const char *text, size_t len, tr_span place,
                        const tr_noun *noun, tr_variants *out)
{
    const frame f = look_around(language, text, len, place, out->region);
    const bool is_plural =
        f.determiner[0] ? (f.form & PLURAL) != 0 : noun->is_plural || looks_plural(text, place);
    const char *nouns[2];
    const size_t n = list_nouns(language, noun, is_plural, out->region, nouns);

    for (const char *g = genders_of(language, noun); *g; g++) {
        const size_t form = (*g == 'f' ? FEMININE : 0) | (is_plural ? PLURAL : 0);
        for (size_t i = 0; i < n; i++) {
            const bool changes = f.after.end && form != f.form;
            if (changes) add_form(&f, form, nouns[i], true, out);
            add_form(&f, form, nouns[i], false, out);
        }
    }
}
