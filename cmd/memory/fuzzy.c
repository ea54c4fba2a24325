#include "memory/fuzzy.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "console/alloc.h"

enum { MOST_CHARACTERS = 1024, LETTERS = 64 };

/* How many characters a text has, which, and how often classes of them come. */
typedef struct shape {
    uint8_t letters[LETTERS];
    uint32_t n, hash; /* of all characters */
} shape;

typedef struct entry {
    char *source, *text;
    size_t source_len, text_len;
    uint16_t *triples; /* [n_triples], hashes of three characters in a row, in order */
    size_t n_triples;
} entry;

struct fuzzy_index {
    entry *entries; /* [n] */
    shape *shapes;  /* [n] */
    size_t n, capacity;
};

/* How many there are; 0 if they are too many. */
static size_t read_characters(const char *text, size_t len, int32_t characters[MOST_CHARACTERS])
{
    size_t n = 0;

    for (size_t at = 0; at < len;) {
        int32_t c;
        at += tr_utf8_decode(text + at, len - at, &c);
        if (tr_is_ascii_digit(c) && n && characters[n - 1] == '0') continue;
        if (n == MOST_CHARACTERS) return 0;
        characters[n++] = tr_is_ascii_digit(c) ? '0' : c;
    }
    return n;
}

static shape shape_of(const int32_t *characters, size_t n)
{
    shape s = {.n = (uint32_t)n, .hash = 2166136261u};

    for (size_t i = 0; i < n; i++) {
        s.hash = (s.hash ^ (uint32_t)characters[i]) * 16777619u;
        uint8_t *const count = &s.letters[(uint32_t)characters[i] % LETTERS];
        if (*count < UINT8_MAX) ++*count;
    }
    return s;
}

