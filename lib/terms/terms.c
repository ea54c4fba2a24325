#include "terms/terms.h"

#include <stdlib.h>
#include <string.h>

#include "base/span.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "text/terms/noun.h"
#include "text/terms/word_class.h"

/* ---- The source's words ---- */

static bool list_words(tr_terms *t, tr_region *region, size_t len)
{
    tr_span *const words = TR_REGION_TAKE(region, tr_span, len + 1);
    tr_span w = {0};

    if (!words) return false;
    while (tr_next_word(t->text, len, w.end, &w))
        if (tr_is_alnum(tr_utf8_at(t->text, w.begin, w.end))) words[t->n_words++] = w;
    t->words = words;
    return true;
}

/* Finds which word each token belongs to: the first that it has a part of. */
static int place_tokens(tr_terms *t, tr_region *region, const tr_tokenizer *source, size_t len,
                        tr_error *err)
{
    tr_spm_piece_span *spans = NULL;
    size_t capacity = 0, n = 0;

    int rc = tr_tokenizer_encode_spans(source, t->text, len, &spans, &capacity, &n, err);
    int32_t *const word_of = TR_REGION_TAKE(region, int32_t, t->n_tokens + 1);
    if (rc == 0 && !word_of) rc = tr_fail_memory(err);
    for (size_t i = 0, w = 0; rc == 0 && i < t->n_tokens; i++) {
        const tr_span token = i < n ? (tr_span){spans[i].begin, spans[i].end} : (tr_span){0, 0};
        while (w < t->n_words && t->words[w].end <= token.begin)
            w++;
        word_of[i] = w < t->n_words && tr_spans_overlap(t->words[w], token) ? (int32_t)w : -1;
    }
    t->word_of = word_of;
    free(spans);
    return rc;
}

/* ---- Terms ---- */

/* True for more than one capital and no small letter. */
static bool is_in_capitals(const char *text, size_t len)
{
    size_t n = 0;
    for (size_t at = 0; at < len;)
        n += tr_is_upper(tr_utf8_next(text, &at, len));
    return n > 1 && tr_utf8_find(text, 0, len, tr_is_lower) == len;
}

/* An article before the translation tells its gender, and is no part of it. */
static void take_article(const tr_terms *t, tr_term *term)
{
    char gender = 0;
    const size_t n = tr_noun_article(t->target_language, term->target, &gender);

    if (!n || term->target_words.n < 2) return;
    if (!term->gender) term->gender = gender;
    term->target += n;
    term->target_words.list++;
    term->target_words.n--;
}

/* What is kept is said as it is written; what is written in capitals is said in them. */
static bool make_noun(const tr_terms *t, tr_sentence_term *x, tr_region *region,
                      const tr_term_found *f, const tr_term_source *source)
{
    const char *const written = source->written;
    const size_t len = f->text.end - f->text.begin;
    tr_term *const term = &x->term;
    const bool is_kept = !term->target;

    if (is_kept) {
        term->target = tr_region_copy(region, written + f->text.begin, len);
        if (!term->target || !tr_term_words_make(&term->target_words, term->target, region))
            return false;
    }
    take_article(t, term);
    x->noun = (tr_noun){.singular = term->target,
                        .plural = term->plural,
                        .gender = term->gender,
                        .is_plural = f->plural,
                        .is_fixed = is_kept};
    x->noun.in_capitals = !source->capitals && is_in_capitals(written + f->text.begin, len);
    return true;
}

/* True for a noun whose plural is the same word, as German "Reifen". */
static bool has_one_form(const tr_terms *t, const tr_term_found *f, tr_region *region)
{
    const char *plurals[TR_MOST_PLURALS];
    const tr_noun_word noun = {
        .language = t->source_language, .text = f->term->source, .len = strlen(f->term->source)};
    return !f->plural && tr_noun_plurals(&noun, region, plurals) == 1 &&
           !strcmp(plurals[0], f->term->source);
}

static void place_term(tr_terms *t, tr_sentence_term *x, tr_span text)
{
    size_t i = 0;
    while (i < t->n_words && !tr_spans_overlap(t->words[i], text))
        i++;
    x->words.begin = i;
    while (i < t->n_words && tr_spans_overlap(t->words[i], text))
        i++;
    x->words.end = i;
}

static bool are_same(const tr_sentence_term *a, const tr_sentence_term *b)
{
    return !strcmp(a->term.source, b->term.source) && !strcmp(a->term.target, b->term.target);
}

static bool add_term(tr_terms *t, tr_region *region, const tr_term_found *f,
                     const tr_term_source *source)
{
    tr_sentence_term *const x = &t->list[t->n];

    x->term = *f->term;
    if (!make_noun(t, x, region, f, source)) return false;
    x->classes = f->term->target ? tr_term_classes(&x->term, t->source_language, t->target_language)
                                 : TR_ANY_CLASS;
    x->noun.is_either = has_one_form(t, f, region);
    x->noun.is_verb = x->classes == TR_CLASS_VERB;
    x->noun.is_past = f->past;
    x->noun.is_told = f->plural || !f->command;
    place_term(t, x, f->text);
    while (x->same < t->n && !are_same(&t->list[x->same], x))
        x->same++;
    t->n++;
    return true;
}

int tr_terms_create(const tr_terms **terms, tr_region *region, const tr_setup *setup,
                    const tr_term_source *source, tr_error *err)
{
    const char *const from = setup->special.source_language, *const to =
                                                                 setup->special.target_language;
    tr_term_found found[TR_MOST_TERMS];

    *terms = NULL;
    const ptrdiff_t n = tr_glossary_find(setup->options.glossary, from, to, source->written,
                                         source->len, found, TR_MOST_TERMS);
    if (n <= 0) return n < 0 ? tr_fail_memory(err) : 0;
    tr_terms *const t = TR_REGION_TAKE(region, tr_terms, 1);
    if (!t) return tr_fail_memory(err);
    *t = (tr_terms){.source_language = from,
                    .target_language = to,
                    .target = setup->tokenizers->target,
                    .eos = setup->m->config.eos,
                    .text = source->text,
                    .n_tokens = source->n_tokens};
    if (!list_words(t, region, source->len)) return tr_fail_memory(err);
    for (ptrdiff_t i = 0; i < n; i++)
        if (!add_term(t, region, &found[i], source)) return tr_fail_memory(err);
    *terms = t;
    return place_tokens(t, region, setup->tokenizers->source, source->len, err);
}

int tr_terms_encode(const tr_terms *t, tr_region *region, const char *text, size_t len, tr_ids *ids,
                    tr_error *err)
{
    int32_t *list = NULL;
    size_t capacity = 0, n = 0;

    *ids = (tr_ids){0};
    int rc = tr_tokenizer_encode(t->target, text, len, &list, &capacity, &n, err);
    bool known = rc == 0;
    for (size_t i = 0; i < n && known; i++)
        known = tr_tokenizer_may_produce(t->target, list[i]);
    if (known) {
        int32_t *const copy = TR_REGION_TAKE(region, int32_t, n + 1);
        if (!copy) rc = tr_fail_memory(err);
        if (copy && n) memcpy(copy, list, n * sizeof *copy);
        if (copy) *ids = (tr_ids){copy, n};
    }
    free(list);
    return rc;
}
