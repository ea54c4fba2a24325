#include "document/segment/segment_store.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64 }; /* segments */

struct tr_segment_block {
    char *bytes; /* packed; of the last block NULL: they are in `last` */
    char *outcomes;
    uint32_t outcomes_len, outcomes_capacity;
};

void tr_segment_store_free(tr_segment_store *s)
{
    for (size_t i = 0; i < s->n_blocks; i++) {
        free(s->blocks[i].bytes);
        free(s->blocks[i].outcomes);
    }
    free(s->blocks);
    for (size_t i = 0; i < s->n_reasons; i++)
        free(s->reasons[i]);
    free(s->reasons);
    tr_buf_free(&s->last);
    tr_segment_code_free(&s->before.code);
    tr_segment_code_free(&s->behind.code);
    tr_segment_code_free(&s->reading.code);
    tr_buf_free(&s->room.text);
    free(s->room.marks);
    free(s->trusted);
    *s = (tr_segment_store){0};
}

/* ---- Room ---- */

static bool reserve_text(tr_buf *b, size_t n)
{
    void *data = b->data;

    if (tr_reserve(&data, &b->capacity, n + 1, 1) < 0) return false;
    if (!b->data) *(char *)data = '\0';
    b->data = data;
    return true;
}

/* Room for n elements of `size` bytes: as many as there are, or half as many again.  There may be
 * thousands of contents with a segment or two. */
static bool reserve_few(void **p, size_t *capacity, size_t n, size_t size)
{
    const size_t want = n < 2 ? n : n + n / 2;

    if (n <= *capacity) return true;
    void *const grown = realloc(*p, tr_size_mul(want, size));
    if (!grown) return false;
    *p = grown;
    *capacity = want;
    return true;
}

static bool reserve_marks(tr_segment_store *s, size_t n)
{
    void *marks = s->room.marks;
    const bool done = reserve_few(&marks, &s->room.capacity, n, sizeof *s->room.marks);

    s->room.marks = marks;
    return done;
}

/* Room in which the segment can be taken out again. */
static bool reserve_room(tr_segment_store *s, const tr_segment *p)
{
    const size_t where_len = strlen(p->where);

    if (where_len > s->longest_where) s->longest_where = where_len;
    return reserve_marks(s, p->n_marks) && reserve_text(&s->room.text, p->len) &&
           reserve_text(&s->before.code.where, s->longest_where) &&
           reserve_text(&s->behind.code.where, s->longest_where) &&
           reserve_text(&s->reading.code.where, s->longest_where);
}

/* ---- Cursors ---- */

static const char *block_bytes(const tr_segment_store *s, size_t block)
{
    return s->blocks[block].bytes ? s->blocks[block].bytes : tr_buf_text(&s->last);
}

static void start_block(tr_segment_cursor *c, size_t block)
{
    tr_segment_code_clear(&c->code);
    c->next = block * BLOCK;
    c->at = 0;
}

/* Takes the next segment of the cursor's block. */
static void step(const tr_segment_store *s, tr_segment_cursor *c, tr_segment_room *room,
                 tr_segment *p)
{
    if (c->next % BLOCK == 0) start_block(c, c->next / BLOCK);
    const char *const bytes = block_bytes(s, c->next / BLOCK);
    const char *at = bytes + c->at;

    tr_segment_get(&c->code, s->bytes, s->places_only, &at, room, p);
    c->at = (size_t)(at - bytes);
    c->next++;
}

/* The cursor stands before segment i. */
static void move_cursor(const tr_segment_store *s, tr_segment_cursor *c, size_t i)
{
    tr_segment skipped;

    if (c->next > i || c->next / BLOCK != i / BLOCK) start_block(c, i / BLOCK);
    while (c->next < i)
        step(s, c, NULL, &skipped);
}

static void copy_cursor(tr_segment_cursor *to, const tr_segment_cursor *from)
{
    tr_buf where = to->code.where;

    tr_buf_clear(&where);
    tr_buf_add(&where, tr_buf_text(&from->code.where), from->code.where.len);
    *to = *from;
    to->code.where = where;
}

/* ---- Adding ---- */

/* The block at the end is full: it takes no more memory than it needs. */
static bool close_block(tr_segment_store *s)
{
    tr_segment_block *const block = &s->blocks[s->n_blocks - 1];

    if (block->bytes) return true;
    block->bytes = malloc(s->last.len + 1);
    if (!block->bytes) return false;
    memcpy(block->bytes, s->last.data, s->last.len);
    tr_buf_clear(&s->last);
    return true;
}

