/* The splitter where ICU opens nothing: a function of ICU is replaced by one that fails.
 */
#include <unicode/ubrk.h>

#include "text/sentences.h"
#include "unit/unit.h"

UBreakIterator *ubrk_open(UBreakIteratorType type, const char *locale, const UChar *text,
                          int32_t len, UErrorCode *status)
{
    (void)type, (void)locale, (void)text, (void)len;
    *status = U_MISSING_RESOURCE_ERROR;
    return NULL;
}

static int split(tr_error *err)
{
    tr_splitter *s;
    tr_span *spans = NULL;
    size_t capacity = 0, n;

    ck_assert_int_eq(tr_splitter_create(&s, "en", NULL), TR_OK);
    const int rc = tr_splitter_sentences(s, "One. Two.", 9, &spans, &capacity, &n, err);
    tr_splitter_free(s);
    free(spans);
    return rc;
}

START_TEST(missing_data_are_not_out_of_memory)
{
    tr_error err = {0};

    ck_assert_int_eq(split(&err), TR_EUNSUPPORTED);
    ck_assert_str_eq(err.msg, "sentence boundaries: U_MISSING_RESOURCE_ERROR");
    ck_assert_int_eq(split(NULL), TR_EUNSUPPORTED); /* also when nobody asks for the sentence */
}
END_TEST

UNIT_MAIN("sentences_icu", missing_data_are_not_out_of_memory)
