#include "dictionary/word_senses.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "console/alloc.h"
#include "console/message.h"
#include "dictionary/entry_list.h"
#include "dictionary/label_case.h"

enum { MOST_CANDIDATES = 96, LONGEST = 200 /* bytes of a text that may be a word */ };

/* ---- Candidates ---- */

/* A translation that the dictionary has, wherever it does. */
typedef struct candidate {
    char *plain, *part_of_speech, *text;
    char *head;     /* the word that it is a translation of */
    size_t n;       /* senses that have it */
    size_t place;   /* in its sense, the best of all, from 0 */
    bool common;    /* some sense has it without a label of old and rare words, */
    bool sure;      /*   with a part of speech, */
    bool own;       /*   and of the word itself, in its case */
    bool nominal;   /* of a noun that is another word's infinitive */
    size_t n_asked; /* the model was */
    float log_probability, score;
} candidate;

typedef struct candidates {
    candidate items[MOST_CANDIDATES]; /* [n] */
    size_t n;
    tr_string word;
    bool own;     /* of the entry that is being told */
    char *head;   /*   and its word */
    size_t sense; /* the last one, and how many translations of it were told */
    size_t place;
} candidates;

/* False for a noun with a capital where the word has none, and for forms of the entry's word. */
static bool is_own(tr_string word, const tr_dictionary_item *head)
{
    const int32_t first = tr_utf8_at(word.text, 0, word.len);
    const int32_t other = tr_utf8_at(head->text, 0, strlen(head->text));

    return !head->is_form && (tr_is_upper(first) || !tr_is_upper(other));
}

static candidate *candidate_of(candidates *c, const char *plain)
{
    for (size_t i = 0; i < c->n; i++)
        if (!strcmp(c->items[i].plain, plain)) return &c->items[i];
    if (c->n == MOST_CANDIDATES) return NULL;
    c->items[c->n] = (candidate){.plain = checked_format("%s", plain),
                                 .part_of_speech = checked_format("%s", ""),
                                 .head = checked_format("%s", c->head ? c->head : ""),
                                 .place = SIZE_MAX};
    return &c->items[c->n++];
}

static void take_item(void *ctx, const tr_dictionary_item *item)
{
    candidates *const c = ctx;

    if (item->part == TR_DICTIONARY_HEADWORD) {
        c->own = is_own(c->word, item);
        free(c->head);
        c->head = checked_format("%s", item->plain);
        c->sense = 0;
    }
    if (item->part != TR_DICTIONARY_TRANSLATION || !*item->plain) return;
    c->place = item->sense == c->sense ? c->place + 1 : 0;
    c->sense = item->sense;
    candidate *const found = candidate_of(c, item->plain);
    if (!found) return;
    found->n++;
    if (c->place < found->place) found->place = c->place;
    found->common = found->common || !item->is_rare;
    if (c->own && !found->own) {
        free(found->head);
        found->head = checked_format("%s", c->head);
    }
    found->own = found->own || c->own;
    if (!*item->part_of_speech || found->sure) return;
    found->sure = true;
    free(found->part_of_speech);
    found->part_of_speech = checked_format("%s", item->part_of_speech);
}

/* ---- Ranks ---- */

/* What the dictionary says of a candidate, on the scale of the logarithm of a probability.  The
 * weights were found on 85 common words, en-de and de-en. */
static float prior_of(const candidate *c)
{
    float sum = dictionary_prior(c->n, c->place, c->plain);

    if (!c->common) sum -= 4;
    if (!c->sure) sum -= 2;
    if (!c->own) sum -= 6;
    if (c->nominal) sum -= 3;
    return sum;
}

static bool has_capital(const char *word)
{
    return tr_is_upper(tr_utf8_at(word, 0, strlen(word)));
}

/* A verb that is a noun with a capital, too, as German "Drucken", is meant as the verb. */
static void find_nominal(candidates *c)
{
    bool verb = false;

    for (size_t i = 0; i < c->n; i++)
        verb = verb || (!strcmp(c->items[i].part_of_speech, "verb") && c->items[i].own &&
                        !has_capital(c->items[i].head));
    for (size_t i = 0; i < c->n; i++)
        c->items[i].nominal = verb && has_capital(c->items[i].head);
}

static int compare(const void *a, const void *b)
{
    const candidate *const p = a, *const q = b;

    if (p->score > q->score) return -1;
    if (p->score < q->score) return 1;
    return strcmp(p->plain, q->plain);
}

