/* Catalogues of gettext: the GNU gettext manual, "The Format of PO Files". */
#include "document/data/read_po.h"

#include <string.h>

#include "unit/segments.h"
#include "unit/unit.h"

static const char *texts(const char *bytes)
{
    return texts_of("po", bytes);
}

static const char *with(const char *bytes, const char *text)
{
    return with_text("po", bytes, text);
}

START_TEST(an_entry_without_a_translation_is_a_segment)
{
    ck_assert_str_eq(texts("msgid \"Some text\"\nmsgstr \"\"\n"), "Some text|");
    ck_assert_str_eq(segments_of("po", "\n# x\nmsgid \"Some text\"\nmsgstr \"\"\n", NULL),
                     "line 5=Some text|");
    ck_assert_str_eq(texts("msgctxt \"menu\"\nmsgid \"Open\"\nmsgstr \"\"\n"
                           "msgctxt \"door\"\nmsgid \"Open\"\nmsgstr \"\""),
                     "Open|Open|");
    ck_assert_str_eq(texts(""), "");
}
END_TEST

START_TEST(entries_that_are_translated_fuzzy_or_obsolete_stay)
{
    ck_assert_str_eq(texts("msgid \"Some text\"\nmsgstr \"Text\"\n"), "");
    ck_assert_str_eq(texts("msgid \"Some text\"\nmsgstr \"\"\n\"Text\"\n"), "");
    ck_assert_str_eq(texts("#, fuzzy\nmsgid \"Some text\"\nmsgstr \"\"\n\n"
                           "msgid \"More text\"\nmsgstr \"\"\n"),
                     "More text|");
    ck_assert_str_eq(texts("#~ msgid \"Some text\"\n#~ msgstr \"\"\n"), "");
    ck_assert_str_eq(texts("msgid \"\"\nmsgstr \"Language: de\\n\"\n"), "");
    ck_assert_str_eq(texts("msgid \"12\"\nmsgstr \"\"\n"), ""); /* no letter */
}
END_TEST

START_TEST(strings_in_several_quotes_are_one)
{
    static const char entry[] = "msgid \"\"\n\"Some \"\n  \"text\"\nmsgstr \"\"\n\"\"\n# x\n";
    ck_assert_str_eq(texts(entry), "Some text|");
    ck_assert_str_eq(with(entry, "Text"),
                     "msgid \"\"\n\"Some \"\n  \"text\"\nmsgstr \"Text\"\n# x\n");
}
END_TEST

START_TEST(the_translation_goes_to_the_msgstr)
{
    ck_assert_str_eq(with("msgid \"Some text\"\nmsgstr \"\"\n", "Ein \"Text\" \\"),
                     "msgid \"Some text\"\nmsgstr \"Ein \\\"Text\\\" \\\\\"\n");
    ck_assert_str_eq(with("msgid \" Some text\\n\"\nmsgstr \"\"\n", "Text"),
                     "msgid \" Some text\\n\"\nmsgstr \" Text\\n\"\n"); /* edges as the msgid's */
}
END_TEST

START_TEST(plural_forms_get_singular_or_plural)
{
    static const char entry[] = "msgid \"One file\"\nmsgid_plural \"%d files\"\n"
                                "msgstr[0] \"\"\nmsgstr[1] \"\"\n";
    ck_assert_str_eq(texts(entry), "One file|%d files|");
    ck_assert_str_eq(texts("msgid \"\"\nmsgstr \"Plural-Forms: nplurals=1; plural=0;\\n\"\n\n"
                           "msgid \"One file\"\nmsgid_plural \"%d files\"\nmsgstr[0] \"\"\n"),
                     "%d files|");
    ck_assert_str_eq(texts("msgid \"One file\"\nmsgid_plural \"%d files\"\n"
                           "msgstr[0] \"\"\nmsgstr[1] \"\"\nmsgstr[2] \"\"\n"),
                     "One file|%d files|%d files|");
    ck_assert_str_eq(texts("msgid \"One file\"\nmsgid_plural \"%d files\"\n"
                           "msgstr[0] \"Datei\"\nmsgstr[1] \"\"\n"),
                     "");
}
END_TEST

START_TEST(escapes_are_those_of_c)
{
    ck_assert_str_eq(texts("msgid \"A \\\"b\\\" \\\\ c\"\nmsgstr \"\"\n"), "A \"b\" \\ c|");
    ck_assert_str_eq(texts("msgid \"One line\\nTwo lines\"\nmsgstr \"\"\n"),
                     "One line<1/>Two lines|");
    /* A byte by its number stays, and so does its entry. */
    ck_assert_str_eq(texts("msgid \"Some \\x41 text\"\nmsgstr \"\"\n"), "");
    ck_assert_str_eq(texts("msgid \"Some \\101 text\"\nmsgstr \"\"\n"), "");
    ck_assert_str_ne(refusal_of("po", "msgid \"Some \\z text\"\nmsgstr \"\"\n"), "");
}
END_TEST

START_TEST(the_sign_of_a_menus_key_is_a_mark)
{
    ck_assert_str_eq(texts("msgid \"_File\"\nmsgstr \"\"\n"), "File|");
    ck_assert_str_eq(texts("msgid \"Save &as\"\nmsgstr \"\"\n"), "Save <1/>as|");
    ck_assert_str_eq(texts("msgid \"R & D\"\nmsgstr \"\"\n"), "R &amp; D|");
    ck_assert_str_eq(texts("msgid \"some_name of_it\"\nmsgstr \"\"\n"), "some_name of_it|");
}
END_TEST

START_TEST(wrong_catalogues_are_refused_with_the_place)
{
    ck_assert_str_eq(refusal_of("po", "msgid \"a\nmsgstr \"\"\n"), "a:1:9: a string does not end");
    ck_assert_str_eq(refusal_of("po", "\"a\"\n"), "a:1:1: a string without a keyword");
    ck_assert_str_ne(refusal_of("po", "msgid \"a\"\nmsgid \"b\"\nmsgstr \"\"\n"), "");
    ck_assert_str_ne(refusal_of("po", "msgid \"a\"\nmsgstr \"\"\nmsgstr \"\"\n"), "");
    ck_assert_str_ne(refusal_of("po", "hello\n"), "");
    ck_assert_str_ne(refusal_of("po", "msgid \"a\"\nmsgstr[9] \"\"\n"), "");
    ck_assert_str_ne(refusal_of("po", "msgid \"a\"\rmsgstr \"\"\r"), "");
    ck_assert_str_eq(refusal_of("po", "msgid \"a b\"\r\nmsgstr \"\"\r\n"), "");
}
END_TEST

UNIT_MAIN("read_po", an_entry_without_a_translation_is_a_segment,
          entries_that_are_translated_fuzzy_or_obsolete_stay, strings_in_several_quotes_are_one,
          the_translation_goes_to_the_msgstr, plural_forms_get_singular_or_plural,
          escapes_are_those_of_c, the_sign_of_a_menus_key_is_a_mark,
          wrong_catalogues_are_refused_with_the_place)
