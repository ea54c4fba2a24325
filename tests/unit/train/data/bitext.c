/* bitext.c - lines that are read, left out, held out, encoded and drawn, each as it was written. */
#include "train/data/bitext.h"

#include <string.h>

#include "unit/toy_bitext.h"
#include "unit/unit.h"

/* Reads a text that is good as a whole; nothing is encoded. */
static void open_text(toy_bitext *t, const char *text, const tr_bitext_options *options)
{
    toy_bitext_open(t, text, strlen(text), options, 0);
}

/* Adds "source=target|". */
static int list_pair(void *ctx, tr_string source, tr_string target, tr_error *err)
{
    (void)err;
    tr_buf_printf(ctx, "%.*s=%.*s|", (int)source.len, source.text, (int)target.len, target.text);
    return 0;
}

static void check_pairs(tr_bitext *b, const char *expected)
{
    tr_buf list = {0};
    tr_error err;
    ck_assert_int_eq(tr_bitext_each(b, list_pair, &list, &err), 0);
    ck_assert_str_eq(tr_buf_text(&list), expected);
    tr_buf_free(&list);
}

/* ---- Reading ---- */

START_TEST(each_fault_is_counted_and_its_lines_are_named)
{
    static const char text[] = "one\teins\n"      /* 1 */
                               "no tab\n"         /* 2 */
                               "one\teins\n"      /* 3: repeated */
                               "two\tzwei\n"      /* 4 */
                               " \tdrei\n"        /* 5: blank */
                               "OK\tOK\n"         /* 6: equal */
                               "bad\xff\tvier\n"  /* 7 */
                               "a\tmuch longer\n" /* 8 */
                               "\n"               /* 9: no tab */
                               "two\tdeux\n";     /* 10 */
    static const struct {
        int fault;
        uint64_t n, first;
    } faults[] = {{TR_PAIR_NO_TAB, 2, 2},   {TR_PAIR_REPEATED, 1, 3}, {TR_PAIR_BLANK, 1, 5},
                  {TR_PAIR_EQUAL, 1, 6},    {TR_PAIR_NOT_UTF8, 1, 7}, {TR_PAIR_RATIO, 1, 8},
                  {TR_PAIR_NOT_MIXED, 0, 0}};
    const tr_bitext_options options = {0};
    toy_bitext t;

    open_text(&t, text, &options);
    const tr_bitext_counts *c = tr_bitext_count(t.b);
    ck_assert_uint_eq(c->n_read, 10);
    ck_assert_uint_eq(c->n_kept, 3);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        ck_assert_uint_eq(c->fault[faults[i].fault], faults[i].n);
        ck_assert_uint_eq(c->first[faults[i].fault][0], faults[i].first);
    }
    ck_assert_uint_eq(c->first[TR_PAIR_NO_TAB][1], 9);
    check_pairs(t.b, "one=eins|two=zwei|two=deux|");
    toy_bitext_close(&t);
}
END_TEST

/* Chinese has one character for a word: what is unequal is asked around the text's median. */
START_TEST(lengths_are_measured_by_the_text)
{
    static const char text[] = "The house is old\t房子老\n"
                               "Where is the book\t书在哪里\n"
                               "Owner of the file\t文件所有者\n"
                               "We go to the city\t我们进城\n"
                               "The water is cold\t水冷，但是我们今天还要游泳到很远的地方去\n"
                               "Yes\t对\n"
                               "It is far too long for so very little text\t对\n";
    const tr_bitext_options options = {0};
    toy_bitext t;

    open_text(&t, text, &options);
    const tr_bitext_counts *c = tr_bitext_count(t.b);
    ck_assert_uint_eq(c->n_kept, 5);
    ck_assert_uint_eq(c->fault[TR_PAIR_RATIO], 2);
    ck_assert_uint_eq(c->first[TR_PAIR_RATIO][0], 5);
    ck_assert_uint_eq(c->first[TR_PAIR_RATIO][1], 7);
    ck_assert_double_eq_tol(tr_bitext_length_ratio(t.b), 4.0 / 17, 0.01); /* of the second line */
    toy_bitext_close(&t);
}
END_TEST

