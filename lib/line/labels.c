#include "line/labels.h"

#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "language/language_data.h"
#include "line/sentence_text.h"
#include "text/lacks/label.h"

enum { LONGEST = 32 };

/* True if the vocabulary has the word in small letters, at the beginning of a word. */
static bool is_known(const tr_setup *setup, const char *text, tr_span word)
{
    static const char blank[] = "\xE2\x96\x81";
    char piece[sizeof blank + LONGEST];

    memcpy(piece, blank, sizeof blank - 1);
    const size_t n = tr_label_lower(text, word, piece + sizeof blank - 1, LONGEST);
    return n && tr_tokenizer_knows(setup->tokenizers->source, piece, sizeof blank - 1 + n);
}

static tr_sentence_in sentence_of(const tr_setup *setup, const char *text, size_t len)
{
    return (tr_sentence_in){tr_language_data(setup->special.source_language), text, len};
}

bool tr_labels_any(const tr_setup *setup, const char *text, size_t len)
{
    const tr_sentence_in sentence = sentence_of(setup, text, len);
    tr_span word = {0};

    if (setup->m->config.alignment_layer < 0 || !setup->special.source_spaces ||
        !setup->special.target_spaces ||
        !tr_language_data(setup->special.target_language)->words.function)
        return false;
    while (tr_label_next(&sentence, word.end, &word))
        if (is_known(setup, text, word)) return true;
    return false;
}

/* ---- What says a label ---- */

/* A sentence whose labels are looked for. */
typedef struct job {
    const tr_sentence *s;
    const tr_setup *setup;
    const char *source, *target; /* what the model reads; the translation */
    size_t n_source, n_target;
    tr_spm_piece_span *pieces; /* [n_pieces] of the source */
    size_t n_pieces;
    size_t *ends; /* [n] of the tokens in the target */
} job;

/* True if token i of the target looks at the label most, or much. */
static bool looks_at(const job *j, size_t i, tr_span label)
{
    static const float MUCH = 0.4f, LITTLE = 0.25f;
    const float *const weight = j->s->hypotheses[0].alignment + i * (j->s->n_tokens + 1);
    size_t best = 0;
    float sum = 0;
    bool most = false;

    for (size_t k = 1; k < j->n_pieces; k++)
        if (weight[k] > weight[best]) best = k;
    for (size_t k = 0; k < j->n_pieces; k++) {
        const tr_spm_piece_span *const p = &j->pieces[k];
        if (p->begin >= label.end || p->end <= label.begin) continue;
        sum += weight[k];
        most = most || k == best;
    }
    return sum >= MUCH || (most && sum > LITTLE);
}

static bool is_function_word(const job *j, tr_span word)
{
    const char *const list = tr_language_data(j->setup->special.target_language)->words.function;
    char small[LONGEST];
    const size_t n = tr_label_lower(j->target, word, small, sizeof small);

    return n && tr_list_has(list, small, n);
}

/* True if a word of the translation that is no small one comes from the label. */
static bool is_said(const job *j, tr_span label)
{
    tr_span word = {0};

    for (size_t i = 0;;) {
        word.begin = tr_utf8_find(j->target, word.end, j->n_target, tr_is_letter);
        word.end = tr_utf8_skip(j->target, word.begin, j->n_target, tr_is_letter);
        if (word.begin == word.end) return false;
        const bool small = is_function_word(j, word);
        while (i < j->s->hypotheses[0].n && j->ends[i] <= word.begin)
            i++;
        for (size_t k = i; k < j->s->hypotheses[0].n && (k ? j->ends[k - 1] : 0) < word.end; k++)
            if (!small && looks_at(j, k, label)) return true;
    }
}

static void find_lost(const job *j, tr_span *spans, size_t most, size_t *n)
{
    const tr_sentence_in sentence = sentence_of(j->setup, j->source, j->n_source);
    tr_span word = {0};

    while (*n < most && tr_label_next(&sentence, word.end, &word)) {
        if (!is_known(j->setup, j->source, word) ||
            tr_label_is_alike(j->source, word, j->target, j->n_target) || is_said(j, word))
            continue;
        spans[(*n)++] = (tr_span){tr_sentence_place(j->s, word.begin, false),
                                  tr_sentence_place(j->s, word.end, true)};
    }
}

int tr_labels_lost(const tr_sentence *s, const tr_setup *setup, tr_buf *buf, tr_span *spans,
                   size_t most, size_t *n, tr_error *err)
{
    const tr_sentence_hypothesis *const h = &s->hypotheses[0];
    job j = {.s = s,
             .setup = setup,
             .source = s->line->result.source + s->begin,
             .n_source = s->end - s->begin,
             .ends = calloc(h->n + 1, sizeof *j.ends)};
    size_t capacity = 0;

    *n = 0;
    if (!j.ends) return tr_fail_memory(err);
    if (s->input) {
        j.source = s->input->text + s->at;
        j.n_source = s->at_end - s->at;
    }
    tr_buf_clear(buf);
    int rc = tr_sentence_text(s, h, setup, buf, j.ends, err);
    if (rc == 0)
        rc = tr_tokenizer_encode_spans(setup->tokenizers->source, j.source, j.n_source, &j.pieces,
                                       &capacity, &j.n_pieces, err);
    j.target = tr_buf_text(buf);
    j.n_target = buf->len;
    if (rc == 0 && h->alignment && j.n_pieces == s->n_tokens) find_lost(&j, spans, most, n);
    free(j.pieces);
    free(j.ends);
    return rc;
}
