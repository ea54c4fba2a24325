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
    ck_assert_str_eq(names("It is the end.The end. i went home.then what.now and End.Out"), "");
    ck_assert_str_eq(names("-I am - he said -- here --, An- und -abmeldung, --Hello -"), "");
    ck_assert_str_eq(names("Alt-Berlin, Win-win, + 5, a = b, McDonald, BürgerInnen, Bürger:innen"),
                     "");
    ck_assert_str_eq(
        names("yes/no, AT&T, rock'n'roll, so...I, word(s), con[c]essions, z.B. U.S.A."), "");
    ck_assert_str_eq(names("25kg, 1980s, 3rd, 12°C, -5, ±3, 5th-century, 18-year-old, mid-2014"),
                     "");
    ck_assert_str_eq(names("$1,234.50 €12-15 US$3 7-9 10:30-12:00 24/7 1920x1080 £1.5million"), "");
    ck_assert_str_eq(names("12.500,50 12’500 53 064.98 03.04.2021 3/4 #1 Nr.5 3.Mai 17h30 5€/Tag"),
                     "");
    ck_assert_str_eq(names("1.234.567.890 1.000.000.000 03.04.2021 8AM 10PM"), "");
    ck_assert_str_eq(names("a\x01"
                           "b.txt /etc/\x7Fx LANG=\x02 /a\xC2\x81z ab.\x1B.txt"),
                     "");
    ck_assert_str_eq(names("9am-5pm, 9 a.m.–5 p.m., 10:30am–2pm"), "");
    ck_assert_str_eq(names("DE89 Berlin, AB12 345 6, 10e, e10"), "DE89|AB12|e10");
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
    ck_assert_str_eq(names("DD.MM.YYYY, hh:mm:ss or yy-mm (X/Y, P/N/Q)."),
                     "DD.MM.YYYY|hh:mm:ss|yy-mm|X/Y|P/N/Q");
    ck_assert_str_eq(names("image/x-portable-pixmap; AND/OR, he/she, w/o, Moo/Baa, up/well-known"),
                     "image/x-portable-pixmap");
    ck_assert_str_eq(names("1e10, 2.5E-3"), "1e10|2.5E-3");
    ck_assert_str_eq(names("A king[4], a queen[12][3]. It ended.[5] \"So\"[6] he[7]"),
                     "[4]|[12][3]|[5]|[6]|[7]");
    ck_assert_str_eq(names("A king¹, a queen² and† so[1,2] it[5–7] was[^3]."),
                     "¹|²|†|[1,2]|[5–7]|[^3]");
    ck_assert_str_eq(names("5 km² 3 m³ (see†) *† "), "†");
    ck_assert_str_eq(names("list[0] a[i] x[1] top10[2] get_all[3] name[1]x"),
                     "list[0]|a[i]|x[1]|top10[2]|get_all[3]|name[1]x");
    ck_assert_str_eq(names("~70 of us, <3.5, (>8) and 2,500+; +5, 2+ 3+x"),
                     "~70|<3.5|>8|2,500+|2+");
    ck_assert_str_eq(names("A 9\" wheel, 6'2\" or 6′ 2″."), "9\"|6'2\"|6′ 2″");
    ck_assert_str_eq(names("10^6, (3*10^8) m^2 x^-1; cat^1^ 5^ ^5 caf\xC3\xA9^2"),
                     "10^6|3*10^8|m^2|x^-1|cat^1^|5^|^5|caf\xC3\xA9^2");
    ck_assert_str_eq(
        names("Take LH 454 (ICE 3092, OR 984) in AD 1066, UN 2030, or PAGE 300, QSUB 77120"),
        "LH 454|ICE 3092|OR 984|QSUB 77120");
    ck_assert_str_eq(
        names("see EU 500 000, EU 500,5, EU 500-600, EU 50; AT 300 METERS OR MORE, DO"), "");
    ck_assert_str_eq(names("IBAN: DE89 3704 0044 0532 0130 00, GB29 NWBK 6016 1331 9268 19 is"),
                     "DE89 3704 0044 0532 0130 00|GB29 NWBK 6016 1331 9268 19");
}
END_TEST

START_TEST(what_is_neither_prose_nor_a_number_is_a_name)
{
    ck_assert_str_eq(names("C++ x=5 1.2.3 0.85.x v1.2 1.1.1k 0x1F 7fa3c01 #3f4a2b 2025-09-09"),
                     "C++|x=5|1.2.3|0.85.x|v1.2|1.1.1k|0x1F|7fa3c01|#3f4a2b|2025-09-09");
    ck_assert_str_eq(names("fe80::3a1:9c2e d3:24:b1:d3:7a:da 2021-06-10T21:57:22Z"),
                     "fe80::3a1:9c2e|d3:24:b1:d3:7a:da|2021-06-10T21:57:22Z");
    ck_assert_str_eq(names("Call getById(), an.bn.cn, std::map or list[i] (see f(x)=2x)."),
                     "getById()|an.bn.cn|std::map|list[i]|f(x)=2x");
    ck_assert_str_eq(names("On spiegel.de, amazon.co.uk/x, localhost:8080, 3(a)(ii) and (b)(iv)."),
                     "spiegel.de|amazon.co.uk/x|localhost:8080|3(a)(ii)|(b)(iv)");
    ck_assert_str_eq(names("§ 4(ii), +49 30 123456, (030) 123456, 1234 5678 9012 3456"),
                     "§ 4(ii)|+49 30 123456|(030) 123456|1234 5678 9012 3456");
    ck_assert_str_eq(names("„KX-400“ (A350s), the HS2-Netzwerk, «H5N1's»"), "KX-400|A350|HS2|H5N1");
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

UNIT_MAIN("names", words_are_no_names, files_and_codes_are_names,
          what_is_neither_prose_nor_a_number_is_a_name, signs_are_names, what_is_typed_is_a_name,
          a_name_in_another_one_does_not_count)
