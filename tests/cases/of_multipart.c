/* of_multipart.c - adapters for mails and their encodings, and for parts of packages. */
#include <stdlib.h>
#include <string.h>

#include "cases/case.h"
#include "document/multipart/encoded_words.h"
#include "document/multipart/mail_header.h"
#include "document/multipart/transfer_encoding.h"
#include "document/package/notes.h"
#include "document/package/ooxml_fields.h"
#include "document/package/ooxml_hyphens.h"
#include "document/package/read_idml.h"
#include "document/package/read_ooxml.h"
#include "document/segment/tagged.h"

/* ---- Headers of mails */

static void encoded_words_decode(const case_input *in, tr_buf *out)
{
    tr_words_form form;

    if (!tr_encoded_words_decode(case_text(in, 0), case_len(in, 0), &form, out)) {
        tr_buf_clear(out);
        tr_buf_add_string(out, "!");
    }
}

/* Writes a text in the form that the first text of the case has. */
static void encoded_words_encode(const case_input *in, tr_buf *out)
{
    tr_words_form form;
    tr_buf decoded = {0};
    const size_t column = strtoul(case_option_of(in, "column", "0"), NULL, 10);

    tr_encoded_words_decode(case_text(in, 0), case_len(in, 0), &form, &decoded);
    tr_encoded_words_encode(case_text(in, 1), case_len(in, 1), &form, column, "\n", out);
    tr_buf_free(&decoded);
}

static void header_fields(const case_input *in, tr_buf *out)
{
    const char *const text = case_text(in, 0);
    const tr_span header =
        tr_header_span(text, case_len(in, 0), tr_header_begin(text, case_len(in, 0), 0));
    size_t at = header.begin;
    tr_span name, value;

    while (tr_header_next(text, header, &at, &name, &value))
        tr_buf_printf(out, "%.*s=%.*s|", (int)(name.end - name.begin), text + name.begin,
                      (int)(value.end - value.begin), text + value.begin);
    tr_buf_add_string(out, text + tr_header_content(text, case_len(in, 0), header.end));
}

static void header_find(const case_input *in, tr_buf *out)
{
    const char *const text = case_text(in, 0);
    char value[40];

    if (tr_header_find(text, tr_header_span(text, case_len(in, 0), 0), case_text(in, 1), value,
                       sizeof value))
        tr_buf_add_string(out, value);
    else
        tr_buf_add_string(out, "!");
}

static void header_parameter(const case_input *in, tr_buf *out)
{
    char value[40];

    tr_header_main(case_text(in, 0), value, sizeof value);
    tr_buf_add_string(out, value);
    tr_header_parameter(case_text(in, 0), case_text(in, 1), value, sizeof value);
    tr_buf_printf(out, ";%s", value);
}

/* ---- Transfer encodings */

static enum tr_transfer_encoding transfer_of(const case_input *in)
{
    const char *const name = case_option_of(in, "encoding", "");
    return tr_transfer_find(name, strlen(name));
}

static void transfer_decode(const case_input *in, tr_buf *out)
{
    if (!tr_transfer_decode(transfer_of(in), case_text(in, 0), case_len(in, 0), out)) {
        tr_buf_clear(out);
        tr_buf_add_string(out, "!");
    }
}

static void transfer_encode(const case_input *in, tr_buf *out)
{
    tr_transfer_encode(transfer_of(in), case_text(in, 0), case_len(in, 0), case_text(in, 1),
                       case_len(in, 1), out);
}

static void transfer_name(const case_input *in, tr_buf *out)
{
    static const char *const names[] = {[TR_TRANSFER_PLAIN] = "plain",
                                        [TR_TRANSFER_QUOTED] = "quoted",
                                        [TR_TRANSFER_BASE64] = "base64",
                                        [TR_TRANSFER_JSON] = "json",
                                        [TR_TRANSFER_UNKNOWN] = "unknown"};
    tr_buf_add_string(out, names[tr_transfer_find(case_text(in, 0), case_len(in, 0))]);
}

/* ---- Parts of packages */

static const tr_document_options no_options;

static tr_content content_of(const char *bytes, size_t size)
{
    tr_content d = {.name = "x", .options = &no_options};
    tr_content_set_bytes(&d, bytes, size);
    return d;
}

