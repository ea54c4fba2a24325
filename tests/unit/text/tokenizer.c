#include "text/tokenizer.h"

#include <time.h>

#include "base/file.h"
#include "base/utf8.h"
#include "make/spm_proto.h"
#include "unit/tokenized.h"
#include "unit/unit.h"

#define R "\xEF\xBF\xBD" /* U+FFFD */

enum { UNK = 0, EOS = 2, BLANK = 3, A = 4, B = 5, BYTES = 12, E_ACUTE = 268, TAB, NEXT_LINE, SEP };
enum { N_PIECES = 273 };

/* The base model with bytes (12 + value), U+00E9, pieces that hold controls, a user-defined and an
 * unused piece. */
static void put_model(tr_buf *b)
{
    put_base(b);
    put_byte_pieces(b);
    put_piece(b, "\xC3\xA9", -6, TR_SPM_NORMAL);
    put_piece(b, "a\tb", -6, TR_SPM_NORMAL);
    put_piece(b, "a\xC2\x85", -6, TR_SPM_NORMAL);
    put_piece(b, "__sep__", 0, TR_SPM_USER_DEFINED);
    put_piece(b, "cd", -6, TR_SPM_UNUSED);
    put_trainer(b, ALGORITHM_UNIGRAM, true);
}

/* Of put_model(); it outlives all tokenizers. */
static tr_buf model;

static int create(tr_tokenizer **t, const char *normalization, uint32_t n_vocab, uint32_t eos,
                  uint32_t unk, tr_error *err)
{
    if (model.len == 0) put_model(&model);
    const tr_tokenizer_parts parts = {.path = "m.gguf",
                                      .side = "source",
                                      .spm = model.data,
                                      .spm_size = model.len,
                                      .normalization = normalization,
                                      .n_vocab = n_vocab,
                                      .eos = eos,
                                      .unk = unk};
    return tr_tokenizer_create(t, &parts, err);
}

static tr_tokenizer *create_good(const char *normalization)
{
    tr_tokenizer *t;
    tr_error err = {0};
    ck_assert_msg(create(&t, normalization, N_PIECES + 3, EOS, UNK, &err) == TR_OK, "%s", err.msg);
    return t;
}

START_TEST(refuses_a_model_that_does_not_fit_the_network)
{
    tr_tokenizer *t;
    tr_error err = {0};
    ck_assert_int_eq(create(&t, "none", N_PIECES - 1, EOS, UNK, &err), TR_EFORMAT);
    ck_assert_ptr_null(t);
    ck_assert_str_eq(err.msg, "m.gguf: tokenizer.spm.source: 273 pieces, but the network's "
                              "vocabulary has 272");
    ck_assert_int_eq(create(&t, "none", N_PIECES, EOS + 1, UNK, &err), TR_EFORMAT);
    ck_assert_str_eq(err.msg, "m.gguf: tokenizer.spm.source: </s> has id 2, but 3 in the network");
    ck_assert_int_eq(create(&t, "none", N_PIECES, EOS, UNK + 1, &err), TR_EFORMAT);
    ck_assert_str_eq(err.msg, "m.gguf: tokenizer.spm.source: <unk> has id 0, but 1 in the network");
    ck_assert_int_eq(create(&t, "nfd", N_PIECES, EOS, UNK, &err), TR_EFORMAT);
    ck_assert_ptr_nonnull(strstr(err.msg, "nfd"));
    const tr_tokenizer_parts garbage = {.path = "m",
                                        .side = "target",
                                        .spm = "x",
                                        .spm_size = 1,
                                        .normalization = "none",
                                        .n_vocab = 9,
                                        .unk = 1};
    ck_assert_int_eq(tr_tokenizer_create(&t, &garbage, &err), TR_EFORMAT);
    ck_assert_ptr_null(t);
    ck_assert_ptr_nonnull(strstr(err.msg, "m: tokenizer.spm.target"));
    tr_tokenizer_free(NULL);
}
END_TEST