START_TEST(five_lines_of_a_fault_are_named)
{
    const tr_bitext_options options = {0};
    toy_bitext t;

    open_text(&t, "a\nb\nc\nd\ne\nf\none\teins\n", &options);
    const tr_bitext_counts *c = tr_bitext_count(t.b);
    ck_assert_uint_eq(c->fault[TR_PAIR_NO_TAB], 6);
    for (uint64_t i = 0; i < TR_FAULTY_LINES_NAMED; i++)
        ck_assert_uint_eq(c->first[TR_PAIR_NO_TAB][i], i + 1);
    toy_bitext_close(&t);
}
END_TEST

START_TEST(held_out_text_keeps_repeated_pairs)
{
    const tr_bitext_options options = {.keep_repeated = true};
    toy_bitext t;

    open_text(&t, "a\tb\na\tb\n", &options);
    check_pairs(t.b, "a=b|a=b|");
    toy_bitext_close(&t);
}
END_TEST

/* The bytes of both sides, one after the other, are no pair's identity. */
START_TEST(the_tab_s_place_makes_another_pair)
{
    const tr_bitext_options options = {0};
    toy_bitext t;

    open_text(&t, "ab\tc\na\tbc\n", &options);
    check_pairs(t.b, "ab=c|a=bc|");
    toy_bitext_close(&t);
}
END_TEST

START_TEST(columns_can_be_exchanged)
{
    const tr_bitext_options options = {.exchange = true};
    toy_bitext t;

    open_text(&t, "one\teins\r\ntwo\tzwei\tx\n", &options);
    check_pairs(t.b, "eins=one|zwei=two|");
    toy_bitext_close(&t);
}
END_TEST

START_TEST(a_text_without_any_tab_is_refused)
{
    tr_bitext *b;
    tr_error err;
    scratch s;

    scratch_open(&s);
    const char *path = scratch_file(&s, "text");
    write_file(path, "one\ntwo\n", 8);
    const tr_bitext_options options = {.path = path, .beside = path};
    ck_assert_int_eq(tr_bitext_read(&b, &options, &err), TR_EFORMAT);
    ck_assert_msg(strstr(err.msg, "no tab") != NULL, "%s", err.msg);
    scratch_close(&s);
}
END_TEST

/* Two files of a sentence a line; the second has `targets`. */
static int read_two(toy_bitext *t, const char *sources, const char *targets, tr_error *err)
{
    static char second[SCRATCH_PATH];
    *t = (toy_bitext){0};
    scratch_open(&t->files);
    strcpy(second, scratch_file(&t->files, "targets"));
    write_file(second, targets, strlen(targets));
    const char *first = scratch_file(&t->files, "sources");
    write_file(first, sources, strlen(sources));
    const tr_bitext_options options = {.path = first, .target = second, .beside = first};
    return tr_bitext_read(&t->b, &options, err);
}

START_TEST(sides_may_be_two_files)
{
    toy_bitext t;
    tr_error err;

    ck_assert_int_eq(read_two(&t, "one\ntwo\ttabs\n", "eins\nzwei", &err), 0);
    check_pairs(t.b, "one=eins|two\ttabs=zwei|");
    toy_bitext_close(&t);
}
END_TEST

START_TEST(two_files_have_equally_many_lines)
{
    toy_bitext t;
    tr_error err;

    ck_assert_int_eq(read_two(&t, "one\ntwo\n", "eins\n", &err), TR_EFORMAT);
    ck_assert_msg(strstr(err.msg, "more lines") != NULL, "%s", err.msg);
    scratch_close(&t.files);
    ck_assert_int_eq(read_two(&t, "one\n", "eins\nzwei\n", &err), TR_EFORMAT);
    ck_assert_msg(strstr(err.msg, "fewer lines") != NULL, "%s", err.msg);
    scratch_close(&t.files);
}
END_TEST

