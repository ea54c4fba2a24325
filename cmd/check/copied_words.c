#include "check/copied_words.h"

#include <stdlib.h>
#include <string.h>

#include "base/numbers/scalar.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "check/text_words.h"
#include "console/alloc.h"

enum { LEAST_LETTERS = 4, KNOWN = 1024 };

/* How sure a model that copies a word rightly is of it.  Of names it is less sure than of words,
 * and they are what a word with a capital mostly is.  quality.py's `untranslated` were told by it:
 * 98 % and more, in 0 to 1.6 % of undamaged lines, of six sets in four directions. */
static const double sure_of_word = 0.8, sure_of_name = 0.1;

/* Words that were translated by themselves: the latest of each hash. */
typedef struct known_word {
    char *word; /* NULL: none */
    bool stays;
} known_word;

struct copied_words {
    tr_session *session;
    const tr_model *model;
    known_word known[KNOWN];
};

copied_words *copied_words_open(tr_session *session, const tr_model *model)
{
    copied_words *const c = checked_malloc(sizeof *c);
    *c = (copied_words){.session = session, .model = model};
    return c;
}

void copied_words_close(copied_words *c)
{
    for (size_t i = 0; c && i < KNOWN; i++)
        free(c->known[i].word);
    free(c);
}

/* ---- By itself ---- */

/* True if the words are the same, but for capitals and signs. */
static bool says_same(const char *a, size_t a_len, const char *b, size_t b_len)
{
    for (size_t i = 0, k = 0;;) {
        i = tr_utf8_find(a, i, a_len, tr_is_alnum);
        k = tr_utf8_find(b, k, b_len, tr_is_alnum);
        if (i == a_len || k == b_len) return i == a_len && k == b_len;
        if (tr_to_lower(tr_utf8_next(a, &i, a_len)) != tr_to_lower(tr_utf8_next(b, &k, b_len)))
            return false;
    }
}

/* 1 if the model leaves a word as it is that stands alone, 0 if not; an error of tr_translate(). */
static int stays_alone(copied_words *c, const char *word, size_t len, tr_error *err)
{
    const size_t place = (size_t)(text_word_hash(word, (tr_span){0, len}) >> 32) % KNOWN;
    known_word *const known = &c->known[place];
    const tr_translation *t;

    if (known->word && strlen(known->word) == len && !memcmp(known->word, word, len))
        return known->stays;
    const int rc = tr_translate(c->session, word, len, &t, err);
    if (rc < 0) return rc;
    const tr_hypothesis *const h = tr_translation_hypothesis(t, 0);
    free(known->word);
    known->word = checked_copy(word, len);
    known->stays = t->status != TR_OK || says_same(word, len, h->text, h->text_len);
    return known->stays;
}

/* ---- In its place ---- */

/* The log-probability of the pieces at a span of the text. */
static double log_probability_at(const scored_text *s, tr_span at)
{
    double sum = 0;

    for (size_t i = 0; i < s->tokens->n; i++) {
        const tr_token *const token = &s->tokens->token[i];
        if (token->begin < at.end && token->end > at.begin) sum += (double)s->log_probabilities[i];
    }
    return sum;
}

/* A word that stands in both, and should not by itself. */
typedef struct suspect {
    const sentence_pair *sentence;
    tr_span word, said; /* in the sentence's source, and in its translation */
    size_t scored;      /* which of the sentences that are scored */
} suspect;

typedef struct suspects {
    suspect *list;
    size_t n, capacity, n_sentences;
} suspects;

static void add_suspect(suspects *all, const sentence_pair *sentence, tr_span word, tr_span said)
{
    const bool same = all->n && all->list[all->n - 1].sentence == sentence;

    if (all->n == all->capacity) {
        all->capacity = 2 * all->capacity + 16;
        all->list = checked_realloc(all->list, all->capacity, sizeof *all->list);
    }
    all->n_sentences += !same;
    all->list[all->n++] = (suspect){sentence, word, said, all->n_sentences - 1};
}

