#include "base/packing/packer.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

enum { ROOM = 1 << 14 };

struct tr_packer {
    const tr_coder *coder;
    void *state; /* the coder's */
    int fd;
    unsigned char out[ROOM];
};

tr_packer *tr_packer_open(tr_packing how, int fd)
{
    const tr_coder *const coder = tr_packing_coder(how);

    errno = ENOTSUP;
    if (!coder->begin_packing) return NULL;
    tr_packer *const p = malloc(sizeof *p);
    void *const state = p ? coder->begin_packing() : NULL;
    if (!state) {
        free(p);
        errno = ENOMEM;
        return NULL;
    }
    p->coder = coder;
    p->state = state;
    p->fd = fd;
    return p;
}

void tr_packer_close(tr_packer *p)
{
    if (!p) return;
    p->coder->end_packing(p->state);
    free(p);
}

static int write_out(const tr_packer *p, size_t n)
{
    for (size_t at = 0; at < n;) {
        const ssize_t written = write(p->fd, p->out + at, n - at);
        if (written < 0 && errno != EINTR) return -1;
        if (written > 0) at += (size_t)written;
    }
    return 0;
}

/* To the end of what is given; with `finish`, to the end of the file. */
static int pack(tr_packer *p, const char *bytes, size_t n, bool finish)
{
    tr_coder_io io = {.in = (const unsigned char *)bytes, .n_in = n};
    tr_coder_step step = TR_CODER_MORE;

    while (step == TR_CODER_MORE && (io.n_in || finish || !io.n_out)) {
        io.out = p->out;
        io.n_out = ROOM;
        step = p->coder->pack(p->state, &io, finish);
        if (step > TR_CODER_END) {
            errno = step == TR_CODER_NO_MEMORY ? ENOMEM : EIO;
            return -1;
        }
        if (write_out(p, ROOM - io.n_out) < 0) return -1;
    }
    return 0;
}

int tr_packer_write(tr_packer *p, const char *bytes, size_t n)
{
    return pack(p, bytes, n, false);
}

int tr_packer_finish(tr_packer *p)
{
    return pack(p, NULL, 0, true);
}
