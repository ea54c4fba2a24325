#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

#include "base/packing/coder.h"

enum { WINDOW = 15, GZIP_ONLY = 16, MEMORY = 8 };

static void *begin_unpacking(void)
{
    z_stream *const z = calloc(1, sizeof *z);

    if (z && inflateInit2(z, WINDOW + GZIP_ONLY) == Z_OK) return z;
    free(z);
    return NULL;
}

static bool restart(void *unpacker)
{
    return inflateReset(unpacker) == Z_OK;
}

/* zlib counts in 32 bits. */
static void begin_step(z_stream *z, const tr_coder_io *io)
{
    z->next_in = (unsigned char *)io->in;
    z->avail_in = io->n_in < UINT_MAX ? (unsigned)io->n_in : UINT_MAX;
    z->next_out = io->out;
    z->avail_out = io->n_out < UINT_MAX ? (unsigned)io->n_out : UINT_MAX;
}

static tr_coder_step end_step(const z_stream *z, tr_coder_io *io, int rc)
{
    io->n_in -= (size_t)(z->next_in - io->in);
    io->in = z->next_in;
    io->n_out -= (size_t)(z->next_out - io->out);
    io->out = z->next_out;
    if (rc == Z_STREAM_END) return TR_CODER_END;
    if (rc == Z_MEM_ERROR) return TR_CODER_NO_MEMORY;
    return rc == Z_OK || rc == Z_BUF_ERROR ? TR_CODER_MORE : TR_CODER_DAMAGED;
}

static tr_coder_step unpack(void *unpacker, tr_coder_io *io)
{
    begin_step(unpacker, io);
    return end_step(unpacker, io, inflate(unpacker, Z_NO_FLUSH));
}

static void end_unpacking(void *unpacker)
{
    if (unpacker) inflateEnd(unpacker);
    free(unpacker);
}

static void *begin_packing(void)
{
    z_stream *const z = calloc(1, sizeof *z);

    if (z && deflateInit2(z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, WINDOW + GZIP_ONLY, MEMORY,
                          Z_DEFAULT_STRATEGY) == Z_OK)
        return z;
    free(z);
    return NULL;
}

static tr_coder_step pack(void *packer, tr_coder_io *io, bool finish)
{
    begin_step(packer, io);
    return end_step(packer, io, deflate(packer, finish ? Z_FINISH : Z_NO_FLUSH));
}

static void end_packing(void *packer)
{
    if (packer) deflateEnd(packer);
    free(packer);
}

const tr_coder tr_coder_gzip = {.word = "gzip",
                                .ending = ".gz",
                                .magic = "\x1F\x8B",
                                .begin_unpacking = begin_unpacking,
                                .restart = restart,
                                .unpack = unpack,
                                .end_unpacking = end_unpacking,
                                .begin_packing = begin_packing,
                                .pack = pack,
                                .end_packing = end_packing};
