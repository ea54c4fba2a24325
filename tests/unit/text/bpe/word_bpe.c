/* word_bpe.c - subword-nmt's pieces, spans, and what pieces say.  Those are what subword-nmt 0.3.8
 * makes of the codes below, behind tokenizer.perl -a of Moses where that cuts words. */
#include "text/bpe/word_bpe.h"

#include <string.h>

#include "unit/failing.h"
#include "unit/unit.h"

static const char *const codes[] = {
    "t h",      "th e</w>", "t e</w>",  "s t",   "h a",     "ha u",        "hau s</w>",
    "st r",     "a p",      "ap o",     "& apo", "&apo s",  "&apos ;</w>", "@ -",
    "@- @</w>", "e r</w>",  "b a",      "ba b",  "n d</w>", "ü r",         "f ür</w>",
    "a a",      "aa a",     "aa a</w>", "hau s", "haus t"};
/* of version 0.1 */
static const char *const old_codes[] = {"t h",  "th e",    "the </w>",  "s t",  "h a",
                                        "ha u", "hau s",   "haus </w>", "st r", "e </w>",
                                        "e r",  "er </w>", "a a",       "aa a", "aaa </w>"};

enum { N_CODES = sizeof codes / sizeof *codes, N_OLD_CODES = sizeof old_codes / sizeof *old_codes };

typedef struct fixture {
    tr_pieces pairs;
    tr_word_bpe bpe;
    tr_cutter cutter;
} fixture;

