#include "input/model_input.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "input/capitals.h"
#include "input/months.h"
#include "input/stress.h"
#include "text/numbers/numerals.h"
#include "text/sentences.h"

void tr_model_inputs_free(tr_model_inputs *s)
{
    tr_protected_free(&s->protected);
    tr_buf_free(&s->buf);
}

/* The inputs of a passage that are being made. */
typedef struct job {
    tr_model_inputs *with;
    const char *source;
    tr_region *region;
    tr_model_input **last;
    tr_error *err;
} job;

/* ---- Ways ---- */

/* True if a letter alone, at text [at], is a word of the language, or part of an abbreviation or of
 * a word with an apostrophe: the A of "A -> B" is neither. */
static bool is_word_alone(const tr_stops *stops, const char *text, size_t at, size_t end)
{
    return !tr_ascii_is_upper(text[at]) || tr_list_has(stops->pronouns, text + at, 1) ||
           (at + 1 < end && strchr(".'\xE2", text[at + 1]));
}

/* True if text [begin, end) has a word. */
static bool has_word(const tr_stops *stops, const char *text, size_t begin, size_t end)
{
    int32_t c;

    if (!stops || stops->of_none) return tr_has_letter(text, begin, end);
    for (size_t at = begin, n; at < end; at += n) {
        n = tr_utf8_decode(text + at, end - at, &c);
        if (!tr_is_letter(c)) continue;
        if (at + n < end && tr_byte_is_letter(text[at + n])) return true;
        if (is_word_alone(stops, text, at, end)) return true;
    }
    return false;
}

/* True if there are words in a part beside what is protected of it, [n]. */
static bool has_words_between(const tr_stops *stops, const char *text, tr_span part,
                              const tr_protected_text *protected, size_t n)
{
    size_t at = part.begin;

    for (size_t i = 0; i < n; i++) {
        const tr_string *const read = &protected[i].read_as;
        const bool is_read = read->len && protected[i].by == TR_PROTECTED_BY_READING;
        if (has_word(stops, text, at, protected[i].at.begin) ||
            (is_read && tr_has_letter(read->text, 0, read->len)))
            return true;
        at = protected[i].at.end;
    }
    return has_word(stops, text, at, part.end);
}

/* The first way to keep what is protected: nothing may be, and stand-ins may have no pieces. */
static enum tr_keep first_way(const tr_model_inputs *s)
{
    const bool any_hard = tr_stand_ins_count(s->protected.list, s->protected.n, TR_ROUND_HARD) > 0;

    if (s->protected.n == 0) return TR_KEEP_NOTHING;
    return any_hard && s->no_stand_ins ? TR_KEEP_BETWEEN : TR_KEEP_COPIES;
}

static enum tr_stand_in_round round_of(enum tr_keep keep)
{
    return keep == TR_KEEP_COPIES      ? TR_ROUND_HARD
           : keep == TR_KEEP_STAND_INS ? TR_ROUND_ALL
                                       : TR_ROUND_OTHERS;
}

/* ---- Stretches ---- */

static int append_input(job *j, const tr_model_input *one)
{
    tr_model_input *const input = TR_REGION_TAKE(j->region, tr_model_input, 1);

    if (!input) return tr_fail_memory(j->err);
    *input = *one;
    *j->last = input;
    j->last = &input->next;
    return 0;
}

/* Bytes begin .. end - 1 of the source as they are, if they are not blank. */
static int add_input(job *j, size_t begin, size_t end, enum tr_keep keep)
{
    const tr_span part = tr_span_trimmed(j->source, begin, end);
    const tr_model_input one = {.text = j->source + part.begin,
                                .len = part.end - part.begin,
                                .begin = part.begin,
                                .keep = keep};

    return one.len ? append_input(j, &one) : 0;
}

/* The text between what is protected, part by part. */
static int add_text_between(job *j, tr_span passage, const tr_protected_text *protected, size_t n)
{
    size_t at = passage.begin;
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < n; i++) {
        if (protected[i].by == TR_PROTECTED_BY_READING) continue;
        rc = add_input(j, at, protected[i].at.begin, TR_KEEP_BETWEEN);
        at = protected[i].at.end;
    }
    return rc < 0 ? rc : add_input(j, at, passage.end, TR_KEEP_BETWEEN);
}

/* A part of a passage, with stand-ins for what is protected in it. */
static int add_with_stand_ins(job *j, tr_span part, enum tr_keep keep,
                              const tr_protected_text *protected, size_t n)
{
    tr_buf *const buf = &j->with->buf;
    const tr_span trimmed = tr_span_trimmed(j->source, part.begin, part.end);
    tr_model_input one = {.begin = trimmed.begin, .keep = keep};

    tr_buf_clear(buf);
    if (!tr_stand_ins_make(&one.stand_ins, j->source, trimmed, protected, n, round_of(keep),
                           &j->with->notations, buf, j->region))
        return tr_fail_memory(j->err);
    if (one.stand_ins.lacks) return add_text_between(j, part, protected, n);
    one.text = tr_region_copy(j->region, tr_buf_text(buf), buf->len);
    one.len = buf->len;
    if (!one.len) return 0;
    return one.text ? append_input(j, &one) : tr_fail_memory(j->err);
}

/* ---- Parts of a passage ----
 * A model does not copy many stand-ins at once, nor translate a long list of numbers: such a
 * passage is cut after clauses. */

enum { MOST_STAND_INS = 4, MOST_NUMBERS = 5, MANY_NUMBERS = 8 };

/* Where the first numeral after `most` of them begins in text [at, end), what is protected left
 * out, which is protected [i .. n); `end` if there is none. */
