#include "line/sentence_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "input/capitals.h"
#include "input/stress.h"
#include "search/byte_rules.h"
#include "text/final_marks.h"
#include "text/numbers/notation.h"
#include "text/placeables/far_brackets.h"
#include "text/placeables/identifiers.h"
#include "text/placeables/placeables.h"
#include "text/placeables/placeholders.h"
#include "text/typography.h"

/* Tokens that show: the end does not, nor does a character that a limit has cut off. */
static size_t count_shown(const tr_sentence_hypothesis *h, const tr_setup *setup)
{
    const bool eos = h->n && h->ids[h->n - 1] == setup->m->config.eos;
    return setup->bytes ? tr_byte_whole(setup->bytes, h->ids, h->n - eos) : h->n - eos;
}

/* Appends the text of the tokens, as the model said it. */
static int decode(const tr_sentence_hypothesis *h, const tr_setup *setup, tr_buf *out,
                  tr_error *err)
{
    return tr_tokenizer_decode(setup->tokenizers->target, h->ids, count_shown(h, setup), out, err);
}

/* Where the text of each token ends in text [len], which is all of them decoded: a beginning of the
 * tokens has the beginning of the text, but for bytes that are no character yet. */
static int find_ends(const tr_sentence_hypothesis *h, const tr_setup *setup, size_t len,
                     size_t *ends, tr_error *err)
{
    const size_t n = count_shown(h, setup);
    tr_buf part = {0};
    int rc = 0;

    for (size_t i = 0; i < h->n && rc == 0; i++) {
        tr_buf_clear(&part);
        if (i + 1 < n)
            rc = tr_tokenizer_decode(setup->tokenizers->target, h->ids, i + 1, &part, err);
        ends[i] = i + 1 < n && part.len < len ? part.len : len;
        if (i && ends[i] < ends[i - 1]) ends[i] = ends[i - 1];
    }
    tr_buf_free(&part);
    return rc;
}

/* Takes what the buffer holds from `begin` on. */
static void raise_from(tr_buf *buf, size_t begin)
{
    if (buf->len > begin) tr_capitals_raise(buf->data + begin, buf->len - begin);
}

/* What a model said, with the numbers and marks that the languages have. */
static void write_by_rule(const tr_sentence *s, const tr_setup *setup, const tr_buf *said,
                          bool brackets, tr_buf *text, size_t *ends, size_t n)
{
    const char *const from = setup->special.source_language, *const to =
                                                                 setup->special.target_language;
    const char *const source = s->line->result.source + s->begin;
    const size_t n_source = s->end - s->begin;
    tr_buf respelled = {0};

    tr_notation_respell(source, n_source, tr_buf_text(said), said->len,
                        tr_language_data(from)->notation, tr_language_data(to)->notation,
                        &respelled, ends, n);
    if (respelled.len) tr_lacking_capitals_raise(source, n_source, respelled.data, respelled.len);
    tr_typography_write((tr_string){source, n_source}, brackets,
                        (tr_string){tr_buf_text(&respelled), respelled.len},
                        tr_language_data(to)->quotes, text, ends, n);
    tr_final_marks_write((tr_string){source, n_source}, &tr_language_data(from)->orthography,
                         &tr_language_data(to)->orthography, text, 0, ends, n);
    text->failed = text->failed || respelled.failed;
    tr_buf_free(&respelled);
}

size_t tr_sentence_place(const tr_sentence *s, size_t at, bool ends)
{
    if (!s->input) return s->begin + at;
    return tr_stand_ins_source(&s->input->stand_ins, s->input->begin, s->at + at, ends);
}

