#include "text/terms/agreement_romance.h"

#include <string.h>

#include "base/buf.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "language/language.h"
#include "text/terms/function_words.h"
#include "text/terms/inflection.h"
#include "text/terms/noun.h"
#include "text/terms/variants.h"
#include "text/terms/words_around.h"

/* Forms of "to be" that an adjective may follow. */
static const char copulas[] = " \xC3\xA9 s\xC3\xA3o est\xC3\xA1 est\xC3\xA3o foi foram era eram "
                              "ser\xC3\xA1 es son est\xC3\xA1n fue fueron eran ";

/* Masculine and feminine, singular and plural. */
enum { FEMININE = 1, PLURAL = 2, N_FORMS = 4 };

typedef const char *determiner[N_FORMS]; /* by FEMININE and PLURAL */

static const determiner portuguese[] = {
    {"o", "a", "os", "as"},
    {"do", "da", "dos", "das"},
    {"no", "na", "nos", "nas"},
    {"ao", "\xC3\xA0", "aos", "\xC3\xA0s"},
    {"pelo", "pela", "pelos", "pelas"},
    {"um", "uma", "uns", "umas"},
    {"num", "numa", "nuns", "numas"},
    {"dum", "duma", "duns", "dumas"},
    {"este", "esta", "estes", "estas"},
    {"esse", "essa", "esses", "essas"},
    {"aquele", "aquela", "aqueles", "aquelas"},
    {"neste", "nesta", "nestes", "nestas"},
    {"nesse", "nessa", "nesses", "nessas"},
    {"deste", "desta", "destes", "destas"},
    {"desse", "dessa", "desses", "dessas"},
    {"meu", "minha", "meus", "minhas"},
    {"teu", "tua", "teus", "tuas"},
    {"seu", "sua", "seus", "suas"},
    {"nosso", "nossa", "nossos", "nossas"},
    {"outro", "outra", "outros", "outras"},
    {"todo", "toda", "todos", "todas"},
    {"algum", "alguma", "alguns", "algumas"},
    {"nenhum", "nenhuma", "nenhuns", "nenhumas"},
    {"muito", "muita", "muitos", "muitas"},
    {"ambos", "ambas", "ambos", "ambas"},
    {NULL, NULL, NULL, NULL},
};
static const determiner spanish[] = {
    {"el", "la", "los", "las"},
    {"un", "una", "unos", "unas"},
    {"del", "de la", "de los", "de las"},
    {"al", "a la", "a los", "a las"},
    {"este", "esta", "estos", "estas"},
    {"ese", "esa", "esos", "esas"},
    {"aquel", "aquella", "aquellos", "aquellas"},
    {"nuestro", "nuestra", "nuestros", "nuestras"},
    {"vuestro", "vuestra", "vuestros", "vuestras"},
    {"otro", "otra", "otros", "otras"},
    {"todo", "toda", "todos", "todas"},
    {"alg\xC3\xBAn", "alguna", "algunos", "algunas"},
    {"ning\xC3\xBAn", "ninguna", "ningunos", "ningunas"},
    {"mucho", "mucha", "muchos", "muchas"},
    {NULL, NULL, NULL, NULL},
};

static const determiner *determiners_of(const char *language)
{
    return tr_language_is_variety(language, "pt")   ? portuguese
           : tr_language_is_variety(language, "es") ? spanish
                                                    : NULL;
}

bool tr_agrees_romance(const char *language)
{
    return determiners_of(language) != NULL;
}

/* ---- Words ---- */

static const char *small_word(tr_region *region, const char *text, tr_span at)
{
    tr_buf small = {0};
    tr_fold(text + at.begin, at.end - at.begin, &small);
    const char *const copy =
        small.failed ? NULL : tr_region_copy(region, tr_buf_text(&small), small.len);
    tr_buf_free(&small);
    return copy;
}

/* The determiner that a word is, and in which form; NULL: none.  "dos" is masculine. */
static const determiner *find_determiner(const determiner *list, const char *word, size_t *form)
{
    for (; (*list)[0]; list++)
        for (*form = 0; *form < N_FORMS; ++*form)
            if (!strcmp((*list)[*form], word)) return list;
    return NULL;
}

/* True for an adjective in -o, -a, -os or -as; sets the form. */
static bool find_adjective(const char *language, const char *text, tr_span at, size_t *form)
{
    const char *const word = text + at.begin;
    size_t len = at.end - at.begin;
    int32_t c;

    tr_utf8_decode(word, len, &c);
    if (len < 4 || !tr_is_lower(c) || tr_is_function_word(language, word, len)) return false;
    *form = word[len - 1] == 's' ? PLURAL : 0;
    if (*form) len--;
    if (word[len - 1] == 'a') *form |= FEMININE;
    return word[len - 1] == 'a' || word[len - 1] == 'o';
}

