/* byte_bpe.c - byte-level BPE: words, merges, bytes that are spelled, and spans.  The pieces are
 * those of transformers 4.38's BartTokenizer with this merges.txt, which the tokenizers library
 * made of a few words. */
#include "text/bpe/byte_bpe.h"

#include <string.h>

#include "unit/failing.h"
#include "unit/unit.h"

static const char *const pairs[] = {"a a", "h e",  "t he", "Ġ i",  "Ġ the", "Ġ aa", "1 2", "r e",
                                    "Ã ©", "Ġ w",  "Ġ 12", "Ġi n", "Ġi s",  "Ġi t", "' s", "' t",
                                    "' v", "' re", "0 2",  "2 02", "3 4",   "S t",  "a n", "a Ã",
                                    "e l", "e r",  "f el", "i n",  "m e",   "p fel"};

enum { N_PAIRS = sizeof pairs / sizeof *pairs };

typedef struct fixture {
    tr_pieces pairs;
    tr_byte_bpe bpe;
    tr_cutter cutter;
} fixture;

static void open_pairs(fixture *f, const char *const *of, size_t n)
{
    *f = (fixture){0};
    ck_assert(tr_pieces_create(&f->pairs, n, 1000));
    for (size_t i = 0; i < n; i++)
        ck_assert(tr_pieces_add(&f->pairs, of[i], strlen(of[i])));
    tr_merges_init(&f->bpe.merges, &f->pairs);
    f->cutter = tr_byte_bpe_cutter(&f->bpe);
}

/* `expected`: pieces with a blank between, or, of `with_spans`, piece[begin,end) */
static void check_cut(const fixture *f, const char *text, bool with_spans, const char *expected)
{
    tr_spm_piece_span *spans = NULL;
    size_t capacity = 0, n = 0;
    tr_buf pieces = {0}, got = {0};
    ck_assert_int_eq(
        f->cutter.cut(f->cutter.state, text, strlen(text), &spans, &capacity, &n, &pieces, NULL),
        TR_OK);
    const char *piece = tr_buf_text(&pieces);
    for (size_t i = 0; i < n; i++) {
        tr_buf_printf(&got, "%s%s", i ? " " : "", piece);
        if (with_spans) tr_buf_printf(&got, "[%zu,%zu)", spans[i].begin, spans[i].end);
        piece += strlen(piece) + 1;
    }
    ck_assert_str_eq(tr_buf_text(&got), expected);
    free(spans);
    tr_buf_free(&pieces);
    tr_buf_free(&got);
}

START_TEST(cuts_as_gpt2_does)
{
    static const char *const cases[][2] = {
        {"", ""},
        {"the theme", "the Ġthe me"},
        {"they're we've it's", "the y 're Ġw e 'v e Ġit 's"},
        {"isn't", "i s n 't"},
        {"in 2024 1234½", "in Ġ 202 4 Ġ12 34 Â ½"},
        {"aaaaa aa", "aa aa a Ġaa"},
        {"Straße Äpfel été", "St r aÃ Ł e Ġ Ã Ħ pfel Ġ Ã© t Ã©"},
        {"a  b\t c ", "a Ġ Ġ b ĉ Ġ c Ġ"},
        {"x\n\n  y", "x Ċ Ċ Ġ Ġ y"},
        {"(the) -- ...", "( the ) Ġ - - Ġ . . ."},
        {"'tis 'Twas", "'t i s Ġ ' T w a s"},
        {"漢字", "æ ¼ ¢ å Ń Ĺ"},
        {"a\xCC\x88the", "a Ì Ī the"}, /* a mark is no letter: \p{M} is not \p{L} */
        {"\xC2\xA0the\xE3\x80\x80the", "Â ł the ã Ģ Ģ the"},
        {"é²x", "Ã© Â ² x"},
    };
    fixture f;
    open_pairs(&f, pairs, N_PAIRS);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_cut(&f, cases[i][0], false, cases[i][1]);
    tr_pieces_free(&f.pairs);
}
END_TEST

START_TEST(a_blank_may_be_put_first)
{
    fixture f;
    open_pairs(&f, pairs, N_PAIRS);
    f.bpe.blank_first = true;
    check_cut(&f, "the the", true, "Ġthe[0,3) Ġthe[3,7)");
    check_cut(&f, " the", true, "Ġthe[0,4)");
    check_cut(&f, "", true, "");
    check_cut(&f, "été", true, "Ġ[0,0) Ã©[0,2) t[2,3) Ã©[3,5)");
    tr_pieces_free(&f.pairs);
}
END_TEST

