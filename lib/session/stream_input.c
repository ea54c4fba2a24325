#include "session/stream_input.h"

#include <stdlib.h>
#include <string.h>

enum { READ_SIZE = 1 << 16, LONGEST_LINE = 256 << 20 };

int tr_stream_input_init(tr_stream_input *in, const tr_stream_io *io, tr_error *err)
{
    *in = (tr_stream_input){.io = io, .bytes = malloc(READ_SIZE)};
    return in->bytes ? 0 : tr_fail_memory(err);
}

void tr_stream_input_free(tr_stream_input *in)
{
    free(in->bytes);
    tr_buf_free(&in->partial);
}

static int read_more(tr_stream_input *in, tr_error *err)
{
    const ptrdiff_t n = in->io->read(in->io->ctx, in->bytes, READ_SIZE);
    if (n < 0) return tr_fail(err, TR_ESTOPPED, "the input was stopped");
    in->at = 0;
    in->n = (size_t)n;
    in->ended = n == 0;
    return 0;
}

int tr_stream_input_next(tr_stream_input *in, tr_string *line, tr_error *err)
{
    if (in->given) tr_buf_clear(&in->partial);
    in->given = false;
    if (in->ended) return 0;
    const int rc = in->at == in->n ? read_more(in, err) : 0;
    if (rc < 0) return rc;

    const char *const bytes = in->bytes + in->at;
    const char *const end = memchr(bytes, '\n', in->n - in->at);
    const size_t len = end ? (size_t)(end - bytes) + 1 : in->n - in->at;
    in->at += len;
    if (end && in->partial.len == 0) {
        *line = (tr_string){bytes, len};
        return 1;
    }
    if (in->partial.len + len > LONGEST_LINE)
        return tr_fail(err, TR_EFORMAT, "a line is longer than %d MiB", LONGEST_LINE >> 20);
    if (len) tr_buf_add(&in->partial, bytes, len);
    if (in->partial.failed) return tr_fail_memory(err);
    in->given = in->partial.len > 0 && (end || in->ended);
    *line = (tr_string){in->partial.data, in->partial.len};
    return in->given;
}