static size_t after_numerals(const tr_protected *h, size_t i, const char *text, size_t at,
                             size_t end, size_t most)
{
    tr_span number = {.end = at};

    for (size_t n = 0; tr_numeral_next(text, number.end, end, &number);) {
        while (i < h->n && h->list[i].at.end <= number.begin)
            i++;
        if (i < h->n && h->list[i].at.begin < number.end) {
            number.end = h->list[i].at.end;
            continue;
        }
        if (n++ == most) return number.begin;
    }
    return end;
}

/* Where the part of [at, end) ends of which protected [i .. n) are; *next is the first after it. */
static size_t end_of_part(const job *j, size_t at, size_t end, enum tr_keep keep, bool many_numbers,
                          size_t i, size_t *next)
{
    const tr_protected *const h = &j->with->protected;
    size_t limit = many_numbers ? after_numerals(h, i, j->source, at, end, MOST_NUMBERS) : end;
    size_t count = 0, k = i;

    for (; k < h->n && h->list[k].at.begin < limit; k++) {
        count += tr_stand_ins_count(&h->list[k], 1, round_of(keep));
        if (count > MOST_STAND_INS) limit = h->list[k].at.begin;
    }
    size_t cut = limit < end ? at + tr_clause_cut(j->source + at, end - at, limit - at) : end;
    for (k = i; k < h->n && h->list[k].at.end <= cut; k++) {
    }
    if (k < h->n && h->list[k].at.begin < cut) cut = h->list[k++].at.end;
    *next = k;
    return cut > at ? cut : end;
}

/* A passage, as one part or as several. */
static int add_parts(job *j, tr_span passage, enum tr_keep keep)
{
    const tr_protected *const h = &j->with->protected;
    const bool many_numbers =
        after_numerals(h, 0, j->source, passage.begin, passage.end, MANY_NUMBERS) < passage.end;
    int rc = 0;

    for (size_t at = passage.begin, i = 0, end, next; rc == 0 && at < passage.end;
         at = end, i = next) {
        end = end_of_part(j, at, passage.end, keep, many_numbers, i, &next);
        const tr_protected_text *const list = h->list + i;
        const size_t n = next - i;
        const tr_span part = {at, end};
        if (!has_words_between(h->stops, j->source, part, list, n)) continue;
        if (keep == TR_KEEP_BETWEEN)
            rc = add_text_between(j, part, list, n);
        else if (tr_stand_ins_any(list, n, round_of(keep)))
            rc = add_with_stand_ins(j, part, keep, list, n);
        else
            rc = add_input(j, at, end, keep);
    }
    return rc;
}

/* True if the model may read words of the text in another case. */
static bool may_lower(const char *text, size_t len)
{
    tr_span word;
    int32_t c;

    if (tr_capital_word_next(text, len, 0, &word)) return true;
    for (size_t i = 0, n; i < len; i += n) {
        n = tr_utf8_decode(text + i, len - i, &c);
        if (n > 1 && tr_is_upper(c)) return true;
    }
    return false;
}

/* In the case that the vocabulary knows best. */
static int lower_words(const job *j, char *text, size_t len, bool all, bool *changed)
{
    tr_chunks *const chunks = j->with->chunks;
    tr_protected *const h = &j->with->protected;

    if (all) return tr_capitals_lower(chunks, text, len, changed, j->err);
    const int rc = tr_stress_lower(chunks, h->stops->articles, text, len, j->err);
    return rc < 0 ? rc : tr_lacking_capitals_lower(&h->coverage, chunks, text, len, j->err);
}

/* If an input is in capitals, the model reads it in another case; else it so reads stressed words,
 * and words whose capitals it does not know. */
static int lower_capitals(const job *j, tr_model_input *input)
{
    const char *const was = input->text;
    const bool all = j->with->lowers && tr_capitals_are(input->text, input->len);

    if (!j->with->lowers || (!all && !may_lower(input->text, input->len))) return 0;
    char *const text = tr_region_copy(j->region, input->text, input->len);
    if (!text) return tr_fail_memory(j->err);
    input->text = text;
    const int rc = lower_words(j, text, input->len, all, &input->capitals);
    if (rc == 0) tr_months_write(j->with->protected.stops, was, text, input->len);
    return rc;
}

/* The protected texts of a passage that was searched for them. */
static int make_inputs(job *j, tr_span passage, enum tr_keep keep, tr_model_input **list)
{
    *list = NULL;
    j->last = list;
    int rc = add_parts(j, passage, keep);
    for (tr_model_input *s = *list; s && rc == 0; s = s->next)
        rc = lower_capitals(j, s);
    return rc;
}

int tr_model_inputs_plain(const char *source, tr_span passage, tr_region *region,
                          tr_model_input **list, tr_error *err)
{
    job j = {.source = source, .region = region, .last = list, .err = err};

    *list = NULL;
    return add_input(&j, passage.begin, passage.end, TR_KEEP_NOTHING);
}

int tr_model_inputs_first(tr_model_inputs *s, const char *source, tr_span passage,
                          tr_region *region, tr_model_input **list, tr_error *err)
{
    job j = {.with = s, .source = source, .region = region, .err = err};

    *list = NULL;
    const int rc = tr_protected_find(&s->protected, s->chunks, source, passage, NULL, err);
    return rc < 0 ? rc : make_inputs(&j, passage, first_way(s), list);
}

int tr_model_inputs_again(tr_model_inputs *s, const char *source, tr_span passage,
                          enum tr_keep keep, const tr_lost_numbers *numbers, tr_region *region,
                          tr_model_input **list, tr_error *err)
{
    job j = {.with = s, .source = source, .region = region, .err = err};

    *list = NULL;
    const int rc = tr_protected_find(&s->protected, s->chunks, source, passage, numbers, err);
    return rc < 0 ? rc : make_inputs(&j, passage, keep, list);
}
