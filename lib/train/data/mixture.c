#include "train/data/mixture.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/numbers/number.h"
#include "base/numbers/philox.h"
#include "train/data/hash_set.h"
#include "train/data/text_lines.h"

/* ---- The list ---- */

static int add_part(tr_mixture *m, const char *path, tr_mixture_part part, tr_error *err)
{
    if (m->n_parts == TR_MIXTURE_PARTS_MOST)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: has more than %d parts", path,
                       TR_MIXTURE_PARTS_MOST);
    if (tr_mixture_find(m, part.name, strlen(part.name)) >= 0)
        return tr_fail(err, TR_EFORMAT, "%s: part %s is there twice", path, part.name);
    part.name = strdup(part.name);
    if (!part.name) return tr_fail_memory(err);
    m->parts[m->n_parts++] = part;
    return 0;
}

/* Cuts the next word off the line; NULL at its end. */
static char *next_word(char **line)
{
    char *word = *line + strspn(*line, " \t");
    const size_t len = strcspn(word, " \t");
    *line = word + len + (word[len] != '\0');
    word[len] = '\0';
    return len ? word : NULL;
}

static int read_part(tr_mixture *m, const char *path, char *line, size_t number, tr_error *err)
{
    line[strcspn(line, "#")] = '\0';
    const char *name = next_word(&line), *copies = next_word(&line), *mark = next_word(&line);
    tr_mixture_part part = {.name = (char *)name, .marked = mark != NULL};

    if (!name) return 0;
    if (!copies || !tr_parse_decimal(copies, strlen(copies), &part.copies) || part.copies < 0 ||
        part.copies > 1e6 || (mark && strcmp(mark, "mark") != 0) || next_word(&line))
        return tr_fail(err, TR_EFORMAT, "%s:%zu: expected PART COPIES [mark]", path, number);
    return part.copies > 0 ? add_part(m, path, part, err) : 0;
}

static int read_list(tr_mixture *m, const char *path, tr_error *err)
{
    tr_text_lines *lines;
    char *line;
    size_t len, number = 0;

    int rc = tr_text_lines_open(&lines, path, err);
    if (rc < 0) return rc;
    while ((rc = tr_text_lines_next(lines, &line, &len, err)) > 0)
        if ((rc = read_part(m, path, line, ++number, err)) < 0) break;
    tr_text_lines_close(lines);
    if (rc == 0 && !m->n_parts) rc = tr_fail(err, TR_EFORMAT, "%s: names no part", path);
    return rc;
}

int tr_mixture_read(tr_mixture *m, const char *path, tr_error *err)
{
    static char no_name[] = "";
    *m = (tr_mixture){.listed = path != NULL};
    const int rc = path ? read_list(m, path, err)
                        : add_part(m, "", (tr_mixture_part){.name = no_name, .copies = 1}, err);
    if (rc < 0) tr_mixture_free(m);
    return rc;
}

void tr_mixture_free(tr_mixture *m)
{
    for (size_t i = 0; i < m->n_parts; i++)
        free(m->parts[i].name);
    *m = (tr_mixture){0};
}

int tr_mixture_find(const tr_mixture *m, const char *name, size_t len)
{
    if (!m->listed) return (int)m->n_parts - 1;
    for (size_t i = 0; i < m->n_parts; i++)
        if (strlen(m->parts[i].name) == len && !memcmp(m->parts[i].name, name, len)) return (int)i;
    return -1;
}

uint64_t tr_mixture_digest(const tr_mixture *m, uint64_t h)
{
    for (size_t i = 0; m->listed && i < m->n_parts; i++) {
        const tr_mixture_part *p = &m->parts[i];
        h = tr_fnv1a(h, p->name, strlen(p->name) + 1);
        h = tr_fnv1a(h, &p->copies, sizeof p->copies);
        h = tr_fnv1a(h, &p->marked, sizeof p->marked);
    }
    return h;
}

/* ---- Order ---- */

/* Number i of a permutation of 0 .. n - 1: a Feistel network over the next even number of bits;
 * results above n - 1 go through it again. */
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

static double weight_of(const tr_mixture *m, const uint64_t *n_pairs, size_t part)
{
    return m->parts[part].copies * (double)n_pairs[part];
}

/* The part that is furthest below its share. */
static size_t next_part(const tr_mixture *m, const uint64_t *n_pairs, const tr_mixture_order *order)
{
    double total = 0, most = 0;
    size_t best = m->n_parts;

    for (size_t i = 0; i < m->n_parts; i++)
        total += weight_of(m, n_pairs, i);
    for (size_t i = 0; i < m->n_parts; i++) {
        const double share = weight_of(m, n_pairs, i) / total;
        const double lack = share * (double)(order->all + 1) - (double)order->drawn[i];
        if (n_pairs[i] == 0 || (best < m->n_parts && lack <= most)) continue;
        most = lack;
        best = i;
    }
    assert(best < m->n_parts);
    return best;
}

tr_mixture_order tr_mixture_renew(const tr_mixture_order *order)
{
    return (tr_mixture_order){.seed = tr_hash_mix(order->seed + order->all)};
}

tr_drawn tr_mixture_draw(const tr_mixture *m, const uint64_t *n_pairs, tr_mixture_order *order)
{
    const size_t part = next_part(m, n_pairs, order);
    const uint64_t n = n_pairs[part], i = order->drawn[part]++, round = i / n;
    order->all++;
    return (tr_drawn){part, permuted(i % n, n, order->seed, (uint32_t)part, (uint32_t)round)};
}
