#include "import/shared/lexicon.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "make/make_lexicon.h"
#include "text/spm.h"
#include "unit/unit.h"

/* A vocabulary of words "w0", "w1" ..; w1 is <unk>, and what any other word is. */
static int32_t word_id(const void *ctx, const char *word, size_t len)
{
    const int32_t size = *(const int32_t *)ctx;
    int32_t id = 0;
    if (len < 2 || len > 5 || *word != 'w') return 1;
    for (size_t i = 1; i < len; i++)
        id = id * 10 + word[i] - '0';
    return id >= 0 && id < size ? id : 1;
}

static const int32_t sizes[] = {5, 9};
static const tr_lexicon_vocab source_words = {5, 1, word_id, &sizes[0]};
static const tr_lexicon_vocab target_words = {9, 1, word_id, &sizes[1]};
static const tr_lexicon_choice three = {.first = 2, .best = 3, .threshold = 0};

static int read_bytes(tr_lexicon_lists *l, tr_region *r, const void *bytes, size_t size,
                      const tr_lexicon_choice *c, tr_error *err)
{
    return tr_lexicon_read(l, r, bytes, size, c, &source_words, &target_words, "lex", err);
}

static void assert_list(const tr_lexicon_lists *l, size_t source, const char *expected)
{
    char text[200] = "";
    size_t len = 0;
    for (int32_t i = l->offset[source]; i < l->offset[source + 1]; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%d", len ? " " : "", l->id[i]);
    ck_assert_str_eq(text, expected);
}

/* ---- Binary */

static const uint64_t offsets[] = {0, 2, 2, 5, 6, 6};
static const uint32_t ids[] = {3, 8, 0, 4, 7, 2};
static const lexicon_spec good = {50, 50, offsets, 6, ids, 6, 0, 0};

START_TEST(reads_a_binary_file)
{
    tr_buf b = make_lexicon(&good);
    tr_region r = {0};
    tr_lexicon_lists l;
    ck_assert(tr_lexicon_is_binary((unsigned char *)b.data, b.len));
    ck_assert_int_eq(read_bytes(&l, &r, b.data, b.len, &three, NULL), 0);
    ck_assert_uint_eq(l.first, 9); /* 50, but no more than there are */
    ck_assert_uint_eq(l.n_ids, 6);
    assert_list(&l, 0, "3 8");
    assert_list(&l, 1, "");
    assert_list(&l, 2, "0 4 7");
    assert_list(&l, 3, "2");
    assert_list(&l, 4, "");
    tr_region_free(&r);
    tr_buf_free(&b);
}
END_TEST

/* Marian writes lists for the source words that occur: real files have some fewer. */
START_TEST(lists_that_a_binary_file_leaves_out_are_empty)
{
    lexicon_spec s = good;
    tr_region r = {0};
    tr_lexicon_lists l;
    s.n_offsets = 5;
    tr_buf b = make_lexicon(&s);
    ck_assert_int_eq(read_bytes(&l, &r, b.data, b.len, &three, NULL), 0);
    assert_list(&l, 3, "2");
    assert_list(&l, 4, "");
    tr_region_free(&r);
    tr_buf_free(&b);
}
END_TEST

static void assert_refused(const tr_buf *b, const char *why)
{
    tr_region r = {0};
    tr_lexicon_lists l;
    tr_error err = {0};
    ck_assert_int_eq(read_bytes(&l, &r, b->data, b->len, &three, &err), TR_EFORMAT);
    ck_assert_msg(!strncmp(err.msg, "lex: ", 5) && strstr(err.msg, why), "\"%s\" is not \"%s\"",
                  err.msg, why);
    tr_region_free(&r);
}

static void assert_spec_refused(const lexicon_spec *s, const char *why)
{
    tr_buf b = make_lexicon(s);
    assert_refused(&b, why);
    tr_buf_free(&b);
}

START_TEST(refuses_binary_files_that_say_what_cannot_be)
{
    static const char size[] = "its size is not what its header says";
    static const char order[] = "its lists are not one behind the other";
    static const uint64_t late[] = {1, 2, 2, 5, 6, 6}, back[] = {0, 2, 1, 5, 6, 6};
    static const uint64_t beyond[] = {0, 2, 7, 7, 7, 6}, shorter[] = {0, 2, 2, 5, 5, 5};
    static const uint64_t huge[] = {0, UINT64_MAX, 2, 5, 6, 6}, many[8] = {0};
    static const uint32_t strange[] = {3, 8, 0, 4, 9, 2}, negative[] = {3, 8, 0, UINT32_MAX, 7, 2};
    lexicon_spec s = good;
    for (uint64_t bit = 1; bit; bit <<= 1) {
        s.claimed_offsets = 6 ^ bit;
        if (s.claimed_offsets) assert_spec_refused(&s, size);
        s.claimed_offsets = 0;
        s.claimed_ids = 6 ^ bit;
        if (s.claimed_ids) assert_spec_refused(&s, size);
        s.claimed_ids = 0;
    }
    s.claimed_offsets = UINT64_C(1) << 61; /* times eight is nothing */
    assert_spec_refused(&s, size);
    s = good;
    s.claimed_offsets = 5;
    s.claimed_ids = 8; /* two for one: the size is right, and the last offset is an id */
    assert_spec_refused(&s, order);
    s = good;
    const uint64_t *const bad[] = {late, back, beyond, shorter, huge};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        s.offset = bad[i];
        assert_spec_refused(&s, order);
    }
    s = good;
    s.id = strange;
    assert_spec_refused(&s, "has the target word 9, the model's vocabulary is 9");
    s.id = negative;
    assert_spec_refused(&s, "has the target word 4294967295");
    s = good;
    s.offset = many;
    s.n_offsets = 7;
    assert_spec_refused(&s, "is for a source vocabulary of 6, the model's is 5");
    s.n_offsets = 1;
    assert_spec_refused(&s, "is for a source vocabulary of 0");
    s.n_offsets = 6;
    s.n_ids = 0;
    assert_spec_refused(&s, "has no word pairs");
}
END_TEST

