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
    check("none", " e\xCC\x81 ", " e\xCC\x81 ");
    check("nfc", " e\xCC\x81 ", " \xC3\xA9 ");
    check("nfkc", "\xEF\xBC\xA1", "A");
}
END_TEST

/* Expected: OPUS-MT-train's scripts/preprocess-spm.sh (with cat in place of spm_encode), by GNU
 * sed 4.9 and perl 5.36 in C.UTF-8. */
START_TEST(does_what_opus_mts_script_does)
{
    static const char name[] = "opus-mt-faithful";
    check(name,
          "  Er sagte\xEF\xBC\x9A\xE2\x80\x9CJa\xE2\x80\xA6\xE2\x80\x9D\xEF\xBC\x8C  dann "
          "nichts\xE3\x80\x82  ",
          "Er sagte:\"Ja...\", dann nichts.");
    check(name,
          "\xE3\x80\x8C\xE4\xBD\xA0\xE3\x80\x8D\xE3\x80\x81\xE4\xB8\x96\xEF\xBC\x81"
          "\xEF\xBC\x88\xEF\xBC\x91\xEF\xBC\x92\xEF\xBC\x93\xEF\xBC\x89",
          "\"\xE4\xBD\xA0\",\xE4\xB8\x96!(\"23)");
    /* U+200B, U+200D and U+FEFF, then controls */
    check(name,
          "a\xE2\x80\x8B"
          "b\xE2\x80\x8D"
          "c\xEF\xBB\xBF"
          "d",
          "a b c d");
    check(name,
          "tab\there\x01\x7F\xC2\x85"
          "end",
          "tab here end");
    check(name, "\xE3\x80\x82", ".");
    check(name, " \xE3\x80\x82 \xEF\xBC\x8Ex", ". . x");
    check(name,
          "a\xE3\x80\x82"
          "b",
          "a. b");
    check(name,
          "\xE3\x80\x88"
          "a\xE3\x80\x89\xE3\x80\x8A"
          "b\xE3\x80\x8B\xE3\x80\x90"
          "c\xE3\x80\x91"
          "\xEF\xBC\x85\xEF\xBD\x9E\xE2\x88\xB6\xEF\xBC\x9B\xEF\xBC\x9F\xE2\x94\x81\xE2\x80\x99",
          "<a>\"b\"[c]%~:;?-'");
    /* Other blanks stay: U+00A0, U+3000.  Of private use: U+E000, U+10FFFF. */
    check(name, "nb\xC2\xA0sp\xE3\x80\x80wide", "nb\xC2\xA0sp\xE3\x80\x80wide");
    check(name, "\xEE\x80\x80\xF4\x8F\xBF\xBD", "");
    check(name, "\xEF\xBC\xA1\xEF\xBC\xA2", "\xEF\xBC\xA1\xEF\xBC\xA2");
    check(name, "", "");
}
END_TEST

START_TEST(takes_a_wide_one_for_a_one_unless_told_otherwise)
{
    static const char digits[] = "\xEF\xBC\x90\xEF\xBC\x91\xEF\xBC\x92";
    check("opus-mt", digits, "012");
    check("opus-mt-faithful", digits, "0\"2");
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

UNIT_MAIN("normalize", knows_its_names, does_what_opus_mts_script_does,
          takes_a_wide_one_for_a_one_unless_told_otherwise, knows_where_every_byte_comes_from)
