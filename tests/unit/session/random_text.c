/* Random ids and random bytes through the shipped model: one valid line out for every line in. */
#include "translate.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "unit/unit.h"

#define MODEL "models/en-de-tiny/en-de-tiny.gguf"

static uint64_t state;

static uint32_t random_bits(void)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33);
}

static tr_model *open_model(void)
{
    tr_model *m;
    tr_error err;
    const char *seed = getenv("TEST_SEED");
    state = seed ? strtoull(seed, NULL, 10) : (uint64_t)time(NULL);
    fprintf(stderr, "# TEST_SEED=%llu\n", (unsigned long long)state);
    ck_assert_msg(tr_model_open(&m, MODEL, &err) == 0, "%s", err.msg);
    return m;
}

/* Valid, without line feeds and control characters; other white space may come from the input. */
static bool is_clean_line(const char *text, size_t len)
{
    if (!tr_utf8_valid(text, len)) return false;
    for (size_t i = 0, n; i < len; i += n) {
        int32_t c;
        n = tr_utf8_decode(text + i, len - i, &c);
        if (c == '\n' || (tr_is_control(c) && !tr_is_space(c))) return false;
    }
    return true;
}

START_TEST(random_ids_decode_to_clean_text)
{
    tr_model *m = open_model();
    const uint32_t vocab = tr_model_get_info(m)->target_vocab;
    for (int round = 0; round < 3000; round++) {
        int32_t ids[40];
        const size_t n = random_bits() % 40;
        /* Half of them are byte pieces, which stand at the front of the vocabulary. */
        for (size_t i = 0; i < n; i++)
            ids[i] = (int32_t)(random_bits() % (round % 2 ? vocab : 260));
        char *text;
        tr_error err;
        ck_assert_int_eq(tr_detokenize(m, TR_TARGET, ids, n, &text, &err), 0);
        ck_assert(is_clean_line(text, strlen(text)));
        tr_text_free(text);
    }
    tr_model_close(m);
}
END_TEST

/* Up to 60 bytes of letters, blanks, punctuation, and now and then any byte at all. */
static size_t make_line(char *line)
{
    static const char usual[] = "the cat is on a mat. Why? No! (1,000) \t";
    const size_t n = random_bits() % 60;
    for (size_t i = 0; i < n; i++) {
        const uint32_t r = random_bits();
        line[i] = r % 5 ? usual[(r >> 8) % (sizeof usual - 1)] : (char)(r >> 8);
        if (line[i] == '\n') line[i] = ' ';
    }
    line[n] = '\n';
    return n + 1;
}

typedef struct lines {
    size_t given, taken, wanted;
} lines;

static ptrdiff_t give(void *ctx, char *bytes, size_t size)
{
    lines *l = ctx;
    (void)size;
    if (l->given == l->wanted) return 0;
    l->given++;
    return (ptrdiff_t)make_line(bytes);
}

static int take(void *ctx, const tr_translation *r)
{
    lines *l = ctx;
    ck_assert_uint_eq(r->line, ++l->taken);
    ck_assert_int_eq(r->status, 0);
    ck_assert(is_clean_line(r->hypotheses[0].text, r->hypotheses[0].text_len));
    ck_assert(!strcmp(r->line_end, "\n") || !strcmp(r->line_end, "\r\n"));
    return 0;
}

START_TEST(random_bytes_keep_their_lines)
{
    tr_model *m = open_model();
    lines l = {.wanted = 300};
    tr_options o;
    tr_error err;
    const tr_stream_io io = {.read = give, .write = take, .ctx = &l};
    tr_options_init(&o, m);
    o.threads = 2;
    o.beam_size = 2;
    ck_assert_msg(tr_translate_stream(m, &o, &io, NULL, &err) == 0, "%s", err.msg);
    ck_assert_uint_eq(l.taken, l.wanted);
    tr_model_close(m);
}
END_TEST

UNIT_MAIN("random_text", random_ids_decode_to_clean_text, random_bytes_keep_their_lines)
