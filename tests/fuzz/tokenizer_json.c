/* tokenizer_json.c - any bytes up to a NUL as the rules of a tokenizer, the others as a text: its
 * pieces go on in the text, and join to one. */
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "text/pipeline/pipeline.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The first four are special; bytes are spelled in both ways that there are. */
static const char *const vocabulary[] = {
    "<s>",    "<pad>",  "</s>",   "<unk>",       "a",      "b",  "c",         "e",
    "t",      "h",      " ",      "\u2581",      "\u0120", ".",  "1",         "2",
    "\u00E4", "\u00C3", "\u00A4", "th",          "the",    "ab", "\u2581ab",  "\u2581the",
    " the",   "a b",    "</w>",   "c</w>",       "bc</w>", "12", "\u0120the", "e.",
    "<0xC3>", "<0xA4>", "<0x61>", "<0x0A>",      "<0xE2>", "x",  "\u65E5",    "\u65E5\u672C",
    "A",      "T",      "THE",    "\u2581\u2581"};
static const char *const merges[] = {"t h",           "th e",          "a b",      "\u2581 ab",
                                     "\u2581 the",    "b c</w>",       "1 2",      "\u0120 the",
                                     "\u00C3 \u00A4", "\u2581 \u2581", "e .",      "<0xC3> <0xA4>",
                                     "t\uFFFFh",      "a \uFFFFb",     "a\uFFFF b"};

enum { N_PIECES = sizeof vocabulary / sizeof *vocabulary, N_SPECIAL = 4 };

static void fill(tr_pieces *p, const char *const *text, size_t n)
{
    size_t n_bytes = 0;

    for (size_t i = 0; i < n; i++)
        n_bytes += strlen(text[i]);
    assert(tr_pieces_create(p, n, n_bytes));
    for (size_t i = 0; i < n; i++)
        assert(tr_pieces_add(p, text[i], strlen(text[i])));
}

static void check_cut(const tr_cutter *c, const char *text, size_t len)
{
    tr_spm_piece_span *spans = NULL;
    size_t capacity = 0, n = 0;
    tr_buf pieces = {0}, joined = {0};

    if (c->cut(c->state, text, len, &spans, &capacity, &n, &pieces, NULL) == 0) {
        char *const out = malloc(pieces.len + 1);
        const char *piece = tr_buf_text(&pieces);
        for (size_t i = 0; i < n; i++, piece += strlen(piece) + 1) {
            assert(tr_utf8_valid(piece, strlen(piece)));
            assert(!c->spell || c->spell(piece, out) <= strlen(piece));
            assert(spans[i].begin <= spans[i].end && spans[i].end <= len);
            assert(i == 0 ||
                   (spans[i - 1].begin <= spans[i].begin && spans[i - 1].end <= spans[i].end));
        }
        assert(piece == tr_buf_text(&pieces) + pieces.len);
        c->join(c->state, tr_buf_text(&pieces), n, &joined);
        free(out);
    }
    free(spans);
    tr_buf_free(&pieces);
    tr_buf_free(&joined);
}

/* The model that the rules name has the scores, or the merges. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { LONGEST = 2000 }; /* what takes a square of it is not looked for here */
    const uint8_t *const end = size ? memchr(data, 0, size) : NULL;
    double scores[N_PIECES];
    tr_pieces pieces, pairs;
    tr_pipeline *p;
    tr_buf text = {0};

    if (!end || size > LONGEST) return 0;
    const char *const rest = (const char *)end + 1;
    const size_t n_rest = size - (size_t)(rest - (const char *)data);
    for (size_t i = 0; i < N_PIECES; i++)
        scores[i] = i < N_SPECIAL ? -INFINITY : -(double)(i % 5) - 1;
    fill(&pieces, vocabulary, N_PIECES);
    fill(&pairs, merges, sizeof merges / sizeof *merges);
    const tr_pipeline_parts parts = {.rules = (const char *)data,
                                     .rules_len = (size_t)(end - data),
                                     .name = "rules",
                                     .pieces = &pieces,
                                     .merges = &pairs,
                                     .scores = scores};
    if (tr_pipeline_create(&p, &parts, NULL) == 0) {
        const tr_cutter c = tr_pipeline_cutter(p);
        tr_utf8_repair(rest, n_rest, &text);
        check_cut(&c, tr_buf_text(&text), text.len);
    }
    tr_pipeline_free(p);
    tr_buf_free(&text);
    tr_pieces_free(&pieces);
    tr_pieces_free(&pairs);
    return 0;
}
