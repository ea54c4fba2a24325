/* Files of terms: tables with tabs, commas and semicolons, and TBX. */
#include "text/terms/glossary_file.h"

#include <stdio.h>
#include <string.h>

#include "unit/scratch.h"
#include "unit/unit.h"

static char all[2000];

static int take(void *ctx, const tr_term_fields *f, tr_error *err)
{
    (void)ctx;
    (void)err;
    sprintf(all + strlen(all), "%s%s=%s", *all ? "; " : "", f->source, f->target);
    if (*f->plural) sprintf(all + strlen(all), " pl:%s", f->plural);
    if (*f->gender) sprintf(all + strlen(all), " %s", f->gender);
    if (*f->source_language)
        sprintf(all + strlen(all), " %s-%s", f->source_language, f->target_language);
    return 0;
}

/* What a file of this name has, or why it is refused. */
static const char *terms_of(const char *name, const char *text)
{
    scratch s;
    tr_file f;
    tr_error err;

    scratch_open(&s);
    write_file(scratch_file(&s, name), text, strlen(text));
    all[0] = '\0';
    ck_assert_int_eq(tr_file_map(&f, s.path, NULL), 0);
    if (tr_glossary_file_read(&f, s.path, &(tr_glossary_reader){.take = take}, &err) < 0)
        strcpy(all, err.msg);
    tr_file_unmap(&f);
    scratch_count(&s, true);
    scratch_close(&s);
    return all;
}

START_TEST(a_table_without_tabs_is_told)
{
    static const char *const pairs[] = {"lamp = Funzel\n",  "lamp|Funzel\n",    "lamp   Funzel",
                                        "lamp -> Funzel\n", "lamp: Funzel\n\n", "a=b\nc=d\ne\n"};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        ck_assert_msg(
            strstr(terms_of("a.txt", pairs[i]), "no line has a tab, which stands between"), "%s",
            pairs[i]);
    ck_assert_ptr_null(strstr(terms_of("a.txt", "std::string\nWindow Maker\nE = mc\n"), "tab"));
    ck_assert_ptr_null(strstr(terms_of("a.txt", "a = b\tc\nd = e\n"), "tab"));
    ck_assert_ptr_nonnull(strstr(terms_of("a.tsv", "cat,Katze\ndog,Hund\n"), "no line has a tab"));
    ck_assert_ptr_nonnull(strstr(terms_of("a.txt", "cat;Katze\ndog;Hund\n"), ".csv"));
}
END_TEST

static const char old_tbx[] =
    "<?xml version='1.0'?><!DOCTYPE martif SYSTEM 'TBXcoreStructV02.dtd'><martif type='TBX' "
    "xml:lang='en'><text><body><termEntry id='1'>"
    "<langSet xml:lang='en'><tig><term>cat</term></tig><ntig><termGrp><term>old &amp; cat</term>"
    "</termGrp></ntig></langSet>"
    "<langSet xml:lang='de'><tig><term>Mieze</term><termNote "
    "type='administrativeStatus'>deprecatedTerm-admn-sts</termNote></tig>"
    "<tig><term> Katze </term><termNote type='grammaticalGender'>feminine</termNote></tig>"
    "<tig><term>Katzen</term><termNote type='grammaticalNumber'>plural</termNote></tig>"
    "</langSet></termEntry></body></text></martif>";

START_TEST(tbx_has_a_term_in_several_languages)
{
    ck_assert_str_eq(terms_of("a.tbx", old_tbx), "cat=Katze pl:Katzen feminine en-de; "
                                                 "old & cat=Katze pl:Katzen feminine en-de; "
                                                 "Mieze=cat de-en; Katze=cat de-en");
    ck_assert_ptr_nonnull(strstr(terms_of("a.tbx", "<tbx><text>"), "a.tbx:1: "));
    ck_assert_ptr_nonnull(strstr(terms_of("a.tbx", "cat\tKatze\n"), "a.tbx:1: "));
}
END_TEST

UNIT_MAIN("glossary_file", a_table_without_tabs_is_told, tbx_has_a_term_in_several_languages)
