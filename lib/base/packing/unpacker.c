#include "base/packing/unpacker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW = 1 << 16 };

struct tr_unpacker {
    const tr_coder *coder;
    void *state; /* the coder's */
    const char *name;
    tr_unpack_source *source;
    void *ctx;
    char *window; /* of the file: bytes at..end are not read yet */
    size_t capacity, at, end;
    bool within;  /* a member: its end has not been seen */
    bool began;   /* something of that member was right */
    bool waiting; /* the coder may have more output without more input */
};

int tr_unpacker_open(tr_unpacker **out, tr_packing how, const char *name, tr_unpack_source *source,
                     void *ctx, const char *first, size_t n, tr_error *err)
{
    const tr_coder *const coder = tr_packing_coder(how);
    const size_t capacity = n > WINDOW ? n : WINDOW;

    *out = NULL;
    if (!coder->begin_unpacking)
        return tr_fail(err, TR_EUNSUPPORTED,
                       "%s: is compressed by %s, which this program was built without; %s -d "
                       "unpacks it",
                       name, coder->word, coder->word);
    tr_unpacker *const u = malloc(sizeof *u);
    char *const window = malloc(capacity);
    void *const state = u && window ? coder->begin_unpacking() : NULL;
    if (!state) {
        free(u);
        free(window);
        return tr_fail_memory(err);
    }
    if (n) memcpy(window, first, n);
    *u = (tr_unpacker){.coder = coder,
                       .state = state,
                       .name = name,
                       .source = source,
                       .ctx = ctx,
                       .window = window,
                       .capacity = capacity,
                       .end = n,
                       .within = true,
                       .began = true};
    *out = u;
    return 0;
}

void tr_unpacker_close(tr_unpacker *u)
{
    if (!u) return;
    u->coder->end_unpacking(u->state);
    free(u->window);
    free(u);
}

static int refuse(const tr_unpacker *u, const char *why, tr_error *err)
{
    return tr_fail(err, TR_EFORMAT, "%s: is compressed, and %s", u->name, why);
}

/* Returns 1, 0 at the end of the file, or an error. */
static int fill_window(tr_unpacker *u, tr_error *err)
{
    const ptrdiff_t n = u->source(u->ctx, u->window, u->capacity);

    if (n < 0) return tr_fail(err, TR_EIO, "%s: %s", u->name, strerror(errno));
    u->at = 0;
    u->end = (size_t)n;
    return n > 0;
}

/* Begins the next member, if there is one. */
static int begin_member(tr_unpacker *u, tr_error *err)
{
    while (u->at < u->end && !u->window[u->at])
        u->at++;
    if (u->at == u->end) return 0;
    if (!u->coder->restart(u->state)) return tr_fail_memory(err);
    u->within = true;
    u->began = false;
    return 0;
}

/* What a step says, as a status. */
static int heed_step(tr_unpacker *u, tr_coder_step step, tr_error *err)
{
    switch (step) {
    case TR_CODER_MORE:
        return 0;
    case TR_CODER_END:
        u->within = u->waiting = false;
        return 0;
    case TR_CODER_TOO_LARGE:
        return tr_fail(err, TR_EUNSUPPORTED, "%s: needs more than %d MiB of memory to be unpacked",
                       u->name, TR_CODER_MEMORY >> 20);
    case TR_CODER_NO_MEMORY:
        return tr_fail_memory(err);
    case TR_CODER_DAMAGED:
        break;
    }
    return refuse(u, u->began ? "damaged" : "what comes after its end is not", err);
}

/* One step: the number of bytes that it wrote, or an error. */
static ptrdiff_t unpack_some(tr_unpacker *u, char *bytes, size_t size, tr_error *err)
{
    tr_coder_io io = {(const unsigned char *)u->window + u->at, u->end - u->at,
                      (unsigned char *)bytes, size};
    const tr_coder_step step = u->coder->unpack(u->state, &io);

    u->at = u->end - io.n_in;
    u->waiting = !io.n_out;
    if (io.n_out < size) u->began = true;
    const int rc = heed_step(u, step, err);
    return rc < 0 ? rc : (ptrdiff_t)(size - io.n_out);
}

ptrdiff_t tr_unpacker_read(tr_unpacker *u, char *bytes, size_t size, tr_error *err)
{
    ptrdiff_t n = 0;

    while (!n) {
        if (u->at == u->end && !u->waiting) {
            const int more = fill_window(u, err);
            if (more < 0) return more;
            if (!more) return u->within ? refuse(u, "its end is missing", err) : 0;
        }
        const int rc = u->within ? 0 : begin_member(u, err);
        if (rc < 0) return rc;
        if (u->within) n = unpack_some(u, bytes, size, err);
    }
    return n;
}

/* ---- Bytes that are there ---- */

static ptrdiff_t read_nothing(void *ctx, char *bytes, size_t size)
{
    (void)ctx;
    (void)bytes;
    (void)size;
    return 0;
}

int tr_unpack_bytes(const char *bytes, size_t n, size_t most, const char *name, tr_buf *out,
                    tr_error *err)
{
    tr_unpacker *u;
    ptrdiff_t got = tr_unpacker_open(&u, tr_packing_of_bytes(bytes, n), name, read_nothing, NULL,
                                     bytes, n, err);

    if (!got) got = 1;
    while (got > 0 && out->len <= most) {
        const size_t left = most + 1 - out->len;
        tr_buf_reserve(out, out->len / 2 < WINDOW ? WINDOW : out->len / 2);
        if (out->failed) break;
        const size_t room = out->capacity - out->len - 1;
        got = tr_unpacker_read(u, out->data + out->len, room < left ? room : left, err);
        if (got > 0) out->len += (size_t)got;
    }
    if (out->data) out->data[out->len] = '\0';
    tr_unpacker_close(u);
    if (out->failed) return tr_fail_memory(err);
    return got < 0 ? (int)got : 0;
}
