#include "train/data/encoded.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/hash.h"

static int no_room(const char *beside, tr_error *err)
{
    return tr_fail(err, TR_EIO, "%s: its folder has no room for the text: %s", beside,
                   strerror(errno));
}

static int map_stream(tr_file *f, FILE **stream, const char *beside, tr_error *err)
{
    const int rc = tr_file_map_stream(f, *stream, beside, err);
    fclose(*stream);
    *stream = NULL;
    return rc;
}

int tr_index_create(tr_index *x, const char *beside, tr_error *err)
{
    return tr_file_scratch(&x->stream, beside, err);
}

int tr_index_add(tr_index *x, uint64_t number, const char *beside, tr_error *err)
{
    if (fwrite(&number, sizeof number, 1, x->stream) != 1) return no_room(beside, err);
    x->n++;
    return 0;
}

int tr_index_finish(tr_index *x, const char *beside, tr_error *err)
{
    return map_stream(&x->file, &x->stream, beside, err);
}

void tr_index_free(tr_index *x)
{
    if (x->stream) fclose(x->stream);
    tr_file_unmap(&x->file);
}

uint64_t tr_index_at(const tr_index *x, uint64_t i)
{
    uint64_t number;
    memcpy(&number, x->file.data + i * sizeof number, sizeof number);
    return number;
}

int tr_encoded_create(tr_encoded *e, const char *beside, bool wide, tr_error *err)
{
    e->wide = wide;
    e->digest = TR_FNV1A_START;
    return tr_file_scratch(&e->stream, beside, err);
}

static size_t element_size(const tr_encoded *e)
{
    return e->wide ? sizeof(int32_t) : sizeof(uint16_t);
}

static char *put_element(const tr_encoded *e, char *to, size_t number)
{
    const int32_t wide = (int32_t)number;
    const uint16_t narrow = (uint16_t)number;
    memcpy(to, e->wide ? (const void *)&wide : &narrow, element_size(e));
    return to + element_size(e);
}

/* A pair is stored as the number of ids of each side, then the ids. */
int tr_encoded_add(tr_encoded *e, tr_index *index, int32_t *const ids[2], const size_t n[2],
                   const char *beside, tr_error *err)
{
    const size_t all = 2 + n[0] + n[1], size = element_size(e);
    void *p = e->record;

    if (tr_reserve(&p, &e->room, all * size, 1) < 0) return tr_fail_memory(err);
    char *to = e->record = p;
    for (int side = 0; side < 2; side++)
        to = put_element(e, to, n[side]);
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < n[side]; i++)
            to = put_element(e, to, (size_t)ids[side][i]);
    e->digest = tr_fnv1a(e->digest, e->record, all * size);
    if (fwrite(e->record, size, all, e->stream) != all) return no_room(beside, err);
    const int rc = tr_index_add(index, e->n, beside, err);
    e->n += all;
    return rc;
}

int tr_encoded_finish(tr_encoded *e, const char *beside, tr_error *err)
{
    free(e->record);
    e->record = NULL;
    return map_stream(&e->file, &e->stream, beside, err);
}

void tr_encoded_free(tr_encoded *e)
{
    if (e->stream) fclose(e->stream);
    tr_file_unmap(&e->file);
    free(e->record);
}

tr_pair tr_encoded_at(const tr_encoded *e, const tr_index *index, uint64_t i)
{
    const size_t size = element_size(e);
    const char *at = (const char *)e->file.data + tr_index_at(index, i) * size;
    tr_pair pair = {.source = at + 2 * size, .wide = e->wide};

    pair.n_source = (size_t)tr_pair_id(&pair, at, 0);
    pair.n_target = (size_t)tr_pair_id(&pair, at, 1);
    pair.target = at + (2 + pair.n_source) * size;
    return pair;
}
