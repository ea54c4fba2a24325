#include "text/placeables/identifiers.h"

#include <string.h>

#include "unit/unit.h"

/* The names of a text, between bars. */
static const char *names(const char *text)
{
    static char out[1000];
    tr_span name = {0};

    *out = '\0';
    while (tr_identifier_next(text, strlen(text), name.end, &name)) {
        if (*out) strcat(out, "|");
        strncat(out, text + name.begin, name.end - name.begin);
    }
    return out;
}

START_TEST(words_are_no_names)
{
    ck_assert_str_eq(names(""), "");
    ck_assert_str_eq(names("The old house, by the river (or so), e.g. and/or Ph.D. 100%"), "");
    ck_assert_str_eq(names("It is the end.The end. i went home.so what.now and End.Out"), "");
    ck_assert_str_eq(names("-I am - he said -- here --, An- und -abmeldung, --Hello -"), "");
    ck_assert_str_eq(names("Alt-Berlin, Win-win, Rock+, + 5, 1+1, C++, a = b, x=5, A=\xC3\xA4"),
                     "");
    ck_assert_str_eq(names("1.2.3 1.234.567.890 1.000.000.000 03.04.2021 1.2.3.x 8AM 10PM"), "");
    ck_assert_str_eq(names("a\x01"
                           "b.txt /etc/\x7Fx LANG=\x02 /a\xC2\x85z ab.\x1B.txt"),
                     "");
    ck_assert_str_eq(names("DE89 Berlin, AB12 345 6, 10e, e10"), "DE89|AB12");
}
END_TEST

START_TEST(files_and_codes_are_names)
{
    ck_assert_str_eq(names("Read \"parser.c\", ~/x/y, nohup.out (archive-1.4.2.tar.gz)."),
                     "parser.c|~/x/y|nohup.out|archive-1.4.2.tar.gz");
    ck_assert_str_eq(names("KX-400, A4, snake_case, 9f86d081a2, @someone, #tag and #1"),
                     "KX-400|A4|snake_case|9f86d081a2|@someone|#tag");
    ck_assert_str_eq(names("10.0.0.1, 192.168.100.100; 10.0.0.0/8 (127.0.0.1:80) 1.2.3.4.5"),
                     "10.0.0.1|192.168.100.100|10.0.0.0/8|127.0.0.1:80|1.2.3.4.5");
    ck_assert_str_eq(names("1e10, 2.5E-3"), "1e10|2.5E-3");
    ck_assert_str_eq(names("10^6, (3*10^8) m^2 x^-1; cat^1^ 5^ ^5 caf\xC3\xA9^2"),
                     "10^6|3*10^8|m^2|x^-1");
    ck_assert_str_eq(names("IBAN: DE89 3704 0044 0532 0130 00, GB29 NWBK 6016 1331 9268 19 is"),
                     "DE89 3704 0044 0532 0130 00|GB29 NWBK 6016 1331 9268 19");
}
END_TEST

START_TEST(signs_are_names)
{
    ck_assert_str_eq(names("a == b && c -> d >>> e *** != | : :: -- --- !! = +-"),
                     "==|&&|->|>>>|***|!=|+-");
}
END_TEST

START_TEST(what_is_typed_is_a_name)
{
    ck_assert_str_eq(names("-v  or --verbose, [-j4] --colour=auto"),
                     "-v|--verbose|-j4|--colour=auto");
    ck_assert_str_eq(names("Ctrl+C, Alt-F4, Ctrl+Shift+T, Strg-C"),
                     "Ctrl+C|Alt-F4|Ctrl+Shift+T|Strg-C");
    ck_assert_str_eq(names("PATH=$HOME/bin:$PATH LC_ALL=C."), "PATH=$HOME/bin:$PATH|LC_ALL=C");
}
END_TEST

static size_t count(const char *text, const char *name)
{
    return tr_identifier_count(text, strlen(text), name, strlen(name));
}

START_TEST(a_name_in_another_one_does_not_count)
{
    ck_assert_uint_eq(count("10.0.0.1, 10.0.0.1", "10.0.0.1"), 2);
    ck_assert_uint_eq(count("110.0.0.1, 10.0.0.12", "10.0.0.1"), 0);
    ck_assert_uint_eq(count("-vose", "-v"), 0);
    ck_assert_uint_eq(count("***** **", "**"), 1);
    ck_assert_uint_eq(count("das KX-400er, \\nText", "KX-400"), 1);
    ck_assert_uint_eq(count("das KX-400er, \\nText", "\\n"), 1);
    ck_assert_uint_eq(count("", "A4"), 0);
}
END_TEST

UNIT_MAIN("names", words_are_no_names, files_and_codes_are_names, signs_are_names,
          what_is_typed_is_a_name, a_name_in_another_one_does_not_count)