static int compare_triples(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* Sorted; how many there are. */
static size_t read_triples(const int32_t *characters, size_t n, uint16_t triples[MOST_CHARACTERS])
{
    const size_t n_triples = n > 2 ? n - 2 : 0;

    for (size_t i = 0; i < n_triples; i++) {
        const uint32_t *const c = (const uint32_t *)characters + i;
        triples[i] = (uint16_t)(((c[0] * 31 + c[1]) * 31 + c[2]) * 2654435761u >> 16);
    }
    qsort(triples, n_triples, sizeof *triples, compare_triples);
    return n_triples;
}

/* How many of two sorted lists are in both. */
static size_t count_common(const uint16_t *a, size_t n_a, const uint16_t *b, size_t n_b)
{
    size_t i = 0, k = 0, n = 0;

    while (i < n_a && k < n_b) {
        const uint16_t x = a[i], y = b[k];
        n += x == y;
        i += x <= y;
        k += y <= x;
    }
    return n;
}

/* The counts of one that the other lacks, or the other way round: the greater sum. */
static int bag_distance(const uint8_t *a, const uint8_t *b, int n)
{
    int more = 0, less = 0;

    for (int i = 0; i < n; i++) {
        more += a[i] > b[i] ? a[i] - b[i] : 0;
        less += b[i] > a[i] ? b[i] - a[i] : 0;
    }
    return more > less ? more : less;
}

/* The edits that two texts may differ by; < 0 if their lengths differ too much. */
static int most_edits(size_t a, size_t b, double least)
{
    const size_t longer = a > b ? a : b, shorter = a > b ? b : a;
    const int edits = (int)((1 - least) * (double)longer + 1e-9);
    return longer - shorter > (size_t)edits ? -1 : edits;
}

/* An edit changes three triples at most. */
static bool shares_triples(const uint16_t *triples, size_t n, const entry *e, int edits)
{
    const size_t most = n > e->n_triples ? n : e->n_triples;
    return most <= count_common(triples, n, e->triples, e->n_triples) + 3 * (size_t)edits;
}

static int least_of(int a, int b, int c)
{
    const int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* The edit distance, or `most` + 1 if it is more: only cells near the diagonal count. */
static int edit_distance(const int32_t *a, size_t n_a, const int32_t *b, size_t n_b, int most)
{
    int row[MOST_CHARACTERS + 2];
    const int n = (int)n_a, m = (int)n_b, far = most + 1;

    for (int j = 0; j <= m; j++)
        row[j] = j <= most ? j : far;
    for (int i = 1; i <= n; i++) {
        const int begin = i > most ? i - most : 1, end = i + most < m ? i + most : m;
        int diagonal = row[begin - 1], best = far;
        row[begin - 1] = begin == 1 && i <= most ? i : far;
        for (int j = begin; j <= end; j++) {
            const int above = j == i + most ? far : row[j];
            const int cell = least_of(diagonal + (a[i - 1] != b[j - 1]), above + 1, row[j - 1] + 1);
            diagonal = row[j];
            row[j] = cell < far ? cell : far;
            if (row[j] < best) best = row[j];
        }
        if (best > most) return far;
    }
    return row[m] < far ? row[m] : far;
}

fuzzy_index *fuzzy_create(void)
{
    fuzzy_index *const f = checked_malloc(sizeof *f);
    *f = (fuzzy_index){0};
    return f;
}

void fuzzy_free(fuzzy_index *f)
{
    for (size_t i = 0; f && i < f->n; i++) {
        free(f->entries[i].source);
        free(f->entries[i].text);
        free(f->entries[i].triples);
    }
    if (f) free(f->entries);
    if (f) free(f->shapes);
    free(f);
}

void fuzzy_add(fuzzy_index *f, const char *source, size_t source_len, const char *text,
               size_t text_len)
{
    int32_t characters[MOST_CHARACTERS];
    uint16_t triples[MOST_CHARACTERS] = {0};
    const size_t n = read_characters(source, source_len, characters);

    if (!n) return;
    const size_t n_triples = read_triples(characters, n, triples);
    if (f->n == f->capacity) {
        f->capacity = f->capacity ? 2 * f->capacity : 256;
        f->entries = checked_realloc(f->entries, f->capacity, sizeof *f->entries);
        f->shapes = checked_realloc(f->shapes, f->capacity, sizeof *f->shapes);
    }
    f->shapes[f->n] = shape_of(characters, n);
    f->entries[f->n] = (entry){.source = checked_copy(source, source_len),
                               .text = checked_copy(text, text_len),
                               .source_len = source_len,
                               .text_len = text_len,
                               .triples = checked_malloc((n_triples + 1) * sizeof *triples),
                               .n_triples = n_triples};
    memcpy(f->entries[f->n++].triples, triples, n_triples * sizeof *triples);
}

bool fuzzy_find(const fuzzy_index *f, const char *source, size_t len, double least,
                fuzzy_match *match)
{
    int32_t own[MOST_CHARACTERS], other[MOST_CHARACTERS];
    const size_t n = read_characters(source, len, own);
    const shape s = shape_of(own, n);
    uint16_t triples[MOST_CHARACTERS] = {0};
    const size_t n_triples = read_triples(own, n, triples);
    bool found = false;

    for (size_t i = 0; n && i < f->n && !(found && match->score >= 1); i++) {
        const double wanted = found ? match->score + 1e-6 : least;
        const int edits = most_edits(n, f->shapes[i].n, wanted);
        const entry *const e = &f->entries[i];
        if (edits < 0 || bag_distance(s.letters, f->shapes[i].letters, LETTERS) > edits ||
            !shares_triples(triples, n_triples, e, edits))
            continue;
        const size_t m = read_characters(e->source, e->source_len, other);
        const int distance = edit_distance(own, n, other, m, edits);
        if (distance > edits) continue;
        *match = (fuzzy_match){e->source, e->text, e->source_len, e->text_len,
                               1 - (double)distance / (double)(n > m ? n : m)};
        found = true;
    }
    return found;
}

bool fuzzy_find_equal(const fuzzy_index *f, const char *source, size_t len, fuzzy_match *match)
{
    int32_t own[MOST_CHARACTERS], other[MOST_CHARACTERS];
    const size_t n = read_characters(source, len, own);
    const shape s = shape_of(own, n);

    for (size_t i = 0; n && i < f->n; i++) {
        const entry *const e = &f->entries[i];
        if (f->shapes[i].hash != s.hash || f->shapes[i].n != n ||
            read_characters(e->source, e->source_len, other) != n ||
            memcmp(own, other, n * sizeof *own) != 0)
            continue;
        *match = (fuzzy_match){e->source, e->text, e->source_len, e->text_len, 1};
        return true;
    }
    return false;
}

/* ---- Numbers ---- */

enum { MOST_NUMBERS = 32 };

/* Runs of digits of a text. */
typedef struct numbers {
    struct {
        const char *at;
        size_t len;
    } list[MOST_NUMBERS];
    size_t n; /* more than MOST_NUMBERS: there are too many */
} numbers;

static numbers read_numbers(const char *text, size_t len)
{
    numbers found = {.n = 0};

    for (size_t i = 0; i < len; i++) {
        if (!tr_is_ascii_digit(text[i])) continue;
        const size_t begin = i;
        while (i < len && tr_is_ascii_digit(text[i]))
            i++;
        if (found.n < MOST_NUMBERS) {
            found.list[found.n].at = text + begin;
            found.list[found.n].len = i - begin;
        }
        found.n++;
    }
    return found;
}

static bool is_same(const numbers *a, size_t i, const numbers *b, size_t k)
{
    return a->list[i].len == b->list[k].len &&
           !memcmp(a->list[i].at, b->list[k].at, a->list[i].len);
}

static bool is_one(const numbers *a, size_t i)
{
    return a->list[i].len == 1 && *a->list[i].at == '1';
}

/* True if equal numbers stay equal, and none becomes one, or was. */
static bool are_exchangeable(const numbers *old, const numbers *new)
{
    if (old->n != new->n || old->n > MOST_NUMBERS) return false;
    for (size_t i = 0; i < old->n; i++) {
        if (is_one(old, i) != is_one(new, i)) return false;
        for (size_t k = 0; k < i; k++)
            if (is_same(old, i, old, k) != is_same(new, i, new, k)) return false;
    }
    return true;
}

/* The place among the old numbers of number i of the translation; old->n: it is not there. */
static size_t place_of(const numbers *old, const numbers *said, size_t i)
{
    size_t k = 0;
    while (k < old->n && !is_same(said, i, old, k))
        k++;
    return k;
}

/* True if the translation has each of the old numbers as often as the source, and no others. */
static bool are_said(const numbers *old, const numbers *said)
{
    size_t times[MOST_NUMBERS] = {0};

    if (said->n != old->n) return false;
    for (size_t i = 0; i < said->n; i++) {
        const size_t k = place_of(old, said, i);
        if (k == old->n) return false;
        times[k]++;
    }
    for (size_t i = 0; i < old->n; i++)
        times[place_of(old, old, i)]--;
    for (size_t i = 0; i < old->n; i++)
        if (times[i]) return false;
    return true;
}

char *fuzzy_exchange_numbers(const fuzzy_match *match, const char *source, size_t len)
{
    const numbers old = read_numbers(match->source, match->source_len);
    const numbers new = read_numbers(source, len);
    const numbers said = read_numbers(match->text, match->text_len);
    const char *at = match->text;
    size_t n = 0;

    if (match->score < 1 || !are_exchangeable(&old, &new) || !are_said(&old, &said)) return NULL;
    char *const text = checked_malloc(match->text_len + len + 1);
    for (size_t i = 0; i < said.n; i++) {
        const size_t k = place_of(&old, &said, i), before = (size_t)(said.list[i].at - at);
        memcpy(text + n, at, before);
        memcpy(text + n + before, new.list[k].at, new.list[k].len);
        n += before + new.list[k].len;
        at = said.list[i].at + said.list[i].len;
    }
    const size_t rest = (size_t)(match->text + match->text_len - at);
    memcpy(text + n, at, rest);
    text[n + rest] = '\0';
    return text;
}
