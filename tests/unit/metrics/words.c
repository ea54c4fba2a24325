/* Words of a line.  The rules of 13a, intl and chrF are tested in evaluation.c; here are white
 * space, entities and edges.  Expected words come from sacrebleu.tokenizers 2.6.0. */
#include "metrics/words.h"

#include <string.h>

#include "base/utf8.h"
#include "unit/unit.h"

static void read_text(const char *text, tr_symbols *line)
{
    const size_t len = strlen(text);
    int32_t c;

    for (size_t i = 0; i < len;) {
        i += tr_utf8_decode(text + i, len - i, &c);
        tr_symbols_add(line, (uint32_t)c);
    }
}

/* By `rule`, a text has the words that stand between blanks in `wanted`. */
static void check_split(int rule, const char *text, const char *wanted)
{
    tr_trie words = {0};
    tr_symbols line = {0}, got = {0}, want = {0};

    read_text(text, &line);
    tr_words_split(rule, &line, &words, &got);
    tr_symbols_clear(&line);
    read_text(wanted, &line);
    tr_words_split(TR_WORDS_NONE, &line, &words, &want);
    ck_assert_msg(got.n == want.n, "%s: %zu words, not %zu", text, got.n, want.n);
    for (size_t i = 0; i < got.n; i++)
        ck_assert_msg(got.at[i] == want.at[i], "%s: word %zu", text, i);
    tr_trie_free(&words);
    tr_symbols_free(&line);
    tr_symbols_free(&got);
    tr_symbols_free(&want);
}

/* [hex(c) for c in range(0x110000) if chr(c).isspace()], which Python defines so, too. */
START_TEST(words_end_at_white_space_of_unicode)
{
    static const uint32_t spaces[] = {
        0x9,    0xA,    0xB,    0xC,    0xD,    0x1C,   0x1D,   0x1E,   0x1F,   0x20,
        0x85,   0xA0,   0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006,
        0x2007, 0x2008, 0x2009, 0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000};
    const size_t n = sizeof spaces / sizeof *spaces;
    size_t k = 0;

    for (uint32_t c = 0; c < 0x110000; c++) {
        const bool space = k < n && spaces[k] == c;
        k += space;
        if (tr_ends_words(c) != space) ck_abort_msg("U+%04X", c);
    }
    ck_assert_uint_eq(k, n);
}
END_TEST

START_TEST(equal_words_have_equal_numbers_in_all_lines)
{
    tr_trie words = {0};
    tr_symbols line = {0}, out = {0};

    read_text("ab a ab", &line);
    tr_words_split(TR_WORDS_NONE, &line, &words, &out);
    tr_words_split(TR_WORDS_CHRF, &line, &words, &out);
    ck_assert_uint_eq(out.n, 6);
    ck_assert_uint_eq(out.at[0], out.at[2]);
    ck_assert_uint_ne(out.at[0], out.at[1]);
    for (size_t i = 0; i < 3; i++)
        ck_assert_uint_eq(out.at[i], out.at[3 + i]);
    tr_trie_free(&words);
    tr_symbols_free(&line);
    tr_symbols_free(&out);
}
END_TEST

START_TEST(white_space_at_edges_makes_no_words)
{
    for (int rule = TR_WORDS_13A; rule <= TR_WORDS_CHRF; rule++) {
        check_split(rule, "", "");
        check_split(rule, " \t ", "");
        check_split(rule, "  a \xE3\x80\x80 b\xC2\xA0", "a b");
    }
}
END_TEST

START_TEST(entities_are_replaced_by_13a_alone)
{
    check_split(TR_WORDS_13A, "&lt;a&gt;", "< a >");
    check_split(TR_WORDS_13A, "&amp;quot;", "& quot ;");
    check_split(TR_WORDS_13A, "a<skipped>b", "ab");
    check_split(TR_WORDS_13A, "&nbsp;", "& nbsp ;");
    check_split(TR_WORDS_NONE, "&lt;a&gt;", "&lt;a&gt;");
    check_split(TR_WORDS_INTL, "&lt;a", "& lt ; a");
}
END_TEST

START_TEST(marks_alone_are_words)
{
    check_split(TR_WORDS_CHRF, ". -", ". -");
    check_split(TR_WORDS_CHRF, ".. a.. ..a", ". . a. . . .a");
    check_split(TR_WORDS_CHRF, "\xC2\xABja\xC2\xBB", "\xC2\xABja\xC2\xBB");
    check_split(TR_WORDS_13A, ".", ".");
    check_split(TR_WORDS_13A, "'s", "'s");
    check_split(TR_WORDS_INTL, "\xE2\x80\xA6", "\xE2\x80\xA6");
    check_split(TR_WORDS_CHAR, "\xF0\x9F\x98\x80.", "\xF0\x9F\x98\x80 .");
}
END_TEST

UNIT_MAIN("words", words_end_at_white_space_of_unicode, equal_words_have_equal_numbers_in_all_lines,
          white_space_at_edges_makes_no_words, entities_are_replaced_by_13a_alone,
          marks_alone_are_words)