START_TEST(parts_of_a_character_have_its_span)
{
    fixture f;
    open_pairs(&f, pairs, N_PAIRS);
    check_cut(&f, "x漢 é", true, "x[0,1) æ[1,4) ¼[1,4) ¢[1,4) Ġ[4,5) Ã©[5,7)");
    check_cut(&f, "aßt", true, "aÃ[0,3) Ł[1,3) t[3,4)");
    tr_pieces_free(&f.pairs);
}
END_TEST

/* "b a" makes "ba", whose pair with what follows it goes before that of the second "b a"; it waits
 * for it, as subword-nmt and GPT-2 replace all of one pair at a time. */
START_TEST(all_of_one_pair_are_joined_before_the_next)
{
    static const char *const few[] = {"ba b", "b a"};
    fixture f;
    open_pairs(&f, few, 2);
    check_cut(&f, "baba", false, "ba ba");
    check_cut(&f, "babab", false, "ba bab");
    check_cut(&f, "bab", false, "bab");
    tr_pieces_free(&f.pairs);
}
END_TEST

START_TEST(every_byte_is_a_character_and_comes_back)
{
    fixture f;
    open_pairs(&f, pairs, N_PAIRS);
    for (int lead = 0; lead < 256; lead++) { /* the first bytes of valid UTF-8, and what follows */
        char text[5] = {(char)lead, '\0'}, out[32] = "";
        if (lead == 0 || (lead >= 0x80 && (lead < 0xC2 || lead > 0xF4))) continue;
        if (lead >= 0x80) strcat(text, lead == 0xE0 ? "\xA0" : lead == 0xF0 ? "\x90" : "\x80");
        if (lead >= 0xE0) strcat(text, "\xBF");
        if (lead >= 0xF0) strcat(text, "\x81");
        tr_spm_piece_span *spans = NULL;
        size_t capacity = 0, n = 0, len = 0;
        tr_buf pieces = {0};
        ck_assert_int_eq(
            f.cutter.cut(f.cutter.state, text, strlen(text), &spans, &capacity, &n, &pieces, NULL),
            TR_OK);
        ck_assert_uint_eq(n, strlen(text));
        for (const char *piece = pieces.data; n > 0; n--, piece += strlen(piece) + 1)
            len += f.cutter.spell(piece, out + len);
        ck_assert_uint_eq(len, strlen(text));
        ck_assert_mem_eq(out, text, len);
        free(spans);
        tr_buf_free(&pieces);
    }
    tr_pieces_free(&f.pairs);
}
END_TEST

START_TEST(what_is_no_spelled_byte_is_itself)
{
    char out[32];
    fixture f;
    open_pairs(&f, pairs, N_PAIRS);
    ck_assert_uint_eq(f.cutter.spell("a\xE6\xBC\xA2Ġ", out), 5); /* a, U+6F22, a blank */
    ck_assert_mem_eq(out, "a\xE6\xBC\xA2 ", 5);
    tr_pieces_free(&f.pairs);
}
END_TEST

static bool cuts_with(const fixture *f, int n_allocations)
{
    static const char text[] = "isn't";
    tr_spm_piece_span *spans = NULL;
    size_t capacity = 0, n = 0;
    tr_buf pieces = {0};
    end_memory(n_allocations);
    const int rc =
        f->cutter.cut(f->cutter.state, text, strlen(text), &spans, &capacity, &n, &pieces, NULL);
    end_memory(-1);
    ck_assert(rc == 0 || rc == TR_ENOMEM);
    if (rc == 0) ck_assert_mem_eq(tr_buf_text(&pieces), "i\0s\0n\0't", 9);
    free(spans);
    tr_buf_free(&pieces);
    return rc == 0;
}

START_TEST(memory_may_run_out)
{
    fixture f;
    int n = 0;
    open_pairs(&f, pairs, N_PAIRS);
    while (!cuts_with(&f, n))
        n++;
    ck_assert_int_gt(n, 3);
    tr_pieces_free(&f.pairs);
}
END_TEST

UNIT_MAIN("byte_bpe", cuts_as_gpt2_does, a_blank_may_be_put_first,
          parts_of_a_character_have_its_span, all_of_one_pair_are_joined_before_the_next,
          every_byte_is_a_character_and_comes_back, what_is_no_spelled_byte_is_itself,
          memory_may_run_out)
