/* byte_pieces.c - a tokenizer of bytes.  Ids are a byte and 3, as ByT5's. */
#include "text/bpe/byte_pieces.h"

#include <string.h>

#include "unit/tokenized.h"
#include "unit/unit.h"

enum { EOS = 1, UNK = 2, FIRST = 3, N_IDS = 270 };

typedef struct fixture {
    tr_pieces pieces;
    tr_tokenizer *t;
} fixture;

static void open_bytes(fixture *f)
{
    static const char *const specials[] = {"<pad>", "</s>", "<unk>"};
    tr_error err = {0};

    ck_assert(tr_pieces_create(&f->pieces, FIRST + 256, 2000));
    for (int i = 0; i < FIRST; i++)
        ck_assert(tr_pieces_add(&f->pieces, specials[i], strlen(specials[i])));
    for (int byte = 0; byte < 256; byte++) {
        const tr_byte_piece p = tr_byte_piece_of((unsigned char)byte);
        ck_assert(tr_pieces_add(&f->pieces, p.text, strlen(p.text)));
    }
    const tr_tokenizer_parts parts = {.path = "m.gguf",
                                      .side = "source",
                                      .pieces = &f->pieces,
                                      .cutter = &tr_byte_pieces_cutter,
                                      .normalization = "none",
                                      .n_vocab = N_IDS,
                                      .eos = EOS,
                                      .unk = UNK};
    ck_assert_int_eq(tr_tokenizer_create(&f->t, &parts, &err), TR_OK);
}

static void close_bytes(fixture *f)
{
    tr_tokenizer_free(f->t);
    tr_pieces_free(&f->pieces);
}

START_TEST(a_byte_is_a_piece_whose_span_is_its_character)
{
    fixture f;
    open_bytes(&f);
    SPANS(f.t, "a \xC3\xA9!", "100[0,1) 35[1,2) 198[2,4) 172[2,4) 36[4,5)");
    SPANS(f.t, "", "");
    SPANS(f.t, "</s>", "63[0,1) 50[1,2) 118[2,3) 65[3,4)");
    close_bytes(&f);
}
END_TEST

START_TEST(bytes_that_are_no_character_are_left_out)
{
    fixture f;
    open_bytes(&f);
    DECODE(f.t, "a\xC3\xA9", 100, 198, 172);
    DECODE(f.t, "aA", 198, 100, 229, 133, 68);           /* C3, a, E2 82, A */
    DECODE(f.t, "", 240, 163);                           /* a surrogate's beginning */
    DECODE(f.t, "a", 0, 100, EOS, N_IDS - 1);            /* no bytes at all */
    DECODE(f.t, "\xF0\x9F\x98\x80", 243, 162, 155, 131); /* U+1F600 */
    DECODE(f.t,
           "\xEF\xBF\xBD"
           "a",
           3 + 7, 100); /* a control character */
    close_bytes(&f);
}
END_TEST

static bool has_letter(const fixture *f, const char *text)
{
    int32_t *ids = NULL;
    size_t capacity = 0, n = 0;
    tr_error err;
    ck_assert_int_eq(tr_tokenizer_encode(f->t, text, strlen(text), &ids, &capacity, &n, &err), 0);
    ck_assert(tr_tokenizer_covers(f->t, ids, n));
    const bool has = tr_tokenizer_any_letter(f->t, ids, n);
    free(ids);
    return has;
}

START_TEST(letters_are_known_by_all_their_bytes)
{
    fixture f;
    open_bytes(&f);
    ck_assert(has_letter(&f, "12 x"));
    ck_assert(has_letter(&f, "12 \xE6\x97\xA5"));
    ck_assert(!has_letter(&f, "12 \xE2\x82\xAC \xF0\x9F\x98\x80"));
    ck_assert(tr_tokenizer_by_bytes(f.t));
    ck_assert_uint_eq(tr_tokenizer_grain(f.t), TR_GRAIN_BYTES);
    ck_assert_uint_eq(tr_tokenizer_grain(NULL), 1);
    ck_assert(!tr_tokenizer_any_letter(f.t, &(int32_t){3 + 0xE6}, 1));
    close_bytes(&f);
}
END_TEST

UNIT_MAIN("byte_pieces", a_byte_is_a_piece_whose_span_is_its_character,
          bytes_that_are_no_character_are_left_out, letters_are_known_by_all_their_bytes)
