/* tokenizer_vocab.c - a tokenizer whose ids are those of a vocabulary, not SentencePiece's own. */
#include "make/spm_proto.h"
#include "text/tokenizer.h"
#include "unit/tokenized.h"
#include "unit/unit.h"

#define R "\xEF\xBF\xBD" /* U+FFFD */

/* Pieces of the base model; ids that are not its own, and pieces it does not have. */
static const char *const vocabulary[] = {"b",
                                         "</s>",
                                         ">>fra<<",
                                         "\xE2\x96\x81",
                                         "a",
                                         "<unk>",
                                         "\xE2\x96\x81xy",
                                         "zz",
                                         "<0x41>",
                                         "<0xC3>",
                                         "<0xA9>",
                                         "<s>",
                                         "a\tb",
                                         "<pad>",
                                         "y",
                                         ("\xE2\x96\x81"
                                          "a"),
                                         "<0xE2>",
                                         "<0x96>",
                                         ""};
enum {
    V_B,
    V_EOS,
    V_FRA,
    V_BLANK,
    V_A,
    V_UNK,
    V_XY,
    V_ZZ,
    V_0X41,
    V_0XC3,
    V_0XA9,
    V_S,
    V_TAB,
    V_PAD,
    V_Y,
    V_BLANK_A,
    V_0XE2,
    V_0X96,
    V_EMPTY,
    V_N
};

/* How text is cut: at blanks, by a to h, by a to h and bytes, or by nothing but U+2581. */
enum { BLANKS, LETTERS, LETTERS_AND_BYTES, NO_LETTERS };

/* Everything a tokenizer with a vocabulary is made of. */
typedef struct vocab_tokenizer {
    tr_buf model;
    tr_pieces pieces;
    tr_tokenizer *t;
} vocab_tokenizer;

static void put_cutter(tr_buf *model, int how)
{
    if (how == NO_LETTERS) {
        put_piece(model, "<unk>", 0, TR_SPM_UNKNOWN);
        put_piece(model, "\xE2\x96\x81", -3, TR_SPM_NORMAL);
    } else {
        put_base(model);
    }
    if (how == LETTERS_AND_BYTES) put_byte_pieces(model);
    put_trainer(model, ALGORITHM_UNIGRAM, how == LETTERS_AND_BYTES);
}

static void open_vocab(vocab_tokenizer *v, int how)
{
    static const int32_t controls[] = {V_FRA};
    tr_error err = {0};
    *v = (vocab_tokenizer){0};
    put_cutter(&v->model, how);
    ck_assert(tr_pieces_create(&v->pieces, V_N, 128));
    for (int32_t id = 0; id < V_N; id++)
        ck_assert(tr_pieces_add(&v->pieces, vocabulary[id], strlen(vocabulary[id])));
    const tr_tokenizer_parts parts = {.path = "m.gguf",
                                      .side = "source",
                                      .spm = how == BLANKS ? NULL : v->model.data,
                                      .spm_size = v->model.len,
                                      .pieces = &v->pieces,
                                      .normalization = "none",
                                      .n_vocab = V_N + 2,
                                      .eos = V_EOS,
                                      .unk = V_UNK,
                                      .controls = controls,
                                      .n_controls = 1};
    ck_assert_msg(tr_tokenizer_create(&v->t, &parts, &err) == TR_OK, "%s", err.msg);
}

static void close_vocab(vocab_tokenizer *v)
{
    tr_tokenizer_free(v->t);
    tr_pieces_free(&v->pieces);
    tr_buf_free(&v->model);
}

START_TEST(takes_ids_from_the_vocabulary)
{
    vocab_tokenizer v;
    open_vocab(&v, LETTERS);
    SPANS(v.t, "ab", "3[0,0) 4[0,1) 0[1,2)");
    SPANS(v.t, "ba a", "3[0,0) 0[0,1) 4[1,2) 3[2,3) 4[3,4)");
    /* c is a piece of the model, but not of the vocabulary */
    SPANS(v.t, "acb", "3[0,0) 4[0,1) 5[1,2) 0[2,3)");
    SPANS(v.t, "", "");
    ck_assert_str_eq(tr_tokenizer_piece(v.t, V_XY), "\xE2\x96\x81xy");
    ck_assert_str_eq(tr_tokenizer_piece(v.t, V_N), "");
    ck_assert_int_eq(tr_tokenizer_id(v.t, ">>fra<<", 7), V_FRA);
    ck_assert_int_eq(tr_tokenizer_id(v.t, "c", 1), V_UNK);
    close_vocab(&v);
}
END_TEST

/* SentencePiece joins unknown characters that stand side by side. */
START_TEST(knows_which_ids_have_letters)
{
    static const int32_t none[] = {V_UNK, V_0X41, V_BLANK, V_EMPTY, V_N};
    static const int32_t some[] = {V_UNK, V_BLANK, V_BLANK_A};
    vocab_tokenizer v;

    open_vocab(&v, LETTERS);
    ck_assert(!tr_tokenizer_any_letter(v.t, none, sizeof none / sizeof *none));
    ck_assert(tr_tokenizer_any_letter(v.t, some, sizeof some / sizeof *some));
    ck_assert(!tr_tokenizer_any_letter(v.t, some, 0));
    ck_assert(tr_tokenizer_knows(v.t, "zz", 2));
    ck_assert(!tr_tokenizer_knows(v.t, "z", 1));
    close_vocab(&v);
}
END_TEST

