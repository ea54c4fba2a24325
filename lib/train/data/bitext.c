#include "train/data/bitext.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "train/data/hash_set.h"
#include "train/data/pair_lines.h"
#include "train/data/spm_train.h"
#include "train/data/text_lines.h"

enum { SAMPLE = 1000000, MOST_VOCAB = 65536 };

struct tr_bitext {
    tr_bitext_options options;
    tr_bitext_counts counts;
    tr_mixture mixture;
    tr_hash_set seen; /* while lines are read */
    tr_pair_lines lines;

    tr_encoded ids;
    tr_index pairs[TR_MIXTURE_PARTS_MOST];   /* where each part's ids are in `ids`; */
    uint64_t n_pairs[TR_MIXTURE_PARTS_MOST]; /*   and how many pairs there are */
    uint64_t held_out; /* pairs whose source has a hash below it are held out */
    tr_index dev;      /* the pairs that are held out; */
    tr_index dev_text; /*   and where their text is in `lines` */
};

const tr_bitext_counts *tr_bitext_count(const tr_bitext *b)
{
    return &b->counts;
}

double tr_bitext_length_ratio(const tr_bitext *b)
{
    return (double)b->lines.ratio / TR_RATIO_ONE;
}

uint64_t tr_bitext_n_pairs(const tr_bitext *b)
{
    uint64_t n = 0;
    for (size_t i = 0; i < b->mixture.n_parts; i++)
        n += b->n_pairs[i];
    return n;
}

/* ---- Lines ---- */

typedef struct line_parts {
    tr_string source, target, part;
} line_parts;

/* Returns an enum tr_pair_fault, TR_PAIR_FAULTS for a good line, or an error. */
static int find_fault(tr_bitext *b, const line_parts *l, uint32_t characters[2], tr_error *err)
{
    const int fault = tr_pair_filter_check(l->source, l->target, characters);
    if (fault != TR_PAIR_FAULTS) return fault;
    if (tr_mixture_find(&b->mixture, l->part.text, l->part.len) < 0) return TR_PAIR_NOT_MIXED;
    if (b->options.keep_repeated) return TR_PAIR_FAULTS;
    uint64_t h = tr_fnv1a(TR_FNV1A_START, l->source.text, l->source.len);
    h = tr_fnv1a(tr_fnv1a(h, "\t", 1), l->target.text, l->target.len);
    const int seen = tr_hash_set_add(&b->seen, tr_hash_mix(h), err);
    return seen < 0 ? seen : seen ? TR_PAIR_REPEATED : TR_PAIR_FAULTS;
}

static void count_fault(tr_bitext *b, int fault, uint64_t line)
{
    const uint64_t n = b->counts.fault[fault]++;
    if (n < TR_FAULTY_LINES_NAMED) b->counts.first[fault][n] = line;
}

static int filter_line(tr_bitext *b, line_parts l, tr_error *err)
{
    if (b->options.exchange) {
        const tr_string source = l.source;
        l.source = l.target;
        l.target = source;
    }
    tr_pair_record r = {.source = (uint32_t)l.source.len,
                        .target = (uint32_t)l.target.len,
                        .line = b->counts.n_read};
    const int fault = find_fault(b, &l, r.characters, err);
    if (fault < 0) return fault;
    if (fault < TR_PAIR_FAULTS) {
        count_fault(b, fault, b->counts.n_read);
        return 0;
    }
    b->counts.n_kept++;
    r.part = (uint64_t)tr_mixture_find(&b->mixture, l.part.text, l.part.len);
    return tr_pair_lines_add(&b->lines, &r, l.source, l.target, err);
}

static bool split_line(const char *line, size_t len, line_parts *l)
{
    const char *end = line + len, *tab = memchr(line, '\t', len);
    if (!tab) return false;
    const char *second = memchr(tab + 1, '\t', (size_t)(end - tab - 1));
    const char *target_end = second ? second : end;
    l->source = (tr_string){line, (size_t)(tab - line)};
    l->target = (tr_string){tab + 1, (size_t)(target_end - tab - 1)};
    const char *part = second ? second + 1 : end, *third = memchr(part, '\t', (size_t)(end - part));
    l->part = (tr_string){part, (size_t)((third ? third : end) - part)};
    return true;
}