/* ---- Parts ---- */

/* Part "b" is marked, and in a round twice. */
static void open_mixed(toy_bitext *t, char mix[SCRATCH_PATH], const char *list, size_t vocab)
{
    static const char text[] = "a b\tb a\ta\nc d\td c\tb\textra\ne f\tf e\tc\ng h\th g\n";
    scratch s;

    scratch_open(&s);
    strcpy(mix, scratch_file(&s, "mix"));
    write_file(mix, list, strlen(list));
    const tr_bitext_options options = {.mix = mix};
    toy_bitext_open(t, text, sizeof text - 1, &options, vocab);
    scratch_close(&s);
}

START_TEST(parts_that_the_list_lacks_are_left_out)
{
    char mix[SCRATCH_PATH];
    toy_bitext t;

    open_mixed(&t, mix, "a 1\nb 2 mark\n", 0);
    ck_assert_uint_eq(tr_bitext_count(t.b)->fault[TR_PAIR_NOT_MIXED], 2);
    ck_assert_uint_eq(tr_bitext_count(t.b)->first[TR_PAIR_NOT_MIXED][1], 4);
    check_pairs(t.b, "a b=b a|c d=d c|");
    toy_bitext_close(&t);
}
END_TEST

START_TEST(a_marked_part_s_sources_begin_with_the_mark)
{
    char mix[SCRATCH_PATH];
    toy_bitext t;
    tr_error err;
    tr_mixture_order order = {.seed = 1};

    open_mixed(&t, mix, "a 1\nb 2 mark\n", 1000);
    const tr_bitext_tokens tokens = {.spm = t.spm};
    const int32_t mark = tr_spm_id(t.spm, "<0x01>", 6);
    ck_assert_int_eq(tr_bitext_encode(t.b, &tokens, 30, 0, &err), 0);
    size_t n_marked = 0;
    for (int i = 0; i < 30; i++) {
        const tr_pair pair = tr_bitext_draw(t.b, &order);
        n_marked += tr_pair_id(&pair, pair.source, 0) == mark;
        ck_assert_int_ne(tr_pair_id(&pair, pair.target, 0), mark);
    }
    ck_assert_uint_eq(n_marked, 20); /* two of three pairs of a round */
    toy_bitext_close(&t);
}
END_TEST

/* ---- A model's own way ---- */

/* Large ids: of the side, of its bytes, and of an end. */
static int encode_bytes(void *ctx, int side, const char *text, size_t len, int32_t **ids,
                        size_t *capacity, size_t *n, tr_error *err)
{
    void *p = *ids;
    (void)err;
    ++*(int *)ctx;
    ck_assert_int_eq(tr_reserve(&p, capacity, len + 2, sizeof **ids), 0);
    *ids = p;
    *n = 0;
    (*ids)[(*n)++] = 100000 + side;
    for (size_t i = 0; i < len; i++)
        (*ids)[(*n)++] = 70000 + (unsigned char)text[i];
    (*ids)[(*n)++] = 2;
    return 0;
}

