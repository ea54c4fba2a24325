#include "train/bitext.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/number.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "kernels/gradients.h"
#include "train/spm_train.h"
#include "train/text_lines.h"

enum { MOST_WORDS = 250, FREE_CHARACTERS = 10, RATIO = 3, SAMPLE = 1000000, MOST_VOCAB = 65536 };

typedef struct text_part {
    char *name;
    double copies;
    FILE *index_file; /* while encoding */
    tr_file index;    /* uint64_t: where each pair's ids begin */
    uint64_t n;
} text_part;

/* What precedes a pair in the file of good lines. */
typedef struct record {
    uint32_t source, target; /* bytes */
    uint16_t part;
} record;

struct tr_bitext {
    tr_bitext_options options;
    tr_bitext_counts counts;
    text_part parts[TR_PARTS_MOST];
    size_t n_parts;
    bool mixed;

    FILE *lines; /* of records and their text */
    uint64_t *seen;
    size_t n_seen, seen_room; /* a power of two */

    FILE *ids_file;
    tr_file ids;     /* uint16_t: n_source, n_target, and the ids */
    uint64_t n_ids;  /* elements */
    text_part dev;   /* the pairs that are held out; */
    text_part texts; /*   and where their text is in `lines` */
    uint64_t digest;
};

const char *tr_line_fault_name(int fault)
{
    static const char *const names[TR_LINE_FAULTS] = {
        "without a tab",      "not UTF-8",         "with an empty side", "with equal sides",
        "of unequal lengths", "of too many words", "repeated",           "of parts not asked for",
        "of too many pieces"};
    return names[fault];
}

const tr_bitext_counts *tr_bitext_count(const tr_bitext *b)
{
    return &b->counts;
}

size_t tr_bitext_n_parts(const tr_bitext *b)
{
    return b->n_parts;
}

uint64_t tr_bitext_n_pairs(const tr_bitext *b)
{
    uint64_t n = 0;
    for (size_t i = 0; i < b->n_parts; i++)
        n += b->parts[i].n;
    return n;
}

static uint64_t hash(uint64_t h, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    for (size_t i = 0; i < n; i++)
        h = (h ^ p[i]) * 0x100000001b3;
    return h;
}

static const uint64_t hash_start = 0xcbf29ce484222325;

/* FNV's low bits are weak where texts are short. */
static uint64_t mixed_hash(uint64_t h)
{
    h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9;
    h = (h ^ (h >> 27)) * 0x94d049bb133111eb;
    return h ^ (h >> 31);
}

/* ---- Mixtures ---- */

static int add_part(tr_bitext *b, const char *name, double copies, tr_error *err)
{
    if (b->n_parts == TR_PARTS_MOST)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: has more than %d parts",
                       b->options.mix ? b->options.mix : "", TR_PARTS_MOST);
    text_part *p = &b->parts[b->n_parts];
    *p = (text_part){.name = strdup(name), .copies = copies};
    if (!p->name) return tr_fail_memory(err);
    b->n_parts++;
    return 0;
}

static int read_part(tr_bitext *b, char *line, size_t number, tr_error *err)
{
    char *comment = strchr(line, '#');
    double copies = -1;
    if (comment) *comment = '\0';
    const char *name = line + strspn(line, " \t");
    const size_t len = strcspn(name, " \t");
    if (!len) return 0;
    if (!name[len])
        return tr_fail(err, TR_EFORMAT, "%s:%zu: expected PART COPIES", b->options.mix, number);
    line[name - line + (ptrdiff_t)len] = '\0';
    const char *copies_text = name + len + 1 + strspn(name + len + 1, " \t");
    if (!tr_parse_decimal(copies_text, strcspn(copies_text, " \t"), &copies) || copies < 0 ||
        copies > 1e6)
        return tr_fail(err, TR_EFORMAT, "%s:%zu: expected PART COPIES", b->options.mix, number);
    return copies > 0 ? add_part(b, name, copies, err) : 0;
}