static bool open_block(tr_segment_store *s)
{
    void *blocks = s->blocks;

    if (s->n_blocks && !close_block(s)) return false;
    if (!reserve_few(&blocks, &s->capacity, s->n_blocks + 1, sizeof *s->blocks)) return false;
    s->blocks = blocks;
    start_block(&s->behind, s->n_blocks);
    s->blocks[s->n_blocks++] = (tr_segment_block){0};
    return true;
}

bool tr_segment_store_add(tr_segment_store *s, const tr_segment *p)
{
    s->viewed = 0; /* its room may move */
    if (!reserve_room(s, p)) return false;
    if (s->n == s->n_blocks * BLOCK && !open_block(s)) return false;
    copy_cursor(&s->before, &s->behind);
    tr_segment_put(&s->behind.code, s->bytes, p, s->places_only, &s->last);
    s->behind.at = s->last.len;
    s->behind.next = ++s->n;
    return !s->last.failed;
}

bool tr_segment_store_replace_last(tr_segment_store *s, const tr_segment *p)
{
    if (s->before.next + 1 != s->n) {
        move_cursor(s, &s->before, s->n - 1);
        s->before.next = s->n - 1;
    }
    assert(!s->blocks[s->n_blocks - 1].bytes);
    s->viewed = 0;
    s->last.len = s->before.at;
    s->n--;
    copy_cursor(&s->behind, &s->before);
    const bool added = tr_segment_store_add(s, p);
    copy_cursor(&s->reading, &s->before);
    return added;
}

/* The block at the end takes more again. */
static void reopen_block(tr_segment_store *s)
{
    tr_segment_block *const block = &s->blocks[s->n_blocks - 1];

    if (!block->bytes) return;
    tr_buf_clear(&s->last);
    s->behind.next = s->n;
    tr_buf_add(&s->last, block->bytes, s->behind.at);
    if (s->last.failed) return;
    free(block->bytes);
    block->bytes = NULL;
}

void tr_segment_store_drop_from(tr_segment_store *s, size_t n)
{
    if (n >= s->n) return;
    s->viewed = 0;
    s->reading.next = SIZE_MAX;
    s->behind.next = SIZE_MAX;
    move_cursor(s, &s->behind, n);
    s->n = n;
    for (const size_t n_blocks = (n + BLOCK - 1) / BLOCK; s->n_blocks > n_blocks; s->n_blocks--) {
        free(s->blocks[s->n_blocks - 1].bytes);
        free(s->blocks[s->n_blocks - 1].outcomes);
    }
    if (n % BLOCK == 0) {
        tr_buf_clear(&s->last);
    } else {
        reopen_block(s);
        s->last.len = s->behind.at;
    }
    s->before.next = SIZE_MAX;
}

/* ---- Outcomes ---- */

static void set_view_outcome(tr_segment_store *s, const tr_segment_outcome *o)
{
    s->view.written = o->written;
    s->view.written_len = o->written_len;
    s->view.left = o->left;
    s->view.n_lost = o->n_lost;
    s->view.quality = o->quality;
}

/* The number of a reason, which is kept; SIZE_MAX when out of memory. */
static size_t find_reason(tr_segment_store *s, const char *why)
{
    void *reasons = s->reasons;

    for (size_t i = s->n_reasons; i-- > 0;)
        if (!strcmp(s->reasons[i], why)) return i;
    if (tr_reserve(&reasons, &s->reasons_capacity, s->n_reasons + 1, sizeof *s->reasons) < 0)
        return SIZE_MAX;
    s->reasons = reasons;
    char *const copy = malloc(strlen(why) + 1);
    if (!copy) return SIZE_MAX;
    s->reasons[s->n_reasons] = strcpy(copy, why);
    return s->n_reasons++;
}

static uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* An outcome is the segment's number in its block, facts lost, quality, and the length of what is
 * written, plus 1, and its bytes; or 0, and the number of the reason why it was left. */
static tr_segment_outcome get_outcome(const tr_segment_store *s, const char **at, size_t *number)
{
    tr_segment_outcome o = {0};

    *number = (size_t)tr_number_get(at);
    o.n_lost = (size_t)tr_number_get(at);
    o.quality = float_of((uint32_t)tr_number_get(at));
    const size_t len = (size_t)tr_number_get(at);
    if (len) {
        o.written = *at;
        o.written_len = len - 1;
        *at += len - 1;
    } else {
        o.left = s->reasons[tr_number_get(at)];
    }
    return o;
}

