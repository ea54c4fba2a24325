/* How many source tokens a session has in flight, where nothing is said. */
#include "model/nmt.h"
#include "setup/options.h"
#include "unit/unit.h"

static size_t tokens(size_t megabytes, int beam, size_t given)
{
    static tr_nmt m;
    tr_options o;
    tr_options_init(&o, NULL);
    o.beam_size = beam;
    o.batch_tokens = given;
    m.file.file.size = megabytes << 20;
    return tr_options_batch_tokens(&o, &m);
}

START_TEST(small_networks_take_many_sentences)
{
    ck_assert_uint_eq(tokens(20, 1, 0), 2048);
    ck_assert_uint_eq(tokens(20, 4, 0), 512);
    ck_assert_uint_eq(tokens(20, 12, 0), 512);
}
END_TEST

/* As many as make 32 hypotheses: one at least, and 16 at most. */
START_TEST(large_networks_take_what_their_products_need)
{
    ck_assert_uint_eq(tokens(200, 1, 0), 16 * TR_SENTENCE_TOKENS);
    for (int beam = 2; beam <= 64; beam++) {
        const size_t sentences = tokens(200, beam, 0) / TR_SENTENCE_TOKENS;
        ck_assert_uint_ge(sentences * (size_t)beam, 32);
        ck_assert_uint_lt((sentences - 1) * (size_t)beam, 32);
    }
}
END_TEST

START_TEST(what_is_given_holds)
{
    ck_assert_uint_eq(tokens(20, 4, 7), 7);
    ck_assert_uint_eq(tokens(200, 4, 700), 700);
}
END_TEST

UNIT_MAIN("batch_tokens", small_networks_take_many_sentences,
          large_networks_take_what_their_products_need, what_is_given_holds)