START_TEST(a_model_may_have_its_own_way_to_encode)
{
    char mix[SCRATCH_PATH];
    toy_bitext t;
    tr_error err;
    tr_buf text = {0}, target = {0};
    int calls = 0;
    const tr_bitext_tokens tokens = {.encode = encode_bytes, .ctx = &calls, .wide = true};

    open_mixed(&t, mix, "a 1\nb 2\n", 1000);
    const int kept = (int)tr_bitext_count(t.b)->n_kept;
    ck_assert_int_eq(tr_bitext_encode(t.b, &tokens, 1000, SIZE_MAX, &err), 0);
    ck_assert_int_eq(calls, 2 * kept);
    const tr_pair pair = tr_bitext_held_out(t.b, 0);
    ck_assert_int_eq(tr_bitext_held_out_text(t.b, 0, &text, &target, &err), 0);
    ck_assert_uint_eq(pair.n_source, text.len + 2);
    ck_assert_uint_eq(pair.n_target, target.len + 2);
    ck_assert_int_eq(tr_pair_id(&pair, pair.source, 0), 100000);
    ck_assert_int_eq(tr_pair_id(&pair, pair.target, 0), 100001);
    ck_assert_int_eq(tr_pair_id(&pair, pair.target, 1), 70000 + target.data[0]);
    ck_assert_int_eq(tr_pair_id(&pair, pair.target, target.len + 1), 2);
    tr_buf_free(&text);
    tr_buf_free(&target);
    toy_bitext_close(&t);
}
END_TEST

START_TEST(such_a_model_has_no_mark)
{
    char mix[SCRATCH_PATH];
    toy_bitext t;
    tr_error err;
    int calls = 0;
    const tr_bitext_tokens tokens = {.encode = encode_bytes, .ctx = &calls, .wide = true};

    open_mixed(&t, mix, "a 1\nb 2 mark\n", 1000);
    ck_assert_int_eq(tr_bitext_encode(t.b, &tokens, 1000, 0, &err), TR_EUNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(err.msg, "to mark a part with"));
    toy_bitext_close(&t);
}
END_TEST

/* ---- Ids ---- */

/* The ids that SentencePiece gives, and </s>. */
static void check_side(const tr_spm *spm, const char *text, const void *narrow, size_t n)
{
    const uint16_t *ids = narrow;
    int32_t *expected = NULL;
    size_t capacity = 0, n_expected;
    tr_error err;

    ck_assert_int_eq(
        tr_spm_encode(spm, text, strlen(text), &expected, &capacity, &n_expected, &err), 0);
    ck_assert_uint_eq(n, n_expected + 1);
    for (size_t i = 0; i < n_expected; i++)
        ck_assert_int_eq(ids[i], expected[i]);
    ck_assert_int_eq(ids[n_expected], tr_spm_eos(spm));
    free(expected);
}

/* All pairs are held out, so that their ids and their text can be asked for by number. */
START_TEST(ids_are_those_of_sentencepiece)
{
    toy_bitext t;
    tr_error err;

    toy_bitext_open_pairs(&t, 300, 400, SIZE_MAX);
    const size_t n = tr_bitext_n_held_out(t.b);
    ck_assert_uint_eq(n, tr_bitext_count(t.b)->n_kept);
    ck_assert_uint_gt(n, 280);
    ck_assert_uint_eq(tr_bitext_n_pairs(t.b), 0);
    for (size_t i = 0; i < n; i++) {
        const tr_pair pair = tr_bitext_held_out(t.b, i);
        tr_buf source = {0}, target = {0};
        ck_assert_int_eq(tr_bitext_held_out_text(t.b, i, &source, &target, &err), 0);
        check_side(t.spm, source.data, pair.source, pair.n_source);
        check_side(t.spm, target.data, pair.target, pair.n_target);
        tr_buf_free(&source);
        tr_buf_free(&target);
    }
    toy_bitext_close(&t);
}
END_TEST

/* As a model's own normalizer: all text becomes another one. */
static void normalize_to_b(const char *text, size_t len, tr_rewrite *out)
{
    (void)text, (void)len;
    tr_buf_add_string(&out->text, "b b");
}

