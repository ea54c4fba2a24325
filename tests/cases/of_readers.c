/* of_readers.c - adapters for documents: what of a format is text, and how text is written. */
#include <string.h>

#include "cases/case.h"
#include "document/bilingual/inline_codes.h"
#include "document/data/build_value.h"
#include "document/markdown/markdown_blocks.h"
#include "document/markup/escapes.h"
#include "document/plain/cue_opening.h"
#include "document/segment/tagged.h"
#include "translate.h"
#include "unit/segments.h"

/* ---- Documents */

static int open_document(const case_input *in, tr_document **d, tr_error *err)
{
    const tr_document_options options = {.format = case_option_of(in, "format", NULL),
                                         .keys = case_option_of(in, "keys", NULL),
                                         .columns = case_option_of(in, "columns", NULL),
                                         .target_language = case_option_of(in, "to", NULL),
                                         .mark_review = case_option_on(in, "marks"),
                                         .bilingual = case_option_on(in, "bilingual")};
    return tr_document_open(d, "a", case_text(in, 0), case_len(in, 0), &options, err);
}

static void add_segments(const case_input *in, bool with_places, tr_buf *out)
{
    tr_document *d;
    tr_document_segment s;
    tr_error err;

    if (open_document(in, &d, &err) < 0) {
        tr_buf_add_string(out, err.msg);
        return;
    }
    for (size_t i = 0; i < tr_document_segment_count(d); i++) {
        if (tr_document_get(d, i, &s, NULL) < 0) break;
        if (with_places) tr_buf_printf(out, "%s=", s.where);
        tr_buf_printf(out, "%s|", s.text);
    }
    tr_document_free(d);
}

static void document_texts(const case_input *in, tr_buf *out)
{
    add_segments(in, false, out);
}

static void document_where(const case_input *in, tr_buf *out)
{
    add_segments(in, true, out);
}

/* Adds the document with the texts of the case from 1 on in the place of its first ones. */
static void document_written(const case_input *in, tr_buf *out)
{
    tr_document *d;
    tr_error err;
    const char *now;
    size_t size;

    int rc = open_document(in, &d, &err);
    if (!rc) {
        rc = tr_document_put(d, 0, case_text(in, 1), case_len(in, 1), &err);
        if (!rc) rc = tr_document_finish(d, &now, &size, NULL, &err);
        if (!rc) tr_buf_add(out, now, size);
        tr_document_free(d);
    }
    if (rc) tr_buf_add_string(out, err.msg);
}

static void document_refusal(const case_input *in, tr_buf *out)
{
    tr_document *d;
    tr_error err;

    if (open_document(in, &d, &err) < 0)
        tr_buf_add_string(out, err.msg);
    else
        tr_document_free(d);
}

static void document_refused(const case_input *in, tr_buf *out)
{
    tr_buf why = {0};

    document_refusal(in, &why);
    case_add_bool(out, why.len > 0);
    tr_buf_free(&why);
}

/* ---- Parts of documents */

static const tr_document_options no_options;

static void begin_content(const char *bytes, size_t size, const tr_writing *writing, tr_content *d,
                          tr_builder *b)
{
    *d = (tr_content){.name = "x", .options = &no_options};
    tr_content_set_bytes(d, bytes, size);
    tr_builder_init(b, d, writing);
}

/* Adds the text of segment i, with its marks. */
static void add_tagged(const tr_content *d, size_t i, tr_buf *out)
{
    tr_buf tagged = {0};

    tr_tagged_source(tr_content_segment(d, i), &tagged);
    tr_buf_add_string(out, tr_buf_text(&tagged));
    tr_buf_free(&tagged);
}

static void inline_codes(const case_input *in, tr_buf *out)
{
    tr_content d;
    tr_builder b;

    begin_content(case_text(in, 0), case_len(in, 0), &tr_html_text, &d, &b);
    tr_build_inline_codes(&b, (tr_span){0, d.size}, false);
    if (tr_builder_end(&b, NULL) < 0) return;
    for (size_t i = 0; i < d.n_segments; i++) {
        add_tagged(&d, i, out);
        tr_buf_add_string(out, "|");
    }
    tr_content_free(&d);
}

/* A document has quotation marks around the value, so that byte i is byte i + 1 of it. */
static void add_value(const case_input *in,
                      void (*build)(tr_builder *b, const tr_decoded *v, bool tags), tr_buf *out)
{
    const size_t len = case_len(in, 0);
    tr_content d;
    tr_builder b;
    tr_buf bytes = {0};
    tr_decoded v = {0};

    tr_buf_printf(&bytes, "'%s'", case_text(in, 0));
    tr_decoded_add(&v, case_text(in, 0), len, 1);
    tr_decoded_end(&v, len + 1);
    begin_content(bytes.data, bytes.len, &as_it_is, &d, &b);
    build(&b, &v, case_option_on(in, "tags"));
    if (!tr_builder_end(&b, NULL))
        for (size_t i = 0; i < d.n_segments; i++) {
            const tr_span at = tr_content_segment(&d, i)->at;
            tr_buf_printf(out, "%.*s=", (int)(at.end - at.begin), bytes.data + at.begin);
            add_tagged(&d, i, out);
            tr_buf_add_string(out, "|");
        }
    tr_content_free(&d);
    tr_decoded_free(&v);
    tr_buf_free(&bytes);
}

