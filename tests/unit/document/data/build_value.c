/* Values of data: where they end, and which marks they have.  Byte i of a value is written at byte
 * i + 1 of a document, which has a quotation mark at both ends. */
#include "document/data/build_value.h"

#include "unit/segments.h"
#include "unit/unit.h"

typedef void building(tr_builder *b, const tr_decoded *v, bool tags);

static const tr_document_options no_options;

/* An escape "\n" takes two bytes of the document. */
START_TEST(bytes_are_those_of_the_document)
{
    static const char bytes[] = "One\\nTwo <b>x</b> \\u00e4";
    tr_content d = {.name = "x", .options = &no_options};
    tr_decoded v = {0};
    tr_builder b;

    tr_decoded_add(&v, "One", 3, 0);
    tr_decoded_add(&v, "\n", 1, 3);
    tr_decoded_add(&v, "Two <b>x</b> ", 13, 5);
    tr_decoded_add_character(&v, 0xE4, 18);
    tr_decoded_end(&v, sizeof bytes - 1);
    tr_content_set_bytes(&d, bytes, sizeof bytes - 1);
    tr_builder_init(&b, &d, &as_it_is);
    tr_build_value(&b, &v, true);
    ck_assert_int_eq(tr_builder_end(&b, NULL), TR_OK);
    ck_assert_uint_eq(d.n_segments, 2);
    ck_assert_uint_eq(tr_content_segment(&d, 0)->at.begin, 0);
    ck_assert_uint_eq(tr_content_segment(&d, 0)->at.end, 3);
    ck_assert_uint_eq(tr_content_segment(&d, 1)->at.begin, 5);
    ck_assert_uint_eq(tr_content_segment(&d, 1)->at.end, sizeof bytes - 1);
    ck_assert_str_eq(tr_content_segment(&d, 1)->text, "Two x \xC3\xA4");
    ck_assert_uint_eq(tr_content_segment(&d, 1)->marks[0].open.begin, 9);
    ck_assert_uint_eq(tr_content_segment(&d, 1)->marks[0].open.end, 12);
    tr_decoded_free(&v);
    tr_content_free(&d);
}
END_TEST

UNIT_MAIN("build_value", bytes_are_those_of_the_document)