/* The first line of a TMX or of another XML file.  The tabs that indent the others would make pairs
 * of them. */
static int refuse_markup(const tr_bitext *b, const char *path, const char *line, size_t len,
                         tr_error *err)
{
    static const char *const begins[] = {"<?xml ", "<tmx", "<!DOCTYPE "};

    if (len >= 3 && !memcmp(line, "\xEF\xBB\xBF", 3)) {
        line += 3;
        len -= 3;
    }
    for (size_t i = 0; b->counts.n_read == 1 && i < sizeof begins / sizeof *begins; i++)
        if (len >= strlen(begins[i]) && !memcmp(line, begins[i], strlen(begins[i])) &&
            !memchr(line, '\t', len))
            return tr_fail(err, TR_EFORMAT,
                           "%s: is XML, such as a TMX, not lines of SOURCE<TAB>TARGET; of a TMX, "
                           "translate memory import MEMORY FILE and then translate memory export "
                           "-o pairs.tsv MEMORY make them",
                           path);
    return 0;
}

static int read_columns(tr_bitext *b, tr_text_lines *lines, tr_error *err)
{
    char *line;
    size_t len;
    int rc;

    while ((rc = tr_text_lines_next(lines, &line, &len, err)) > 0) {
        line_parts l;
        b->counts.n_read++;
        if ((rc = refuse_markup(b, b->options.path, line, len, err)) < 0) break;
        if (split_line(line, len, &l))
            rc = filter_line(b, l, err);
        else
            count_fault(b, TR_PAIR_NO_TAB, b->counts.n_read);
        if (rc < 0) break;
    }
    return rc;
}

static int read_two_files(tr_bitext *b, tr_text_lines *sources, tr_text_lines *targets,
                          tr_error *err)
{
    char *line[2];
    size_t len[2];

    for (;;) {
        const int a = tr_text_lines_next(sources, &line[0], &len[0], err);
        const int c = a < 0 ? a : tr_text_lines_next(targets, &line[1], &len[1], err);
        if (a < 0 || c < 0) return a < 0 ? a : c;
        if (a != c)
            return tr_fail(err, TR_EFORMAT, "%s: has %s lines than %s", b->options.path,
                           a ? "more" : "fewer", b->options.target);
        if (!a) return 0;
        b->counts.n_read++;
        int rc = refuse_markup(b, b->options.path, line[0], len[0], err);
        if (rc == 0) rc = refuse_markup(b, b->options.target, line[1], len[1], err);
        if (rc == 0)
            rc = filter_line(
                b, (line_parts){{line[0], len[0]}, {line[1], len[1]}, {line[0] + len[0], 0}}, err);
        if (rc < 0) return rc;
    }
}

static int read_text_files(tr_bitext *b, tr_error *err)
{
    const tr_bitext_options *o = &b->options;
    tr_text_lines *lines, *targets;

    int rc = o->stream ? tr_text_lines_open_stream(&lines, o->stream, o->path, err)
                       : tr_text_lines_open(&lines, o->path, err);
    if (rc < 0) return rc;
    if (!o->target) {
        rc = read_columns(b, lines, err);
    } else if ((rc = tr_text_lines_open(&targets, o->target, err)) == 0) {
        rc = read_two_files(b, lines, targets, err);
        tr_text_lines_close(targets);
    }
    tr_text_lines_close(lines);
    if (rc == 0 && b->counts.n_read > 0 && b->counts.fault[TR_PAIR_NO_TAB] == b->counts.n_read)
        rc = tr_fail(err, TR_EFORMAT, "%s:1: no tab: lines are SOURCE<TAB>TARGET", o->path);
    return rc;
}

/* ---- Opening ---- */

static void leave_line(void *ctx, uint64_t line)
{
    tr_bitext *const b = ctx;
    count_fault(b, TR_PAIR_RATIO, line);
    b->counts.n_kept--;
}