static void value(const case_input *in, tr_buf *out)
{
    add_value(in, tr_build_value, out);
}

static void value_lines(const case_input *in, tr_buf *out)
{
    add_value(in, tr_build_lines, out);
}

static void markdown_blocks(const case_input *in, tr_buf *out)
{
    tr_buf_printf(out, "%zu", tr_md_block_bytes(case_text(in, 0), case_len(in, 0)));
}

/* ---- References */

static void reference(const case_input *in, tr_buf *out)
{
    tr_buf means = {0};
    const size_t n = tr_html_reference(case_text(in, 0), case_len(in, 0), &means);

    tr_buf_printf(out, "%zu:%s", n, n ? tr_buf_text(&means) : "");
    tr_buf_free(&means);
}

static void html_decode(const case_input *in, tr_buf *out)
{
    tr_html_decode(case_text(in, 0), case_len(in, 0), case_option_on(in, "attribute"), out);
}

static void html_write(const case_input *in, tr_buf *out)
{
    const char *const as = case_option_of(in, "as", "text");
    const tr_writing *const w = !strcmp(as, "double")   ? &tr_html_double
                                : !strcmp(as, "single") ? &tr_html_single
                                                        : &tr_html_text;
    const tr_content d = {.bytes = case_text(in, 0), .size = case_len(in, 0)};
    const tr_segment p = {.at = {0, d.size}};

    w->encode(&(tr_text_place){&d, &p, w}, case_text(in, 1), case_len(in, 1), out);
}

static void html_read(const case_input *in, tr_buf *out)
{
    const char *const as = case_option_of(in, "as", "html");
    tr_content d;
    tr_builder b;

    begin_content(case_text(in, 0), case_len(in, 0), &tr_html_text, &d, &b);
    const tr_span all = {0, d.size};
    if (!strcmp(as, "xml"))
        tr_build_xml_text(&b, all);
    else if (!strcmp(as, "html"))
        tr_build_html_text(&b, all);
    else
        tr_build_html_attribute(&b, all, strcmp(as, "double") ? '\0' : '"', "p@title");
    if (!tr_builder_end(&b, NULL) && d.n_segments) add_tagged(&d, 0, out);
    tr_content_free(&d);
}

/* ---- Subtitles */

static void cue_speaker(const case_input *in, tr_buf *out)
{
    tr_buf_printf(out, "%zu", tr_cue_speaker(case_text(in, 0), case_len(in, 0)));
}

static void cue_sound(const case_input *in, tr_buf *out)
{
    tr_buf_printf(out, "%zu", tr_cue_sound_end(case_text(in, 0), 0, case_len(in, 0)));
}

static void cue_dots(const case_input *in, tr_buf *out)
{
    tr_buf_printf(out, "%zu", tr_cue_dots_end(case_text(in, 0), 0, case_len(in, 0)));
}

#define READER(file)                                                                               \
    {file, "texts", 1, document_texts, OPTIONS}, {file, "where", 1, document_where, OPTIONS},      \
        {file, "written", 2, document_written, OPTIONS},                                           \
        {file, "refusal", 1, document_refusal, OPTIONS},                                           \
    {                                                                                              \
        file, "refused", 1, document_refused, OPTIONS                                              \
    }
#define OPTIONS "format keys columns bilingual to marks "

const case_module cases_of_readers[] = {
    READER("document/data/read_ini"),
    READER("document/data/read_fluent"),
    READER("document/data/read_php"),
    READER("document/data/read_toml"),
    READER("document/data/read_json"),
    READER("document/data/read_po"),
    READER("document/data/read_properties"),
    READER("document/data/read_strings"),
    READER("document/data/read_xcstrings"),
    READER("document/data/read_yaml"),
    READER("document/bilingual/read_ts"),
    READER("document/light/read_adoc"),
    READER("document/light/read_org"),
    READER("document/light/read_rst"),
    READER("document/plain/read_text"),
    READER("document/plain/read_subtitles"),
    READER("document/plain/read_lrc"),
    READER("document/plain/read_ttml"),
    READER("document/plain/read_microdvd"),
    READER("document/plain/read_ass"),
    READER("document/plain/read_table"),
    {"document/plain/cue_opening", "speaker", 1, cue_speaker, ""},
    {"document/plain/cue_opening", "sound", 1, cue_sound, ""},
    {"document/plain/cue_opening", "dots", 1, cue_dots, ""},
    READER("document/typeset/read_latex"),
    READER("document/typeset/read_man"),
    READER("document/typeset/read_mediawiki"),
    READER("document/vobject/read_vobject"),
    READER("document/rtf/read_rtf"),
    READER("document/multipart/mail"),
    READER("document/multipart/notebook"),
    {"document/bilingual/inline_codes", NULL, 1, inline_codes, ""},
    {"document/data/build_value", "value", 1, value, "tags "},
    {"document/data/build_value", "lines", 1, value_lines, "tags "},
    {"document/markdown/markdown_blocks", NULL, 1, markdown_blocks, ""},
    {"document/markup/escapes", "reference", 1, reference, ""},
    {"document/markup/escapes", "decode", 1, html_decode, "attribute "},
    {"document/markup/escapes", "write", 2, html_write, "as "},
    {"document/markup/escapes", "read", 1, html_read, "as "},
    {0},
};