int tr_sentence_text(const tr_sentence *s, const tr_sentence_hypothesis *h, const tr_setup *setup,
                     tr_buf *out, size_t *ends, tr_error *err)
{
    const size_t n = ends ? h->n : 0, begin = out->len;
    const tr_stand_ins none = {0};
    const tr_stand_ins within =
        s->input ? tr_stand_ins_within(&s->input->stand_ins, s->at, s->at_end) : none;
    tr_buf said = {0}, text = {0};

    int rc = decode(h, setup, &said, err);
    if (rc == 0 && ends) rc = find_ends(h, setup, said.len, ends, err);
    if (rc == 0 && s->input && s->input->capitals) raise_from(&said, 0);
    if (rc == 0 && s->may_keep)
        write_by_rule(s, setup, &said, tr_stand_ins_any_bracket(&within), &text, ends, n);
    else
        tr_buf_add(&text, tr_buf_text(&said), said.len);
    tr_stand_ins_restore(&within, tr_buf_text(&text), text.len, out, ends, n);
    for (size_t i = 0; ends && i < n; i++)
        ends[i] -= begin;
    const bool failed = said.failed || text.failed;
    tr_buf_free(&said);
    tr_buf_free(&text);
    return rc == 0 && failed ? tr_fail_memory(err) : rc;
}

int tr_sentence_name_tokens(const tr_sentence *s, const tr_sentence_hypothesis *h,
                            const tr_setup *setup, tr_span *names, tr_error *err)
{
    const tr_stand_ins within = tr_stand_ins_within(&s->input->stand_ins, s->at, s->at_end);
    size_t *const ends = malloc((h->n + 1) * sizeof *ends);
    const tr_stand_in *one;
    tr_buf said = {0};

    memset(names, 0, h->n * sizeof *names);
    int rc = ends ? decode(h, setup, &said, err) : tr_fail_memory(err);
    if (rc == 0) rc = find_ends(h, setup, said.len, ends, err);
    for (size_t at = 0, i = 0;
         rc == 0 && (one = tr_stand_ins_next(&within, tr_buf_text(&said), &at, said.len));) {
        const size_t end = at + strlen(one->word);
        while (i < h->n && ends[i] <= at)
            i++;
        for (; i < h->n && (i ? ends[i - 1] : 0) < end; i++)
            if (one->is_name) names[i] = one->source;
        at = end;
    }
    if (rc == 0 && said.failed) rc = tr_fail_memory(err);
    tr_buf_free(&said);
    free(ends);
    return rc;
}

/* True if the text has the names that the model copied, as often as the source. */
static bool has_names(const tr_sentence *s, const char *text, size_t len)
{
    const char *const source = s->line->result.source + s->begin;
    const size_t n_source = s->end - s->begin;

    tr_placeables scan;
    tr_placeable p;

    if (s->input->capitals || s->input->keep != TR_KEEP_COPIES) return true;
    tr_placeables_start(&scan, source, 0, n_source, TR_FIND_IDENTIFIERS, true);
    while (tr_placeables_next(&scan, &p)) {
        const char *const name = source + p.at.begin;
        const size_t n = p.at.end - p.at.begin;
        const tr_span in_line = {s->begin + p.at.begin, s->begin + p.at.end};
        if (tr_line_names_within(s->line, in_line)) continue;
        if (tr_identifier_count(text, len, name, n) <
            tr_identifier_count(source, n_source, name, n))
            return false;
    }
    return true;
}

/* True if the text has the brackets that the model read as quotation marks. */
static bool has_brackets(const tr_sentence *s, const tr_stand_ins *within, const tr_buf *text)
{
    return !tr_stand_ins_any_bracket(within) ||
           tr_far_brackets_agree(s->line->result.source + s->begin, s->end - s->begin,
                                 tr_buf_text(text), text->len);
}

bool tr_sentence_keeps(const tr_sentence *s, const tr_sentence_hypothesis *h, const tr_setup *setup,
                       tr_buf *buf)
{
    const tr_stand_ins within = tr_stand_ins_within(&s->input->stand_ins, s->at, s->at_end);

    tr_buf_clear(buf);
    if (decode(h, setup, buf, NULL) < 0 ||
        !tr_stand_ins_agree(&within, tr_buf_text(buf), buf->len) ||
        !tr_stand_ins_have_words(&within, tr_buf_text(buf), buf->len))
        return false;
    tr_buf_clear(buf);
    return tr_sentence_text(s, h, setup, buf, NULL, NULL) == 0 &&
           has_names(s, tr_buf_text(buf), buf->len) && has_brackets(s, &within, buf) &&
           tr_placeholders_agree(s->line->result.source + s->begin, s->end - s->begin,
                                 tr_buf_text(buf), buf->len);
}