static int read_mix(tr_bitext *b, tr_error *err)
{
    tr_text_lines *lines;
    char *line;
    size_t len, number = 0;

    if (!b->options.mix) return add_part(b, "", 1, err);
    b->mixed = true;
    int rc = tr_text_lines_open(&lines, b->options.mix, err);
    if (rc < 0) return rc;
    while ((rc = tr_text_lines_next(lines, &line, &len, err)) > 0)
        if ((rc = read_part(b, line, ++number, err)) < 0) break;
    tr_text_lines_close(lines);
    return rc;
}

/* -1: there is no such part. */
static int find_part(const tr_bitext *b, const char *name, size_t len)
{
    if (!b->mixed) return 0;
    for (size_t i = 0; i < b->n_parts; i++)
        if (strlen(b->parts[i].name) == len && !memcmp(b->parts[i].name, name, len)) return (int)i;
    return -1;
}

/* ---- Lines ---- */

typedef struct span {
    const char *bytes;
    size_t n;
} span;

typedef struct text_line {
    span source, target, part;
} text_line;

static void count_text(span t, size_t *characters, size_t *words, bool *blank)
{
    bool between = true;
    *characters = *words = 0;
    *blank = true;
    for (size_t at = 0; at < t.n;) {
        int32_t c;
        at += tr_utf8_decode(t.bytes + at, t.n - at, &c);
        const bool space = tr_is_space(c);
        *words += between && !space;
        *blank = *blank && space;
        between = space;
        ++*characters;
    }
}

/* Whether the hash is there already; it is there afterwards. */
static int seen_before(tr_bitext *b, uint64_t h, tr_error *err)
{
    if (2 * (b->n_seen + 1) > b->seen_room) {
        const size_t room = b->seen_room ? 2 * b->seen_room : 1 << 16;
        uint64_t *larger = calloc(room, sizeof *larger);
        if (!larger) return tr_fail_memory(err);
        for (size_t i = 0; i < b->seen_room; i++) {
            if (!b->seen[i]) continue;
            size_t at = b->seen[i] & (room - 1);
            while (larger[at])
                at = (at + 1) & (room - 1);
            larger[at] = b->seen[i];
        }
        free(b->seen);
        b->seen = larger;
        b->seen_room = room;
    }
    h = h ? h : 1;
    size_t at = h & (b->seen_room - 1);
    for (; b->seen[at]; at = (at + 1) & (b->seen_room - 1))
        if (b->seen[at] == h) return 1;
    b->seen[at] = h;
    b->n_seen++;
    return 0;
}

static bool is_valid(span t)
{
    return tr_utf8_valid(t.bytes, t.n) && !memchr(t.bytes, 0, t.n);
}

/* A value of enum tr_line_fault, TR_LINE_FAULTS for a good line, or an error. */
static int fault_of(tr_bitext *b, const text_line *l, tr_error *err)
{
    size_t characters[2], words[2];
    bool blank[2];

    if (!is_valid(l->source) || !is_valid(l->target)) return TR_LINE_NOT_UTF8;
    count_text(l->source, &characters[0], &words[0], &blank[0]);
    count_text(l->target, &characters[1], &words[1], &blank[1]);
    const bool longer = characters[1] > characters[0];
    if (blank[0] || blank[1]) return TR_LINE_BLANK;
    if (l->source.n == l->target.n && !memcmp(l->source.bytes, l->target.bytes, l->source.n))
        return TR_LINE_EQUAL;
    if (characters[longer] > FREE_CHARACTERS && characters[longer] > RATIO * characters[!longer])
        return TR_LINE_RATIO;
    if (words[0] > MOST_WORDS || words[1] > MOST_WORDS) return TR_LINE_WORDS;
    if (find_part(b, l->part.bytes, l->part.n) < 0) return TR_LINE_NOT_MIXED;
    if (b->options.keep_repeated) return TR_LINE_FAULTS;
    uint64_t h = hash(hash_start, l->source.bytes, l->source.n);
    h = hash(hash(h, "\t", 1), l->target.bytes, l->target.n);
    const int seen = seen_before(b, mixed_hash(h), err);
    return seen < 0 ? seen : seen ? TR_LINE_REPEATED : TR_LINE_FAULTS;
}

