/* coder.h - one way to compress: what a library that does it is to the others. */
#ifndef TR_CODER_H
#define TR_CODER_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes to be read, and room for bytes to be written; a step moves both on. */
typedef struct tr_coder_io {
    const unsigned char *in;
    size_t n_in;
    unsigned char *out;
    size_t n_out;
} tr_coder_io;

typedef enum tr_coder_step {
    TR_CODER_MORE,
    TR_CODER_END, /* of a member, when all of it has been written */
    TR_CODER_DAMAGED,
    TR_CODER_TOO_LARGE, /* it wants more memory than TR_CODER_MEMORY */
    TR_CODER_NO_MEMORY
} tr_coder_step;

enum { TR_CODER_MEMORY = 128 << 20 }; /* bytes that unpacking may take */

typedef struct tr_coder {
    const char *word, *ending, *magic;
    void *(*begin_unpacking)(void); /* NULL out of memory; all seven are NULL without the library */
    bool (*restart)(void *unpacker); /* for the next member */
    tr_coder_step (*unpack)(void *unpacker, tr_coder_io *io);
    void (*end_unpacking)(void *unpacker);
    void *(*begin_packing)(void);
    tr_coder_step (*pack)(void *packer, tr_coder_io *io, bool finish);
    void (*end_packing)(void *packer);
} tr_coder;

extern const tr_coder tr_coder_gzip, tr_coder_xz, tr_coder_zstd;

#endif