START_TEST(produces_only_pieces_that_are_text)
{
    tr_tokenizer *const t = create_good("none");
    static const int32_t never[] = {-1,         UNK,          1,      BYTES,     BYTES + 0x0A,
                                    BYTES + 31, BYTES + 0x7F, TAB,    NEXT_LINE, SEP + 1,
                                    N_PIECES,   N_PIECES + 2, 1 << 30};
    static const int32_t may[] = {EOS,          BLANK,        A,       BYTES + 0x20,
                                  BYTES + 0x80, BYTES + 0xFF, E_ACUTE, SEP};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        ck_assert_msg(!tr_tokenizer_may_produce(t, never[i]), "%d", never[i]);
    for (size_t i = 0; i < sizeof may / sizeof *may; i++)
        ck_assert_msg(tr_tokenizer_may_produce(t, may[i]), "%d", may[i]);
    tr_tokenizer_free(t);
}
END_TEST

START_TEST(names_pieces)
{
    tr_tokenizer *const t = create_good("none");
    ck_assert_str_eq(tr_tokenizer_piece(t, A), "a");
    ck_assert_str_eq(tr_tokenizer_piece(t, N_PIECES), "");
    ck_assert_str_eq(tr_tokenizer_piece(t, -1), "");
    ck_assert_int_eq(tr_tokenizer_id(t, "</s>", 4), EOS);
    ck_assert_int_eq(tr_tokenizer_id(t, "nothing", 7), UNK);
    tr_tokenizer_free(t);
}
END_TEST

START_TEST(lets_no_control_character_out)
{
    tr_tokenizer *const t = create_good("none");
    DECODE(t, "ab", BLANK, A, B);
    DECODE(t, "a" R "b", A, BYTES + '\n', B);
    DECODE(t, "a" R R "b", A, BYTES + 0x1B, BYTES + 0x7F, B);
    DECODE(t, "a" R "b", A, BYTES + 0xC2, BYTES + 0x85, B); /* U+0085 */
    DECODE(t,
           "a\xC2\xA0"
           "b",
           A, BYTES + 0xC2, BYTES + 0xA0, B);
    DECODE(t, "a" R "ba" R, TAB, NEXT_LINE);
    tr_tokenizer_free(t);
}
END_TEST

START_TEST(marks_incomplete_runs_of_bytes)
{
    tr_tokenizer *const t = create_good("none");
    DECODE(t, "\xE4\xB8\xAD", BYTES + 0xE4, BYTES + 0xB8, BYTES + 0xAD);
    DECODE(t, R "a", BYTES + 0xC3, A);
    DECODE(t, "a" R, A, BYTES + 0xC3);
    DECODE(t, R "a" R, BYTES + 0xC3, A, BYTES + 0xA9);
    DECODE(t, "b" R R "a", B, BYTES + 0xE2, BYTES + 0x96, A);
    tr_tokenizer_free(t);
}
END_TEST

START_TEST(leaves_ids_without_pieces_out)
{
    tr_tokenizer *const t = create_good("none");
    DECODE(t, "ab", BLANK, N_PIECES, A, -5, B, N_PIECES + 2, EOS);
    DECODE(t, "", N_PIECES);
    tr_buf out = {0};
    ck_assert_int_eq(tr_tokenizer_decode(t, NULL, 0, &out, NULL), TR_OK);
    ck_assert_uint_eq(out.len, 0);
    tr_buf_free(&out);
    tr_tokenizer_free(t);
}
END_TEST

START_TEST(appends_what_it_decodes)
{
    tr_tokenizer *const t = create_good("none");
    const int32_t ids[] = {BLANK, A};
    tr_buf out = {0};
    tr_buf_add_string(&out, "x");
    ck_assert_int_eq(tr_tokenizer_decode(t, ids, 2, &out, NULL), TR_OK);
    ck_assert_str_eq(out.data, "xa");
    tr_buf_free(&out);
    tr_tokenizer_free(t);
}
END_TEST

/* < 3C, s 73, / 2F, > 3E as byte pieces: nothing of <s> and </s> but their spelling. */
START_TEST(spells_control_pieces_that_are_typed)
{
    tr_tokenizer *const t = create_good("none");
    SPANS(t, "</s>", "3[0,0) 72[0,1) 59[1,2) 127[2,3) 74[3,4)");
    SPANS(t, "a<s>", "3[0,0) 4[0,1) 72[1,2) 127[2,3) 74[3,4)");
    SPANS(t, "<unk>", "3[0,0) 72[0,1) 129[1,2) 122[2,3) 119[3,4) 74[4,5)");
    SPANS(t, "<0x41>", "3[0,0) 72[0,1) 60[1,2) 132[2,3) 64[3,4) 61[4,5) 74[5,6)");
    SPANS(t, "a__sep__", "3[0,0) 4[0,1) 271[1,8)");
    tr_tokenizer_free(t);
}
END_TEST