START_TEST(refuses_a_binary_file_cut_off_or_changed_anywhere)
{
    tr_buf b = make_lexicon(&good);
    for (size_t n = 8; n < b.len; n++)
        assert_refused(&(tr_buf){.data = b.data, .len = n}, "its size is not");
    for (size_t i = 8; i < b.len; i++) {
        b.data[i] ^= 0x10;
        assert_refused(&b, i >= 32 && i < 48 ? "its size is not" : "its checksum is wrong");
        b.data[i] ^= 0x10;
    }
    tr_buf_add(&b, "\0", 1);
    assert_refused(&b, "its size is not");
    tr_buf_free(&b);
}
END_TEST

/* ---- Text */

static void read_good_text(tr_lexicon_lists *l, tr_region *r, const char *text,
                           const tr_lexicon_choice *c)
{
    tr_error err = {0};
    const int rc = read_bytes(l, r, text, strlen(text), c, &err);
    ck_assert_msg(rc == 0, "%s", err.msg);
}

START_TEST(keeps_the_likeliest_of_each_word)
{
    tr_region r = {0};
    tr_lexicon_lists l;
    read_good_text(&l, &r,
                   "w2 w3 0.1\nw4 w3 0.3\nw5 w3 0.2\nw6 w3 0.05\nw8 w3 0.15\n"
                   "w7 w0 1e-3\n",
                   &three);
    ck_assert_uint_eq(l.first, 2);
    assert_list(&l, 3, "4 5 8");
    assert_list(&l, 0, "7");
    assert_list(&l, 1, "");
    tr_region_free(&r);
}
END_TEST

/* The list of word 3 is `expected`, if it is chosen from these lines. */
static void assert_chosen(const char *lines, const tr_lexicon_choice *choice, const char *expected)
{
    tr_region r = {0};
    tr_lexicon_lists l;

    read_good_text(&l, &r, lines, choice);
    assert_list(&l, 3, expected);
    tr_region_free(&r);
}

/* Marian sorts pairs of probability and id: the higher id wins. */
START_TEST(of_two_that_are_equally_likely_the_higher_id_stays)
{
    assert_chosen("w2 w3 .5\nw7 w3 .5\nw4 w3 .5\nw6 w3 .5\nw8 w3 .1\n", &three, "4 6 7");
}
END_TEST