/* The logarithm of a probability that could not be found. */
static const float LEAST = -100;

/* Adds the logarithms of the model's probabilities.  With `capital`, the word and its translation
 * have one, and words that have one anyway are not asked for. */
static void add_probabilities(sense_finder *f, candidates *c, const label *l, bool capital)
{
    const label as = {{"", 0}, {l->word.text, capital ? l->word.len : 0}, {"", 0}};
    tr_string sources[MOST_CANDIDATES], targets[MOST_CANDIDATES];
    const tr_translation *const *results = NULL;
    candidate *asked[MOST_CANDIDATES];
    tr_error err;
    size_t n = 0;

    for (size_t i = 0; i < c->n; i++) {
        const candidate *const k = &c->items[i];
        if (capital ? has_capital(k->head) : k->n_asked && label_is_of_menu(l)) continue;
        char *const head = label_write(&as, c->items[i].head);
        char *const plain = label_write(&as, c->items[i].plain);
        sources[n] = (tr_string){head, strlen(head)};
        targets[n] = (tr_string){plain, strlen(plain)};
        asked[n++] = &c->items[i];
    }
    const int rc = n ? tr_score_batch(f->session, sources, targets, n, &results, &err) : 0;
    if (rc == TR_ENOMEM) end_without_memory();
    for (size_t i = 0; i < n; i++) {
        const bool known = rc == 0 && results[i]->status == TR_OK;
        asked[i]->log_probability += known ? results[i]->hypotheses[0].log_probability : NAN;
        asked[i]->n_asked++;
        free((char *)sources[i].text);
        free((char *)targets[i].text);
    }
}

/* The model is asked for the word as it is in the dictionary, and if only the text has a capital,
 * with one, too (of an entry of a menu, only so): so are labels written, and it knows what they
 * mean there.  It is not asked for marks, nor for words that are all in capitals, which it knows
 * least. */
static void score(sense_finder *f, candidates *c, const label *l)
{
    find_nominal(c);
    if (label_has_capital(l)) add_probabilities(f, c, l, true);
    add_probabilities(f, c, l, false);
    for (size_t i = 0; i < c->n; i++) {
        candidate *const k = &c->items[i];
        k->log_probability = k->n_asked ? k->log_probability / (float)k->n_asked : NAN;
        k->text = label_write(l, k->plain);
        k->score = prior_of(k) + (isnan(k->log_probability) ? LEAST : k->log_probability);
        if (asks_for_verb(l, k->head) && !strcmp(k->part_of_speech, "verb")) k->score += 10;
    }
    qsort(c->items, c->n, sizeof *c->items, compare);
}

/* ---- Senses ---- */

/* Words of letters, with what stands within them: "C++" is none. */
static bool may_be_word(tr_string word)
{
    size_t at = 0;

    if (!word.len || word.len > LONGEST) return false;
    while (at < word.len) {
        const int32_t c = tr_utf8_next(word.text, &at, word.len);
        if (!tr_is_letter(c) && c != ' ' && c != '-' && c != '\'' && c != 0x2019) return false;
    }
    return true;
}

static word_senses take_senses(candidates *c)
{
    word_senses s = {.n = c->n, .items = checked_realloc(NULL, c->n, sizeof *s.items)};

    for (size_t i = 0; i < c->n; i++) {
        candidate *const k = &c->items[i];
        s.items[i] = (word_sense){k->text, k->part_of_speech, k->score, k->log_probability};
        free(k->plain);
        free(k->head);
    }
    return s;
}

/* True if the glossary has terms of the text, or if it is kept. */
static bool is_given(sense_finder *f, const char *text, size_t len)
{
    const tr_translation *t;
    tr_error err;

    if (!f->given) return false;
    const int rc = tr_translate(f->given, text, len, &t, &err);
    if (rc == TR_ENOMEM || (!rc && t->status == TR_ENOMEM)) end_without_memory();
    if (rc || t->status != TR_OK) return false;
    const tr_hypothesis *const h = &t->hypotheses[0];
    return t->n_terms || (h->text_len == len && !memcmp(h->text, text, len));
}

