#include "check/missing_words.h"

#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "check/text_words.h"
#include "check/word_risk.h"
#include "console/alloc.h"

/* A sentence on its way through both passes. */
typedef struct unit {
    const sentence_pair *sentence;
    scored_text given; /* the source, given the translation */
    bool is_suspicious;
    size_t same;   /* the first unit of this sentence and this translation: itself, as a rule */
    size_t result; /* of the pass */
} unit;

/* ---- Words ---- */

/* A word of a source: its tokens, and its place in the plain text without signs around it. */
typedef struct word {
    size_t first, n;
    tr_span at;
} word;

static bool is_blank(const char *text, size_t begin, size_t end)
{
    const tr_span rest = tr_span_trimmed(text, begin, end);
    return rest.begin == rest.end;
}

/* True if a blank is before the token, or in it. */
static bool begins_word(const char *text, const tr_token *token)
{
    const size_t at = token->begin;
    return !at || tr_is_space(tr_utf8_before(text, 0, at)) ||
           tr_is_space(tr_utf8_at(text, at, token->end));
}

/* The word that begins with token w->first. */
static void read_word(const unit *u, word *w)
{
    const size_t begin = u->sentence->source.begin;
    const char *const text = u->sentence->pair->source.text + begin;
    const tr_tokens *const tokens = u->given.tokens;
    const tr_token *const token = tokens->token;
    size_t end = w->first + 1;

    /* a piece may be the blank alone */
    while (end < tokens->n && (!begins_word(text, &token[end]) ||
                               is_blank(text, token[w->first].begin, token[end - 1].end)))
        end++;
    w->n = end - w->first;
    tr_span at = tr_span_trimmed(text, token[w->first].begin, token[end - 1].end);
    at.begin = tr_utf8_skip(text, at.begin, at.end, tr_is_no_alnum);
    at.end = tr_utf8_skip_back(text, at.begin, at.end, tr_is_no_alnum);
    w->at = (tr_span){begin + at.begin, begin + at.end};
}

/* Short words are often said by none of another language. */
static bool counts(const unit *u, const word *w)
{
    enum { LEAST_LETTERS = 4 };
    const plain_text *const p = &u->sentence->pair->source;
    return text_count_letters(p->text, w->at) >= LEAST_LETTERS && !plain_text_is_kept(p, w->at);
}

static word_facts facts_of(const unit *u, const word *w)
{
    const char *const text = u->sentence->pair->source.text;
    return (word_facts){.given = word_cost_of(u->given.log_probabilities + w->first, w->n),
                        .n_pieces = w->n,
                        .capital = tr_is_upper(tr_utf8_at(text, w->at.begin, w->at.end)),
                        .n_sentence = u->given.tokens->n + 1};
}

/* True if the translation has the word as it is, and not as a part of another one. */
static bool is_said(const unit *u, tr_span at)
{
    const char *const text = u->sentence->pair->source.text + at.begin;
    const tr_string t = sentence_translation(u->sentence);
    const size_t n = at.end - at.begin;

    for (size_t i = 0; i + n <= t.len; i++)
        if (!memcmp(t.text + i, text, n) && !tr_is_alnum(tr_utf8_before(t.text, 0, i)) &&
            !tr_is_alnum(tr_utf8_at(t.text, i + n, t.len)))
            return true;
    return false;
}

/* ---- Passes ---- */

static void look_at_first(unit *u, const tr_model *model, const tr_translation *result)
{
    u->given = scored_text_read(model, sentence_source(u->sentence), result);
    const size_t n = u->given.tokens ? u->given.tokens->n : 0;
    for (word w = {0}; w.first < n && !u->is_suspicious; w.first += w.n) {
        read_word(u, &w);
        const word_facts f = facts_of(u, &w);
        u->is_suspicious = counts(u, &w) && word_is_suspicious(&f);
    }
}

static void look_at_second(const unit *u, const tr_model *model, const tr_translation *result)
{
    scored_text free_of = scored_text_read(model, sentence_source(u->sentence), result);
    const size_t n = free_of.tokens ? free_of.tokens->n : 0;

    for (word w = {0}; w.first < n; w.first += w.n) {
        read_word(u, &w);
        word_facts f = facts_of(u, &w);
        f.free = word_cost_of(free_of.log_probabilities + w.first, w.n);
        const double risk = counts(u, &w) && !is_said(u, w.at) ? word_risk(&f) : 0;
        if (risk >= word_may_lack)
            findings_add(&u->sentence->pair->found, FINDING_MISSING, w.at, risk);
    }
    scored_text_free(&free_of);
}

/* All units in the first pass, the suspicious ones in the second. */
static int pass(tr_session *session, const tr_model *model, unit *units, size_t n_units,
                bool second, tr_error *err)
{
    tr_string *const sources = checked_realloc(NULL, n_units + 1, sizeof *sources);
    tr_string *const targets = checked_realloc(NULL, n_units + 1, sizeof *targets);
    const tr_translation *const *results;
    size_t n = 0;

    for (size_t i = 0; i < n_units; i++) {
        if (second && !units[i].is_suspicious) continue;
        units[i].result = units[i].same == i ? n : units[units[i].same].result;
        if (units[i].same != i) continue;
        sources[n] = second ? (tr_string){".", 1} : sentence_translation(units[i].sentence);
        targets[n++] = sentence_source(units[i].sentence);
    }
    const int rc = n ? tr_score_batch(session, sources, targets, n, &results, err) : TR_OK;
    for (size_t i = 0; i < n_units && n && rc == TR_OK; i++) {
        if (!second)
            look_at_first(&units[i], model, results[units[i].result]);
        else if (units[i].is_suspicious)
            look_at_second(&units[i], model, results[units[i].result]);
    }
    free(sources);
    free(targets);
    return rc;
}

static bool is_same_text(tr_string a, tr_string b)
{
    return a.len == b.len && !memcmp(a.text, b.text, a.len);
}

/* The first sentence that is sentence i, with the same translation. */
static size_t first_like(const sentence_pair *sentences, size_t i)
{
    const tr_string source = sentence_source(&sentences[i]),
                    translation = sentence_translation(&sentences[i]);
    size_t k = 0;

    while (k < i && !(is_same_text(sentence_source(&sentences[k]), source) &&
                      is_same_text(sentence_translation(&sentences[k]), translation)))
        k++;
    return k;
}

int missing_words_find(tr_session *session, const tr_model *model, const sentence_pair *sentences,
                       size_t n, tr_error *err)
{
    unit *const units = checked_realloc(NULL, n + 1, sizeof *units);

    for (size_t i = 0; i < n; i++)
        units[i] = (unit){.sentence = &sentences[i], .same = first_like(sentences, i)};
    int rc = pass(session, model, units, n, false, err);
    if (rc == TR_OK) rc = pass(session, model, units, n, true, err);
    for (size_t i = 0; i < n; i++)
        scored_text_free(&units[i].given);
    free(units);
    return rc;
}