int tr_bitext_read(tr_bitext **out, const tr_bitext_options *options, tr_error *err)
{
    tr_bitext *b = calloc(1, sizeof *b);

    if (!b) return tr_fail_memory(err);
    b->options = *options;
    int rc = tr_pair_lines_create(&b->lines, options->beside, err);
    if (rc == 0) rc = tr_mixture_read(&b->mixture, options->mix, err);
    if (rc == 0) rc = read_text_files(b, err);
    if (rc == 0) rc = tr_pair_lines_end(&b->lines, leave_line, b, err);
    tr_hash_set_free(&b->seen);
    if (rc < 0)
        tr_bitext_free(b);
    else
        *out = b;
    return rc;
}

void tr_bitext_free(tr_bitext *b)
{
    if (!b) return;
    for (size_t i = 0; i < TR_MIXTURE_PARTS_MOST; i++)
        tr_index_free(&b->pairs[i]);
    tr_index_free(&b->dev);
    tr_index_free(&b->dev_text);
    tr_encoded_free(&b->ids);
    tr_pair_lines_close(&b->lines);
    tr_hash_set_free(&b->seen);
    tr_mixture_free(&b->mixture);
    free(b);
}

/* ---- Vocabulary ---- */

static uint64_t text_hash(const tr_buf *text)
{
    return tr_hash_mix(tr_fnv1a(TR_FNV1A_START, text->data, text->len));
}

/* Sources and targets in turns, of all lines or of a share of them. */
typedef struct sample {
    tr_pair_reader r;
    bool target_is_next;
    uint64_t threshold; /* lines with a larger hash of the source are left out */
    tr_error *err;
    int rc;
} sample;

static const char *next_sample(void *ctx, size_t *len)
{
    sample *s = ctx;
    if (s->target_is_next) {
        s->target_is_next = false;
        *len = s->r.target.len;
        return s->r.target.data;
    }
    do {
        s->rc = tr_pair_reader_next(&s->r, s->err);
        if (s->rc <= 0) return NULL;
    } while (text_hash(&s->r.source) > s->threshold);
    s->target_is_next = true;
    *len = s->r.source.len;
    return s->r.source.data;
}

static int train_vocabulary(tr_bitext *b, tr_spm_train_options options, char **model, size_t *size,
                            tr_spm_bounds *bounds, tr_error *err)
{
    const uint64_t n = 2 * b->counts.n_kept;
    sample s = {.err = err, .threshold = UINT64_MAX};

    if (n > SAMPLE) s.threshold = UINT64_MAX / n * SAMPLE;
    int rc = tr_pair_reader_begin(&s.r, &b->lines, 0, err);
    if (rc == 0) rc = tr_spm_train(next_sample, &s, options, model, size, bounds, err);
    tr_pair_reader_end(&s.r);
    return s.rc < 0 ? s.rc : rc;
}

/* Small texts allow fewer pieces; texts of many different characters, such as Chinese, need more,
 * or leave rare characters to bytes. */
int tr_bitext_vocabulary(tr_bitext *b, size_t vocab, bool exactly, char **model, size_t *size,
                         tr_error *err)
{
    static const double coverages[] = {0.9999, 0.999, 0.995, 0.981};
    enum { N = sizeof coverages / sizeof *coverages, ROOM = 500 };
    tr_spm_train_options options = {vocab, coverages[0]};
    tr_spm_bounds bounds = {0};

    int rc = train_vocabulary(b, options, model, size, &bounds, err);
    if (rc == TR_EINVAL && bounds.least && !exactly) {
        options.vocab = bounds.least + ROOM;
        rc = train_vocabulary(b, options, model, size, &bounds, err);
    }
    for (size_t i = 1; i < N && rc == TR_EINVAL && bounds.least; i++) {
        options.coverage = coverages[i];
        rc = train_vocabulary(b, options, model, size, &bounds, err);
    }
    if (rc != TR_EINVAL || !bounds.most || bounds.most >= options.vocab) return rc;
    options.vocab = bounds.most;
    return train_vocabulary(b, options, model, size, &bounds, err);
}