static int write_line(tr_bitext *b, const text_line *l, tr_error *err)
{
    const record r = {(uint32_t)l->source.n, (uint32_t)l->target.n,
                      (uint16_t)find_part(b, l->part.bytes, l->part.n)};
    if (fwrite(&r, sizeof r, 1, b->lines) == 1 &&
        fwrite(l->source.bytes, 1, l->source.n, b->lines) == l->source.n &&
        fwrite(l->target.bytes, 1, l->target.n, b->lines) == l->target.n)
        return 0;
    return tr_fail(err, TR_EIO, "%s: its folder has no room for the text: %s", b->options.beside,
                   strerror(errno));
}

static void count_fault(tr_bitext *b, int fault, uint64_t line)
{
    if (b->counts.fault[fault]++ == 0) b->counts.first[fault] = line;
}

static int take_line(tr_bitext *b, text_line l, tr_error *err)
{
    if (b->options.exchange) {
        const span source = l.source;
        l.source = l.target;
        l.target = source;
    }
    const int fault = fault_of(b, &l, err);
    if (fault < 0) return fault;
    if (fault < TR_LINE_FAULTS) {
        count_fault(b, fault, b->counts.n_read);
        return 0;
    }
    b->counts.n_kept++;
    return write_line(b, &l, err);
}

static bool split_line(const char *line, size_t len, text_line *l)
{
    const char *end = line + len, *tab = memchr(line, '\t', len);
    if (!tab) return false;
    const char *second = memchr(tab + 1, '\t', (size_t)(end - tab - 1));
    const char *target_end = second ? second : end;
    l->source = (span){line, (size_t)(tab - line)};
    l->target = (span){tab + 1, (size_t)(target_end - tab - 1)};
    const char *part = second ? second + 1 : end, *third = memchr(part, '\t', (size_t)(end - part));
    l->part = (span){part, (size_t)((third ? third : end) - part)};
    return true;
}

static int read_columns(tr_bitext *b, tr_text_lines *lines, tr_error *err)
{
    char *line;
    size_t len;
    int rc;

    while ((rc = tr_text_lines_next(lines, &line, &len, err)) > 0) {
        text_line l;
        b->counts.n_read++;
        if (split_line(line, len, &l))
            rc = take_line(b, l, err);
        else
            count_fault(b, TR_LINE_NO_TAB, b->counts.n_read);
        if (rc < 0) break;
    }
    return rc;
}

static int read_two(tr_bitext *b, tr_text_lines *sources, tr_text_lines *targets, tr_error *err)
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
        const int rc = take_line(
            b, (text_line){{line[0], len[0]}, {line[1], len[1]}, {line[0] + len[0], 0}}, err);
        if (rc < 0) return rc;
    }
}

static int read_all(tr_bitext *b, tr_error *err)
{
    const tr_bitext_options *o = &b->options;
    tr_text_lines *lines, *targets;

    int rc = tr_text_lines_open(&lines, o->path, err);
    if (rc < 0) return rc;
    if (!o->target) {
        rc = read_columns(b, lines, err);
    } else if ((rc = tr_text_lines_open(&targets, o->target, err)) == 0) {
        rc = read_two(b, lines, targets, err);
        tr_text_lines_close(targets);
    }
    tr_text_lines_close(lines);
    if (rc == 0 && b->counts.n_read > 0 && b->counts.fault[TR_LINE_NO_TAB] == b->counts.n_read)
        rc = tr_fail(err, TR_EFORMAT, "%s:1: no tab: lines are SOURCE<TAB>TARGET", o->path);
    return rc;
}

int tr_bitext_read(tr_bitext **out, const tr_bitext_options *options, tr_error *err)
{
    tr_bitext *b = calloc(1, sizeof *b);

    if (!b) return tr_fail_memory(err);
    b->options = *options;
    int rc = tr_file_scratch(&b->lines, options->beside, err);
    if (rc == 0) rc = read_mix(b, err);
    if (rc == 0) rc = read_all(b, err);
    free(b->seen);
    b->seen = NULL;
    if (rc < 0)
        tr_bitext_free(b);
    else
        *out = b;
    return rc;
}

