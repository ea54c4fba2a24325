/*
 * document.h - any bytes as a document of a format.  Whatever they are: with its text unchanged,
 * the document is itself; and with other text, all that is not text is still there.
 */
#ifndef DOCUMENT_H
#define DOCUMENT_H

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "translate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Swaps the case of ASCII letters outside of marks. */
static inline void swap_case(char *text, size_t len)
{
    int depth = 0;
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '<' || text[i] == '&' || text[i] == '{' || text[i] == '%') depth = 1;
        if (!depth && ((text[i] >= 'a' && text[i] <= 'z') || (text[i] >= 'A' && text[i] <= 'Z')))
            text[i] = (char)(text[i] ^ 0x20);
        if (text[i] == '>' || text[i] == ';' || text[i] == ' ') depth = 0;
    }
}

static inline void put_all(tr_document *d, int swap)
{
    for (size_t i = 0; i < tr_document_segment_count(d); i++) {
        tr_document_segment s;
        if (tr_document_get(d, i, &s, NULL)) continue;
        char *text = malloc(s.text_len + 1);
        if (!text) continue;
        memcpy(text, s.text, s.text_len + 1);
        if (swap) swap_case(text, s.text_len);
        const int rc = tr_document_put(d, i, text, s.text_len, NULL);
        assert(swap || rc == 0);
        free(text);
    }
}

/* Segments of a document with other text, when it is opened by itself: as many; no more, for
 * some text may look like an identifier; or any number, for what is translated is no segment any
 * more, or is parted in another way. */
enum { AS_MANY, NO_MORE, ANY_NUMBER };

static inline int is_right(int wanted, size_t before, size_t now)
{
    return wanted == ANY_NUMBER || now == before || (wanted == NO_MORE && now < before);
}

static inline int run_options(tr_document_options options, int wanted, const uint8_t *data,
                              size_t size)
{
    char *bytes = malloc(size ? size : 1); /* no more: nothing may be read behind them */
    tr_document_stats stats;
    tr_document *d, *again;
    const char *out;
    size_t n;

    if (!bytes) return 0;
    if (size) memcpy(bytes, data, size);
    if (tr_document_open(&d, "fuzz", bytes, size, &options, NULL) == 0) {
        put_all(d, 0);
        assert(tr_document_finish(d, &out, &n, &stats, NULL) == 0);
        assert(n == size && !memcmp(out, bytes, size) && !stats.translated);
        put_all(d, 1);
        if (tr_document_finish(d, &out, &n, &stats, NULL) == 0) {
            assert(tr_document_open(&again, "again", out, n, &options, NULL) == 0);
            /* forms that plurals got are segments now */
            assert(is_right(stats.completed ? ANY_NUMBER : wanted, tr_document_segment_count(d),
                            tr_document_segment_count(again)));
            tr_document_free(again);
        }
        tr_document_free(d);
    }
    free(bytes);
    return 0;
}

static inline int run_cues(const char *format, int wanted, int single_cues, const uint8_t *data,
                           size_t size)
{
    const tr_document_options options = {.format = format,
                                         .single_cues = single_cues,
                                         .source_language = "en",
                                         .target_language = "de"};
    return run_options(options, wanted, data, size);
}

/* Into Polish, whose plurals have more forms, where the number of bytes is odd; with the ids of
 * headings and with marks where formats have them. */
static inline int run_marks(const char *format, int wanted, unsigned can, const uint8_t *data,
                            size_t size)
{
    const tr_document_options options = {.format = format,
                                         .keep_anchors = (can & TR_KEEPS_ANCHORS) != 0,
                                         .mark_review = (can & TR_MARKS_REVIEW) != 0,
                                         .source_language = "en",
                                         .target_language = size % 2 ? "pl" : "de"};
    return run_options(options, wanted, data, size);
}

static inline int run_document(const char *format, int wanted, const uint8_t *data, size_t size)
{
    return run_cues(format, wanted, 0, data, size);
}

#define MARKS_TARGET(format, wanted, can)                                                          \
    int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)                                   \
    {                                                                                              \
        return run_marks(format, wanted, can, data, size);                                         \
    }

#define DOCUMENT_TARGET(format, wanted)                                                            \
    int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)                                   \
    {                                                                                              \
        return run_document(format, wanted, data, size);                                           \
    }

#endif
