/* Parts of a document in an encoding: opened, filled, finished.  Their format has a segment for
 * each line. */
#include "document/segment/part.h"

#include <string.h>

#include "document/segment/builder.h"
#include "unit/unit.h"

static const tr_writing plain, html = {.reference = "&#%d;"};
static const tr_writing *writing = &plain;

static int read_lines(tr_content *d, tr_error *err)
{
    tr_builder b;

    tr_builder_init(&b, d, writing);
    for (size_t i = d->begin, end; i < d->size; i = end + 1) {
        const char *const stop = memchr(d->bytes + i, '\n', d->size - i);
        end = stop ? (size_t)(stop - d->bytes) : d->size;
        tr_build_raw_text(&b, (tr_span){i, end});
        tr_build_break(&b, end);
    }
    return tr_builder_end(&b, err);
}

static const tr_document_options options;
static tr_reader reader = {.format = {.name = "lines"}, .read = read_lines};
static tr_part part;

static int open_part(const char *bytes, size_t size, const char *encoding, tr_error *err)
{
    part = (tr_part){.reader = &reader, .content = {.name = "x", .options = &options}};
    return tr_part_open(&part, bytes, size, encoding, err);
}

static int keep(const char *text, tr_error *err)
{
    tr_buf written = {0};

    tr_buf_add_string(&written, text);
    const int rc = tr_part_keep(&part, 0, &written, err);
    tr_buf_free(&written);
    return rc;
}

/* The bytes now; frees the part. */
static const char *finished(void)
{
    static char out[200];
    tr_buf now = {0};

    ck_assert_int_eq(tr_part_finish(&part, &now, NULL), TR_OK);
    memcpy(out, tr_buf_text(&now), now.len + 1);
    tr_buf_free(&now);
    tr_part_free(&part);
    return out;
}

START_TEST(text_of_a_segment_is_kept)
{
    ck_assert_int_eq(open_part("one\ntwo", 7, NULL, NULL), TR_OK);
    ck_assert_uint_eq(part.content.n_segments, 2);
    ck_assert(!tr_part_changed(&part));
    ck_assert_int_eq(keep("\xC3\xA4", NULL), TR_OK);
    ck_assert(tr_part_changed(&part) && tr_part_may_change(&part));
    ck_assert_str_eq(finished(), "\xC3\xA4\ntwo");
    ck_assert_int_eq(open_part(NULL, 0, NULL, NULL), TR_OK);
    ck_assert_str_eq(finished(), "");
}
END_TEST

START_TEST(a_part_in_an_encoding_stays_in_it)
{
    ck_assert_int_eq(open_part("a\xE4\nb\xF6", 5, "ISO-8859-1", NULL), TR_OK);
    ck_assert_str_eq(tr_content_segment(&part.content, 0)->text, "a\xC3\xA4");
    ck_assert_int_eq(keep("\xC3\xBC", NULL), TR_OK);
    ck_assert_str_eq(finished(), "\xFC\nb\xF6");
    ck_assert_int_eq(open_part("\xFF\xFE"
                               "a\0b\0",
                               6, NULL, NULL),
                     TR_OK);
    ck_assert_str_eq(part.encoding, "UTF-16LE");
    ck_assert_str_eq(tr_content_segment(&part.content, 0)->text, "ab");
    tr_part_free(&part);
}
END_TEST

START_TEST(a_character_that_the_encoding_lacks)
{
    tr_error err;

    ck_assert_int_eq(open_part("a\xE4", 2, "ISO-8859-1", NULL), TR_OK);
    ck_assert_int_eq(keep("\xE2\x82\xAC", &err), TR_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.msg, "ISO-8859-1"));
    ck_assert(!tr_part_changed(&part));
    ck_assert_str_eq(finished(), "a\xE4");
    writing = &html;
    ck_assert_int_eq(open_part("a\xE4", 2, "ISO-8859-1", NULL), TR_OK);
    ck_assert_int_eq(keep("x \xE2\x82\xAC", NULL), TR_OK);
    ck_assert_str_eq(finished(), "x &#8364;");
    writing = &plain;
}
END_TEST

START_TEST(wrong_encodings_and_bytes_are_refused)
{
    tr_error err;

    ck_assert_int_eq(open_part("a", 1, "no-such-encoding", &err), TR_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.msg, "no-such-encoding"));
    tr_part_free(&part);
    ck_assert_int_eq(open_part("a\xE4", 2, "US-ASCII", &err), TR_EFORMAT);
    tr_part_free(&part);
    ck_assert_int_eq(open_part("\xFF\xFE"
                               "a",
                               3, NULL, &err),
                     TR_EFORMAT);
    tr_part_free(&part);
}
END_TEST

START_TEST(bytes_that_say_an_encoding_count_if_the_format_declares)
{
    static const char bytes[] = "Content-Type: a; charset=koi8-r \xC1";

    ck_assert_int_eq(open_part(bytes, strlen(bytes), NULL, NULL), TR_OK);
    ck_assert_str_eq(part.encoding, "");
    ck_assert_uint_eq(part.content.n_unread[TR_UNREAD_UTF8], 1);
    tr_part_free(&part);
    reader.declares = true;
    ck_assert_int_eq(open_part(bytes, strlen(bytes), NULL, NULL), TR_OK);
    ck_assert_str_eq(part.encoding, "koi8-r");
    ck_assert_str_eq(tr_content_segment(&part.content, 0)->text,
                     "Content-Type: a; charset=koi8-r \xD0\xB0");
    /* Without what it says, it would be read in another encoding. */
    ck_assert_int_eq(keep("\xD0\xB0", NULL), TR_OK);
    ck_assert_str_eq(finished(), bytes);
    reader.declares = false;
}
END_TEST

START_TEST(latin1_is_the_last_guess_of_some_formats)
{
    reader.latin1 = true;
    ck_assert_int_eq(open_part("a\xE4", 2, NULL, NULL), TR_OK);
    ck_assert(part.content.is_latin1);
    ck_assert_str_eq(tr_content_segment(&part.content, 0)->text, "a\xC3\xA4");
    tr_part_free(&part);
    ck_assert_int_eq(open_part("a\xC3\xA4", 3, NULL, NULL), TR_OK);
    ck_assert(!part.content.is_latin1);
    tr_part_free(&part);
    reader.latin1 = false;
}
END_TEST

UNIT_MAIN("part", text_of_a_segment_is_kept, a_part_in_an_encoding_stays_in_it,
          a_character_that_the_encoding_lacks, wrong_encodings_and_bytes_are_refused,
          bytes_that_say_an_encoding_count_if_the_format_declares,
          latin1_is_the_last_guess_of_some_formats)
