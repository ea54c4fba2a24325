/* The queue of the workers: lines of a client in their order, clients in turns. */
#include "session/queue.h"

#include <string.h>

#include "unit/unit.h"

static tr_line *add(tr_queue *q, tr_submission *e, const char *text, size_t number)
{
    tr_line *line = tr_line_create(text, strlen(text), number, (tr_line_options){.n_best = 1});
    ck_assert_ptr_nonnull(line);
    tr_queue_add_locked(q, e, line);
    return line;
}

/* Gives a line n sentences, as preparing does. */
static void sentence(tr_line *line, size_t n)
{
    for (; n; n--) {
        tr_sentence *s = TR_REGION_TAKE(&line->region, tr_sentence, 1);
        ck_assert_ptr_nonnull(s);
        s->line = line;
        *line->last_sentence = s;
        line->last_sentence = &s->next;
    }
}

static void open_submission(tr_queue *q, tr_submission *e, uint64_t client)
{
    *e = (tr_submission){0};
    ck_assert(tr_queue_open_locked(q, e, client));
}

static tr_line *take_line(tr_queue *q)
{
    tr_line *line;
    tr_sentence *s;
    tr_queue_take_locked(q, &line, &s);
    ck_assert_ptr_null(s);
    return line;
}

static tr_sentence *take_sentence(tr_queue *q)
{
    tr_line *line;
    tr_sentence *s;
    tr_queue_take_locked(q, &line, &s);
    ck_assert_ptr_null(line);
    return s;
}

START_TEST(raw_lines_are_handed_out_once_each)
{
    tr_queue q;
    tr_submission e;
    tr_queue_init(&q, 1);
    open_submission(&q, &e, 1);
    ck_assert(!tr_queue_has_work_locked(&q));
    tr_line *a = add(&q, &e, "a", 1), *b = add(&q, &e, "b", 2);
    ck_assert(tr_queue_has_work_locked(&q));
    ck_assert_uint_eq(e.n_out, 2);
    ck_assert_ptr_eq(take_line(&q), a);
    ck_assert_ptr_eq(take_line(&q), b);
    ck_assert_ptr_null(take_line(&q));
    ck_assert(!tr_queue_has_work_locked(&q));
    tr_line *c = add(&q, &e, "c", 3);
    ck_assert_ptr_eq(take_line(&q), c);
    tr_line_free(a);
    tr_line_free(b);
    tr_line_free(c);
    tr_queue_close_locked(&q, &e);
    tr_queue_free(&q);
}
END_TEST

START_TEST(a_sentence_that_is_given_back_is_the_next_one)
{
    tr_queue q;
    tr_submission e;
    tr_queue_init(&q, 1);
    open_submission(&q, &e, 1);
    tr_line *a = add(&q, &e, "a", 1), *b = add(&q, &e, "b", 2);
    take_line(&q);
    take_line(&q);
    sentence(a, 2);
    sentence(b, 1);
    ck_assert_uint_eq(tr_queue_add_sentences_locked(&q, b), 1);
    ck_assert_uint_eq(tr_queue_add_sentences_locked(&q, a), 2);

    tr_sentence *first = take_sentence(&q), *second = take_sentence(&q);
    ck_assert_ptr_eq(first, b->sentences);
    ck_assert_ptr_eq(second, a->sentences);
    tr_queue_return_sentence_locked(&q, second);
    ck_assert_ptr_eq(take_sentence(&q), second);
    ck_assert_ptr_eq(take_sentence(&q), a->sentences->next);
    ck_assert_ptr_null(take_sentence(&q));
    /* Into an empty queue, and something after it. */
    tr_queue_return_sentence_locked(&q, first);
    tr_line *c = add(&q, &e, "c", 3);
    ck_assert_ptr_eq(take_sentence(&q), first);
    ck_assert_ptr_eq(take_line(&q), c);
    tr_line_free(a);
    tr_line_free(b);
    tr_line_free(c);
    tr_queue_close_locked(&q, &e);
    tr_queue_free(&q);
}
END_TEST

START_TEST(the_last_sentence_of_a_line_completes_it)
{
    tr_queue q;
    tr_submission e;
    tr_queue_init(&q, 1);
    open_submission(&q, &e, 1);
    tr_line *a = add(&q, &e, "a", 1), *b = add(&q, &e, "b", 2);
    take_line(&q);
    take_line(&q);
    sentence(a, 3);
    ck_assert_uint_eq(tr_queue_add_sentences_locked(&q, a), 3);
    ck_assert_uint_eq(tr_queue_add_sentences_locked(&q, b), 0);
    for (size_t i = 0; i < 3; i++) {
        const tr_sentence *const s = take_sentence(&q);
        ck_assert_ptr_nonnull(s);
        ck_assert(tr_queue_complete_sentence(&q, s) == (i == 2));
    }
    tr_line_free(a);
    tr_line_free(b);
    tr_queue_close_locked(&q, &e);
    tr_queue_free(&q);
}
END_TEST

