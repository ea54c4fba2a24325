/* Placeables by one scan: precedence, order, and what a scan does not ask for. */
#include "text/placeables/placeables.h"

#include <stdio.h>
#include <string.h>

#include "base/philox.h"
#include "base/utf8.h"
#include "unit/unit.h"

enum {
    ALL = TR_FIND_KEPT | TR_FIND_TAGS | TR_FIND_IDENTIFIERS | TR_FIND_PLACEHOLDERS |
          TR_FIND_NUMERALS | TR_FIND_CURRENCIES | TR_FIND_MEASURES
};

/* The placeables of a text, each as its kind's letter, what it is, and a bar. */
static const char *found_in(const char *text, unsigned wanted)
{
    static const char letters[] = "ATXPIN$";
    static char out[1000];
    tr_placeables scan;
    tr_placeable p;
    size_t n = 0;

    out[0] = '\0';
    tr_placeables_start(&scan, text, 0, strlen(text), wanted, true);
    while (tr_placeables_next(&scan, &p))
        n += (size_t)snprintf(out + n, sizeof out - n, "%c%s%s %.*s|", letters[p.kind],
                              p.clock ? "c" : "", p.measure ? "m" : "",
                              (int)(p.at.end - p.at.begin), text + p.at.begin);
    return out;
}

START_TEST(an_address_may_hold_anything)
{

    ck_assert_str_eq(found_in("http://example.org/12", ALL & ~TR_FIND_KEPT),
                     found_in("http://example.org/12", TR_FIND_IDENTIFIERS | TR_FIND_PLACEHOLDERS |
                                                           TR_FIND_NUMERALS | TR_FIND_CURRENCIES |
                                                           TR_FIND_TAGS));
}
END_TEST

START_TEST(a_scan_may_begin_and_end_anywhere)
{
    const char text[] = "1 22 333 4444";
    tr_placeables scan;
    tr_placeable p;

    tr_placeables_start(&scan, text, 2, 8, TR_FIND_NUMERALS, true);
    ck_assert(tr_placeables_next(&scan, &p)); /* a blank before three digits groups them */
    ck_assert(p.at.begin == 2 && p.at.end == 8);
    ck_assert(!tr_placeables_next(&scan, &p));
    tr_span at;
    ck_assert(tr_placeables_first(text, 9, sizeof text - 1, TR_FIND_NUMERALS, &at));
    ck_assert(at.begin == 9 && at.end == 13);
    ck_assert(!tr_placeables_first(text, 0, sizeof text - 1, TR_FIND_TAGS, &at));
}
END_TEST

enum { SEED = 11 };

/* Text of pieces that are placeables, and of some that break them. */
static size_t make_text(uint32_t turn, char *text, size_t size)
{
    static const char *const pieces[] = {"http://",
                                         "a.org",
                                         "/",
                                         "%s",
                                         "%1$d",
                                         "{x}",
                                         "{",
                                         "}",
                                         "<b>",
                                         "</b>",
                                         "<",
                                         ">",
                                         "KX-400",
                                         "a_b",
                                         "12",
                                         "1,234.5",
                                         "$",
                                         "\xE2\x82\xAC",
                                         "kg",
                                         " ",
                                         " ",
                                         " ",
                                         "p.m.",
                                         "word",
                                         ".",
                                         ",",
                                         "-",
                                         "@",
                                         "\xF0\x9F\x98\x80",
                                         "\xF3\xB0\x80\x80",
                                         "\xC3\xA4",
                                         "\\n",
                                         "&&",
                                         "2025-06-30",
                                         "DE89370400440532013000"};
    const uint32_t n_pieces = sizeof pieces / sizeof *pieces;
    size_t n = 0;

    for (uint32_t k = 0; k < 14; k++) {
        uint32_t words[4];
        tr_philox((uint32_t[]){turn, k, 0, 0}, SEED, words);
        const char *const piece = pieces[words[0] % n_pieces];
        if (n + strlen(piece) >= size) break;
        memcpy(text + n, piece, strlen(piece));
        n += strlen(piece);
    }
    text[n] = '\0';
    return n;
}

START_TEST(placeables_are_disjoint_and_in_order)
{
    enum { TURNS = 20000 };
    char text[400];

    printf("# seed %d\n", SEED);
    for (int turn = 0; turn < TURNS; turn++) {
        const size_t len = make_text((uint32_t)turn, text, sizeof text);
        tr_placeables scan;
        tr_placeable p;
        size_t at = 0;
        tr_placeables_start(&scan, text, 0, len, (unsigned)turn % 128, turn % 3 != 0);
        while (tr_placeables_next(&scan, &p)) {
            ck_assert_msg(at <= p.at.begin && p.at.begin < p.at.end && p.at.end <= len, "%s", text);
            ck_assert_msg(tr_utf8_valid(text + p.at.begin, p.at.end - p.at.begin), "%s", text);
            at = p.at.end;
        }
    }
}
END_TEST

UNIT_MAIN("placeables", an_address_may_hold_anything, a_scan_may_begin_and_end_anywhere,
          placeables_are_disjoint_and_in_order)
