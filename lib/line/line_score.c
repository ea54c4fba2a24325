#include "line/line_score.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "line/token_input.h"

/* A line whose target is being read. */
typedef struct job {
    tr_line *line;
    tr_preparer *p;
    tr_error *err;
} job;

/* The target's ids with </s>, as the chunks' ids [*n]. */
static int target_ids(const job *j, tr_string target, size_t *n)
{
    tr_chunks *chunks = &j->p->sentences.chunks;
    tr_buf fixed = {0};
    int rc;

    if (j->p->setup->options.input == TR_TEXT) {
        tr_utf8_repair(target.text, target.len, &fixed);
        rc = fixed.failed
                 ? tr_fail_memory(j->err)
                 : tr_tokenizer_encode(j->p->setup->tokenizers->target, tr_buf_text(&fixed),
                                       fixed.len, &chunks->ids, &chunks->ids_capacity, n, j->err);
        tr_buf_free(&fixed);
    } else {
        rc = tr_tokens_read(j->line, j->p->setup, TR_TARGET, target, chunks, n, j->err);
    }
    if (rc < 0) return rc;
    if (tr_tokens_add(chunks, n, j->p->setup->m->config.eos) < 0) return tr_fail_memory(j->err);
    return 0;
}

/* Refuses a target of n tokens, </s> included, that cannot be scored. */
static void check_target(const job *j, size_t n)
{
    const size_t longest = tr_search_longest(j->p->sentences.search);
    tr_line *line = j->line;
    tr_error e;

    if (!line->sentences && n > 1)
        tr_line_fail(line, TR_EUNSUPPORTED, "the source is blank, the target is not");
    if (n > longest) {
        tr_fail(&e, TR_EUNSUPPORTED, "the target has %zu tokens: the limit is %zu", n - 1,
                longest - 1);
        tr_line_fail(line, e.code, e.msg);
    }
}

static int force_target(const job *j, tr_sentence *s, size_t n)
{
    int32_t *forced = TR_REGION_TAKE(&j->line->region, int32_t, n);
    if (!forced) return tr_fail_memory(j->err);
    memcpy(forced, j->p->sentences.chunks.ids, n * sizeof *forced);
    s->task.goal.forced = forced;
    s->task.goal.limit = tr_search_limit(j->p->sentences.search, (double)n);
    return 0;
}

int tr_line_prepare_score(tr_line *line, tr_preparer *p, tr_string target, tr_error *err)
{
    const tr_request whole = {0};
    const job j = {line, p, err};
    size_t n;
    int rc = tr_line_prepare(line, p, &whole, err);

    if (rc < 0 || line->result.status) return rc;
    while (target.len && tr_ascii_is_line_end(target.text[target.len - 1]))
        target.len--;
    if (line->sentences && line->sentences->next)
        tr_line_fail(line, TR_EUNSUPPORTED, "the source exceeds the model's limit");
    rc = target_ids(&j, target, &n);
    if (rc < 0) return rc;
    check_target(&j, n);
    if (line->result.status) tr_line_drop_sentences(line);
    return line->sentences ? force_target(&j, line->sentences, n) : 0;
}