word_senses sense_finder_find(sense_finder *f, const char *text, size_t len)
{
    const label l = label_of((tr_string){text, len});
    candidates c = {.word = l.word};
    tr_error err;

    if (!f->dictionary || !may_be_word(l.word)) return (word_senses){0};
    const int rc = tr_dictionary_find(f->dictionary, l.word, take_item, &c, &err);
    if (rc == TR_ENOMEM) end_without_memory();
    if (rc < 0) complain("%s", err.msg);
    free(c.head);
    if (!c.n) return (word_senses){0};
    pthread_mutex_lock(&f->lock);
    const bool given = is_given(f, text, len);
    score(f, &c, &l);
    pthread_mutex_unlock(&f->lock);
    word_senses s = take_senses(&c);
    if (given) word_senses_free(&s);
    return s;
}

void word_senses_free(word_senses *s)
{
    for (size_t i = 0; i < s->n; i++) {
        free(s->items[i].text);
        free(s->items[i].part_of_speech);
    }
    free(s->items);
    *s = (word_senses){0};
}

/* ---- As a memory ---- */

static int find(void *ctx, int what, tr_string source, tr_remembered *found)
{
    sense_finder *const f = ctx;

    if (f->inner) {
        const int rc = f->inner->find(f->inner->ctx, what, source, found);
        if (rc) return rc;
    }
    if (what != TR_OF_LINE) return 0;
    word_senses s = sense_finder_find(f, source.text, source.len);
    if (!s.n) return 0;
    *found = (tr_remembered){.text = s.items[0].text,
                             .text_len = strlen(s.items[0].text),
                             .score = s.items[0].score,
                             .log_probability = s.items[0].log_probability};
    s.items[0].text = NULL;
    word_senses_free(&s);
    return 1;
}

static void add(void *ctx, int what, tr_string source, const tr_remembered *said)
{
    const sense_finder *const f = ctx;
    if (f->inner) f->inner->add(f->inner->ctx, what, source, said);
}

void sense_finder_join(sense_finder *f, tr_options *o)
{
    if (!f->dictionary || o->n_best > 1) return;
    f->inner = o->memory;
    f->memory = (tr_translation_memory){
        .ctx = f, .find = find, .add = add, .is_steady = !f->inner || f->inner->is_steady};
    o->memory = &f->memory;
}

/* ---- Opening ---- */

static int open_session(sense_finder *f, const tr_model *model, const tr_options *o, tr_error *err)
{
    tr_options of_scores;

    tr_options_init(&of_scores, model);
    of_scores.source_language = o->source_language;
    of_scores.target_language = o->target_language;
    of_scores.max_length_factor = 0;
    of_scores.max_length = INT_MAX;
    of_scores.beam_size = of_scores.n_best = 1;
    of_scores.split = TR_SPLIT_NONE;
    of_scores.shortlist = TR_SHORTLIST_OFF;
    of_scores.precision = o->precision;
    of_scores.cpu = o->cpu;
    const int rc = tr_session_create(&f->session, model, &of_scores, err);
    if (rc || !(o->glossary || o->n_kept || o->keep_file)) return rc;
    tr_options of_terms = *o;
    of_terms.memory = NULL;
    of_terms.n_best = of_terms.beam_size = 1;
    of_terms.diverse = 0;
    return tr_session_create(&f->given, model, &of_terms, err);
}

static const char *language_of(const char *chosen, const char *own)
{
    return chosen && *chosen ? chosen : own;
}

int sense_finder_begin(sense_finder *f, const char *path, const tr_model *model,
                       const tr_options *o)
{
    const tr_model_info *const info = tr_model_get_info(model);
    tr_error err;

    *f = (sense_finder){0};
    if (!path) return 0;
    int rc = tr_dictionary_open(&f->dictionary, path,
                                language_of(o->source_language, info->source_language),
                                language_of(o->target_language, info->target_language), &err);
    if (rc == 0) rc = open_session(f, model, o, &err);
    if (rc == 0) {
        pthread_mutex_init(&f->lock, NULL);
        return 0;
    }
    complain("%s", err.msg);
    tr_session_free(f->session);
    tr_dictionary_free(f->dictionary);
    *f = (sense_finder){0};
    return -1;
}

void sense_finder_end(sense_finder *f)
{
    if (!f->dictionary) return;
    pthread_mutex_destroy(&f->lock);
    tr_session_free(f->session);
    tr_session_free(f->given);
    tr_dictionary_free(f->dictionary);
    f->dictionary = NULL;
}
