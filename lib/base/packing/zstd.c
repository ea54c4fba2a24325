#include "base/packing/coder.h"
#include "config.h"

#define ZSTD_NAMES .word = "zstd", .ending = ".zst", .magic = "\x28\xB5\x2F\xFD"

#ifdef HAVE_ZSTD
#include <zstd.h>
#include <zstd_errors.h>

static void *begin_unpacking(void)
{
    return ZSTD_createDStream(); /* takes windows of up to 128 MiB */
}

static bool restart(void *unpacker)
{
    return !ZSTD_isError(ZSTD_DCtx_reset(unpacker, ZSTD_reset_session_only));
}

static tr_coder_step step_of(size_t rc)
{
    if (!ZSTD_isError(rc)) return rc ? TR_CODER_MORE : TR_CODER_END;
    switch (ZSTD_getErrorCode(rc)) {
    case ZSTD_error_frameParameter_windowTooLarge:
        return TR_CODER_TOO_LARGE;
    case ZSTD_error_memory_allocation:
        return TR_CODER_NO_MEMORY;
    default:
        return TR_CODER_DAMAGED;
    }
}

static tr_coder_step unpack(void *unpacker, tr_coder_io *io)
{
    ZSTD_inBuffer in = {io->in, io->n_in, 0};
    ZSTD_outBuffer out = {io->out, io->n_out, 0};
    const size_t rc = ZSTD_decompressStream(unpacker, &out, &in);

    *io = (tr_coder_io){io->in + in.pos, io->n_in - in.pos, io->out + out.pos, io->n_out - out.pos};
    return step_of(rc);
}

static void end_unpacking(void *unpacker)
{
    ZSTD_freeDStream(unpacker);
}

static void *begin_packing(void)
{
    ZSTD_CCtx *const c = ZSTD_createCCtx();
    if (c) ZSTD_CCtx_setParameter(c, ZSTD_c_checksumFlag, 1); /* as zstd(1) does */
    return c;
}

static tr_coder_step pack(void *packer, tr_coder_io *io, bool finish)
{
    ZSTD_inBuffer in = {io->in, io->n_in, 0};
    ZSTD_outBuffer out = {io->out, io->n_out, 0};
    const size_t rc =
        ZSTD_compressStream2(packer, &out, &in, finish ? ZSTD_e_end : ZSTD_e_continue);

    *io = (tr_coder_io){io->in + in.pos, io->n_in - in.pos, io->out + out.pos, io->n_out - out.pos};
    return finish || ZSTD_isError(rc) ? step_of(rc) : TR_CODER_MORE;
}

static void end_packing(void *packer)
{
    ZSTD_freeCCtx(packer);
}

const tr_coder tr_coder_zstd = {
    ZSTD_NAMES,       .begin_unpacking = begin_unpacking, .restart = restart,
    .unpack = unpack, .end_unpacking = end_unpacking,     .begin_packing = begin_packing,
    .pack = pack,     .end_packing = end_packing};
#else
const tr_coder tr_coder_zstd = {ZSTD_NAMES};
#endif
