/*
 * wire.h - messages of JSON on standard input and output: one a line, or behind its length.
 *
 * One thread reads; any may write.
 */
#ifndef WIRE_H
#define WIRE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include <cjson/cJSON.h>

#include "console/output.h"

enum { WIRE_LONGEST = 10 << 20 }; /* bytes of a message that is read */

enum wire_kind {
    WIRE_LINES, /* a message ends in a line feed */
    WIRE_FRAMES /* 4 bytes before a message tell its length, in the byte order of the machine */
};

typedef struct wire {
    enum wire_kind kind;
    char *bytes; /* [size], of which begin .. end were read and not taken */
    size_t begin, end, size;
    bool ended, failed; /* failed: it cannot be read, which was said */
    output out;
    pthread_mutex_t lock; /* of `out` */
} wire;

enum wire_result {
    WIRE_MESSAGE,
    WIRE_TOO_LONG,  /* it was skipped */
    WIRE_CUT_SHORT, /* the input ends within a message */
    WIRE_END
};

void wire_open(wire *w, enum wire_kind kind);
void wire_close(wire *w);

/* The next message: *message [*len] lives until the next call.  While none comes, tick(ctx) is
 * called about every second. */
enum wire_result wire_read(wire *w, char **message, size_t *len, void (*tick)(void *ctx),
                           void *ctx);

/* Writes a message [len] of one line at once.  Where it cannot be written, the program ends. */
void wire_write(wire *w, const char *message, size_t len);

#endif