/* Tells a word if the model would rather say something else in its place. */
static void judge(const suspect *s, const scored_text *translation)
{
    const char *const text = sentence_source(s->sentence).text;
    const size_t begin = s->sentence->source.begin;
    const bool capital = tr_is_upper(tr_utf8_at(text, s->word.begin, s->word.end));

    if (translation->tokens &&
        log_probability_at(translation, s->said) < tr_log(capital ? sure_of_name : sure_of_word))
        findings_add(&s->sentence->pair->found, FINDING_UNTRANSLATED,
                     (tr_span){begin + s->word.begin, begin + s->word.end}, 0);
}

static int judge_all(copied_words *c, const suspects *all, tr_error *err)
{
    const size_t n = all->n_sentences;
    tr_string *const sources = checked_realloc(NULL, n + 1, sizeof *sources);
    tr_string *const targets = checked_realloc(NULL, n + 1, sizeof *targets);
    const tr_translation *const *results;
    scored_text scored = {0};

    for (size_t i = 0; i < all->n; i++) {
        sources[all->list[i].scored] = sentence_source(all->list[i].sentence);
        targets[all->list[i].scored] = sentence_translation(all->list[i].sentence);
    }
    const int rc = n ? tr_score_batch(c->session, sources, targets, n, &results, err) : TR_OK;
    for (size_t i = 0; i < all->n && rc == TR_OK; i++) {
        const size_t at = all->list[i].scored;
        if (!i || all->list[i - 1].scored != at) {
            scored_text_free(&scored);
            scored = scored_text_read(c->model, targets[at], results[at]);
        }
        judge(&all->list[i], &scored);
    }
    scored_text_free(&scored);
    free(sources);
    free(targets);
    return rc;
}

/* ---- Words of both ---- */

/* The words of a translation, a table: a word is at the first free place from its hash on. */
typedef struct said_words {
    tr_string text;
    tr_span *words; /* [n]; an end of 0: none */
    size_t n;
} said_words;

static size_t place_of(const said_words *s, const char *text, tr_span word)
{
    const uint64_t h = text_word_hash(text, word);
    size_t at = (size_t)((h ^ h >> 32) % s->n);

    while (s->words[at].end && !text_words_equal(s->text.text, s->words[at], text, word))
        at = at + 1 < s->n ? at + 1 : 0;
    return at;
}

static said_words list_said(tr_string text)
{
    said_words s = {.text = text, .n = 8};
    tr_span word = {0};

    while (text_word_next(text.text, word.end, text.len, &word))
        s.n += 2;
    s.words = checked_realloc(NULL, s.n, sizeof *s.words);
    memset(s.words, 0, s.n * sizeof *s.words);
    for (word = (tr_span){0}; text_word_next(text.text, word.end, text.len, &word);) {
        const size_t at = place_of(&s, text.text, word);
        if (!s.words[at].end) s.words[at] = word;
    }
    return s;
}

/* The place of a word of the source in the translation, as it is; false: it has none. */
static bool find_said(const said_words *s, const char *text, tr_span word, tr_span *said)
{
    *said = s->words[place_of(s, text, word)];
    return said->end &&
           !memcmp(s->text.text + said->begin, text + word.begin, word.end - word.begin);
}

static int find_suspects(copied_words *c, const sentence_pair *s, suspects *all, tr_error *err)
{
    const tr_string source = sentence_source(s);
    said_words words = list_said(sentence_translation(s));
    tr_span word = {0}, said;
    int rc = 0;

    while (rc >= 0 && text_word_next(source.text, word.end, source.len, &word)) {
        const tr_span whole = {s->source.begin + word.begin, s->source.begin + word.end};
        if (text_count_letters(source.text, word) < LEAST_LETTERS ||
            plain_text_is_kept(&s->pair->source, whole) ||
            !find_said(&words, source.text, word, &said))
            continue;
        rc = stays_alone(c, source.text + word.begin, word.end - word.begin, err);
        if (!rc) add_suspect(all, s, word, said);
    }
    free(words.words);
    return rc < 0 ? rc : TR_OK;
}

int copied_words_find(copied_words *c, const sentence_pair *sentences, size_t n, tr_error *err)
{
    suspects all = {0};
    int rc = TR_OK;

    for (size_t i = 0; i < n && rc == TR_OK; i++)
        rc = find_suspects(c, &sentences[i], &all, err);
    if (rc == TR_OK) rc = judge_all(c, &all, err);
    free(all.list);
    return rc;
}
