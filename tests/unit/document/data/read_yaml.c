/* YAML: which scalars are text (YAML 1.2, chapter 7), and how they are written. */
#include "document/data/read_yaml.h"

#include <stdlib.h>
#include <string.h>

#include "unit/segments.h"
#include "unit/unit.h"

static const char *texts(const char *bytes)
{
    return texts_of("yaml", bytes);
}

static const char *with(const char *bytes, const char *text)
{
    return with_text("yaml", bytes, text);
}

START_TEST(scalars_on_one_line_are_text)
{
    ck_assert_str_eq(texts("a: Some text\nb: 'It''s text'\nc: \"More \\\"text\\\"\"\n"),
                     "Some text|It's text|More \"text\"|");
    ck_assert_str_eq(texts("- Some text\n- More text\n"), "Some text|More text|");
    ck_assert_str_eq(texts("{a: Some text, b: [More text, 'Last, one']}"),
                     "Some text|More text|Last, one|");
    ck_assert_str_eq(texts("Some text"), "Some text|");
    ck_assert_str_eq(segments_of("yaml", "a: Some text\n\nb: More text\n", NULL),
                     "line 1=Some text|line 3=More text|");
    ck_assert_str_eq(texts("--- # x\na: Some text\n---\nb: More text\n"), "Some text|More text|");
}
END_TEST

START_TEST(keys_comments_tags_and_blocks_of_programs_stay)
{
    ck_assert_str_eq(texts("Some text: 12 # Not this text\n"), "");
    ck_assert_str_eq(texts("a: |\n  server {\n    listen 80;\n  }\nrun: |\n  Not this text\n"), "");
    ck_assert_str_eq(texts("a: |1\n  Not this text\nb: Nor this\n\n  text here\n"), "");
    ck_assert_str_eq(texts("a: !x Not this\nb: &c Some text\nd: *c\ne: And this\n"),
                     "Some text|And this|");
}
END_TEST

START_TEST(blocks_and_scalars_over_lines_are_text)
{
    ck_assert_str_eq(texts("a: |\n  This text here\n  and that.\nb: >\n  This text\n  goes on\n"),
                     "This text here|and that.|This text goes on|");
    ck_assert_str_eq(texts("a: This text\n  goes on\nb: 'So does\n  this one'\n"),
                     "This text goes on|So does this one|");
}
END_TEST

START_TEST(values_of_programs_stay)
{
    ck_assert_str_eq(texts("a: main.c\nb: 12\nc: true\nd: yes\ne: null\nf:\n"), "");
    ck_assert_str_eq(segments_of("yaml", "a: main.c\nb: x.y\nc:\n  a: z.w\n", "a"),
                     "line 1=main.c|line 4=z.w|");
    ck_assert_str_eq(segments_of("yaml", "a: Some text\nc:\n  a: More text\n", "c.a"),
                     "line 3=More text|");
    ck_assert_str_eq(segments_of("yaml", "c: [{a: z.w}, x.y]\n", "c.a"), "line 1=z.w|");
}
END_TEST

START_TEST(escapes_are_read_in_double_quotes_alone)
{
    ck_assert_str_eq(texts("a: \"Gr\\xFC\\u00DFe \\U0001F600 an\\_alle\"\n"),
                     "Gr\xC3\xBC\xC3\x9F"
                     "e \xF0\x9F\x98\x80 an\xC2\xA0"
                     "alle|");
    ck_assert_str_eq(texts("a: 'Some \\u00DF text'\nb: Some \\n text\n"),
                     "Some \\u00DF text|Some \\n text|");
    ck_assert_str_eq(texts("a: \"One line\\nAnother line\"\n"), "One line|Another line|");
}
END_TEST

