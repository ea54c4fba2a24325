/* The queue of a stream: lines in the order of the input, sentences in any. */
#include "session/queue.h"

#include <string.h>

#include "unit/unit.h"

/* The line; NULL when the queue has stopped. */
static tr_line *add(tr_queue *q, const char *text, size_t number)
{
    tr_line *line = tr_line_create(text, strlen(text), number);
    ck_assert_ptr_nonnull(line);
    pthread_mutex_lock(&q->lock);
    const bool going = tr_queue_add_locked(q, line);
    pthread_mutex_unlock(&q->lock);
    if (going) return line;
    tr_line_free(line);
    return NULL;
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

static void finish(tr_queue *q, tr_line *line)
{
    pthread_mutex_lock(&q->lock);
    line->place.done = true;
    pthread_mutex_unlock(&q->lock);
}

static tr_line *take_done(tr_queue *q)
{
    pthread_mutex_lock(&q->lock);
    tr_line *line = tr_queue_take_done_locked(q);
    if (line) tr_queue_give_room_locked(q, line->size);
    pthread_mutex_unlock(&q->lock);
    return line;
}

START_TEST(lines_leave_in_the_order_of_the_input)
{
    tr_queue q;
    tr_line *line[3];
    tr_queue_init(&q, 10);
    for (size_t i = 0; i < 3; i++)
        line[i] = add(&q, "one two\n", i + 1);
    ck_assert_uint_eq(q.n_lines, 3);
    ck_assert_uint_eq(q.n_bytes, 24);

    finish(&q, line[1]);
    ck_assert_ptr_null(take_done(&q));
    finish(&q, line[0]);
    ck_assert_ptr_eq(take_done(&q), line[0]);
    ck_assert_ptr_eq(take_done(&q), line[1]);
    ck_assert_ptr_null(take_done(&q));
    ck_assert_uint_eq(q.n_lines, 1);
    ck_assert_uint_eq(q.n_bytes, 8);
    tr_line_free(line[0]);
    tr_line_free(line[1]);
    tr_queue_free(&q); /* frees the third */
}
END_TEST

START_TEST(raw_lines_are_handed_out_once_each)
{
    tr_queue q;
    tr_queue_init(&q, 10);
    ck_assert(!tr_queue_has_work_locked(&q));
    tr_line *a = add(&q, "a", 1), *b = add(&q, "b", 2);
    ck_assert(tr_queue_has_work_locked(&q));
    ck_assert_ptr_eq(tr_queue_take_raw_locked(&q), a);
    ck_assert_ptr_eq(tr_queue_take_raw_locked(&q), b);
    ck_assert_ptr_null(tr_queue_take_raw_locked(&q));
    ck_assert(!tr_queue_has_work_locked(&q));
    tr_line *c = add(&q, "c", 3);
    ck_assert_ptr_eq(tr_queue_take_raw_locked(&q), c);
    tr_queue_free(&q);
}
END_TEST

START_TEST(a_sentence_that_is_given_back_is_the_next_one)
{
    tr_queue q;
    tr_queue_init(&q, 10);
    tr_line *a = add(&q, "a", 1), *b = add(&q, "b", 2);
    sentence(a, 2);
    sentence(b, 1);
    ck_assert_uint_eq(tr_queue_add_sentences_locked(&q, b), 1);
    ck_assert_uint_eq(tr_queue_add_sentences_locked(&q, a), 2);

    tr_sentence *first = tr_queue_take_sentence_locked(&q),
                *second = tr_queue_take_sentence_locked(&q);
    ck_assert_ptr_eq(first, b->sentences);
    ck_assert_ptr_eq(second, a->sentences);
    tr_queue_return_sentence_locked(&q, second);
    ck_assert_ptr_eq(tr_queue_take_sentence_locked(&q), second);
    ck_assert_ptr_eq(tr_queue_take_sentence_locked(&q), a->sentences->next);
    ck_assert_ptr_null(tr_queue_take_sentence_locked(&q));
    /* Into an empty queue, and something after it. */
    tr_queue_return_sentence_locked(&q, first);
    tr_line *c = add(&q, "c", 3);
    sentence(c, 1);
    tr_queue_add_sentences_locked(&q, c);
    ck_assert_ptr_eq(tr_queue_take_sentence_locked(&q), first);
    ck_assert_ptr_eq(tr_queue_take_sentence_locked(&q), c->sentences);
    tr_queue_free(&q);
}
END_TEST

START_TEST(the_last_sentence_of_a_line_completes_it)
{
    tr_queue q;
    tr_queue_init(&q, 10);
    tr_line *a = add(&q, "a", 1), *b = add(&q, "b", 2);
    sentence(a, 3);
    ck_assert_uint_eq(tr_queue_add_sentences_locked(&q, a), 3);
    ck_assert_uint_eq(tr_queue_add_sentences_locked(&q, b), 0);
    ck_assert(!tr_queue_complete_sentence(&q, a));
    ck_assert(!tr_queue_complete_sentence(&q, a));
    ck_assert(tr_queue_complete_sentence(&q, a));
    tr_queue_free(&q);
}
END_TEST

/* A reader that adds one line more than there is room for. */
static void *read_line(void *ctx)
{
    tr_queue *q = ctx;
    add(q, "c", 3);
    return NULL;
}

START_TEST(a_full_queue_waits_for_a_line_to_leave)
{
    tr_queue q;
    pthread_t reader;
    tr_queue_init(&q, 2);
    tr_line *a = add(&q, "a", 1);
    add(&q, "b", 2);
    ck_assert_int_eq(pthread_create(&reader, NULL, read_line, &q), 0);
    finish(&q, a);
    ck_assert_ptr_eq(take_done(&q), a);
    pthread_join(reader, NULL);
    ck_assert_uint_eq(q.n_lines, 2);
    ck_assert_uint_eq(q.last->result.line, 3);
    tr_line_free(a);
    tr_queue_free(&q);
}
END_TEST

START_TEST(a_stream_that_stops_keeps_the_first_failure_and_lets_the_reader_go)
{
    tr_queue q;
    tr_error e;
    pthread_t reader;
    tr_queue_init(&q, 1);
    add(&q, "a", 1);
    ck_assert_int_eq(pthread_create(&reader, NULL, read_line, &q), 0);
    ck_assert(!tr_queue_stopped(&q));
    pthread_mutex_lock(&q.lock);
    tr_queue_stop_locked(&q, tr_fail(&e, TR_ESTOPPED, "first"), &e);
    tr_queue_stop_locked(&q, tr_fail(&e, TR_ENOMEM, "second"), &e);
    pthread_mutex_unlock(&q.lock);
    pthread_join(reader, NULL);
    ck_assert(tr_queue_stopped(&q));
    ck_assert_int_eq(q.status, TR_ESTOPPED);
    ck_assert_str_eq(q.error.msg, "first");
    ck_assert_uint_eq(q.n_lines, 1);
    tr_queue_free(&q);
}
END_TEST

UNIT_MAIN("queue", lines_leave_in_the_order_of_the_input, raw_lines_are_handed_out_once_each,
          a_sentence_that_is_given_back_is_the_next_one, the_last_sentence_of_a_line_completes_it,
          a_full_queue_waits_for_a_line_to_leave,
          a_stream_that_stops_keeps_the_first_failure_and_lets_the_reader_go)
