#include "line/model_input.h"

#include "base/unicode.h"
#include "line/capitals.h"

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

/* ---- What is protected ---- */

static int find_protected(const job *j, tr_span passage)
{
    return tr_protected_find(&j->with->protected, j->with->chunks, j->source, passage.begin,
                             passage.end, j->err);
}

/* The first way to keep what is protected of a passage: the model copies no private characters and
 * no letters that it does not know.  TR_KEEP_NOTHING: nothing is protected.  *letters: there is
 * text beside it. */
static enum tr_keep first_way(const tr_protected *protected, const char *text, tr_span passage,
                              bool *letters)
{
    const bool unknown = protected->foreign || protected->private;
    const enum tr_keep keep = protected->n == 0 ? TR_KEEP_NOTHING
                              : unknown         ? TR_KEEP_STAND_INS
                                                : TR_KEEP_COPIES;
    size_t at = passage.begin;

    *letters = false;
    for (size_t i = 0; i < protected->n; i++) {
        *letters = *letters || tr_has_letter(text, at, protected->list[i].begin);
        at = protected->list[i].end;
    }
    *letters = *letters || tr_has_letter(text, at, passage.end);
    return keep;
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
static int add_text_between(job *j, tr_span passage)
{
    const tr_protected *const protected = &j->with->protected;
    size_t at = passage.begin;
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < protected->n; i++) {
        rc = add_input(j, at, protected->list[i].begin, TR_KEEP_NOTHING);
        at = protected->list[i].end;
    }
    return rc < 0 ? rc : add_input(j, at, passage.end, TR_KEEP_NOTHING);
}

/* The text with stand-ins; what is between, if there are too many. */
static int add_with_stand_ins(job *j, tr_span passage)
{
    const tr_protected *const protected = &j->with->protected;
    tr_buf *const buf = &j->with->buf;
    const tr_span part = tr_span_trimmed(j->source, passage.begin, passage.end);
    tr_model_input one = {.begin = part.begin, .keep = TR_KEEP_STAND_INS};

    tr_buf_clear(buf);
    if (!tr_stand_ins_make(&one.stand_ins, j->source, part, protected->list, protected->n,
                           &j->with->notations, buf, j->region))
        return tr_fail_memory(j->err);
    if (one.stand_ins.n == 0) return add_text_between(j, passage);
    one.text = tr_region_copy(j->region, tr_buf_text(buf), buf->len);
    one.len = buf->len;
    return one.text ? append_input(j, &one) : tr_fail_memory(j->err);
}

/* If an input is in capitals, the model reads it in another case. */
static int lower_capitals(const job *j, tr_model_input *input)
{
    if (!j->with->lowers || !tr_capitals_are(input->text, input->len)) return 0;
    char *const text = tr_region_copy(j->region, input->text, input->len);
    if (!text) return tr_fail_memory(j->err);
    input->text = text;
    return tr_capitals_lower(j->with->chunks, text, input->len, &input->capitals, j->err);
}

/* Those of a passage in which was found what is protected. */
static int make_inputs(job *j, tr_span passage, enum tr_keep keep, tr_model_input **list)
{
    *list = NULL;
    j->last = list;
    int rc = keep == TR_KEEP_BETWEEN     ? add_text_between(j, passage)
             : keep == TR_KEEP_STAND_INS ? add_with_stand_ins(j, passage)
                                         : add_input(j, passage.begin, passage.end, keep);
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
    bool letters;

    *list = NULL;
    const int rc = find_protected(&j, passage);
    if (rc < 0) return rc;
    const enum tr_keep keep = first_way(&s->protected, source, passage, &letters);
    return keep && !letters ? 0 : make_inputs(&j, passage, keep, list);
}

int tr_model_inputs_again(tr_model_inputs *s, const char *source, tr_span passage,
                          enum tr_keep keep, tr_region *region, tr_model_input **list,
                          tr_error *err)
{
    job j = {.with = s, .source = source, .region = region, .err = err};

    *list = NULL;
    const int rc = find_protected(&j, passage);
    return rc < 0 ? rc : make_inputs(&j, passage, keep, list);
}