static void take_nothing(tr_queue *q)
{
    tr_line *line;
    tr_sentence *s;
    tr_queue_take_locked(q, &line, &s);
    ck_assert_ptr_null(line);
    ck_assert_ptr_null(s);
}

static void make_ready(tr_queue *q, tr_line *line, size_t n, size_t tokens)
{
    sentence(line, n);
    for (tr_sentence *s = line->sentences; s; s = s->next)
        s->n_tokens = tokens;
    tr_queue_add_sentences_locked(q, line);
}

START_TEST(clients_take_turns_by_tokens)
{
    enum { TOKENS = TR_TURN / 4 };
    tr_queue q;
    tr_submission many, few;
    size_t n_many = 0, n_few = 0;

    tr_queue_init(&q, 1);
    open_submission(&q, &many, 1);
    open_submission(&q, &few, 2);
    tr_line *a = add(&q, &many, "a", 1), *b = add(&q, &few, "b", 1);
    ck_assert_ptr_eq(take_line(&q), a);
    ck_assert_ptr_eq(take_line(&q), b);
    make_ready(&q, a, 100, TOKENS);
    make_ready(&q, b, 12, TOKENS);
    for (tr_sentence *s; (s = take_sentence(&q));) {
        n_many += s->line == a;
        n_few += s->line == b;
        if (n_few < 12) ck_assert_uint_le(n_many, n_few + 4);
        ck_assert_uint_le(n_few, n_many);
        tr_queue_complete_sentence(&q, s);
    }
    ck_assert_uint_eq(n_many, 100);
    ck_assert_uint_eq(n_few, 12);
    tr_line_free(a);
    tr_line_free(b);
    tr_queue_close_locked(&q, &many);
    tr_queue_close_locked(&q, &few);
    ck_assert_ptr_null(q.clients);
    tr_queue_free(&q);
}
END_TEST

START_TEST(one_of_several_has_its_share_of_the_batches_at_most)
{
    enum { TOKENS = TR_TURN / 4 };
    tr_queue q;
    tr_submission many, few;
    tr_sentence *taken[8], *s;

    tr_queue_init(&q, 1);
    open_submission(&q, &many, 1);
    tr_line *a = add(&q, &many, "a", 1);
    ck_assert_ptr_eq(take_line(&q), a);
    make_ready(&q, a, 10, TOKENS);
    for (size_t i = 0; i < 8; i++) /* alone, it has as much as there is room for */
        ck_assert_ptr_nonnull(taken[i] = take_sentence(&q));
    open_submission(&q, &few, 2);
    take_nothing(&q);
    for (size_t i = 0; i < 6; i++)
        tr_queue_complete_sentence(&q, taken[i]);
    take_nothing(&q);
    tr_queue_complete_sentence(&q, taken[6]);
    ck_assert_ptr_nonnull(s = take_sentence(&q));
    take_nothing(&q);
    tr_queue_return_sentence_locked(&q, s);
    ck_assert_ptr_eq(take_sentence(&q), s);
    tr_queue_close_locked(&q, &few); /* alone again */
    ck_assert_ptr_nonnull(take_sentence(&q));
    ck_assert(!tr_queue_has_work_locked(&q));
    tr_line_free(a);
    tr_queue_close_locked(&q, &many);
    tr_queue_free(&q);
}
END_TEST

START_TEST(two_submissions_of_a_client_are_one_client)
{
    tr_queue q;
    tr_submission a, b;

    tr_queue_init(&q, 1);
    open_submission(&q, &a, 7);
    open_submission(&q, &b, 7);
    ck_assert_ptr_eq(a.client, b.client);
    tr_queue_close_locked(&q, &a);
    ck_assert_ptr_eq(q.clients, b.client);
    tr_queue_close_locked(&q, &b);
    ck_assert_ptr_null(q.clients);
    tr_queue_free(&q);
}
END_TEST

UNIT_MAIN("queue", raw_lines_are_handed_out_once_each,
          a_sentence_that_is_given_back_is_the_next_one, the_last_sentence_of_a_line_completes_it,
          clients_take_turns_by_tokens, one_of_several_has_its_share_of_the_batches_at_most,
          two_submissions_of_a_client_are_one_client)