static void put_outcome(tr_segment_store *s, const tr_segment_outcome *o, size_t number,
                        tr_buf *out)
{
    tr_number_put(out, number);
    tr_number_put(out, o->n_lost);
    tr_number_put(out, bits_of(o->quality));
    tr_number_put(out, o->written ? (uint64_t)o->written_len + 1 : 0);
    if (o->written) {
        tr_buf_add(out, o->written, o->written_len);
        return;
    }
    const size_t reason = find_reason(s, o->left);
    tr_number_put(out, reason);
    out->failed = out->failed || reason == SIZE_MAX;
}

/* Where the outcome of a segment begins in its block, or would; *end: behind it. */
static const char *find_outcome(const tr_segment_store *s, size_t i, const char **end,
                                tr_segment_outcome *o)
{
    const tr_segment_block *const b = &s->blocks[i / BLOCK];
    const size_t number = i % BLOCK;
    const char *at = b->outcomes;
    const char *const stop = b->outcomes_len ? at + b->outcomes_len : at;

    *o = (tr_segment_outcome){0};
    while (at < stop) {
        size_t found;
        const char *next = at;
        const tr_segment_outcome one = get_outcome(s, &next, &found);
        if (found == number) *o = one;
        *end = found == number ? next : at;
        if (found >= number) return at;
        at = next;
    }
    *end = stop;
    return stop;
}

tr_segment_outcome tr_segment_store_outcome(const tr_segment_store *s, size_t i)
{
    const char *end;
    tr_segment_outcome o;

    find_outcome(s, i, &end, &o);
    return o;
}

/* Puts bytes [n] in the place of the bytes from `begin` to `end`. */
static bool replace_outcome(tr_segment_block *b, size_t begin, size_t end, const char *bytes,
                            size_t n)
{
    const size_t tail = b->outcomes_len - end, len = begin + n + tail;

    if (len > b->outcomes_capacity) {
        const size_t capacity = len + len / 8 + 16;
        char *const grown = capacity < UINT32_MAX ? realloc(b->outcomes, capacity) : NULL;
        if (!grown) return false;
        b->outcomes = grown;
        b->outcomes_capacity = (uint32_t)capacity;
    }
    if (tail) memmove(b->outcomes + begin + n, b->outcomes + end, tail);
    if (n) memcpy(b->outcomes + begin, bytes, n);
    b->outcomes_len = (uint32_t)len;
    return true;
}

bool tr_segment_store_set_outcome(tr_segment_store *s, size_t i, const tr_segment_outcome *o)
{
    tr_segment_block *const b = &s->blocks[i / BLOCK];
    const char *end;
    tr_segment_outcome old;
    tr_buf bytes = {0};

    const char *const at = find_outcome(s, i, &end, &old);
    const size_t begin = at ? (size_t)(at - b->outcomes) : 0;
    if (o->written || o->left) put_outcome(s, o, i % BLOCK, &bytes);
    const bool done =
        !bytes.failed && replace_outcome(b, begin, end ? begin + (size_t)(end - at) : 0,
                                         tr_buf_text(&bytes), bytes.len);
    tr_buf_free(&bytes);
    if (s->viewed && (s->viewed - 1) / BLOCK == i / BLOCK) {
        const tr_segment_outcome now = tr_segment_store_outcome(s, s->viewed - 1);
        set_view_outcome(s, &now);
    }
    return done;
}

/* ---- Taking out ---- */

tr_segment *tr_segment_store_at(tr_segment_store *s, size_t i)
{
    if (s->viewed == i + 1) return &s->view;
    move_cursor(s, &s->reading, i);
    step(s, &s->reading, &s->room, &s->view);
    s->viewed = i + 1;
    const tr_segment_outcome o = tr_segment_store_outcome(s, i);
    set_view_outcome(s, &o);
    s->view.trusted = i < s->n_trusted && (s->trusted[i / 8] >> i % 8 & 1);
    return &s->view;
}

bool tr_segment_store_trust(tr_segment_store *s, size_t i, bool trusted)
{
    if (!s->trusted) s->trusted = calloc(s->n / 8 + 1, 1);
    if (!s->trusted) return false;
    s->n_trusted = s->n;
    const unsigned char bit = (unsigned char)(1u << i % 8);
    s->trusted[i / 8] =
        (unsigned char)(trusted ? s->trusted[i / 8] | bit : s->trusted[i / 8] & ~bit);
    s->viewed = 0;
    return true;
}
