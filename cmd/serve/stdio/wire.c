#include "serve/stdio/wire.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console/alloc.h"

enum { FIRST_SIZE = 1 << 16, TICK = 1000 /* milliseconds */ };

void wire_open(wire *w, enum wire_kind kind)
{
    *w = (wire){.kind = kind, .size = FIRST_SIZE, .bytes = checked_malloc(FIRST_SIZE)};
    pthread_mutex_init(&w->lock, NULL);
    output_open(&w->out, NULL);
}

void wire_close(wire *w)
{
    output_close(&w->out);
    pthread_mutex_destroy(&w->lock);
    free(w->bytes);
}

/* ---- Reading ------------------------------------------------------------------------------- */

/* Waits for input; false if it cannot be waited for. */
static bool await(void (*tick)(void *ctx), void *ctx)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    int n;

    while ((n = poll(&in, 1, TICK)) == 0 || (n < 0 && errno == EINTR))
        tick(ctx);
    return n > 0;
}

static void make_room(wire *w)
{
    if (w->begin) memmove(w->bytes, w->bytes + w->begin, w->end - w->begin);
    w->end -= w->begin;
    w->begin = 0;
    if (w->end < w->size) return;
    w->size *= 2;
    w->bytes = checked_realloc(w->bytes, w->size, 1);
}

/* Reads more; false at the end of the input. */
static bool read_more(wire *w, void (*tick)(void *ctx), void *ctx)
{
    ssize_t n = -1;

    if (w->ended) return false;
    if (w->end == w->size) make_room(w);
    while (n < 0 && await(tick, ctx)) {
        n = read(STDIN_FILENO, w->bytes + w->end, w->size - w->end);
        if (n < 0 && errno != EINTR && errno != EAGAIN) break;
    }
    if (n < 0) complain("standard input: %s", strerror(errno));
    if (n > 0) w->end += (size_t)n;
    w->ended = n <= 0;
    w->failed = n < 0;
    return n > 0;
}

static enum wire_result take_line(wire *w, size_t len, char **message, size_t *n)
{
    *message = w->bytes + w->begin;
    *n = len;
    w->begin += len;
    return WIRE_MESSAGE;
}

static enum wire_result read_line(wire *w, char **message, size_t *len, void (*tick)(void *ctx),
                                  void *ctx)
{
    size_t seen = 0;
    bool too_long = false;

    for (;;) {
        const char *const from = w->bytes + w->begin + seen;
        const char *const end = memchr(from, '\n', w->end - w->begin - seen);
        if (end && too_long) {
            w->begin = (size_t)(end - w->bytes) + 1;
            return WIRE_TOO_LONG;
        }
        if (end) {
            take_line(w, (size_t)(end - w->bytes) - w->begin + 1, message, len);
            --*len;
            return *len > WIRE_LONGEST ? WIRE_TOO_LONG : WIRE_MESSAGE;
        }
        seen = w->end - w->begin;
        if (seen > WIRE_LONGEST) too_long = true;
        if (too_long) w->begin = w->end;
        if (too_long) seen = 0;
        if (read_more(w, tick, ctx)) continue;
        if (too_long) return WIRE_TOO_LONG;
        return seen ? take_line(w, seen, message, len) : WIRE_END;
    }
}

static enum wire_result skip(wire *w, size_t n, void (*tick)(void *ctx), void *ctx)
{
    while (w->end - w->begin < n) {
        n -= w->end - w->begin;
        w->begin = w->end;
        if (!read_more(w, tick, ctx)) return WIRE_CUT_SHORT;
    }
    w->begin += n;
    return WIRE_TOO_LONG;
}

static enum wire_result read_frame(wire *w, char **message, size_t *len, void (*tick)(void *ctx),
                                   void *ctx)
{
    uint32_t n;

    while (w->end - w->begin < sizeof n)
        if (!read_more(w, tick, ctx)) return w->end > w->begin ? WIRE_CUT_SHORT : WIRE_END;
    memcpy(&n, w->bytes + w->begin, sizeof n);
    w->begin += sizeof n;
    if (n > WIRE_LONGEST) return skip(w, n, tick, ctx);
    while (w->end - w->begin < n)
        if (!read_more(w, tick, ctx)) return WIRE_CUT_SHORT;
    return take_line(w, n, message, len);
}

enum wire_result wire_read(wire *w, char **message, size_t *len, void (*tick)(void *ctx), void *ctx)
{
    return w->kind == WIRE_LINES ? read_line(w, message, len, tick, ctx)
                                 : read_frame(w, message, len, tick, ctx);
}

/* ---- Writing ------------------------------------------------------------------------------- */

void wire_write(wire *w, const char *message, size_t len)
{
    const uint32_t n = (uint32_t)len;

    pthread_mutex_lock(&w->lock);
    if (w->kind == WIRE_FRAMES) fwrite(&n, sizeof n, 1, w->out.stream);
    fwrite(message, 1, len, w->out.stream);
    if (w->kind == WIRE_LINES) fputc('\n', w->out.stream);
    output_flush(&w->out);
    pthread_mutex_unlock(&w->lock);
}