static void read_part(const case_input *in, int (*read)(tr_content *, tr_error *), tr_buf *out)
{
    tr_content d = content_of(case_text(in, 0), case_len(in, 0));
    tr_error err;

    if (read(&d, &err) < 0)
        tr_buf_add_string(out, err.msg);
    else
        for (size_t i = 0; i < d.n_segments; i++) {
            tr_buf tagged = {0};
            tr_tagged_source(tr_content_segment(&d, i), &tagged);
            tr_buf_printf(out, "%s|", tr_buf_text(&tagged));
            tr_buf_free(&tagged);
        }
    tr_content_free(&d);
}

static void read_ooxml(const case_input *in, tr_buf *out)
{
    read_part(in, tr_read_ooxml, out);
}

static void read_idml(const case_input *in, tr_buf *out)
{
    read_part(in, tr_read_idml, out);
}

static void field_is_link(const case_input *in, tr_buf *out)
{
    case_add_bool(out, tr_ooxml_field_is_link(case_text(in, 0), case_len(in, 0)));
}

static void notes_move(const case_input *in, tr_buf *out)
{
    const tr_content d = content_of(case_text(in, 0), case_len(in, 0));
    if (!tr_notes_move(&d, out)) tr_buf_add_string(out, "none");
}

/* Moves the notes, puts the second text in the place of "TEXT", and restores them. */
static void notes_restore(const case_input *in, tr_buf *out)
{
    const tr_content source = content_of(case_text(in, 0), case_len(in, 0));
    tr_buf moved = {0}, translated = {0};

    if (tr_notes_move(&source, &moved)) {
        const char *at = moved.data, *found;
        for (; (found = strstr(at, "TEXT")); at = found + strlen("TEXT")) {
            tr_buf_add(&translated, at, (size_t)(found - at));
            tr_buf_add(&translated, case_text(in, 1), case_len(in, 1));
        }
        tr_buf_add_string(&translated, at);
        const tr_content d = content_of(translated.data, translated.len);
        tr_notes_restore(&source, &d, out);
    }
    tr_buf_free(&moved);
    tr_buf_free(&translated);
}

static void hyphens_spell(const case_input *in, tr_buf *out)
{
    const tr_content d = content_of(case_text(in, 0), case_len(in, 0));
    if (!tr_ooxml_spell_hyphens(&d, out)) tr_buf_add_string(out, "none");
}

static void hyphens_restore(const case_input *in, tr_buf *out)
{
    const tr_content source = content_of(case_text(in, 0), case_len(in, 0));
    tr_buf spelled = {0};

    if (tr_ooxml_spell_hyphens(&source, &spelled)) {
        const tr_content d = content_of(spelled.data, spelled.len);
        tr_ooxml_restore_hyphens(&d, &d, out);
    }
    tr_buf_free(&spelled);
}

const case_module cases_of_multipart[] = {
    {"document/multipart/encoded_words", "decode", 1, encoded_words_decode, ""},
    {"document/multipart/encoded_words", "encode", 2, encoded_words_encode, "column "},
    {"document/multipart/mail_header", "fields", 1, header_fields, ""},
    {"document/multipart/mail_header", "find", 2, header_find, ""},
    {"document/multipart/mail_header", "parameter", 2, header_parameter, ""},
    {"document/multipart/transfer_encoding", "name", 1, transfer_name, ""},
    {"document/multipart/transfer_encoding", "decode", 1, transfer_decode, "encoding "},
    {"document/multipart/transfer_encoding", "encode", 2, transfer_encode, "encoding "},
    {"document/package/read_ooxml", NULL, 1, read_ooxml, ""},
    {"document/package/read_idml", NULL, 1, read_idml, ""},
    {"document/package/ooxml_fields", NULL, 1, field_is_link, ""},
    {"document/package/notes", "move", 1, notes_move, ""},
    {"document/package/notes", "restore", 2, notes_restore, ""},
    {"document/package/ooxml_hyphens", "spell", 1, hyphens_spell, ""},
    {"document/package/ooxml_hyphens", "restore", 1, hyphens_restore, ""},
    {0},
};