START_TEST(text_is_normalized_before_it_is_cut)
{
    const tr_bitext_options options = {0};
    toy_bitext t;
    tr_error err;

    toy_bitext_open(&t, "a a a\tb\nc\td d\n", 14, &options, 1000);
    const tr_bitext_tokens tokens = {.normalize = normalize_to_b, .spm = t.spm};
    ck_assert_int_eq(tr_bitext_encode(t.b, &tokens, 30, SIZE_MAX, &err), 0);
    for (size_t i = 0; i < 2; i++) {
        const tr_pair pair = tr_bitext_held_out(t.b, i);
        check_side(t.spm, "b b", pair.source, pair.n_source);
        check_side(t.spm, "b b", pair.target, pair.n_target);
    }
    toy_bitext_close(&t);
}
END_TEST

START_TEST(pieces_are_counted_and_limited)
{
    static const char text[] = "a\tb\nc c c\td e f g h\nb\tc d\n";
    const tr_bitext_options options = {0};
    int32_t *ids = NULL;
    size_t capacity = 0, n[2];
    toy_bitext t;
    tr_error err;

    toy_bitext_open(&t, text, sizeof text - 1, &options, 1000);
    ck_assert_int_eq(tr_spm_encode(t.spm, "a", 1, &ids, &capacity, &n[0], &err), 0);
    ck_assert_int_eq(tr_spm_encode(t.spm, "c d", 3, &ids, &capacity, &n[1], &err), 0);
    const size_t limit = n[1] + 1; /* with </s> */
    const tr_bitext_tokens tokens = {.spm = t.spm};
    ck_assert_int_eq(tr_bitext_encode(t.b, &tokens, limit, 0, &err), 0);
    const tr_bitext_counts *c = tr_bitext_count(t.b);
    ck_assert_uint_eq(c->fault[TR_PAIR_PIECES], 1);
    ck_assert_uint_eq(c->first[TR_PAIR_PIECES][0], 2);
    ck_assert_uint_eq(c->n_kept, 2);
    ck_assert_uint_eq(tr_bitext_n_pairs(t.b), 2);
    ck_assert_uint_eq(c->source_pieces, 2 * (n[0] + 1));
    ck_assert_uint_eq(c->target_pieces, n[0] + 1 + n[1] + 1);
    free(ids);
    toy_bitext_close(&t);
}
END_TEST

/* ---- Held-out pairs ---- */

static int count_pair(void *ctx, tr_string source, tr_string target, tr_error *err)
{
    (void)source, (void)target, (void)err;
    ++*(size_t *)ctx;
    return 0;
}

/* The number is that of a binomial distribution: 200 of 1450 or so, within five deviations of 13.
 */
START_TEST(about_as_many_pairs_as_asked_for_are_held_out)
{
    toy_bitext t;
    tr_error err;
    size_t n_given = 0;

    toy_bitext_open_pairs(&t, 1500, 400, 200);
    const size_t held_out = tr_bitext_n_held_out(t.b);
    ck_assert(held_out > 135 && held_out < 265);
    ck_assert_uint_eq(held_out + tr_bitext_n_pairs(t.b), tr_bitext_count(t.b)->n_kept);
    ck_assert_int_eq(tr_bitext_each(t.b, count_pair, &n_given, &err), 0);
    ck_assert_uint_eq(n_given, tr_bitext_n_pairs(t.b));
    toy_bitext_close(&t);
}
END_TEST

/* 40 sources with ten targets each. */
START_TEST(pairs_with_equal_sources_are_held_out_together)
{
    const tr_bitext_options options = {0};
    tr_buf text = {0}, last = {0};
    size_t n_groups = 0;
    toy_bitext t;
    tr_error err;

    for (int i = 0; i < 400; i++)
        tr_buf_printf(&text, "source %c %d\ttarget %d\n", 'a' + i / 10 % 10, i / 100, i);
    toy_bitext_open(&t, text.data, text.len, &options, 400);
    const tr_bitext_tokens tokens = {.spm = t.spm};
    ck_assert_int_eq(tr_bitext_encode(t.b, &tokens, 90, 100, &err), 0);
    const size_t n = tr_bitext_n_held_out(t.b);
    ck_assert(n > 0 && n < 400 && n % 10 == 0);
    for (size_t i = 0; i < n; i++) {
        tr_buf source = {0}, target = {0};
        ck_assert_int_eq(tr_bitext_held_out_text(t.b, i, &source, &target, &err), 0);
        n_groups += strcmp(tr_buf_text(&last), source.data) != 0;
        tr_buf_clear(&last);
        tr_buf_add(&last, source.data, source.len);
        tr_buf_free(&source);
        tr_buf_free(&target);
    }
    ck_assert_uint_eq(n_groups, n / 10);
    tr_buf_free(&text);
    tr_buf_free(&last);
    toy_bitext_close(&t);
}
END_TEST