static const char *adjective_in(tr_region *region, const char *text, tr_span at, size_t form)
{
    const size_t len = at.end - at.begin;
    const size_t stem = len - 1 - (text[at.end - 1] == 's');
    return tr_region_printf(region, "%.*s%c%s", (int)stem, text + at.begin,
                            form & FEMININE ? 'a' : 'o', form & PLURAL ? "s" : "");
}

/* ---- What stands around the noun ---- */

typedef struct frame {
    const char *language, *text;
    tr_span place;
    tr_span word;               /* of the determiner */
    const determiner *d;        /* NULL: none */
    const determiner *d_before; /* of two determiners, as in "a outra", the first; NULL: none */
    tr_span before, after;      /* adjectives; empty: none */
    size_t form;                /* of the determiner, or else of an adjective */
    bool told;                  /* the form is told */
} frame;

static frame look_around(const char *language, const char *text, size_t len, tr_span place,
                         tr_region *region)
{
    frame f = {.language = language, .text = text, .place = place};
    tr_span at = place, next;
    size_t form;

    if (tr_word_before(text, at.begin, &next) && find_adjective(language, text, next, &form)) {
        f.before = at = next;
        f.form = form;
        f.told = true;
    }
    if (tr_word_before(text, at.begin, &next)) {
        const char *const word = small_word(region, text, next);
        f.d = word ? find_determiner(determiners_of(language), word, &form) : NULL;
    }
    if (f.d) {
        size_t form_before;
        f.word = at = next;
        f.form = form;
        f.told = true;
        const char *const word =
            tr_word_before(text, at.begin, &next) ? small_word(region, text, next) : NULL;
        f.d_before = word ? find_determiner(determiners_of(language), word, &form_before) : NULL;
        if (f.d_before && form_before == form)
            f.word.begin = next.begin;
        else
            f.d_before = NULL;
    } else if (f.told) {
        f.before = (tr_span){0, 0}; /* without a determiner it may be any word */
        f.told = false;
    }
    at = place;
    if (tr_word_after(text, len, at.end, &next)) {
        const char *const word = small_word(region, text, next);
        if (word && tr_is_listed(copulas, word)) at = next;
    }
    if (tr_word_after(text, len, at.end, &next) && find_adjective(language, text, next, &form) &&
        f.told && form == f.form)
        f.after = next;
    return f;
}

static void add_form(const frame *f, size_t form, const char *noun, bool with_after,
                     tr_variants *out)
{
    tr_region *const region = out->region;
    tr_buf before = {0}, behind = {0};
    tr_span span = f->place;

    if (f->d) {
        span.begin = f->word.begin;
        if (f->d_before) tr_buf_printf(&before, "%s ", (*f->d_before)[form]);
        tr_buf_printf(&before, "%s ", (*f->d)[form]);
        if (f->before.end) {
            const char *const a = adjective_in(region, f->text, f->before, form);
            tr_buf_printf(&before, "%s ", a ? a : "");
        }
    }
    tr_buf_add_string(&behind, noun);
    if (with_after) {
        const char *const a = adjective_in(region, f->text, f->after, form);
        span.end = f->after.end;
        tr_buf_add(&behind, f->text + f->place.end, f->after.begin - f->place.end);
        tr_buf_add_string(&behind, a ? a : "");
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
        const int found = tr_noun_plurals(language, noun + at, n, region, plurals);
        if (found > 0)
            tr_buf_add_string(&all, plurals[0]);
        else
            tr_buf_add(&all, noun + at, n);
        at += n;
        if (at < end) tr_buf_add(&all, noun + at++, 1);
    }
    tr_buf_add_string(&all, end < strlen(noun) ? noun + end : "");
    const char *const copy = all.failed ? NULL : tr_region_copy(region, tr_buf_text(&all), all.len);
    tr_buf_free(&all);
    return copy;
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
    return noun->gender == 'f' ? "f"
           : noun->gender == 'm'
               ? "m"
               : tr_noun_genders(language, noun->singular, strcspn(noun->singular, " -"));
}

/* A noun in -s where no determiner tells: customer questions, "perguntas de clientes". */
static bool looks_plural(const char *text, tr_span place)
{
    return place.end > place.begin && text[place.end - 1] == 's';
}

void tr_agree_romance(const char *language, const char *text, size_t len, tr_span place,
                      const tr_noun *noun, tr_variants *out)
{
    const frame f = look_around(language, text, len, place, out->region);
    const bool is_plural =
        f.d ? (f.form & PLURAL) != 0 : noun->is_plural || looks_plural(text, place);
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
