/* INI files: which bytes are text, and what is written in their place. */
#include "document/data/read_ini.h"

#include <stdio.h>
#include <string.h>

#include "translate.h"
#include "unit/unit.h"

static tr_document *opened(const char *bytes, const char *keys)
{
    const tr_document_options options = {.format = "ini", .keys = keys};
    tr_document *d;
    tr_error err = {0};

    ck_assert_msg(tr_document_open(&d, "a.ini", bytes, strlen(bytes), &options, &err) == TR_OK,
                  "%s", err.msg);
    return d;
}

/* "WHERE=TEXT|" of each segment. */
static const char *segments_of(const char *bytes, const char *keys)
{
    static char out[1000];
    tr_document *const d = opened(bytes, keys);
    size_t n = 0;

    out[0] = '\0';
    for (size_t i = 0; i < tr_document_segment_count(d); i++) {
        tr_document_segment s;
        ck_assert_int_eq(tr_document_get(d, i, &s, NULL), TR_OK);
        n += (size_t)snprintf(out + n, sizeof out - n, "%s=%s|", s.where, s.text);
    }
    tr_document_free(d);
    return out;
}

/* The document with `text` in the place of its first segment. */
static const char *with_text(const char *bytes, const char *text)
{
    static char out[1000];
    tr_document *const d = opened(bytes, NULL);
    const char *now;
    size_t size;

    ck_assert_uint_ge(tr_document_segment_count(d), 1);
    ck_assert_int_eq(tr_document_put(d, 0, text, strlen(text), NULL), TR_OK);
    ck_assert_int_eq(tr_document_finish(d, &now, &size, NULL, NULL), TR_OK);
    snprintf(out, sizeof out, "%.*s", (int)size, now);
    tr_document_free(d);
    return out;
}

START_TEST(values_are_text)
{
    ck_assert_str_eq(segments_of("a = One word\n[part]\nb: Two words\r\nc=Three more", NULL),
                     "a=One word|part.b=Two words|part.c=Three more|");
    ck_assert_str_eq(segments_of("  a  =  Blanks around it  \n", NULL), "a=Blanks around it|");
}
END_TEST

START_TEST(comments_sections_and_names_are_none)
{
    ck_assert_str_eq(segments_of("; Not this text\n# Nor this text\n[Nor this text]\n", NULL), "");
    ck_assert_str_eq(segments_of("a = /usr/lib\nb = #aabbcc\nc = 12\nd =\n", NULL), "");
    ck_assert_str_eq(segments_of("a = Some text ; a comment of it\n", NULL), "a=Some text|");
    ck_assert_str_eq(segments_of("a = Half;half of it\n", NULL), "a=Half;half of it|");
}
END_TEST

START_TEST(quotation_marks_stay)
{
    ck_assert_str_eq(segments_of("a = \"Some more text\" ; note\n", NULL), "a=Some more text|");
    ck_assert_str_eq(with_text("a = 'Some more text'\n", "Andrer Text"), "a = 'Andrer Text'\n");
    ck_assert_str_eq(segments_of("a = \"Some\" more text\n", NULL), "a=\"Some\" more text|");
}
END_TEST

START_TEST(an_indented_line_goes_on)
{
    ck_assert_str_eq(segments_of("[s]\na = The first line\n  the second line\n", NULL),
                     "s.a=The first line|s.a=the second line|");
    ck_assert_str_eq(segments_of("[s]\n  no key before it\n", NULL), "");
    ck_assert_str_eq(segments_of("[s]\na = The first line\nno blank before it\n", NULL),
                     "s.a=The first line|");
}
END_TEST

START_TEST(a_desktop_entry_has_four_keys_of_text)
{
    static const char entry[] = "[Desktop Entry]\nName=Text Editor\nName[de]=Ein Editor\n"
                                "Exec=my editor %U\nKeywords=plain text;source code;\n";
    ck_assert_str_eq(segments_of(entry, NULL),
                     "Desktop Entry.Name=Text Editor|Desktop Entry.Keywords=plain text|"
                     "Desktop Entry.Keywords=source code|");
    ck_assert_str_eq(segments_of(entry, "*.Exec"), "Desktop Entry.Exec=my editor %U|");
}
END_TEST

START_TEST(a_translation_that_would_be_read_otherwise_is_not_taken)
{
    ck_assert_str_eq(with_text("a = Some text\n", "Anderer Text"), "a = Anderer Text\n");
    ck_assert_str_eq(with_text("a = Some text\n", "Anderer ; Text"), "a = Some text\n");
}
END_TEST

UNIT_MAIN("read_ini", values_are_text, comments_sections_and_names_are_none, quotation_marks_stay,
          an_indented_line_goes_on, a_desktop_entry_has_four_keys_of_text,
          a_translation_that_would_be_read_otherwise_is_not_taken)
