#include "text/spm.h"

#include <math.h>

#include "make/spm_proto.h"
#include "unit/unit.h"

/* The model is refused with `code` and a sentence that starts with the name and holds `reason`. */
static void check_refused(tr_buf *model, int code, const char *reason)
{
    tr_spm *spm = NULL;
    tr_error err = {0};
    ck_assert_int_eq(tr_spm_open(&spm, tr_buf_text(model), model->len, false, "m.spm", &err), code);
    ck_assert_ptr_null(spm);
    ck_assert_int_eq(err.code, code);
    ck_assert_msg(strncmp(err.msg, "m.spm: ", 7) == 0 && strstr(err.msg, reason), "%s", err.msg);
    tr_buf_free(model);
}

/* `text` as "id[begin,end) ..."; the fast way must give the same ids. */
static void check_spans(const tr_spm *spm, const char *text, const char *expected)
{
    tr_spm_piece_span *spans = NULL;
    int32_t *ids = NULL;
    size_t capacity = 0, ids_capacity = 0, n = 0, n_ids = 0;
    tr_buf found = {0};
    ck_assert_int_eq(
        tr_spm_encode_spans(spm, text, strlen(text), &spans, &capacity, &n, NULL, NULL), 0);
    ck_assert_int_eq(tr_spm_encode(spm, text, strlen(text), &ids, &ids_capacity, &n_ids, NULL), 0);
    ck_assert_uint_eq(n, n_ids);
    for (size_t i = 0; i < n; i++) {
        ck_assert_int_eq(ids[i], spans[i].id);
        tr_buf_printf(&found, "%s%d[%zu,%zu)", i ? " " : "", spans[i].id, spans[i].begin,
                      spans[i].end);
    }
    ck_assert_str_eq(tr_buf_text(&found), expected);
    tr_buf_free(&found);
    free(spans);
    free(ids);
}

static void check_decode(const tr_spm *spm, const int32_t *ids, size_t n, const char *expected)
{
    tr_buf out = {0};
    ck_assert_int_eq(tr_spm_decode(spm, ids, n, &out, NULL), TR_OK);
    ck_assert_str_eq(tr_buf_text(&out), expected);
    tr_buf_free(&out);
}

/* ---- Encoding and decoding.  The base model's scores: blank -3, a -4, b -5, ... h -11. */

START_TEST(takes_the_likeliest_pieces)
{
    tr_buf better = {0}, worse = {0};
    put_base(&better);
    put_base(&worse);
    put_piece(&better, "ab", -8.9F, TR_SPM_NORMAL); /* a and b together: -9 */
    put_piece(&worse, "ab", -9.1F, TR_SPM_NORMAL);
    tr_spm *spm = open_good(&better);
    check_spans(spm, "ab  ab", "3[0,0) 12[0,2) 3[2,4) 12[4,6)");
    close_good(spm, &better);
    spm = open_good(&worse);
    check_spans(spm, "ab", "3[0,0) 4[0,1) 5[1,2)");
    close_good(spm, &worse);
}
END_TEST

START_TEST(merges_the_best_pair_first)
{
    tr_buf model = {0};
    put_base(&model);
    put_piece(&model, "ab", -2, TR_SPM_NORMAL);
    put_piece(&model, "bc", -1, TR_SPM_NORMAL);
    put_trainer(&model, ALGORITHM_BPE, false);
    tr_spm *const spm = open_good(&model);
    check_spans(spm, "abc ab", "3[0,0) 4[0,1) 13[1,3) 3[3,4) 12[4,6)");
    close_good(spm, &model);
}
END_TEST

START_TEST(knows_its_pieces)
{
    tr_buf model = {0};
    put_base(&model);
    put_piece(&model, "__sep__", 0, TR_SPM_USER_DEFINED);
    put_piece(&model, "cd", -1, TR_SPM_UNUSED);
    tr_spm *const spm = open_good(&model);
    ck_assert_int_eq(tr_spm_size(spm), 14);
    ck_assert_str_eq(tr_spm_piece(spm, 12), "__sep__");
    ck_assert_int_eq(tr_spm_kind(spm, 0), TR_SPM_UNKNOWN);
    ck_assert_int_eq(tr_spm_kind(spm, 2), TR_SPM_CONTROL);
    ck_assert_int_eq(tr_spm_kind(spm, 4), TR_SPM_NORMAL);
    ck_assert_int_eq(tr_spm_kind(spm, 12), TR_SPM_USER_DEFINED);
    ck_assert_int_eq(tr_spm_kind(spm, 13), TR_SPM_UNUSED);
    ck_assert_int_eq(tr_spm_unk(spm), 0);
    ck_assert_int_eq(tr_spm_eos(spm), 2);
    ck_assert_int_eq(tr_spm_id(spm, "ax", 1), 4);
    ck_assert_int_eq(tr_spm_id(spm, "</s>", 4), 2);
    ck_assert_int_eq(tr_spm_id(spm, "ax", 2), 0);
    ck_assert_int_eq(tr_spm_id(spm, "", 0), 0);
    check_spans(spm, "a__sep__cd", "3[0,0) 4[0,1) 12[1,8) 6[8,9) 7[9,10)");
    close_good(spm, &model);
}
END_TEST