START_TEST(of_a_pair_that_is_there_twice_the_likelier_counts)
{
    const tr_lexicon_choice two = {.first = 0, .best = 2};
    assert_chosen("w2 w3 .1\nw4 w3 .2\nw6 w3 .3\nw2 w3 .4\nw6 w3 .05\n", &two, "2 6");
}
END_TEST

START_TEST(leaves_out_null_and_what_is_not_above_the_threshold)
{
    const tr_lexicon_choice choice = {.first = 100, .best = 3, .threshold = 0.25f};
    tr_region r = {0};
    tr_lexicon_lists l;
    read_good_text(&l, &r, "NULL w3 1\nw4 NULL 1\nw5 w3 0.25\nw6 w3 0.26\r\n\n \t\nw7 w3 0.5",
                   &choice);
    ck_assert_uint_eq(l.first, 9);
    assert_list(&l, 3, "6 7");
    ck_assert_uint_eq(l.n_ids, 2);
    tr_region_free(&r);
}
END_TEST

START_TEST(words_that_are_not_in_the_vocabulary_are_unk)
{
    tr_region r = {0};
    tr_lexicon_lists l;
    read_good_text(&l, &r, "w4 other .5\nother w3 .5\nw4 w3 .1\n", &three);
    assert_list(&l, 1, "4");
    assert_list(&l, 3, "1 4");
    tr_region_free(&r);
}
END_TEST

START_TEST(names_the_line_that_is_not_one)
{
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"w2 w3 .5\nw2 w3\n", "line 2: is not \"target source probability\""},
        {"w2 w3 .5 .5\n", "line 1: "},
        {"w2 w3 half\n", "line 1: "},
        {"w2 w3 nan\n", "line 1: "},
        {"w2 w3 inf\n", "line 1: "},
        {"w2 w3 0x1p3\n", "line 1: "},
        {"w2 w3 -1\n", "line 1: "},
        {"w2 w3 1e99\n", "line 1: "},
        {"\n\nw2 w3 .5,\n", "line 3: "},
        {"w2 w3 "
         "00000000000000000000000000000000000000000000000000000000000000000000000000000000.5",
         "line 1: "},
        {"\xf5\x17\x34\x01", "line 1: "},
        {"", "has no word pair of the model's vocabularies"},
        {"one two .5\nw2 two .5\none w3 .5\n", "has no word pair of the model's vocabularies"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_refused(&(tr_buf){.data = (char *)cases[i].text, .len = strlen(cases[i].text)},
                       cases[i].why);
}
END_TEST

/* ---- Real files */

#define FIXTURES "../shared/fixtures/"

static int32_t spm_id(const void *spm, const char *word, size_t len)
{
    return tr_spm_id(spm, word, len);
}

static bool map(tr_file *f, const char *path)
{
    if (tr_file_map(f, path, NULL) == 0) return true;
    fprintf(stderr, "skipped: unit/lexicon: no %s\n", path);
    return false;
}

static void read_real(tr_lexicon_lists *l, tr_region *r, const char *path, tr_spm *spm,
                      const tr_lexicon_choice *c)
{
    const tr_lexicon_vocab v = {(uint32_t)tr_spm_size(spm), tr_spm_unk(spm), spm_id, spm};
    tr_file f;
    tr_error err = {0};
    ck_assert_int_eq(tr_file_map(&f, path, NULL), 0);
    const int rc = tr_lexicon_read(l, r, f.data, f.size, c, &v, &v, path, &err);
    ck_assert_msg(rc == 0, "%s", err.msg);
    tr_file_unmap(&f);
}

static void assert_same(const tr_lexicon_lists *a, const tr_lexicon_lists *b, size_t n_source)
{
    ck_assert_uint_eq(a->first, b->first);
    ck_assert_uint_eq(a->n_ids, b->n_ids);
    ck_assert_mem_eq(a->offset, b->offset, (n_source + 1) * sizeof *a->offset);
    ck_assert_mem_eq(a->id, b->id, a->n_ids * sizeof *a->id);
}