START_TEST(a_plain_scalar_gets_quotes_if_it_needs_them)
{
    ck_assert_str_eq(with("a: Some text\n", "Mehr Text"), "a: Mehr Text\n");
    ck_assert_str_eq(with("a: Some text\n", "Mehr: Text"), "a: \"Mehr: Text\"\n");
    ck_assert_str_eq(with("a: Some text\n", "Mehr # Text"), "a: \"Mehr # Text\"\n");
    ck_assert_str_eq(with("a: Some text\n", "- Text"), "a: \"- Text\"\n");
    ck_assert_str_eq(with("a: Some text\n", "\"Text\" hier"), "a: '\"Text\" hier'\n");
    ck_assert_str_eq(with("a: Some text\n", "Ja: \"geht's\""), "a: 'Ja: \"geht''s\"'\n");
    ck_assert_str_eq(with("a: Some text\n", "Yes"), "a: \"Yes\"\n"); /* else it is true */
    ck_assert_str_eq(with("a: Some text\n", "Mehr, Text"), "a: Mehr, Text\n");
    ck_assert_str_eq(with("{a: Some text}\n", "Mehr, Text"), "{a: \"Mehr, Text\"}\n");
}
END_TEST

START_TEST(a_quoted_scalar_keeps_its_quotes)
{
    ck_assert_str_eq(with("a: 'Some text' # x\n", "Geht's"), "a: 'Geht''s' # x\n");
    ck_assert_str_eq(with("a: \"Some text\"\n", "Ein \"Text\" \\"),
                     "a: \"Ein \\\"Text\\\" \\\\\"\n");
}
END_TEST

START_TEST(characters_of_several_bytes_do_not_move_places)
{
    ck_assert_str_eq(with("\xC3\xA4\xE2\x82\xAC: Some text\nb: \xF0\x9F\x98\x80\n", "Text"),
                     "\xC3\xA4\xE2\x82\xAC: Text\nb: \xF0\x9F\x98\x80\n");
    ck_assert_str_eq(with("\xEF\xBB\xBF"
                          "a: Some text\n",
                          "Text"),
                     "\xEF\xBB\xBF"
                     "a: Text\n");
}
END_TEST

START_TEST(wrong_yaml_is_refused_with_its_place)
{
    ck_assert(!strncmp(refusal_of("yaml", "a: 1\nb: [1\n"), "a:3:1: ", 7));
    ck_assert(!strncmp(refusal_of("yaml", "a: 'x\n"), "a:2:1: ", 7));
    ck_assert_str_ne(refusal_of("yaml", "a: 1\n b: 2\n"), "");
    ck_assert_str_ne(refusal_of("yaml", "a: \xFF\n"), "");
    ck_assert_str_eq(refusal_of("yaml", ""), "");
}
END_TEST

/* tr_build_yaml() takes the keys that are named, as the head of a Markdown page has them; some
 * below another key only. */
START_TEST(the_head_of_a_page_has_its_keys)
{
    ck_assert_str_eq(
        texts_of("markdown",
                 "---\ntitle: Some title\nslug: Not this\n"
                 "text: Nor this\nx:\n  title: And this\n  text: Or that\n---\n\nText here.\n"),
        "Some title|And this|Or that|Text here.|");
}
END_TEST

START_TEST(levels_have_an_end)
{
    enum { LEVELS = 5000 };
    char *const text = calloc(2 * LEVELS + 1, 1);

    memset(text, '[', LEVELS);
    memset(text + LEVELS, ']', LEVELS);
    ck_assert_str_ne(refusal_of("yaml", text), "");
    memset(text, '[', 500);
    memset(text + 500, ']', 500);
    text[1000] = '\0';
    ck_assert_str_eq(refusal_of("yaml", text), "");
    free(text);
}
END_TEST

UNIT_MAIN("read_yaml", scalars_on_one_line_are_text, keys_comments_tags_and_blocks_of_programs_stay,
          blocks_and_scalars_over_lines_are_text, values_of_programs_stay,
          escapes_are_read_in_double_quotes_alone, a_plain_scalar_gets_quotes_if_it_needs_them,
          a_quoted_scalar_keeps_its_quotes, characters_of_several_bytes_do_not_move_places,
          wrong_yaml_is_refused_with_its_place, the_head_of_a_page_has_its_keys, levels_have_an_end)