START_TEST(never_reads_control_pieces_from_text)
{
    for (int algorithm = ALGORITHM_UNIGRAM; algorithm <= ALGORITHM_BPE; algorithm++) {
        tr_buf model = {0};
        put_base(&model);
        put_piece(&model, "</", -1, TR_SPM_NORMAL);
        put_piece(&model, "s", -1, TR_SPM_NORMAL);
        put_piece(&model, "s>", -1, TR_SPM_NORMAL);
        put_trainer(&model, algorithm, false);
        tr_spm *const spm = open_good(&model);
        check_spans(spm, "</s>", "3[0,0) 12[0,2) 14[2,4)");
        close_good(spm, &model);
    }
}
END_TEST

START_TEST(gives_the_bytes_of_a_character_its_span)
{
    tr_buf model = {0};
    put_base(&model);
    put_byte_pieces(&model); /* 12 + byte */
    put_trainer(&model, ALGORITHM_UNIGRAM, true);
    tr_spm *const spm = open_good(&model);
    /* a, U+00E9 = C3 A9, U+1F984 = F0 9F A6 84, b */
    check_spans(spm,
                "a\xC3\xA9\xF0\x9F\xA6\x84"
                "b",
                "3[0,0) 4[0,1) 207[1,3) 181[1,3) 252[3,7) 171[3,7) 178[3,7) 144[3,7) 5[7,8)");
    const int32_t ids[] = {3, 4, 207, 181, 5}, cut[] = {4, 207, 5, 181};
    check_decode(spm, ids, 5,
                 "a\xC3\xA9"
                 "b");
    check_decode(spm, cut, 4,
                 "a\xEF\xBF\xBD"
                 "b\xEF\xBF\xBD");
    close_good(spm, &model);
}
END_TEST

START_TEST(joins_unknown_characters)
{
    tr_buf model = {0};
    put_base(&model);
    tr_spm *const spm = open_good(&model);
    check_spans(spm, "axyb", "3[0,0) 4[0,1) 0[1,3) 5[3,4)");
    check_spans(spm, "", "");
    check_spans(spm, "  ", "");
    const int32_t ids[] = {3, 4, 0, 1, 2, 5};
    check_decode(spm, ids, 6, "a \xE2\x81\x87 b");
    check_decode(spm, ids, 0, "");
    close_good(spm, &model);
}
END_TEST

/* ---- Rules: a double array in which x, xx, xxx ... (`n_rules` of them) become `text`.  Level i
 * has its base at 256 i; unused units carry a value's bit, which no look-up takes for a child. */
static void put_nested_rules(tr_buf *map, unsigned n_rules, const char *text, size_t text_len)
{
    const unsigned n_units = 256 * (n_rules + 2);
    put_u32(map, 4 * n_units);
    for (unsigned i = 0; i < n_units; i++) {
        const unsigned level = i / 256;
        const bool child = level > 0 && i % 256 == 'x' && level <= n_rules;
        const unsigned base = 256 * (level + 1);
        if (i == 0)
            put_u32(map, (256U ^ 0) << 10);
        else if (child)
            put_u32(map, (i ^ base) << 10 | 1U << 8 | 'x');
        else
            put_u32(map, 0x80000000);
    }
    tr_buf_add(map, text, text_len);
}

static void put_rules(tr_buf *model, tr_buf *map)
{
    put_base(model);
    put_charsmap(model, map->data, map->len);
    tr_buf_free(map);
}

START_TEST(follows_rules_and_maps_back)
{
    tr_buf map = {0}, model = {0};
    put_nested_rules(&map, 2, "ab", 3);
    put_rules(&model, &map);
    tr_spm *const spm = open_good(&model);
    /* x is one character that became two; each has its span */
    check_spans(spm, "cxd", "3[0,0) 6[0,1) 4[1,2) 5[1,2) 7[2,3)");
    check_spans(spm, "xxx", "3[0,0) 4[0,1) 5[0,2) 4[2,3) 5[2,3)");
    close_good(spm, &model);
}
END_TEST