/* The binary files are what marian-conv made of the texts. */
START_TEST(text_and_binary_form_of_a_real_lexicon_are_the_same)
{
    static const struct {
        const char *spm, *text, *binary;
        tr_lexicon_choice choice;
    } cases[] = {
        {FIXTURES "ssru-student/vocab.spm",
         FIXTURES "ssru-student/lex.s2t",
         FIXTURES "ssru-student/lex.50.50.ende.s2t.bin",
         {50, 50, 0}},
        {FIXTURES "marian-tiny-smoke/vocab.spm",
         FIXTURES "marian-tiny-smoke/lex.s2t",
         FIXTURES "marian-tiny-smoke/lex.bin",
         {20, 10, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tr_region r = {0};
        tr_lexicon_lists a, b;
        tr_file f;
        tr_spm *spm;
        if (!map(&f, cases[i].spm)) continue;
        ck_assert_int_eq(tr_spm_open(&spm, f.data, f.size, false, "spm", NULL), 0);
        read_real(&a, &r, cases[i].text, spm, &cases[i].choice);
        read_real(&b, &r, cases[i].binary, spm, &three);
        assert_same(&a, &b, (size_t)tr_spm_size(spm));
        tr_spm_close(spm);
        tr_file_unmap(&f);
        tr_region_free(&r);
    }
}
END_TEST

/* Numbers read off the files' headers with od. */
START_TEST(reads_the_lexicons_of_firefox)
{
    static const struct {
        const char *path;
        size_t n_ids;
    } cases[] = {
        {FIXTURES "firefox-lex-vocab/prod-ende/lex.50.50.ende.s2t.bin", 701609},
        {FIXTURES "firefox-lex-vocab/prod-enes/lex.50.50.enes.s2t.bin", 772764},
    };
    const tr_lexicon_vocab v = {.size = 32000};
    for (size_t i = 0; i < 2; i++) {
        tr_region r = {0};
        tr_lexicon_lists l;
        tr_file f;
        tr_error err = {0};
        if (!map(&f, cases[i].path)) continue;
        const int rc = tr_lexicon_read(&l, &r, f.data, f.size, &three, &v, &v, "lex", &err);
        ck_assert_msg(rc == 0, "%s", err.msg);
        ck_assert_uint_eq(l.first, 50);
        ck_assert_uint_eq(l.n_ids, cases[i].n_ids);
        tr_file_unmap(&f);
        tr_region_free(&r);
    }
}
END_TEST

START_TEST(refuses_the_malformed_ones)
{
    static const struct {
        const char *path, *why;
    } cases[] = {{FIXTURES "malformed/lex-checksum.bin", "checksum"},
                 {FIXTURES "malformed/lex-id-range.bin", "has the target word 100000"},
                 {FIXTURES "malformed/good/lex.bin", NULL}};
    const tr_lexicon_vocab v = {.size = 300};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tr_region r = {0};
        tr_lexicon_lists l;
        tr_file f;
        tr_error err = {0};
        if (!map(&f, cases[i].path)) continue;
        const int rc = tr_lexicon_read(&l, &r, f.data, f.size, &three, &v, &v, "lex", &err);
        ck_assert_int_eq(rc, cases[i].why ? TR_EFORMAT : 0);
        if (cases[i].why) ck_assert_ptr_nonnull(strstr(err.msg, cases[i].why));
        tr_file_unmap(&f);
        tr_region_free(&r);
    }
}
END_TEST

UNIT_MAIN("lexicon", reads_a_binary_file, lists_that_a_binary_file_leaves_out_are_empty,
          refuses_binary_files_that_say_what_cannot_be,
          refuses_a_binary_file_cut_off_or_changed_anywhere, keeps_the_likeliest_of_each_word,
          of_two_that_are_equally_likely_the_higher_id_stays,
          of_a_pair_that_is_there_twice_the_likelier_counts,
          leaves_out_null_and_what_is_not_above_the_threshold,
          words_that_are_not_in_the_vocabulary_are_unk, names_the_line_that_is_not_one,
          text_and_binary_form_of_a_real_lexicon_are_the_same, reads_the_lexicons_of_firefox,
          refuses_the_malformed_ones)