/* U+FFFD is EF BF BD: pieces 251 203 201. */
START_TEST(gives_spans_of_the_bytes_before_repair)
{
    tr_tokenizer *const t = create_good("none");
    SPANS(t,
          "a\xFF"
          "b",
          "3[0,0) 4[0,1) 251[1,2) 203[1,2) 201[1,2) 5[2,3)");
    SPANS(t,
          "a\xE4\xB8"
          "b",
          "3[0,0) 4[0,1) 251[1,3) 203[1,3) 201[1,3) 5[3,4)");
    SPANS(t, "\0b", "3[0,0) 251[0,1) 203[0,1) 201[0,1) 5[1,2)");
    SPANS(t,
          "a\xF0\x9F\xA6 \xC3\xA9\xC0"
          "b",
          "3[0,0) 4[0,1) 251[1,4) 203[1,4) 201[1,4) 3[4,5) 268[5,7) 251[7,8) 203[7,8) 201[7,8) "
          "5[8,9)");
    SPANS(t, "", "");
    tr_tokenizer_free(t);
}
END_TEST

START_TEST(gives_spans_of_the_text_before_normalization)
{
    tr_tokenizer *const nfc = create_good("nfc"), *const nfkc = create_good("nfkc");
    SPANS(nfc,
          "ae\xCC\x81"
          "b",
          "3[0,0) 4[0,1) 268[1,4) 5[4,5)");
    SPANS(nfc,
          "e\xCC\x81 e\xCC\x81"
          "ab",
          "3[0,0) 268[0,3) 3[3,4) 268[4,7) 4[7,8) 5[8,9)");
    /* after an invalid byte, and with a character that stays as it is */
    SPANS(nfc,
          "\xFF"
          "e\xCC\x81\xC3\xA9"
          "b",
          "3[0,0) 251[0,1) 203[0,1) 201[0,1) 268[1,4) 268[4,6) 5[6,7)");
    /* U+FF41 fullwidth a, U+2002 en space, U+33C4 "cc" */
    SPANS(nfkc,
          "\xEF\xBD\x81\xE2\x80\x82\xE3\x8F\x84"
          "b",
          "3[0,0) 4[0,3) 3[3,6) 6[6,9) 6[6,9) 5[9,10)");
    tr_tokenizer_free(nfc);
    tr_tokenizer_free(nfkc);
}
END_TEST

/* U+201C, U+2026, U+3002 and two blanks, as opus-mt makes '"', '...', '. ' of them. */
START_TEST(gives_spans_of_the_text_before_opus_mts_steps)
{
    tr_tokenizer *const t = create_good("opus-mt");
    SPANS(t,
          " \xE2\x80\x9C"
          "a  b\xE3\x80\x82"
          "c ",
          "3[1,1) 46[1,4) 4[4,5) 3[5,7) 5[7,8) 58[8,11) 3[11,11) 6[11,12)");
    SPANS(t, "a\xE2\x80\xA6", "3[0,0) 4[0,1) 58[1,4) 58[1,4) 58[1,4)");
    SPANS(t, "\t\xE2\x80\x8B", "");
    tr_tokenizer_free(t);
}
END_TEST

static bool open_real(tr_tokenizer **t, const char *normalization)
{
    static tr_file f; /* it outlives all tokenizers */
    tr_error err = {0};
    if (!f.data && tr_file_map(&f, "../shared/models/en-de/vocab.spm", NULL) < 0) {
        fprintf(stderr, "skipped: ../shared/models/en-de/vocab.spm is not there\n");
        return false;
    }
    const tr_tokenizer_parts parts = {.path = "en-de",
                                      .side = "source",
                                      .spm = f.data,
                                      .spm_size = f.size,
                                      .normalization = normalization,
                                      .n_vocab = 8000,
                                      .unk = 1};
    const int status = tr_tokenizer_create(t, &parts, &err);
    ck_assert_msg(status == TR_OK, "%s", err.msg);
    return true;
}