START_TEST(gives_bytes_the_span_of_what_a_rule_matched)
{
    tr_buf map = {0}, model = {0};
    put_nested_rules(&map, 2, "\xC3\xA9", 3);
    put_rules(&model, &map);
    put_byte_pieces(&model);
    put_trainer(&model, ALGORITHM_UNIGRAM, true);
    tr_spm *const spm = open_good(&model);
    check_spans(spm, "axxb", "3[0,0) 4[0,1) 207[1,3) 181[1,3) 5[3,4)");
    close_good(spm, &model);
}
END_TEST

START_TEST(refuses_more_nested_rules_than_fit)
{
    tr_buf map = {0}, model = {0};
    char text[101];
    memset(text, 'x', 100);
    text[100] = '\0';
    put_nested_rules(&map, 32, "a", 2);
    put_rules(&model, &map);
    tr_spm *const spm = open_good(&model);
    check_spans(spm, text, "3[0,0) 4[0,32) 4[32,64) 4[64,96) 4[96,100)");
    close_good(spm, &model);
    put_nested_rules(&map, 33, "a", 2);
    put_rules(&model, &map);
    check_refused(&model, TR_EFORMAT, "32 allowed");
}
END_TEST

/* Changes unit `i` of one rule's table. */
static void check_unit(unsigned i, uint32_t unit, const char *reason)
{
    tr_buf map = {0}, model = {0};
    put_nested_rules(&map, 1, "ab", 3);
    for (unsigned k = 0; k < 4; k++)
        map.data[4 + 4 * i + k] = (char)(unit >> (8 * k));
    put_rules(&model, &map);
    check_refused(&model, TR_EFORMAT, reason);
}

START_TEST(refuses_damaged_rules)
{
    const unsigned x = 256 + 'x';
    check_unit(0, 768U << 10, "points outside");
    check_unit(0, 0xFFFFFFFF, "points outside");
    check_unit(x, (x ^ 768U) << 10 | 1U << 8 | 'x', "points outside");
    check_unit(x, (x ^ 256U) << 10 | 'x', "circle");
    check_unit(512, 0x80000003, "outside it");
    check_unit(512, 0xFFFFFFFF, "outside it");

    static const struct {
        const char *text;
        size_t len;
        const char *reason;
    } texts[] = {{"ab", 2, "outside it"}, {"\xC3", 2, "not UTF-8"}, {"", 0, "outside it"}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        tr_buf map = {0}, model = {0};
        put_nested_rules(&map, 1, texts[i].text, texts[i].len);
        put_rules(&model, &map);
        check_refused(&model, TR_EFORMAT, texts[i].reason);
    }
}
END_TEST

START_TEST(refuses_rules_that_are_cut_short)
{
    tr_buf map = {0};
    put_nested_rules(&map, 1, "ab", 3);
    /* SentencePiece wants a byte after the table; lengths that leave it whole are fine */
    for (size_t n = 1; n < 4 + 4 * 768; n += n < 16 ? 1 : 101) {
        tr_buf model = {0};
        put_base(&model);
        put_charsmap(&model, map.data, n);
        check_refused(&model, TR_EFORMAT, "cut short");
    }
    for (uint32_t size = 0; size < 1024; size += 4) {
        tr_buf model = {0}, small = {0};
        put_u32(&small, size);
        for (int i = 0; i < 300; i++)
            put_u32(&small, 0);
        put_rules(&model, &small);
        check_refused(&model, TR_EFORMAT, "cut short");
    }
    tr_buf_free(&map);
}
END_TEST

START_TEST(refuses_text_beyond_its_counters)
{
    enum { LEN = 1024, TOO_LONG = 700000 }; /* 3 * 1024 * 700 000 > 2^31 */
    tr_buf map = {0}, model = {0};
    char *const replacement = calloc(LEN + 1, 1), *const text = calloc(TOO_LONG, 1);
    ck_assert(replacement && text);
    memset(replacement, ' ', LEN);
    memset(text, 'x', TOO_LONG);
    put_nested_rules(&map, 1, replacement, LEN + 1);
    put_rules(&model, &map);
    tr_spm *const spm = open_good(&model);
    tr_error err = {0};
    int32_t *ids = NULL;
    size_t capacity = 0, n = 0;
    ck_assert_int_eq(tr_spm_encode(spm, text, TOO_LONG, &ids, &capacity, &n, &err), TR_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.msg, "700000 bytes"));
    free(ids);
    free(text);
    free(replacement);
    close_good(spm, &model);
}
END_TEST

/* ---- Models that are not what they should be */

