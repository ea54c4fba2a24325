/* Lines that are broken again. */
#include "document/segment/wrap.h"

#include <string.h>

#include "base/utf8.h"
#include "unit/unit.h"

/* The text, broken as `w` says, in a document of these bytes. */
static const char *wrapped_in(const char *bytes, const tr_wrap *w, const char *text)
{
    static char out[4000];
    const tr_content d = {.bytes = bytes, .size = strlen(bytes)};
    const tr_segment p = {.extra = w};
    tr_buf written = {0};

    tr_wrap_finish(&(tr_text_place){.content = &d, .segment = &p}, text, strlen(text), &written);
    ck_assert(!written.failed);
    ck_assert_uint_lt(written.len, sizeof out);
    strcpy(out, tr_buf_text(&written));
    tr_buf_free(&written);
    return out;
}

static const char *wrapped(tr_wrap w, const char *text)
{
    w.again = "\n";
    return wrapped_in("", &w, text);
}

START_TEST(characters_are_counted_not_bytes)
{
    ck_assert_uint_eq(tr_utf8_count("", 0), 0);
    ck_assert_uint_eq(tr_utf8_count("abc", 3), 3);
    ck_assert_uint_eq(tr_utf8_count("\xC3\xA4\xE4\xB8\xAD\xF0\x9F\x98\x80", 9), 3);
}
END_TEST

/* Lines were broken by "\n> " and "\n>> ", whose second part is at the beginning of a line. */
START_TEST(breaks_are_those_of_the_document)
{
    static const char bytes[] = "a\n> b\n>> c";
    static const tr_line_break breaks[] = {{1, 4}, {5, 9}};
    const tr_wrap w = {.breaks = breaks, .n_breaks = 2, .again = "\n* ", .width = 5};

    ck_assert_str_eq(wrapped_in(bytes, &w, "aa bb cc"), "aa bb\n> cc");
    ck_assert_str_eq(wrapped_in(bytes, &w, "aaaa bbb cc dd"), "aaaa\n> bbb\n>> cc\n* dd");
}
END_TEST

START_TEST(what_goes_on_for_longer_is_no_tag)
{
    char text[TR_LONGEST_TAG + 20] = "<";

    memset(text + 1, 'x', TR_LONGEST_TAG - 2);
    strcpy(text + TR_LONGEST_TAG - 1, "> bb");
    ck_assert_ptr_null(strchr(wrapped((tr_wrap){.width = 9, .tags = true}, text), '\n'));
    memset(text + 1, 'x', TR_LONGEST_TAG - 1);
    strcpy(text + TR_LONGEST_TAG, "> bb");
    ck_assert_ptr_nonnull(strchr(wrapped((tr_wrap){.width = 9, .tags = true}, text), '\n'));
}
END_TEST

UNIT_MAIN("wrap", characters_are_counted_not_bytes, breaks_are_those_of_the_document,
          what_goes_on_for_longer_is_no_tag)
