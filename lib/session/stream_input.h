/* stream_input.h - the lines of a stream, out of the bytes that its reader gives. */
#ifndef TR_STREAM_INPUT_H
#define TR_STREAM_INPUT_H

#include "base/buf.h"
#include "base/error.h"
#include "translate.h"

typedef struct tr_stream_input {
    const tr_stream_io *io;
    char *bytes;  /* read last */
    size_t at, n; /* of the bytes: the first one that no line has, and how many there are */
    bool ended;
    bool given;     /* `partial` was, as a line */
    tr_buf partial; /* a line of which more is to be read */
} tr_stream_input;

/* TR_ENOMEM. */
int tr_stream_input_init(tr_stream_input *in, const tr_stream_io *io, tr_error *err);
void tr_stream_input_free(tr_stream_input *in);

/* The next line with its end, which is valid until the next call: 1.  Reads at most once: 0 if that
 * gives no whole line, and at the end.  TR_EFORMAT for a line of more than 256 MiB, TR_ESTOPPED,
 * TR_ENOMEM. */
int tr_stream_input_next(tr_stream_input *in, tr_string *line, tr_error *err);

#endif