static uint32_t next_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static size_t random_text(uint32_t *random, char *text)
{
    static const char *const parts[] = {"a",
                                        "The ",
                                        " ",
                                        "e\xCC\x81",
                                        "\xCC\x81\xCC\xA3",
                                        "\xC3\xA9",
                                        "\xE4\xB8\xAD",
                                        "\xF0\x9F\xA6\x84",
                                        "\xEF\xAC\x81",
                                        "\xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB",
                                        "\xFF",
                                        "\xE4\xB8",
                                        "\xC0\xAF",
                                        "\n",
                                        "\xE2\x80\x8B",
                                        "\xE2\x80\xA6",
                                        "</s>",
                                        "\xC2\xA8",
                                        "\xEF\xB7\xBA"};
    size_t len = 0;
    for (uint32_t n = next_random(random) % 12; n > 0; n--) {
        const char *const part = parts[next_random(random) % (sizeof parts / sizeof *parts)];
        memcpy(text + len, part, strlen(part));
        len += strlen(part);
    }
    return len;
}

/* The plain way gives the ids of the way with spans, and spans ascend and stay in the text. */
static void check_both_ways(const tr_tokenizer *t, const char *text, size_t len)
{
    tr_spm_piece_span *spans = NULL;
    int32_t *ids = NULL;
    size_t capacity = 0, ids_capacity = 0, n = 0, n_ids = 0;
    tr_buf repaired = {0};
    tr_utf8_repair(text, len, &repaired);
    ck_assert_int_eq(tr_tokenizer_encode_spans(t, text, len, &spans, &capacity, &n, NULL), TR_OK);
    ck_assert_int_eq(tr_tokenizer_encode(t, tr_buf_text(&repaired), repaired.len, &ids,
                                         &ids_capacity, &n_ids, NULL),
                     TR_OK);
    ck_assert_uint_eq(n, n_ids);
    for (size_t i = 0; i < n; i++) {
        ck_assert_int_eq(spans[i].id, ids[i]);
        ck_assert(spans[i].begin <= spans[i].end && spans[i].end <= len);
        ck_assert(i == 0 ||
                  (spans[i - 1].begin <= spans[i].begin && spans[i - 1].end <= spans[i].end));
    }
    tr_buf_free(&repaired);
    free(spans);
    free(ids);
}

START_TEST(encodes_the_same_with_and_without_spans)
{
    static const char *const forms[] = {"none", "nfc", "nfkc", "opus-mt"};
    uint32_t random = (uint32_t)time(NULL) | 1;
    printf("# seed %u\n", random);
    for (int form = 0; form < 4; form++) {
        tr_tokenizer *real = NULL, *const small = create_good(forms[form]);
        const bool have_real = open_real(&real, forms[form]);
        for (int i = 0; i < 500; i++) {
            char text[256];
            const size_t len = random_text(&random, text);
            check_both_ways(small, text, len);
            if (have_real) check_both_ways(real, text, len);
        }
        tr_tokenizer_free(small);
        tr_tokenizer_free(real);
    }
}
END_TEST

START_TEST(keeps_spans_of_a_real_sentence_under_normalization)
{
    static const char text[] = "Cafe\xCC\x81 in Ko\xCC\x88ln";
    tr_tokenizer *t;
    tr_spm_piece_span *spans = NULL;
    size_t capacity = 0, n = 0;
    tr_buf joined = {0};
    if (!open_real(&t, "nfc")) return;
    ck_assert_int_eq(
        tr_tokenizer_encode_spans(t, text, sizeof text - 1, &spans, &capacity, &n, NULL), TR_OK);
    for (size_t i = 0; i < n; i++)
        tr_buf_add(&joined, text + spans[i].begin, spans[i].end - spans[i].begin);
    ck_assert_str_eq(tr_buf_text(&joined), text);
    tr_buf_free(&joined);
    free(spans);
    tr_tokenizer_free(t);
}
END_TEST

UNIT_MAIN("tokenizer", refuses_a_model_that_does_not_fit_the_network,
          produces_only_pieces_that_are_text, names_pieces, lets_no_control_character_out,
          marks_incomplete_runs_of_bytes, leaves_ids_without_pieces_out, appends_what_it_decodes,
          spells_control_pieces_that_are_typed, gives_spans_of_the_bytes_before_repair,
          gives_spans_of_the_text_before_normalization,
          gives_spans_of_the_text_before_opus_mts_steps, encodes_the_same_with_and_without_spans,
          keeps_spans_of_a_real_sentence_under_normalization)