START_TEST(finds_what_the_model_does_not_know_in_the_vocabulary)
{
    vocab_tokenizer v;
    open_vocab(&v, LETTERS);
    SPANS(v.t, "azzb", "3[0,0) 4[0,1) 7[1,3) 0[3,4)");
    SPANS(v.t, "azb", "3[0,0) 4[0,1) 5[1,2) 0[2,3)");
    SPANS(v.t, "y", "3[0,0) 14[0,1)");
    close_vocab(&v);
    open_vocab(&v, LETTERS_AND_BYTES);
    SPANS(v.t, "a\xC3\xA9", "3[0,0) 4[0,1) 9[1,3) 10[1,3)");
    close_vocab(&v);
}
END_TEST

/* Each of the texts is one unknown piece. */
START_TEST(takes_no_text_for_a_piece_with_a_meaning)
{
    static const char *const texts[] = {"</s>", "<s>", "<pad>", "<unk>", ">>fra<<"};
    vocab_tokenizer v;
    for (int how = 0; how < 2; how++) {
        open_vocab(&v, how ? NO_LETTERS : BLANKS);
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
            int32_t *ids = NULL;
            size_t capacity = 0, n = 0;
            ck_assert_int_eq(
                tr_tokenizer_encode(v.t, texts[i], strlen(texts[i]), &ids, &capacity, &n, NULL), 0);
            ck_assert_uint_eq(n, how ? 2 : 1);
            ck_assert_int_eq(ids[n - 1], V_UNK);
            free(ids);
        }
        SPANS(v.t, "zz", how ? "3[0,0) 7[0,2)" : "7[0,2)");
        close_vocab(&v);
    }
}
END_TEST

START_TEST(joins_the_pieces_of_a_vocabulary)
{
    vocab_tokenizer v;
    open_vocab(&v, LETTERS_AND_BYTES);
    DECODE(v.t, "ab", V_BLANK, V_A, V_B);
    DECODE(v.t, "a a b", V_BLANK_A, V_BLANK_A, V_BLANK, V_B);
    /* not the model's, and yet */
    DECODE(v.t, "zz xy", V_ZZ, V_XY);
    DECODE(v.t, "ab", V_EOS, V_A, V_FRA, V_S, V_PAD, V_N, -1, V_B);
    DECODE(v.t, "a \xE2\x81\x87 b", V_A, V_UNK, V_B);
    DECODE(v.t, "A\xC3\xA9" R "b", V_0X41, V_0XC3, V_0XA9, V_0XC3, V_B);
    DECODE(v.t, "b" R R "a", V_B, V_0XE2, V_0X96, V_A); /* as SentencePiece marks them */
    DECODE(v.t, "ab", V_A, V_EMPTY, V_B);
    DECODE(v.t, "a" R "b", V_TAB);
    close_vocab(&v);
}
END_TEST

START_TEST(produces_only_pieces_of_a_vocabulary_that_are_text)
{
    static const int32_t never[] = {V_FRA, V_UNK, V_S, V_PAD, V_TAB, V_N, -1};
    static const int32_t may[] = {V_B, V_EOS, V_BLANK, V_XY, V_ZZ, V_0X41, V_0XC3};
    vocab_tokenizer v;
    open_vocab(&v, LETTERS);
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        ck_assert_msg(!tr_tokenizer_may_produce(v.t, never[i]), "%d", never[i]);
    for (size_t i = 0; i < sizeof may / sizeof *may; i++)
        ck_assert_msg(tr_tokenizer_may_produce(v.t, may[i]), "%d", may[i]);
    close_vocab(&v);
}
END_TEST

START_TEST(takes_text_for_pieces_without_a_model)
{
    vocab_tokenizer v;
    open_vocab(&v, BLANKS);
    SPANS(v.t, " b a  \xE2\x96\x81xy c ", "0[1,2) 4[3,4) 6[6,11) 5[12,13)");
    SPANS(v.t, "", "");
    SPANS(v.t, "  ", "");
    SPANS(v.t, "a\xFF b", "5[0,2) 0[3,4)");
    DECODE(v.t, "a \xE2\x96\x81xy zz b", V_A, V_XY, V_ZZ, V_EOS, V_B);
    close_vocab(&v);
}
END_TEST

/* The text is read by SentencePiece when it is first cut. */
START_TEST(says_what_is_wrong_with_a_model_when_it_is_needed)
{
    vocab_tokenizer v;
    tr_tokenizer *t;
    tr_error err = {0};
    int32_t *ids = NULL;
    size_t capacity = 0, n = 0;
    open_vocab(&v, LETTERS);
    const tr_tokenizer_parts parts = {.path = "m.gguf",
                                      .side = "target",
                                      .spm = "garbage",
                                      .spm_size = 7,
                                      .pieces = &v.pieces,
                                      .normalization = "none",
                                      .n_vocab = V_N,
                                      .eos = V_EOS,
                                      .unk = V_UNK};
    ck_assert_int_eq(tr_tokenizer_create(&t, &parts, &err), TR_OK);
    DECODE(t, "ab", V_A, V_B);
    ck_assert_int_eq(tr_tokenizer_load(t, &err), TR_EFORMAT);
    ck_assert_ptr_nonnull(strstr(err.msg, "m.gguf: tokenizer.spm.target"));
    ck_assert_int_eq(tr_tokenizer_encode(t, "a", 1, &ids, &capacity, &n, &err), TR_EFORMAT);
    tr_tokenizer_free(t);
    close_vocab(&v);
}
END_TEST

UNIT_MAIN("tokenizer_vocab", takes_ids_from_the_vocabulary, knows_which_ids_have_letters,
          finds_what_the_model_does_not_know_in_the_vocabulary,
          takes_no_text_for_a_piece_with_a_meaning, joins_the_pieces_of_a_vocabulary,
          produces_only_pieces_of_a_vocabulary_that_are_text, takes_text_for_pieces_without_a_model,
          says_what_is_wrong_with_a_model_when_it_is_needed)