static void free_part(text_part *p)
{
    if (p->index_file) fclose(p->index_file);
    tr_file_unmap(&p->index);
    free(p->name);
}

void tr_bitext_free(tr_bitext *b)
{
    if (!b) return;
    for (size_t i = 0; i < b->n_parts; i++)
        free_part(&b->parts[i]);
    free_part(&b->dev);
    free_part(&b->texts);
    if (b->lines) fclose(b->lines);
    if (b->ids_file) fclose(b->ids_file);
    tr_file_unmap(&b->ids);
    free(b->seen);
    free(b);
}

/* ---- Reading the good lines again ---- */

typedef struct reader {
    tr_bitext *b;
    record r;
    tr_buf source, target;
    uint64_t at; /* of the record in the file */
} reader;

static void free_reader(reader *r)
{
    tr_buf_free(&r->source);
    tr_buf_free(&r->target);
}

static bool read_bytes(FILE *f, size_t n, tr_buf *to)
{
    char some[4096];
    tr_buf_clear(to);
    for (size_t part; n > 0; n -= part) {
        part = n < sizeof some ? n : sizeof some;
        if (fread(some, 1, part, f) != part) return false;
        tr_buf_add(to, some, part);
    }
    tr_buf_add(to, "", 0);
    return true;
}

/* 1, 0 at the end, or an error. */
static int next_record(reader *r, tr_error *err)
{
    FILE *f = r->b->lines;
    r->at = (uint64_t)ftell(f);
    const size_t n = fread(&r->r, 1, sizeof r->r, f);
    if (n == 0 && feof(f)) return 0;
    if (n != sizeof r->r || !read_bytes(f, r->r.source, &r->source) ||
        !read_bytes(f, r->r.target, &r->target))
        return tr_fail(err, TR_EIO, "%s: the text cannot be read again", r->b->options.beside);
    return r->source.failed || r->target.failed ? tr_fail_memory(err) : 1;
}

/* ---- Vocabulary ---- */

/* Sources and targets in turns; a share of the lines when there are very many. */
typedef struct sample {
    reader r;
    bool target_is_next;
    uint64_t threshold; /* of a line's hash */
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
        s->rc = next_record(&s->r, s->err);
        if (s->rc <= 0) return NULL;
    } while (mixed_hash(hash(hash_start, s->r.source.data, s->r.source.len)) > s->threshold);
    s->target_is_next = true;
    *len = s->r.source.len;
    return s->r.source.data;
}

static int train_vocabulary(tr_bitext *b, size_t vocab, char **model, size_t *size, size_t *most,
                            tr_error *err)
{
    const uint64_t n = 2 * b->counts.n_kept;
    sample s = {.r = {.b = b}, .err = err, .threshold = UINT64_MAX};

    if (n > SAMPLE) s.threshold = UINT64_MAX / n * SAMPLE;
    rewind(b->lines);
    const int rc = tr_spm_train(next_sample, &s, vocab, model, size, most, err);
    free_reader(&s.r);
    return s.rc < 0 ? s.rc : rc;
}

int tr_bitext_vocabulary(tr_bitext *b, size_t vocab, char **model, size_t *size, tr_error *err)
{
    size_t most, none;
    const int rc = train_vocabulary(b, vocab, model, size, &most, err);
    if (rc != TR_EINVAL || most == 0 || most >= vocab) return rc;
    return train_vocabulary(b, most, model, size, &none, err);
}

/* ---- Ids ---- */

typedef struct encoder {
    const tr_spm *spm;
    int32_t eos;
    size_t limit;
    uint64_t held_out; /* sources with a hash up to it are */
    int32_t *ids[2];
    size_t capacity[2], n[2];
    uint16_t *record;
    size_t record_room;
} encoder;

static int write_index(FILE *f, uint64_t at, const char *beside, tr_error *err)
{
    if (fwrite(&at, sizeof at, 1, f) == 1) return 0;
    return tr_fail(err, TR_EIO, "%s: its folder has no room for the text: %s", beside,
                   strerror(errno));
}

