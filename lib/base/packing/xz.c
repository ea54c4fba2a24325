#include "base/packing/coder.h"
#include "config.h"

#define XZ_NAMES                                                                                   \
    .word = "xz", .ending = ".xz",                                                                 \
    .magic = "\xFD"                                                                                \
             "7zXZ"

#ifdef HAVE_LZMA
#include <lzma.h>
#include <stdlib.h>

static bool restart(void *unpacker)
{
    return lzma_stream_decoder(unpacker, TR_CODER_MEMORY, 0) == LZMA_OK;
}

static void *begin_unpacking(void)
{
    lzma_stream *const s = malloc(sizeof *s);

    if (!s) return NULL;
    *s = (lzma_stream)LZMA_STREAM_INIT;
    if (restart(s)) return s;
    free(s);
    return NULL;
}

static tr_coder_step step(lzma_stream *s, tr_coder_io *io, lzma_action action)
{
    s->next_in = io->in;
    s->avail_in = io->n_in;
    s->next_out = io->out;
    s->avail_out = io->n_out;
    const lzma_ret rc = lzma_code(s, action);
    *io = (tr_coder_io){s->next_in, s->avail_in, s->next_out, s->avail_out};
    if (rc == LZMA_STREAM_END) return TR_CODER_END;
    if (rc == LZMA_MEMLIMIT_ERROR) return TR_CODER_TOO_LARGE;
    if (rc == LZMA_MEM_ERROR) return TR_CODER_NO_MEMORY;
    return rc == LZMA_OK || rc == LZMA_BUF_ERROR ? TR_CODER_MORE : TR_CODER_DAMAGED;
}

static tr_coder_step unpack(void *unpacker, tr_coder_io *io)
{
    return step(unpacker, io, LZMA_RUN);
}

static void *begin_packing(void)
{
    lzma_stream *const s = malloc(sizeof *s);

    if (!s) return NULL;
    *s = (lzma_stream)LZMA_STREAM_INIT;
    if (lzma_easy_encoder(s, LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC64) == LZMA_OK) return s;
    free(s);
    return NULL;
}

static tr_coder_step pack(void *packer, tr_coder_io *io, bool finish)
{
    return step(packer, io, finish ? LZMA_FINISH : LZMA_RUN);
}

static void end(void *coder)
{
    if (coder) lzma_end(coder);
    free(coder);
}

const tr_coder tr_coder_xz = {XZ_NAMES,
                              .begin_unpacking = begin_unpacking,
                              .restart = restart,
                              .unpack = unpack,
                              .end_unpacking = end,
                              .begin_packing = begin_packing,
                              .pack = pack,
                              .end_packing = end};
#else
const tr_coder tr_coder_xz = {XZ_NAMES};
#endif