static void open_codes(fixture *f, const char *const *of, size_t n, const char *language)
{
    *f = (fixture){0};
    ck_assert(tr_pieces_create(&f->pairs, n, 1000));
    for (size_t i = 0; i < n; i++)
        ck_assert(tr_pieces_add(&f->pairs, of[i], strlen(of[i])));
    tr_merges_init(&f->bpe.merges, &f->pairs);
    f->bpe.end_apart = of == old_codes;
    f->bpe.by_moses = language != NULL;
    tr_moses_init(&f->bpe.moses, language ? language : "");
    f->bpe.moses.hyphens = f->bpe.moses.escape = true;
    f->cutter = tr_word_bpe_cutter(&f->bpe);
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

static void check_samples(const fixture *f, const char *const samples[][2], size_t n)
{
    for (size_t i = 0; i < n; i++)
        check_cut(f, samples[i][0], false, samples[i][1]);
}

#define CHECK(f, samples) check_samples(f, samples, sizeof(samples) / sizeof *(samples))

START_TEST(cuts_words_at_blanks_as_subword_nmt_does)
{
    static const char *const samples[][2] = {
        {"the haus haust hau", "the haus haus@@ t ha@@ u"},
        {"a aa aaa aaaa aaaaa", "a a@@ a aaa aaa@@ a aa@@ aaa"},
        {"babab strand für über", "ba@@ ba@@ b str@@ a@@ nd f@@ ü@@ r ü@@ b@@ er"},
        {"&apos; @-@ x", "&apos; @-@ x"},
        {"", ""},
        {"  the  the ", "the the"},
        {"te the te there bester er", "te the te th@@ e@@ r@@ e b@@ e@@ st@@ er er"}};
    fixture f;
    open_codes(&f, codes, N_CODES, NULL);
    CHECK(&f, samples);
    tr_pieces_free(&f.pairs);
}
END_TEST

START_TEST(the_end_was_a_symbol_of_its_own)
{
    static const char *const samples[][2] = {
        {"the haus haust hau", "the haus hau@@ st hau"},
        {"a aa aaa aaaa aaaaa", "a aa aaa aa@@ aa aa@@ aaa"},
        {"babab strand für über", "b@@ a@@ b@@ a@@ b str@@ a@@ n@@ d f@@ ü@@ r ü@@ b@@ er"},
        {"&apos; @-@ x", "&@@ a@@ p@@ o@@ s@@ ; @@@ -@@ @ x"},
        {"te the te there bester er", "t@@ e the t@@ e the@@ r@@ e b@@ e@@ st@@ er er"}};
    fixture f;
    open_codes(&f, old_codes, N_OLD_CODES, NULL);
    CHECK(&f, samples);
    tr_pieces_free(&f.pairs);
}
END_TEST

START_TEST(cuts_the_words_of_moses)
{
    fixture f;
    open_codes(&f, codes, N_CODES, "en");
    check_cut(&f, "the house's @ bab-baa, 'the'", false,
              "the h@@ o@@ u@@ s@@ e &apos@@ ;@@ s @ ba@@ b @-@ ba@@ a , &apos; th@@ e@@ &apos;");
    tr_pieces_free(&f.pairs);
    open_codes(&f, codes, N_CODES, "de");
    check_cut(&f, "Für das Haus-haus", false, "F@@ ü@@ r d@@ a@@ s H@@ a@@ u@@ s @-@ haus");
    tr_pieces_free(&f.pairs);
}
END_TEST

/* Bytes counted by hand. */
START_TEST(pieces_have_the_places_of_their_characters)
{
    fixture f;
    open_codes(&f, codes, N_CODES, NULL);
    check_cut(&f, " the  haust ü", true, "the[1,4) haus@@[6,10) t[10,11) ü[12,14)");
    tr_pieces_free(&f.pairs);
    open_codes(&f, codes, N_CODES, "en");
    check_cut(&f, "the house's", true,
              "the[0,3) h@@[4,5) o@@[5,6) u@@[6,7) s@@[7,8) e[8,9) &apos@@[9,10) ;@@[9,10) "
              "s[10,11)");
    tr_pieces_free(&f.pairs);
}
END_TEST

static void check_join(const fixture *f, const char *const *pieces, size_t n, const char *text)
{
    tr_buf all = {0}, out = {0};
    for (size_t i = 0; i < n; i++)
        tr_buf_add(&all, pieces[i], strlen(pieces[i]) + 1);
    f->cutter.join(f->cutter.state, all.data, n, &out);
    ck_assert(!out.failed);
    ck_assert_str_eq(tr_buf_text(&out), text);
    tr_buf_free(&all);
    tr_buf_free(&out);
}

/* By sed 's/@@ //g', and detokenizer.perl. */
START_TEST(joins_pieces)
{
    static const char *const pieces[] = {"It",  "&ap@@", "os;@@", "s",   "we@@", "ll",
                                         "@-@", "known", ",",     "x@@", "@@"};
    fixture f;
    open_codes(&f, codes, N_CODES, NULL);
    check_join(&f, pieces, 11, "It &apos;s well @-@ known , x@@");
    check_join(&f, pieces, 0, "");
    check_join(&f, pieces, 5, "It &apos;s we");
    tr_pieces_free(&f.pairs);
    open_codes(&f, codes, N_CODES, "en");
    check_join(&f, pieces, 10, "It's well-known, x");
    check_join(&f, pieces, 0, "");
    tr_pieces_free(&f.pairs);
}
END_TEST

START_TEST(a_piece_says_its_characters)
{
    char out[16];
    fixture f;
    open_codes(&f, codes, N_CODES, NULL);
    ck_assert_uint_eq(f.cutter.spell("ha@@", out), 2);
    ck_assert_mem_eq(out, "ha", 2);
    ck_assert_uint_eq(f.cutter.spell("us", out), 3);
    ck_assert_mem_eq(out, "us ", 3);
    ck_assert_uint_eq(f.cutter.spell("@@", out), 3);
    ck_assert_uint_eq(f.cutter.spell("&apos;", out), 7);
    tr_pieces_free(&f.pairs);
    open_codes(&f, codes, N_CODES, "en");
    ck_assert_uint_eq(f.cutter.spell("&apos;", out), 2);
    ck_assert_mem_eq(out, "' ", 2);
    tr_pieces_free(&f.pairs);
}
END_TEST

/* Of the cut, and of joining what it gave. */
static bool works_with(const fixture *f, int n_allocations)
{
    static const char text[] = "the haust-haus said \xE2\x80\x9Cyes.\xE2\x80\x9D";
    tr_spm_piece_span *spans = NULL;
    size_t capacity = 0, n = 0;
    tr_buf pieces = {0}, out = {0};
    end_memory(n_allocations);
    const int rc =
        f->cutter.cut(f->cutter.state, text, strlen(text), &spans, &capacity, &n, &pieces, NULL);
    if (rc == 0) f->cutter.join(f->cutter.state, tr_buf_text(&pieces), n, &out);
    end_memory(-1);
    ck_assert(rc == 0 || rc == TR_ENOMEM);
    const bool works = rc == 0 && !out.failed;
    if (works) ck_assert_str_eq(tr_buf_text(&out), "the haust-haus said \"yes.\"");
    free(spans);
    tr_buf_free(&pieces);
    tr_buf_free(&out);
    return works;
}

START_TEST(memory_may_run_out)
{
    fixture f;
    int n = 0;
    open_codes(&f, codes, N_CODES, "en");
    f.bpe.moses.punctuation = true;
    while (!works_with(&f, n))
        n++;
    ck_assert_int_gt(n, 10);
    tr_pieces_free(&f.pairs);
}
END_TEST

UNIT_MAIN("word_bpe", cuts_words_at_blanks_as_subword_nmt_does, the_end_was_a_symbol_of_its_own,
          cuts_the_words_of_moses, pieces_have_the_places_of_their_characters, joins_pieces,
          a_piece_says_its_characters, memory_may_run_out)