/* The ids of both sides behind their numbers, and where they begin to `part`'s index. */
static int write_pair(tr_bitext *b, encoder *e, text_part *part, tr_error *err)
{
    const size_t n = 2 + e->n[0] + e->n[1];
    void *p = e->record;
    if (tr_reserve(&p, &e->record_room, n, sizeof *e->record) < 0) return tr_fail_memory(err);
    uint16_t *to = e->record = p;
    for (int side = 0; side < 2; side++)
        *to++ = (uint16_t)e->n[side];
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < e->n[side]; i++)
            *to++ = (uint16_t)e->ids[side][i];
    b->digest = hash(b->digest, e->record, n * sizeof *e->record);
    if (fwrite(e->record, sizeof *e->record, n, b->ids_file) != n)
        return tr_fail(err, TR_EIO, "%s: its folder has no room for the text: %s",
                       b->options.beside, strerror(errno));
    const int rc = write_index(part->index_file, b->n_ids, b->options.beside, err);
    b->n_ids += n;
    part->n++;
    return rc;
}

static int encode_side(const encoder *e, const tr_buf *text, int32_t **ids, size_t *capacity,
                       size_t *n, tr_error *err)
{
    const int rc = tr_spm_encode(e->spm, text->data, text->len, ids, capacity, n, err);
    if (rc < 0) return rc;
    void *p = *ids;
    if (tr_reserve(&p, capacity, *n + 1, sizeof **ids) < 0) return tr_fail_memory(err);
    *ids = p;
    (*ids)[(*n)++] = e->eos;
    return 0;
}

static int encode_record(tr_bitext *b, encoder *e, const reader *r, tr_error *err)
{
    int rc = encode_side(e, &r->source, &e->ids[0], &e->capacity[0], &e->n[0], err);
    if (rc == 0) rc = encode_side(e, &r->target, &e->ids[1], &e->capacity[1], &e->n[1], err);
    if (rc < 0) return rc;
    if (e->n[0] > e->limit || e->n[1] > e->limit) {
        count_fault(b, TR_LINE_PIECES, 0);
        b->counts.n_kept--;
        return 0;
    }
    if (mixed_hash(hash(hash_start, r->source.data, r->source.len)) <= e->held_out) {
        rc = write_index(b->texts.index_file, r->at, b->options.beside, err);
        return rc ? rc : write_pair(b, e, &b->dev, err);
    }
    b->counts.source_pieces += e->n[0];
    b->counts.target_pieces += e->n[1];
    return write_pair(b, e, &b->parts[r->r.part], err);
}

static int encode_all(tr_bitext *b, encoder *e, tr_error *err)
{
    reader r = {.b = b};
    int rc;
    rewind(b->lines);
    while ((rc = next_record(&r, err)) > 0)
        if ((rc = encode_record(b, e, &r, err)) < 0) break;
    free_reader(&r);
    free(e->ids[0]);
    free(e->ids[1]);
    free(e->record);
    return rc;
}

static int map_stream(tr_file *f, FILE **stream, const char *beside, tr_error *err)
{
    const int rc = tr_file_map_stream(f, *stream, beside, err);
    fclose(*stream);
    *stream = NULL;
    return rc;
}

static int map_all(tr_bitext *b, tr_error *err)
{
    const char *beside = b->options.beside;
    int rc = map_stream(&b->ids, &b->ids_file, beside, err);
    for (size_t i = 0; i < b->n_parts; i++)
        if (rc == 0) rc = map_stream(&b->parts[i].index, &b->parts[i].index_file, beside, err);
    if (rc == 0) rc = map_stream(&b->dev.index, &b->dev.index_file, beside, err);
    if (rc == 0) rc = map_stream(&b->texts.index, &b->texts.index_file, beside, err);
    return rc;
}