/* ---- Order and digest ---- */

/* A pair's text is its target in reverse, so its ids tell which it is. */
START_TEST(a_round_draws_each_pair_once)
{
    toy_bitext t;
    tr_mixture_order order = {.seed = 5};

    toy_bitext_open_pairs(&t, 200, 400, 0);
    const size_t n = (size_t)tr_bitext_n_pairs(t.b);
    const uint16_t **seen = calloc(n, sizeof *seen);
    for (size_t i = 0; i < n; i++) {
        seen[i] = tr_bitext_draw(t.b, &order).source;
        for (size_t k = 0; k < i; k++)
            ck_assert_ptr_ne(seen[k], seen[i]);
    }
    for (size_t i = 0, found = 0; i < n; i++, found = 0) {
        const uint16_t *again = tr_bitext_draw(t.b, &order).source;
        for (size_t k = 0; k < n; k++)
            found += seen[k] == again;
        ck_assert_uint_eq(found, 1);
    }
    free(seen);
    toy_bitext_close(&t);
}
END_TEST

START_TEST(the_digest_is_of_the_text_and_its_mixture)
{
    uint64_t digest[4];
    char mix[SCRATCH_PATH];
    tr_error err;

    for (size_t i = 0; i < 4; i++) {
        toy_bitext t;
        open_mixed(&t, mix, i < 2 ? "a 1\nb 2\n" : i < 3 ? "a 1\nb 3\n" : "a 1\nc 2\n", 1000);
        const tr_bitext_tokens tokens = {.spm = t.spm};
        ck_assert_int_eq(tr_bitext_encode(t.b, &tokens, 30, 0, &err), 0);
        digest[i] = tr_bitext_digest(t.b);
        toy_bitext_close(&t);
    }
    ck_assert_uint_eq(digest[0], digest[1]);
    ck_assert_uint_ne(digest[0], digest[2]);
    ck_assert_uint_ne(digest[0], digest[3]);
}
END_TEST

START_TEST(a_small_text_has_a_small_vocabulary)
{
    toy_bitext t;
    toy_bitext_open_pairs(&t, 100, 30000, 0);
    ck_assert(tr_spm_size(t.spm) > 258 && tr_spm_size(t.spm) < 1000);
    toy_bitext_close(&t);
}
END_TEST

UNIT_MAIN("bitext", each_fault_is_counted_and_its_lines_are_named, lengths_are_measured_by_the_text,
          five_lines_of_a_fault_are_named, held_out_text_keeps_repeated_pairs,
          the_tab_s_place_makes_another_pair, columns_can_be_exchanged,
          a_text_without_any_tab_is_refused, sides_may_be_two_files,
          two_files_have_equally_many_lines, parts_that_the_list_lacks_are_left_out,
          a_marked_part_s_sources_begin_with_the_mark, a_model_may_have_its_own_way_to_encode,
          such_a_model_has_no_mark, ids_are_those_of_sentencepiece,
          text_is_normalized_before_it_is_cut, pieces_are_counted_and_limited,
          about_as_many_pairs_as_asked_for_are_held_out,
          pairs_with_equal_sources_are_held_out_together, a_round_draws_each_pair_once,
          the_digest_is_of_the_text_and_its_mixture, a_small_text_has_a_small_vocabulary)
