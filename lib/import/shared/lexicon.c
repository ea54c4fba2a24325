#include "import/shared/lexicon.h"

#include <float.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/number.h"
#include "formats/cursor.h"

#define MAGIC UINT64_C(0xF11A48D5013417F5)

enum { HEADER = 48, CHECKED_FROM = 16 }; /* bytes; the checksum covers what lies after it */

typedef struct reader {
    tr_lexicon_lists *lists;
    tr_region *memory;
    const tr_lexicon_choice *choice;
    const tr_lexicon_vocab *source, *target;
    const char *name;
    tr_error *err;
} reader;

/* Room for every offset, and for `n` ids; GGUF has no tensor without elements. */
static int reserve_entries(reader *r, uint64_t n)
{
    tr_lexicon_lists *l = r->lists;

    if (n == 0) return tr_fail(r->err, TR_EFORMAT, "%s: has no word pairs", r->name);
    if (n > INT32_MAX) return tr_fail(r->err, TR_EFORMAT, "%s: has too many word pairs", r->name);
    l->n_ids = (size_t)n;
    l->offset = TR_REGION_TAKE(r->memory, int32_t, (size_t)r->source->size + 1);
    l->id = TR_REGION_TAKE(r->memory, int32_t, l->n_ids);
    return l->offset && l->id ? 0 : tr_fail_memory(r->err);
}

/* ---- Binary ------------------------------------------------------------------------------ */

/* Over whole 64-bit words; half a word at the end is not covered. */
static uint64_t checksum(const unsigned char *data, size_t size)
{
    tr_cursor c = tr_cursor_at(data, size, CHECKED_FROM);
    uint64_t sum = 0;

    while (c.left >= 8)
        sum ^= tr_cursor_u64(&c) + 0x9e3779b9u + (sum << 6) + (sum >> 2);
    return sum;
}

/* Lists of ids beyond the file's are empty: the vocabulary may be padded. */
static bool read_lexicon_offsets(reader *r, tr_cursor *c, uint64_t n)
{
    tr_lexicon_lists *l = r->lists;
    uint64_t before = 0;
    bool good = true;

    for (size_t i = 0; i <= r->source->size; i++) {
        const uint64_t at = i < n ? tr_cursor_u64(c) : l->n_ids;
        good = good && at >= before && at <= l->n_ids && (i != 0 || at == 0);
        before = at;
        l->offset[i] = (int32_t)(good ? at : 0);
    }
    return good && before == l->n_ids && (size_t)l->offset[n - 1] == l->n_ids;
}

static int read_binary(reader *r, const unsigned char *data, size_t size)
{
    tr_cursor c = tr_cursor_at(data, size, 8);
    const uint64_t sum = tr_cursor_u64(&c), first = tr_cursor_u64(&c), best = tr_cursor_u64(&c);
    const uint64_t n_offsets = tr_cursor_u64(&c), n_ids = tr_cursor_u64(&c);
    int rc;

    (void)best; /* how the lists were made */
    if (c.failed || n_offsets > c.left / 8 || n_ids > c.left / 4 ||
        n_offsets * 8 + n_ids * 4 != c.left)
        return tr_fail(r->err, TR_EFORMAT, "%s: its size is not what its header says", r->name);
    if (checksum(data, size) != sum)
        return tr_fail(r->err, TR_EFORMAT, "%s: is damaged: its checksum is wrong", r->name);
    if (n_offsets < 2 || n_offsets - 1 > r->source->size)
        return tr_fail(r->err, TR_EFORMAT,
                       "%s: is for a source vocabulary of %" PRIu64 ", the model's is %" PRIu32,
                       r->name, n_offsets ? n_offsets - 1 : 0, r->source->size);
    r->lists->first = first < r->target->size ? (uint32_t)first : r->target->size;
    if ((rc = reserve_entries(r, n_ids)) < 0) return rc;
    if (!read_lexicon_offsets(r, &c, n_offsets))
        return tr_fail(r->err, TR_EFORMAT, "%s: its lists are not one behind the other", r->name);
    for (size_t i = 0; i < r->lists->n_ids; i++) {
        const uint32_t id = tr_cursor_u32(&c);
        if (id >= r->target->size)
            return tr_fail(r->err, TR_EFORMAT,
                           "%s: has the target word %" PRIu32
                           ", the model's vocabulary is %" PRIu32,
                           r->name, id, r->target->size);
        r->lists->id[i] = (int32_t)id;
    }
    return 0;
}

/* ---- Text -------------------------------------------------------------------------------- */

typedef struct pair {
    float probability;
    int32_t target;
} pair;

/* The best pairs of a source word so far, best first. */
typedef struct best_list {
    pair *pairs;
    size_t n, capacity;
} best_list;

/* As Marian sorts: of two that are equally likely the higher id comes first. */
static bool is_likelier(pair a, pair b)
{
    return a.probability > b.probability || (a.probability == b.probability && a.target > b.target);
}

/* Where the list has the pair's target, or its end. */
static size_t find_target(const best_list *list, int32_t target)
{
    size_t i = 0;
    while (i < list->n && list->pairs[i].target != target)
        i++;
    return i;
}

