#include "setup/pieces_read.h"

#include <string.h>

#include "base/buf.h"
#include "unit/unit.h"

/* An array of strings as it lies in a file. */
static tr_gguf_value array_of(tr_buf *bytes, size_t n, const char *const *texts, const size_t *lens)
{
    for (size_t i = 0; i < n; i++) {
        const uint64_t len = lens ? lens[i] : strlen(texts[i]);
        tr_buf_add(bytes, &len, sizeof len);
        tr_buf_add(bytes, texts[i], (size_t)len);
    }
    return (tr_gguf_value){.type = TR_GGUF_ARRAY,
                           .element_type = TR_GGUF_STRING,
                           .n = n,
                           .bytes = (const unsigned char *)bytes->data,
                           .size = bytes->len};
}

START_TEST(reads_an_array_of_strings)
{
    static const char *const texts[] = {"</s>", "\xE2\x96\x81the", "x"};
    tr_buf bytes = {0};
    tr_pieces p;
    const tr_gguf_value array = array_of(&bytes, 3, texts, NULL);
    ck_assert_int_eq(tr_pieces_read(&p, &array, "m", NULL), TR_OK);
    ck_assert_int_eq(p.n, 3);
    ck_assert_str_eq(tr_pieces_text(&p, 1), texts[1]);
    tr_pieces_free(&p);
    tr_buf_free(&bytes);
}
END_TEST

static void check_refused(const char *text, size_t len, const char *message)
{
    const char *const texts[] = {"a", "b", text};
    const size_t lens[] = {1, 1, len};
    tr_buf bytes = {0};
    tr_pieces p;
    tr_error err;
    const tr_gguf_value array = array_of(&bytes, 3, texts, lens);
    ck_assert_int_eq(tr_pieces_read(&p, &array, "m.gguf: tokenizer.vocab.source", &err),
                     TR_EFORMAT);
    ck_assert_str_eq(err.msg, message);
    ck_assert_ptr_null(p.text);
    tr_buf_free(&bytes);
}

START_TEST(refuses_strings_that_are_no_pieces)
{
    check_refused("\xFF", 1, "m.gguf: tokenizer.vocab.source: piece 2 is not UTF-8 text");
    check_refused("c\0d", 3, "m.gguf: tokenizer.vocab.source: piece 2 is not UTF-8 text");
    check_refused("\xE2\x96", 2, "m.gguf: tokenizer.vocab.source: piece 2 is not UTF-8 text");
    check_refused("a", 1, "m.gguf: tokenizer.vocab.source: piece 2 is there already");
}
END_TEST

UNIT_MAIN("pieces_read", reads_an_array_of_strings, refuses_strings_that_are_no_pieces)
