#include "text/normalize.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "unit/unit.h"

static void check(const char *name, const char *text, const char *expected)
{
    tr_rewrite out = {0};
    tr_normalizer_find(name)(text, strlen(text), &out);
    ck_assert_str_eq(tr_buf_text(&out.text), expected);
    tr_rewrite_free(&out);
}

START_TEST(knows_its_names)
{
    ck_assert_ptr_nonnull(tr_normalizer_find("none"));
    ck_assert_ptr_nonnull(tr_normalizer_find("nfc"));
    ck_assert_ptr_nonnull(tr_normalizer_find("nfkc"));
    ck_assert_ptr_null(tr_normalizer_find("nfd"));
    ck_assert_ptr_null(tr_normalizer_find(""));
}
END_TEST

/* Random text of what the rules are about; rewritten bytes come from where the edits say. */
static size_t random_text(uint32_t *random, char *text)
{
    static const char *const parts[] = {" ",
                                        "  ",
                                        "a",
                                        "b c",
                                        "\t",
                                        "\xE2\x80\x8B",
                                        "\xE3\x80\x82",
                                        "\xEF\xBC\x8E",
                                        "\xE2\x80\xA6",
                                        "\xC3\xA9",
                                        "\xEF\xBC\x91",
                                        "\xF0\x9F\xA6\x84",
                                        "\xC2\xA0"};
    size_t len = 0;
    for (*random = *random * 1664525 + 1013904223; *random >> 29; *random = *random * 1664525 + 1) {
        const char *const part = parts[(*random >> 16) % (sizeof parts / sizeof *parts)];
        memcpy(text + len, part, strlen(part));
        len += strlen(part);
        if (len > 200) break;
    }
    text[len] = '\0';
    return len;
}

static bool is_kept(const tr_rewrite *r, size_t at)
{
    for (size_t i = 0; i < r->n; i++)
        if (at >= r->edits[i].new_begin && at < r->edits[i].new_end) return false;
    return true;
}

START_TEST(knows_where_every_byte_comes_from)
{
    uint32_t random = (uint32_t)time(NULL);
    printf("# seed %u\n", random);
    for (int round = 0; round < 2000; round++) {
        char text[256];
        tr_rewrite r = {0};
        const size_t len = random_text(&random, text);
        tr_normalizer_find("opus-mt")(text, len, &r);
        size_t last = 0;
        for (size_t at = 0; at < r.text.len; at++) {
            const size_t begin = tr_rewrite_old_begin(&r, at), end = tr_rewrite_old_end(&r, at + 1);
            ck_assert(last <= end && begin <= end && end <= len);
            if (is_kept(&r, at)) ck_assert(end == begin + 1 && text[begin] == r.text.data[at]);
            last = begin;
        }
        /* twice is once */
        check("opus-mt", tr_buf_text(&r.text), tr_buf_text(&r.text));
        tr_rewrite_free(&r);
    }
}
END_TEST

UNIT_MAIN("normalize", knows_its_names, knows_where_every_byte_comes_from)
