/* Alignments as text and as JSON. */
#include "lines/alignment.h"

#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

/* Three tokens of a translation: the first looks at source token 2, the second at 0, the third at
 * what surrounds the sentence, which counts as token 3. */
static const float weights[3][4] = {
    {0, 0.25F, 0.75F, 0}, {0.5F, 0.25F, 0, 0.25F}, {0, 0, 0.125F, 0.875F}};
static const tr_alignment alignment[] = {
    {.n = 3, .weight = weights[0], .best = 2},
    {.n = 3, .weight = weights[1], .best = 0},
    {.n = 3, .weight = weights[2], .best = 3},
};
static const tr_hypothesis three = {.text = "", .n_tokens = 3, .alignment = alignment};
static const tr_hypothesis none = {.text = ""};

static const char *printed(const tr_hypothesis *h, int form)
{
    static char out[300];
    FILE *const f = tmpfile();

    alignment_print(f, h, form);
    rewind(f);
    out[fread(out, 1, sizeof out - 1, f)] = '\0';
    fclose(f);
    return out;
}

static const char *as_json(const tr_hypothesis *h, int form)
{
    static char out[300];
    cJSON *const json = alignment_json(h, form);
    char *const text = cJSON_PrintUnformatted(json);

    snprintf(out, sizeof out, "%s", text);
    cJSON_free(text);
    cJSON_Delete(json);
    return out;
}

START_TEST(pairs_stand_in_the_order_of_the_source)
{
    ck_assert_str_eq(printed(&three, ALIGNMENT_HARD), "0-1 2-0 3-2");
    ck_assert_str_eq(as_json(&three, ALIGNMENT_HARD), "[[0,1],[2,0],[3,2]]");
}
END_TEST

START_TEST(weights_stand_in_the_order_of_the_translation)
{
    ck_assert_str_eq(printed(&three, ALIGNMENT_SOFT),
                     "0,0.25,0.75,0 0.5,0.25,0,0.25 0,0,0.125,0.875");
    ck_assert_str_eq(as_json(&three, ALIGNMENT_SOFT),
                     "[{\"first\":0,\"weights\":[0,0.25,0.75,0]},"
                     "{\"first\":0,\"weights\":[0.5,0.25,0,0.25]},"
                     "{\"first\":0,\"weights\":[0,0,0.125,0.875]}]");
}
END_TEST

START_TEST(a_source_token_may_have_several)
{
    const tr_alignment same[] = {alignment[0], alignment[1], alignment[0]};
    const tr_hypothesis h = {.text = "", .n_tokens = 3, .alignment = same};

    ck_assert_str_eq(printed(&h, ALIGNMENT_HARD), "0-1 2-0 2-2");
}
END_TEST

START_TEST(no_tokens_have_no_alignment)
{
    for (int form = ALIGNMENT_HARD; form <= ALIGNMENT_SOFT; form++) {
        ck_assert_str_eq(printed(&none, form), "");
        ck_assert_str_eq(as_json(&none, form), "[]");
    }
}
END_TEST

UNIT_MAIN("alignment", pairs_stand_in_the_order_of_the_source,
          weights_stand_in_the_order_of_the_translation, a_source_token_may_have_several,
          no_tokens_have_no_alignment)
