#include "resume/kept_texts.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/message.h"
#include "console/unfinished.h"

enum { HEAD = 6 * 4 };
static const char title[] = "what translate --resume needs, of a document, 1\n";

/* ---- Records: a head of numbers, the source, the translation ------------------------------- */

typedef struct head {
    uint32_t what, source_len, text_len, check; /* of the three before, and of the text */
    float score, log_probability;
} head;
_Static_assert(sizeof(head) == HEAD, "no padding is written");

/* FNV-1a of the record: a page that a crash has lost is found out. */
static uint32_t check_of(const head *h, const char *source, const char *text)
{
    const struct {
        const void *bytes;
        size_t n;
    } parts[] = {{h, 3 * sizeof(uint32_t)}, {source, h->source_len}, {text, h->text_len}};
    uint32_t sum = 2166136261;

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for (size_t at = 0; at < parts[i].n; at++)
            sum = (sum ^ ((const unsigned char *)parts[i].bytes)[at]) * 16777619;
    return sum;
}

static void add_record(tr_buf *out, int what, tr_string source, const tr_remembered *found)
{
    head h = {.what = (uint32_t)what,
              .source_len = (uint32_t)source.len,
              .text_len = (uint32_t)found->text_len,
              .score = found->score,
              .log_probability = found->log_probability};

    if (source.len > UINT32_MAX || found->text_len > UINT32_MAX) return;
    h.check = check_of(&h, source.text, found->text);
    tr_buf_add(out, (const char *)&h, sizeof h);
    tr_buf_add(out, source.text, source.len);
    tr_buf_add(out, found->text, found->text_len);
}

/* The record at bytes [*at, len), after which *at is then; false: none is whole there. */
static bool next_record(const char *bytes, size_t len, size_t *at, kept_text *t)
{
    head h;

    if (len - *at < sizeof h) return false;
    memcpy(&h, bytes + *at, sizeof h);
    const size_t rest = len - *at - sizeof h;
    if (h.source_len > rest || h.text_len > rest - h.source_len) return false;
    const char *const source = bytes + *at + sizeof h, *const text = source + h.source_len;
    if (check_of(&h, source, text) != h.check) return false;
    *t = (kept_text){.what = (int)h.what,
                     .source = {source, h.source_len},
                     .text = {text, h.text_len},
                     .score = h.score,
                     .log_probability = h.log_probability};
    *at += sizeof h + h.source_len + h.text_len;
    return true;
}

static int by_source(const void *a, const void *b)
{
    const kept_text *const x = a, *const y = b;
    if (x->what != y->what) return x->what < y->what ? -1 : 1;
    if (x->source.len != y->source.len) return x->source.len < y->source.len ? -1 : 1;
    return memcmp(x->source.text, y->source.text, x->source.len);
}

/* ---- The memory ---------------------------------------------------------------------------- */

static int find(void *ctx, int what, tr_string source, tr_remembered *found)
{
    const kept_texts *const k = ctx;
    const kept_text key = {.what = what, .source = source};
    const kept_text *const t =
        k->n ? bsearch(&key, k->texts, k->n, sizeof *k->texts, by_source) : NULL;

    if (!t) return k->next ? k->next->find(k->next->ctx, what, source, found) : 0;
    char *const copy = malloc(t->text.len + 1);
    if (!copy) return 0;
    memcpy(copy, t->text.text, t->text.len);
    copy[t->text.len] = '\0';
    found->text = copy;
    found->text_len = t->text.len;
    found->score = t->score;
    found->log_probability = t->log_probability;
    return 1;
}

static void add(void *ctx, int what, tr_string source, const tr_remembered *found)
{
    kept_texts *const k = ctx;
    tr_buf record = {0};

    if (k->next) k->next->add(k->next->ctx, what, source, found);
    add_record(&record, what, source, found);
    pthread_mutex_lock(&k->lock);
    if (record.failed) k->file.possible = false;
    resume_file_add(&k->file, tr_buf_text(&record), record.len);
    pthread_mutex_unlock(&k->lock);
    tr_buf_free(&record);
}

/* ---- Beginning and end --------------------------------------------------------------------- */

static void read_records(kept_texts *k)
{
    const tr_buf *const bytes = &k->file.earlier;
    size_t at = k->file.begin, capacity = 0;
    kept_text t;

    while (next_record(bytes->data, bytes->len, &at, &t)) {
        if (k->n == capacity) {
            capacity = 2 * capacity + 256;
            k->texts = checked_realloc(k->texts, capacity, sizeof *k->texts);
        }
        k->texts[k->n++] = t;
    }
    k->file.whole = k->file.size = at;
    if (k->n) qsort(k->texts, k->n, sizeof *k->texts, by_source);
}

int kept_texts_begin(kept_texts *k, const char *place, resume_keys *make_keys, void *ctx,
                     bool resume, bool strict, bool quiet, const char *what,
                     const tr_options *options)
{
    const bool must = resume && strict;

    *k = (kept_texts){.next = options->memory};
    k->memory = (tr_translation_memory){
        .ctx = k, .find = find, .add = add, .is_steady = !k->next || k->next->is_steady};
    pthread_mutex_init(&k->lock, NULL);
    unfinished_catch_signals();
    const int found = resume_file_begin(&k->file, resume_path(place), title, make_keys, ctx, place,
                                        must, must && !quiet);
    message_prepare(k->file.message, sizeof k->file.message,
                    "%s: what was done of it is kept; %s with --resume goes on", place, what);
    if (found > 0) read_records(k);
    if (k->n && !resume && strict && !quiet)
        complain("%s: an earlier run has done %zu of its texts: --resume goes on with them, and "
                 "without it all is done anew",
                 place, k->n);
    if (!resume) k->n = 0;
    if (found < 0) kept_texts_end(k, false);
    return found < 0 ? -1 : 0;
}

void kept_texts_end(kept_texts *k, bool is_done)
{
    resume_file_end(&k->file, is_done);
    pthread_mutex_destroy(&k->lock);
    free(k->texts);
}

void kept_texts_remove(const char *place)
{
    resume_file f;

    resume_file_begin(&f, resume_path(place), title, NULL, NULL, place, false, false);
    resume_file_end(&f, true);
}