START_TEST(refuses_odd_pieces)
{
    tr_buf m = {0};
    check_refused(&m, TR_EFORMAT, "not a SentencePiece model");
    put_trainer(&m, ALGORITHM_BPE, false);
    check_refused(&m, TR_EFORMAT, "not a SentencePiece model");
    put_piece(&m, "a", -1, TR_SPM_NORMAL);
    check_refused(&m, TR_EFORMAT, "unk is not defined");
    put_base(&m);
    put_piece(&m, "<unknown>", 0, TR_SPM_UNKNOWN);
    check_refused(&m, TR_EFORMAT, "unk is already defined");
    put_base(&m);
    put_piece(&m, "a", -1, TR_SPM_NORMAL);
    check_refused(&m, TR_EFORMAT, "already defined");
    put_base(&m);
    put_piece(&m, "", -1, TR_SPM_NORMAL);
    check_refused(&m, TR_EFORMAT, "piece 12 ");
    put_base(&m);
    put_piece_bytes(&m, "x\0y", 3, -1, TR_SPM_NORMAL);
    check_refused(&m, TR_EFORMAT, "piece 12 ");
    put_base(&m);
    put_piece(&m, "\xC3", -1, TR_SPM_NORMAL);
    check_refused(&m, TR_EFORMAT, "piece 12 ");
    put_base(&m);
    put_piece(&m, "x", NAN, TR_SPM_NORMAL);
    check_refused(&m, TR_EFORMAT, "score of piece 12");
    put_base(&m);
    put_piece(&m, "x", -INFINITY, TR_SPM_NORMAL);
    check_refused(&m, TR_EFORMAT, "score of piece 12");
    put_base(&m);
    put_piece(&m, "x", -1, 7);
    check_refused(&m, TR_EFORMAT, "no known type");
    put_base(&m);
    put_piece(&m, "x", -1, 0);
    check_refused(&m, TR_EFORMAT, "no known type");
    put_base(&m);
    put_piece(&m, "<0x41>", -1, TR_SPM_BYTE);
    check_refused(&m, TR_EFORMAT, "byte_fallback");
    put_base(&m);
    put_trainer(&m, ALGORITHM_UNIGRAM, true);
    check_refused(&m, TR_EFORMAT, "256 byte pieces");
    put_base(&m);
    put_trainer(&m, 3, false);
    check_refused(&m, TR_EUNSUPPORTED, "algorithm 3");
}
END_TEST

START_TEST(refuses_control_pieces_that_could_be_typed)
{
    tr_buf m = {0};
    put_base(&m);
    put_piece(&m, "</s>", -1, TR_SPM_NORMAL);
    check_refused(&m, TR_EFORMAT, "piece 12 ");
    put_base(&m);
    put_piece(&m, "\xE4\xB8\xAD", 0, TR_SPM_CONTROL);
    put_trainer(&m, ALGORITHM_BPE, false);
    check_refused(&m, TR_EFORMAT, "piece 12 ");
    put_base(&m);
    put_piece(&m, "\xE4\xB8\xAD", 0, TR_SPM_CONTROL);
    tr_spm *const spm = open_good(&m); /* unigram models never look at it */
    check_spans(spm, "a\xE4\xB8\xAD", "3[0,0) 4[0,1) 0[1,4)");
    close_good(spm, &m);
}
END_TEST

/* A chain of user-defined pieces a, aa, aaa ... would run off a table on SentencePiece's stack. */
START_TEST(refuses_more_nested_user_pieces_than_fit)
{
    for (int n = 64; n <= 65; n++) {
        tr_buf m = {0};
        char text[80];
        put_piece(&m, "<unk>", 0, TR_SPM_UNKNOWN);
        put_piece(&m, "</s>", 0, TR_SPM_CONTROL);
        put_piece(&m, "ab", -1, TR_SPM_USER_DEFINED);
        for (int i = 1; i <= n; i++) {
            memset(text, 'a', sizeof text);
            text[i] = '\0';
            put_piece(&m, text, 0, TR_SPM_USER_DEFINED);
        }
        if (n == 65) {
            check_refused(&m, TR_EUNSUPPORTED, "64 user-defined");
            continue;
        }
        tr_spm *const spm = open_good(&m);
        check_spans(spm, text, "0[0,0) 66[0,64)");
        close_good(spm, &m);
    }
}
END_TEST

UNIT_MAIN("spm", takes_the_likeliest_pieces, merges_the_best_pair_first, knows_its_pieces,
          never_reads_control_pieces_from_text, gives_the_bytes_of_a_character_its_span,
          joins_unknown_characters, follows_rules_and_maps_back,
          gives_bytes_the_span_of_what_a_rule_matched, refuses_more_nested_rules_than_fit,
          refuses_damaged_rules, refuses_rules_that_are_cut_short, refuses_text_beyond_its_counters,
          refuses_odd_pieces, refuses_control_pieces_that_could_be_typed,
          refuses_more_nested_user_pieces_than_fit)
