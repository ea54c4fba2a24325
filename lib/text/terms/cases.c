#include "text/terms/cases.h"

#include <assert.h>
#include <string.h>

#include "base/word_list.h"

static bool is_same(tr_string a, const char *text, size_t len)
{
    return a.len == len && !memcmp(a.text, text, len);
}

/* A word of a list of 16. */
static tr_string ending_of(const char *word, size_t len)
{
    return is_same((tr_string){word, len}, "-", 1) ? (tr_string){"", 0} : (tr_string){word, len};
}

tr_string tr_case_ending(const char *list, size_t kase, size_t column)
{
    size_t len = 0;
    const char *word = tr_list_next(list, &len);

    for (size_t i = kase * TR_N_COLUMNS + column; word && i > 0; i--)
        word = tr_list_next(word + len, &len);
    return word ? ending_of(word, len) : (tr_string){"", 0};
}

unsigned tr_case_forms(const char *list, const char *ending, size_t len)
{
    unsigned bits = 0, bit = 1;
    size_t n;

    for (const char *w = list; (w = tr_list_next(w, &n)); w += n, bit <<= 1)
        if (is_same(ending_of(w, n), ending, len)) bits |= bit;
    return bits;
}

unsigned tr_case_all(size_t kase)
{
    return 0xFu << kase * TR_N_COLUMNS;
}

/* ---- Determiners ---- */

/* A preposition and an article in one word. */
typedef struct contraction {
    tr_string preposition, article, word;
} contraction;

static bool next_contraction(const char **at, contraction *c)
{
    size_t size;
    const char *const one = tr_list_next(*at, &size);

    if (!one) return false;
    const char *const plus = memchr(one, '+', size), *const arrow = memchr(one, '>', size);
    assert(plus && arrow);
    *c = (contraction){.preposition = {one, (size_t)(plus - one)},
                       .article = {plus + 1, (size_t)(arrow - plus) - 1},
                       .word = {arrow + 1, (size_t)(one + size - arrow) - 1}};
    *at = one + size;
    return true;
}

static bool find_stem(const char *stems, const char *endings, const char *adjectives,
                      const char *word, tr_determiner *d)
{
    size_t n;

    for (const char *stem = stems; (stem = tr_list_next(stem, &n)); stem += n) {
        if (strncmp(word, stem, n) != 0) continue;
        const unsigned bits = tr_case_forms(endings, word + n, strlen(word + n));
        *d = (tr_determiner){
            .stem = {stem, n}, .endings = endings, .adjectives = adjectives, .bits = bits};
        if (bits) return true;
    }
    return false;
}

bool tr_determiner_find(const tr_cases *c, const char *word, tr_determiner *d)
{
    const size_t len = strlen(word);
    contraction one;

    *d = (tr_determiner){.stem = {"", 0}, .endings = c->article, .adjectives = c->weak};
    for (const char *at = c->contractions; next_contraction(&at, &one);) {
        if (!is_same(one.word, word, len)) continue;
        const unsigned bits =
            tr_case_forms(c->article, one.article.text, one.article.len) & TR_SINGULARS;
        const unsigned dative = bits & tr_case_all(TR_DATIVE);
        d->preposition = one.preposition;
        d->bits = dative ? dative : bits & tr_case_all(TR_ACCUSATIVE);
        return true;
    }
    d->bits = tr_case_forms(c->article, word, len);
    return d->bits || find_stem(c->definite, c->definite_endings, c->weak, word, d) ||
           find_stem(c->indefinite, c->indefinite_endings, c->mixed, word, d);
}

tr_string tr_case_contraction(const tr_cases *c, tr_string preposition, tr_string article)
{
    contraction one;

    for (const char *at = c->contractions; next_contraction(&at, &one);)
        if (is_same(one.preposition, preposition.text, preposition.len) &&
            is_same(one.article, article.text, article.len))
            return one.word;
    return (tr_string){"", 0};
}

unsigned tr_cases_behind(const tr_cases *c, tr_string word)
{
    const struct {
        const char *words;
        unsigned cases;
    } of[] = {{c->dative, tr_case_all(TR_DATIVE)},
              {c->accusative, tr_case_all(TR_ACCUSATIVE)},
              {c->genitive_or_dative, tr_case_all(TR_GENITIVE) | tr_case_all(TR_DATIVE)},
              {c->accusative_or_dative, tr_case_all(TR_ACCUSATIVE) | tr_case_all(TR_DATIVE)}};

    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (tr_list_has(of[i].words, word.text, word.len)) return of[i].cases;
    return TR_ALL_FORMS;
}
