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
    size_t size, most;
    char *model;
    tr_error err;

    ck_assert_msg(tr_spm_train(next_line, &s, 400, &model, &size, &most, &err) == 0, "%s", err.msg);
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
    size_t size, most;
    char *model;
    tr_error err;

    ck_assert_int_eq(tr_spm_train(next_line, &s, 400, &model, &size, &most, &err), 0);
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
    size_t size, most, none;
    char *model;
    tr_error err;

    ck_assert_int_eq(tr_spm_train(next_line, &s, 30000, &model, &size, &most, &err), TR_EINVAL);
    ck_assert(most > 256 && most < 30000);
    ck_assert_msg(tr_spm_train(next_line, &again, most, &model, &size, &none, &err) == 0, "%s",
                  err.msg);
    tr_spm *spm = open_model(model, size);
    ck_assert_int_eq(tr_spm_size(spm), (int32_t)most);
    tr_spm_close(spm);
    free(model);
}
END_TEST

START_TEST(a_text_without_lines_is_refused)
{
    size_t size, most;
    char *model;
    tr_error err;
    ck_assert_int_eq(tr_spm_train(no_line, NULL, 300, &model, &size, &most, &err), TR_EINVAL);
    ck_assert_uint_eq(most, 0);
}
END_TEST

UNIT_MAIN("spm_train", the_model_has_the_pieces_that_were_asked_for, digits_are_pieces_of_their_own,
          a_text_that_is_too_small_tells_how_many_it_allows, a_text_without_lines_is_refused)