/* ---- Ids ---- */

typedef struct pair_encoder {
    const tr_bitext_tokens *tokens;
    int32_t mark;
    size_t limit;
    int32_t *ids[2];
    size_t capacity[2], n[2];
} pair_encoder;

static int add_id(pair_encoder *e, int side, size_t at, int32_t id, tr_error *err)
{
    void *p = e->ids[side];
    if (tr_reserve(&p, &e->capacity[side], e->n[side] + 1, sizeof **e->ids) < 0)
        return tr_fail_memory(err);
    e->ids[side] = p;
    memmove(e->ids[side] + at + 1, e->ids[side] + at, (e->n[side] - at) * sizeof **e->ids);
    e->ids[side][at] = id;
    e->n[side]++;
    return 0;
}

static int encode_side(pair_encoder *e, int side, const tr_buf *text, tr_error *err)
{
    const tr_bitext_tokens *const k = e->tokens;
    tr_rewrite normal = {0};

    if (k->encode)
        return k->encode(k->ctx, side, tr_buf_text(text), text->len, &e->ids[side],
                         &e->capacity[side], &e->n[side], err);
    if (k->normalize) k->normalize(text->data, text->len, &normal);
    if (k->normalize) text = &normal.text;
    int rc = text->failed ? tr_fail_memory(err)
                          : tr_spm_encode(k->spm, tr_buf_text(text), text->len, &e->ids[side],
                                          &e->capacity[side], &e->n[side], err);
    tr_rewrite_free(&normal);
    return rc ? rc : add_id(e, side, e->n[side], k->eos, err);
}

/* Adds the pair to the training pairs of its part, or to the held-out ones. */
static int store_pair(tr_bitext *b, pair_encoder *e, const tr_pair_reader *r, tr_error *err)
{
    const char *beside = b->options.beside;
    if (text_hash(&r->source) < b->held_out) {
        const int rc = tr_index_add(&b->dev_text, r->at, beside, err);
        return rc ? rc : tr_encoded_add(&b->ids, &b->dev, e->ids, e->n, beside, err);
    }
    b->counts.source_pieces += e->n[0];
    b->counts.target_pieces += e->n[1];
    b->n_pairs[r->record.part]++;
    return tr_encoded_add(&b->ids, &b->pairs[r->record.part], e->ids, e->n, beside, err);
}

static int encode_record(tr_bitext *b, pair_encoder *e, const tr_pair_reader *r, tr_error *err)
{
    int rc = encode_side(e, 0, &r->source, err);
    if (rc == 0) rc = encode_side(e, 1, &r->target, err);
    if (rc == 0 && b->mixture.parts[r->record.part].marked) rc = add_id(e, 0, 0, e->mark, err);
    if (rc < 0) return rc;
    if (e->n[0] <= e->limit && e->n[1] <= e->limit) return store_pair(b, e, r, err);
    count_fault(b, TR_PAIR_PIECES, r->record.line);
    b->counts.n_kept--;
    return 0;
}

static int encode_all(tr_bitext *b, pair_encoder *e, tr_error *err)
{
    tr_pair_reader r;
    int rc = tr_pair_reader_begin(&r, &b->lines, 0, err);
    while (rc == 0 && (rc = tr_pair_reader_next(&r, err)) > 0)
        if ((rc = encode_record(b, e, &r, err)) < 0) break;
    tr_pair_reader_end(&r);
    return rc;
}

static int find_mark(const tr_bitext *b, pair_encoder *e, tr_error *err)
{
    static const char mark[] = "<0x01>";
    bool needed = false;
    for (size_t i = 0; i < b->mixture.n_parts; i++)
        needed = needed || b->mixture.parts[i].marked;
    const tr_spm *spm = e->tokens->encode ? NULL : e->tokens->spm;
    if (spm) e->mark = tr_spm_id(spm, mark, sizeof mark - 1);
    if (!needed || (spm && e->mark != tr_spm_unk(spm))) return 0;
    return tr_fail(err, TR_EUNSUPPORTED, "%s: the vocabulary has no piece %s to mark a part with",
                   b->options.mix, mark);
}