/* Of a pair that occurs twice the likelier counts. */
static int insert_translation(best_list *list, pair p, size_t most, tr_error *err)
{
    void *room = list->pairs;

    if (list->n == most && !is_likelier(p, list->pairs[most - 1])) return 0;
    size_t at = find_target(list, p.target);
    if (at < list->n) {
        if (!is_likelier(p, list->pairs[at])) return 0;
    } else if (list->n == most) {
        at = most - 1;
    } else {
        if (tr_reserve(&room, &list->capacity, list->n + 1, sizeof *list->pairs) < 0)
            return tr_fail_memory(err);
        list->pairs = room;
        list->n++;
    }
    for (; at > 0 && is_likelier(p, list->pairs[at - 1]); at--)
        list->pairs[at] = list->pairs[at - 1];
    list->pairs[at] = p;
    return 0;
}

typedef struct field {
    const char *text;
    size_t len;
} field;

static bool is_lexicon_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* How many fields the line has, of which the first `max` are kept. */
static size_t split_fields(const char *line, size_t len, field *fields, size_t max)
{
    size_t n = 0;

    for (size_t i = 0; i < len;) {
        while (i < len && is_lexicon_blank(line[i]))
            i++;
        const size_t begin = i;
        while (i < len && !is_lexicon_blank(line[i]))
            i++;
        if (i > begin && n++ < max) fields[n - 1] = (field){line + begin, i - begin};
    }
    return n;
}

static bool parse_probability(field f, float *p)
{
    enum { LONGEST = 63 };
    double x;

    if (f.len > LONGEST || !tr_parse_decimal(f.text, f.len, &x) || x < 0 || x > (double)FLT_MAX)
        return false;
    *p = (float)x;
    return true;
}

static bool is_null(field f)
{
    return f.len == 4 && !memcmp(f.text, "NULL", 4);
}

static int32_t id_of_word(const tr_lexicon_vocab *v, field f)
{
    return v->id(v->ctx, f.text, f.len);
}

/* *known counts the pairs of which both words are in the vocabularies. */
static int read_lexicon_line(reader *r, const char *line, size_t len, size_t number,
                             best_list *best, size_t *known)
{
    field f[3];
    pair p;

    const size_t n = split_fields(line, len, f, 3);
    if (n == 0) return 0;
    if (n != 3 || !parse_probability(f[2], &p.probability))
        return tr_fail(r->err, TR_EFORMAT, "%s: line %zu: is not \"target source probability\"",
                       r->name, number);
    if (is_null(f[0]) || is_null(f[1]) || !(p.probability > r->choice->threshold)) return 0;
    const int32_t source = id_of_word(r->source, f[1]);
    p.target = id_of_word(r->target, f[0]);
    *known += source != r->source->unk && p.target != r->target->unk;
    return insert_translation(&best[source], p, r->choice->best, r->err);
}

static int read_lexicon_lines(reader *r, const char *text, size_t size, best_list *best)
{
    size_t number = 0, known = 0;

    while (size) {
        const char *end = memchr(text, '\n', size);
        const size_t len = end ? (size_t)(end - text) : size;
        const int rc = read_lexicon_line(r, text, len, ++number, best, &known);
        if (rc < 0) return rc;
        text += len + (end != NULL);
        size -= len + (end != NULL);
    }
    if (known) return 0;
    return tr_fail(r->err, TR_EFORMAT, "%s: has no word pair of the model's vocabularies", r->name);
}

static int ascending(const void *a, const void *b)
{
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static int take_lists(reader *r, const best_list *best)
{
    tr_lexicon_lists *l = r->lists;
    size_t n = 0;

    for (size_t s = 0; s < r->source->size; s++)
        n += best[s].n;
    const int rc = reserve_entries(r, n);
    if (rc < 0) return rc;
    n = 0;
    for (size_t s = 0; s < r->source->size; s++) {
        int32_t *list = l->id + n;
        for (size_t i = 0; i < best[s].n; i++)
            list[i] = best[s].pairs[i].target;
        qsort(list, best[s].n, sizeof *list, ascending);
        n += best[s].n;
        l->offset[s + 1] = (int32_t)n;
    }
    return 0;
}

static int read_text_lexicon(reader *r, const char *text, size_t size)
{
    best_list *best = calloc(r->source->size, sizeof *best);

    if (!best) return tr_fail_memory(r->err);
    r->lists->first = r->choice->first < r->target->size ? r->choice->first : r->target->size;
    int rc = read_lexicon_lines(r, text, size, best);
    if (rc == 0) rc = take_lists(r, best);
    for (size_t s = 0; s < r->source->size; s++)
        free(best[s].pairs);
    free(best);
    return rc;
}

bool tr_lexicon_is_binary(const unsigned char *data, size_t size)
{
    tr_cursor c = tr_cursor_at(data, size, 0);
    return tr_cursor_u64(&c) == MAGIC;
}

int tr_lexicon_read(tr_lexicon_lists *lists, tr_region *memory, const unsigned char *data,
                    size_t size, const tr_lexicon_choice *choice, const tr_lexicon_vocab *source,
                    const tr_lexicon_vocab *target, const char *name, tr_error *err)
{
    reader r = {lists, memory, choice, source, target, name, err};

    *lists = (tr_lexicon_lists){0};
    return tr_lexicon_is_binary(data, size) ? read_binary(&r, data, size)
                                            : read_text_lexicon(&r, (const char *)data, size);
}
