/* spm_train.c - the vocabulary that is trained has its special pieces, its size, and all text. */
#include "train/data/spm_train.h"

#include <stdio.h>
#include <string.h>

#include "text/spm.h"
#include "unit/unit.h"

/* Lines of random words. */
typedef struct source {
    size_t n;
    uint32_t state;
    char line[64];
} source;

static const char *next_line(void *ctx, size_t *len)
{
    source *s = ctx;
    if (s->n-- == 0) return NULL;
    *len = 0;
    for (size_t i = 0; i < 40; i++) {
        s->state = s->state * 1664525 + 1013904223;
        s->line[(*len)++] = "abcdefghij0123  "[s->state >> 28];
    }
    return s->line;
}

static const char *no_line(void *ctx, size_t *len)
{
    (void)ctx, (void)len;
    return NULL;
}

static tr_spm *open_model(const char *model, size_t size)
{
    tr_error err;
    tr_spm *spm;
    ck_assert_msg(tr_spm_open(&spm, model, size, false, "trained", &err) == 0, "%s", err.msg);
    return spm;
}

START_TEST(the_model_has_the_pieces_that_were_asked_for)
{
    source s = {.n = 400, .state = 1};
    size_t size;
    tr_spm_bounds bounds;
    char *model;
    tr_error err;

    ck_assert_msg(tr_spm_train(next_line, &s, (tr_spm_train_options){400, 0.9999}, &model, &size,
                               &bounds, &err) == 0,
                  "%s", err.msg);
    tr_spm *spm = open_model(model, size);
    ck_assert_int_eq(tr_spm_size(spm), 400);
    ck_assert_int_eq(tr_spm_eos(spm), 0);
    ck_assert_int_eq(tr_spm_unk(spm), 1);
    for (int byte = 0; byte < 256; byte++) {
        char piece[8];
        sprintf(piece, "<0x%02X>", byte);
        ck_assert_int_ne(tr_spm_id(spm, piece, strlen(piece)), tr_spm_unk(spm));
    }
    tr_spm_close(spm);
    free(model);
}
END_TEST

START_TEST(digits_are_pieces_of_their_own)
{
    source s = {.n = 400, .state = 2};
    size_t size;
    tr_spm_bounds bounds;
    char *model;
    tr_error err;

    ck_assert_int_eq(tr_spm_train(next_line, &s, (tr_spm_train_options){400, 0.9999}, &model, &size,
                                  &bounds, &err),
                     0);
    tr_spm *spm = open_model(model, size);
    for (int32_t id = 0; id < tr_spm_size(spm); id++) {
        const char *piece = tr_spm_piece(spm, id);
        if (piece[0] != '<' && strpbrk(piece, "0123")) ck_assert_uint_eq(strlen(piece), 1);
    }
    tr_spm_close(spm);
    free(model);
}
END_TEST

START_TEST(a_text_that_is_too_small_tells_how_many_it_allows)
{
    source s = {.n = 20, .state = 3}, again = s;
    size_t size;
    tr_spm_bounds bounds, none;
    char *model;
    tr_error err;

    ck_assert_int_eq(tr_spm_train(next_line, &s, (tr_spm_train_options){30000, 0.9999}, &model,
                                  &size, &bounds, &err),
                     TR_EINVAL);
    ck_assert(bounds.most > 256 && bounds.most < 30000);
    ck_assert_uint_eq(bounds.least, 0);
    ck_assert_msg(tr_spm_train(next_line, &again, (tr_spm_train_options){bounds.most, 0.9999},
                               &model, &size, &none, &err) == 0,
                  "%s", err.msg);
    tr_spm *spm = open_model(model, size);
    ck_assert_int_eq(tr_spm_size(spm), (int32_t)bounds.most);
    tr_spm_close(spm);
    free(model);
}
END_TEST

START_TEST(a_text_without_lines_is_refused)
{
    size_t size;
    tr_spm_bounds bounds;
    char *model;
    tr_error err;
    ck_assert_int_eq(tr_spm_train(no_line, NULL, (tr_spm_train_options){300, 0.9999}, &model, &size,
                                  &bounds, &err),
                     TR_EINVAL);
    ck_assert_uint_eq(bounds.most, 0);
    ck_assert_uint_eq(bounds.least, 0);
}
END_TEST

/* Lines of 20 characters that are frequent and, one in a hundred, 400 that are not. */
static const char *next_ideographs(void *ctx, size_t *len)
{
    source *s = ctx;
    if (s->n-- == 0) return NULL;
    *len = 0;
    for (size_t i = 0; i < 20; i++) {
        const uint32_t n = s->state++;
        const uint32_t c = n % 100 == 99 ? 0x6E00 + n / 100 % 400 : 0x4E00 + n * n / 7 % 20;
        s->line[(*len)++] = (char)(0xE0 | c >> 12);
        s->line[(*len)++] = (char)(0x80 | (c >> 6 & 0x3F));
        s->line[(*len)++] = (char)(0x80 | (c & 0x3F));
    }
    return s->line;
}

START_TEST(characters_may_be_more_than_the_pieces)
{
    source s = {.n = 2000}, again = {.n = 2000}, share = {.n = 2000};
    size_t size;
    tr_spm_bounds bounds;
    char *model;
    tr_error err;

    ck_assert_int_eq(tr_spm_train(next_ideographs, &s, (tr_spm_train_options){400, 0.9999}, &model,
                                  &size, &bounds, &err),
                     TR_EINVAL);
    ck_assert_uint_ge(bounds.least, 600);
    ck_assert_uint_eq(bounds.most, 0);
    ck_assert_ptr_nonnull(strstr(err.msg, "400 pieces are too few"));
    ck_assert_int_eq(tr_spm_train(next_ideographs, &again,
                                  (tr_spm_train_options){bounds.least + 10, 0.9999}, &model, &size,
                                  &bounds, &err),
                     0);
    free(model);
    ck_assert_msg(tr_spm_train(next_ideographs, &share, (tr_spm_train_options){400, 0.98}, &model,
                               &size, &bounds, &err) == 0,
                  "%s", err.msg);
    tr_spm *spm = open_model(model, size);
    ck_assert_int_eq(tr_spm_size(spm), 400);
    tr_spm_close(spm);
    free(model);
}
END_TEST

UNIT_MAIN("spm_train", the_model_has_the_pieces_that_were_asked_for, digits_are_pieces_of_their_own,
          a_text_that_is_too_small_tells_how_many_it_allows, a_text_without_lines_is_refused,
          characters_may_be_more_than_the_pieces)
