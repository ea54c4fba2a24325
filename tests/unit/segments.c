#include "unit/segments.h"

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "translate.h"

static void add_text(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    (void)to;
    tr_buf_add(out, text, len);
}

const tr_writing as_it_is = {.encode = add_text};

enum { MOST = 4000 };

static tr_document *open_document(const char *format, const char *bytes, const char *keys)
{
    const tr_document_options options = {.format = format, .keys = keys};
    tr_document *d;
    tr_error err = {0};

    ck_assert_msg(!tr_document_open(&d, "a", bytes, strlen(bytes), &options, &err), "%s", err.msg);
    return d;
}

static const char *list_segments(tr_document *d, bool where)
{
    static char out[MOST];
    size_t n = 0;

    out[0] = '\0';
    for (size_t i = 0; i < tr_document_segment_count(d); i++) {
        tr_document_segment s;
        ck_assert_int_eq(tr_document_get(d, i, &s, NULL), TR_OK);
        n += (size_t)snprintf(out + n, sizeof out - n, "%s%s%s|", where ? s.where : "",
                              where ? "=" : "", s.text);
        ck_assert_uint_lt(n, sizeof out);
    }
    tr_document_free(d);
    return out;
}

const char *segments_of(const char *format, const char *bytes, const char *keys)
{
    return list_segments(open_document(format, bytes, keys), true);
}

const char *texts_of(const char *format, const char *bytes)
{
    return list_segments(open_document(format, bytes, NULL), false);
}

const char *with_text(const char *format, const char *bytes, const char *text)
{
    static char out[MOST];
    tr_document *const d = open_document(format, bytes, NULL);
    const char *now;
    size_t size;

    ck_assert_uint_ge(tr_document_segment_count(d), 1);
    ck_assert_int_eq(tr_document_put(d, 0, text, strlen(text), NULL), TR_OK);
    ck_assert_int_eq(tr_document_finish(d, &now, &size, NULL, NULL), TR_OK);
    ck_assert_uint_lt(size, sizeof out);
    memcpy(out, now, size);
    out[size] = '\0';
    tr_document_free(d);
    return out;
}

const char *refusal_of(const char *format, const char *bytes)
{
    static tr_error err;
    const tr_document_options options = {.format = format};
    tr_document *d;

    err = (tr_error){0};
    const int rc = tr_document_open(&d, "a", bytes, strlen(bytes), &options, &err);
    ck_assert(rc == TR_OK || rc == TR_EFORMAT);
    if (!rc) tr_document_free(d);
    return err.msg;
}