int tr_bitext_encode(tr_bitext *b, const tr_spm *spm, int32_t eos, size_t limit, size_t held_out,
                     tr_error *err)
{
    const char *beside = b->options.beside;
    encoder e = {.spm = spm, .eos = eos, .limit = limit};

    assert(tr_spm_size(spm) <= MOST_VOCAB);
    if (held_out >= b->counts.n_kept)
        e.held_out = UINT64_MAX;
    else if (held_out)
        e.held_out = UINT64_MAX / b->counts.n_kept * held_out;
    b->digest = hash_start;
    int rc = tr_file_scratch(&b->ids_file, beside, err);
    for (size_t i = 0; i < b->n_parts; i++)
        if (rc == 0) rc = tr_file_scratch(&b->parts[i].index_file, beside, err);
    if (rc == 0) rc = tr_file_scratch(&b->dev.index_file, beside, err);
    if (rc == 0) rc = tr_file_scratch(&b->texts.index_file, beside, err);
    if (rc == 0) rc = encode_all(b, &e, err);
    return rc ? rc : map_all(b, err);
}

uint64_t tr_bitext_digest(const tr_bitext *b)
{
    return b->digest;
}

static uint64_t index_at(const text_part *p, uint64_t i)
{
    uint64_t at;
    memcpy(&at, p->index.data + i * sizeof at, sizeof at);
    return at;
}

static tr_pair pair_at(const tr_bitext *b, const text_part *p, uint64_t i)
{
    const uint16_t *at = (const uint16_t *)(const void *)b->ids.data + index_at(p, i);
    return (tr_pair){at + 2, at + 2 + at[0], at[0], at[1]};
}

size_t tr_bitext_n_held_out(const tr_bitext *b)
{
    return (size_t)b->dev.n;
}

tr_pair tr_bitext_held_out(const tr_bitext *b, size_t i)
{
    return pair_at(b, &b->dev, i);
}

int tr_bitext_held_out_text(const tr_bitext *b, size_t i, tr_buf *source, tr_buf *target,
                            tr_error *err)
{
    reader r = {.b = (tr_bitext *)b};
    if (fseek(b->lines, (long)index_at(&b->texts, i), SEEK_SET) < 0)
        return tr_fail(err, TR_EIO, "%s: %s", b->options.beside, strerror(errno));
    const int rc = next_record(&r, err);
    if (rc > 0) {
        tr_buf_add(source, r.source.data, r.source.len);
        tr_buf_add(target, r.target.data, r.target.len);
    }
    free_reader(&r);
    return rc < 0 ? rc : 0;
}

/* ---- Order ---- */

/* A permutation of 0 .. n - 1: a Feistel network over the next even number of bits, whose results
 * beyond n - 1 go through it again. */
static uint64_t permuted(uint64_t i, uint64_t n, uint64_t seed, uint32_t part, uint32_t round)
{
    unsigned half = 1;
    while (half < 31 && (uint64_t)1 << (2 * half) < n)
        half++;
    const uint64_t mask = ((uint64_t)1 << half) - 1;
    do {
        uint64_t left = i >> half, right = i & mask;
        for (uint32_t turn = 0; turn < 4; turn++) {
            uint32_t word[4];
            tr_philox((uint32_t[]){(uint32_t)right, part, round, turn}, seed, word);
            const uint64_t next = left ^ (word[0] & mask);
            left = right;
            right = next;
        }
        i = left << half | right;
    } while (i >= n);
    return i;
}

tr_pair tr_bitext_draw(const tr_bitext *b, tr_order *order)
{
    double total = 0, most = 0;
    size_t best = 0;
    bool any = false;

    for (size_t i = 0; i < b->n_parts; i++)
        total += b->parts[i].copies * (double)b->parts[i].n;
    assert(total > 0);
    for (size_t i = 0; i < b->n_parts; i++) {
        const text_part *p = &b->parts[i];
        const double share = p->copies * (double)p->n / total;
        const double behind = share * (double)(order->all + 1) - (double)order->drawn[i];
        if (p->n == 0 || (any && behind <= most)) continue;
        any = true;
        most = behind;
        best = i;
    }
    const text_part *p = &b->parts[best];
    const uint64_t i = order->drawn[best]++, round = i / p->n;
    order->all++;
    return pair_at(b, p, permuted(i % p->n, p->n, order->seed, (uint32_t)best, (uint32_t)round));
}