static int create_files(tr_bitext *b, bool wide, tr_error *err)
{
    const char *beside = b->options.beside;
    int rc = tr_encoded_create(&b->ids, beside, wide, err);
    for (size_t i = 0; rc == 0 && i < b->mixture.n_parts; i++)
        rc = tr_index_create(&b->pairs[i], beside, err);
    if (rc == 0) rc = tr_index_create(&b->dev, beside, err);
    return rc ? rc : tr_index_create(&b->dev_text, beside, err);
}

static int finish_files(tr_bitext *b, tr_error *err)
{
    const char *beside = b->options.beside;
    int rc = tr_encoded_finish(&b->ids, beside, err);
    for (size_t i = 0; rc == 0 && i < b->mixture.n_parts; i++)
        rc = tr_index_finish(&b->pairs[i], beside, err);
    if (rc == 0) rc = tr_index_finish(&b->dev, beside, err);
    return rc ? rc : tr_index_finish(&b->dev_text, beside, err);
}

int tr_bitext_encode(tr_bitext *b, const tr_bitext_tokens *tokens, size_t limit, size_t held_out,
                     tr_error *err)
{
    pair_encoder e = {.tokens = tokens, .limit = limit};

    assert(tokens->encode || tr_spm_size(tokens->spm) <= MOST_VOCAB);
    if (held_out >= b->counts.n_kept)
        b->held_out = UINT64_MAX;
    else
        b->held_out = UINT64_MAX / b->counts.n_kept * held_out;
    int rc = find_mark(b, &e, err);
    if (rc == 0) rc = create_files(b, tokens->wide, err);
    if (rc == 0) rc = encode_all(b, &e, err);
    free(e.ids[0]);
    free(e.ids[1]);
    return rc ? rc : finish_files(b, err);
}

uint64_t tr_bitext_digest(const tr_bitext *b)
{
    return tr_mixture_digest(&b->mixture, b->ids.digest);
}

/* ---- Pairs ---- */

size_t tr_bitext_n_held_out(const tr_bitext *b)
{
    return (size_t)b->dev.n;
}

tr_pair tr_bitext_held_out(const tr_bitext *b, size_t i)
{
    return tr_encoded_at(&b->ids, &b->dev, i);
}

int tr_bitext_held_out_text(const tr_bitext *b, size_t i, tr_buf *source, tr_buf *target,
                            tr_error *err)
{
    tr_pair_reader r;
    tr_pair_lines *const lines = (tr_pair_lines *)&b->lines;
    int rc = tr_pair_reader_begin(&r, lines, tr_index_at(&b->dev_text, i), err);
    if (rc == 0) rc = tr_pair_reader_next(&r, err);
    if (rc > 0) {
        tr_buf_add(source, r.source.data, r.source.len);
        tr_buf_add(target, r.target.data, r.target.len);
    }
    tr_pair_reader_end(&r);
    if (rc >= 0 && (source->failed || target->failed)) return tr_fail_memory(err);
    return rc < 0 ? rc : 0;
}

int tr_bitext_each(tr_bitext *b, tr_bitext_take *take, void *ctx, tr_error *err)
{
    tr_pair_reader r;
    int rc = tr_pair_reader_begin(&r, &b->lines, 0, err);
    while (rc == 0 && (rc = tr_pair_reader_next(&r, err)) > 0) {
        rc = 0;
        if (text_hash(&r.source) < b->held_out) continue;
        const tr_string source = {r.source.data, r.source.len};
        const tr_string target = {r.target.data, r.target.len};
        if ((rc = take(ctx, source, target, err)) != 0) break;
    }
    tr_pair_reader_end(&r);
    return rc;
}

tr_pair tr_bitext_draw(const tr_bitext *b, tr_mixture_order *order)
{
    const tr_drawn drawn = tr_mixture_draw(&b->mixture, b->n_pairs, order);
    return tr_encoded_at(&b->ids, &b->pairs[drawn.part], drawn.pair);
}
