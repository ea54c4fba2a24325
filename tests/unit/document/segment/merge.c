/* Documents with other text in them, read again.  The format is made up: a segment is a line with a
 * letter, "*" is a point, and "!" is wrong. */
#include "document/segment/merge.h"

#include <string.h>

#include "document/segment/builder.h"
#include "unit/unit.h"

static const tr_writing writing;

static int read_lines(tr_content *d, tr_error *err)
{
    tr_builder b;

    tr_builder_init(&b, d, &writing);
    for (size_t i = d->begin; i < d->size; i++) {
        const tr_span raw = {i, i + 1};
        if (d->bytes[i] == '\n')
            tr_build_fixed(&b, raw);
        else if (d->bytes[i] == '*')
            tr_build_point(&b, raw);
        else
            tr_build_raw_text(&b, raw);
    }
    const int rc = tr_builder_end(&b, err);
    const char *const wrong = memchr(d->bytes, '!', d->size);
    return wrong ? tr_content_refuse(d, (size_t)(wrong - d->bytes), "wrong", err) : rc;
}

static void add_both(const tr_content *source, const tr_content *d, tr_buf *out)
{
    tr_buf_add(out, source->bytes, source->size);
    tr_buf_add(out, d->bytes, d->size);
}

static void add_language(const tr_content *source, const tr_content *d, tr_buf *out)
{
    (void)source;
    tr_buf_add_string(out, "de:");
    tr_buf_add(out, d->bytes, d->size);
}

static const tr_reader reader = {
    .format = {.name = "lines"},
    .read = read_lines,
    .bilingual = add_both,
    .set_language = add_language,
};

static tr_document_options options;
static tr_content content;

/* The document with these texts in the place of its segments; NULL: it stays. */
static const char *merged(const char *bytes, const char *const *texts)
{
    static char out[500];
    tr_buf now = {0};
    tr_error err;

    content = (tr_content){.name = "x", .options = &options};
    tr_content_set_bytes(&content, bytes, strlen(bytes));
    ck_assert_int_eq(reader.read(&content, &err), TR_OK);
    for (size_t i = 0; i < content.n_segments; i++) {
        if (texts[i]) ck_assert(tr_content_write(&content, i, texts[i], strlen(texts[i]), 0));
    }
    tr_buf_add_string(&now, "before|");
    ck_assert_int_eq(tr_merge(&content, &reader, &now, &err), TR_OK);
    ck_assert(!strncmp(tr_buf_text(&now), "before|", 7));
    strcpy(out, tr_buf_text(&now) + 7);
    tr_buf_free(&now);
    return out;
}

#define TEXTS(...) ((const char *const[]){__VA_ARGS__})

START_TEST(what_is_written_takes_the_place_of_segments)
{
    ck_assert_str_eq(merged("one\ntwo\n12\n", TEXTS("eins", "zwei")), "eins\nzwei\n12\n");
    tr_content_free(&content);
    ck_assert_str_eq(merged("one\ntwo\n", TEXTS(NULL, "zwei")), "one\nzwei\n");
    ck_assert_ptr_null(tr_content_segment(&content, 0)->left);
    ck_assert_ptr_null(tr_content_segment(&content, 1)->left);
    tr_content_free(&content);
    ck_assert_str_eq(merged(" one \n", TEXTS("a longer text than it was")),
                     " a longer text than it was \n");
    tr_content_free(&content);
    ck_assert_str_eq(merged("o*ne", TEXTS("ei*ns")), "ei*ns");
    tr_content_free(&content);
}
END_TEST

START_TEST(a_document_without_changes_stays)
{
    ck_assert_str_eq(merged("one\n two\n\n", TEXTS(NULL, NULL)), "one\n two\n\n");
    tr_content_free(&content);
    ck_assert_str_eq(merged("", TEXTS(NULL)), "");
    tr_content_free(&content);
}
END_TEST

/* A line end in a translation makes two segments of it; a mark that is lost makes another one. */
START_TEST(a_segment_that_is_not_found_again_goes_back)
{
    ck_assert_str_eq(merged("one\ntwo\nsix\n", TEXTS("eins", "zw\nei", "sechs")),
                     "eins\ntwo\nsechs\n");
    ck_assert_ptr_null(tr_content_segment(&content, 0)->left);
    ck_assert_ptr_nonnull(tr_content_segment(&content, 1)->left);
    ck_assert_ptr_null(tr_content_segment(&content, 1)->written);
    ck_assert_ptr_null(tr_content_segment(&content, 2)->left);
    tr_content_free(&content);
    ck_assert_str_eq(merged("o*ne\ntwo\n", TEXTS("eins", "zwei")), "o*ne\nzwei\n");
    tr_content_free(&content);
    ck_assert_str_eq(merged("one\ntwo\n", TEXTS("eins", "12")), "eins\ntwo\n"); /* no letter */
    tr_content_free(&content);
    ck_assert_str_eq(merged("one\ntwo\n", TEXTS("", "zwei")), "one\nzwei\n");
    tr_content_free(&content);
}
END_TEST

START_TEST(a_document_that_cannot_be_read_again_goes_back)
{
    ck_assert_str_eq(merged("one\ntwo\n", TEXTS("eins!", "zwei")), "one\ntwo\n");
    ck_assert_ptr_nonnull(tr_content_segment(&content, 0)->left);
    ck_assert_ptr_nonnull(tr_content_segment(&content, 1)->left);
    tr_content_free(&content);
}
END_TEST

START_TEST(translations_stand_beside_sources_if_that_is_wanted)
{
    options.bilingual = 1;
    ck_assert_str_eq(merged("one\n", TEXTS("eins")), "one\neins\n");
    tr_content_free(&content);
    options = (tr_document_options){.set_language = 1};
    ck_assert_str_eq(merged("one\n", TEXTS("eins")), "de:eins\n");
    tr_content_free(&content);
    options = (tr_document_options){0};
}
END_TEST

/* A thousand translations of which each makes two segments. */
START_TEST(many_that_are_lost_all_go_back)
{
    enum { N = 1000 };
    static char bytes[2 * N + 1];
    static const char *texts[N];
    tr_buf now = {0};

    for (size_t i = 0; i < N; i++) {
        memcpy(bytes + 2 * i, "a\n", 2);
        texts[i] = "b\nb";
    }
    content = (tr_content){.name = "x", .options = &options};
    tr_content_set_bytes(&content, bytes, 2 * N);
    ck_assert_int_eq(reader.read(&content, NULL), TR_OK);
    ck_assert_uint_eq(content.n_segments, N);
    for (size_t i = 0; i < N; i++) {
        if (texts[i]) ck_assert(tr_content_write(&content, i, texts[i], strlen(texts[i]), 0));
    }
    ck_assert_int_eq(tr_merge(&content, &reader, &now, NULL), TR_OK);
    ck_assert_str_eq(tr_buf_text(&now), bytes);
    tr_buf_free(&now);
    tr_content_free(&content);
}
END_TEST

UNIT_MAIN("merge", what_is_written_takes_the_place_of_segments, a_document_without_changes_stays,
          a_segment_that_is_not_found_again_goes_back,
          a_document_that_cannot_be_read_again_goes_back,
          translations_stand_beside_sources_if_that_is_wanted, many_that_are_lost_all_go_back)
