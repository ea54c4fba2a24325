/* of_documents.c - adapters for what readers of documents are made of: scanners, encodings, lines.
 */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "cases/case.h"
#include "document/data/json_list.h"
#include "document/data/json_scan.h"
#include "document/keys/key_patterns.h"
#include "document/line_syntax.h"
#include "document/markup/language_code.h"
#include "document/markup/markup.h"
#include "document/plain_words.h"
#include "document/segment/decoded.h"
#include "document/segment/encoding.h"
#include "document/segment/fragment.h"
#include "document/segment/ignorable.h"
#include "document/segment/no_break.h"
#include "document/segment/transliterate.h"
#include "document/segment/wrap.h"

static size_t number_of(const case_input *in, const char *option)
{
    return strtoul(case_option_of(in, option, "0"), NULL, 10);
}

/* ---- Plain text */

static void prose_is_most(const case_input *in, tr_buf *out)
{
    case_add_bool(out, tr_words_are_sentences(case_text(in, 0), case_len(in, 0)));
}

static void prose_is_plain(const case_input *in, tr_buf *out)
{
    case_add_bool(out, tr_words_are_plain(case_text(in, 0), case_len(in, 0)));
}

static void lines_have_syntax(const case_input *in, tr_buf *out)
{
    const char *const what = tr_line_syntax(case_text(in, 0), case_len(in, 0));
    tr_buf_add_string(out, what ? what : "no");
    out->len = strcspn(tr_buf_text(out), ",");
}

/* ---- JSON */

static void json_list_read(const case_input *in, tr_buf *out)
{
    if (!tr_json_list_decode(case_text(in, 0), case_len(in, 0), out)) {
        tr_buf_clear(out);
        tr_buf_add_string(out, "!");
    }
}

static void json_list_write(const case_input *in, tr_buf *out)
{
    tr_json_list_encode(case_text(in, 0), case_len(in, 0), case_option_on(in, "ascii"),
                        case_text(in, 1), case_len(in, 1), out);
}

static tr_json_scan json_scan_of(const case_input *in)
{
    return (tr_json_scan){.text = case_text(in, 0), .end = case_len(in, 0)};
}

static void json_string(const case_input *in, tr_buf *out)
{
    tr_json_scan j = json_scan_of(in);
    tr_decoded value = {0};

    const bool right = tr_json_string(&j, &value);
    tr_buf_add_string(out, right ? tr_buf_text(&value.text) : "!");
    if (right != !j.wrong) tr_buf_add_string(out, " (and the scanner says otherwise)");
    tr_decoded_free(&value);
}

static void json_word(const case_input *in, tr_buf *out)
{
    tr_json_scan j = json_scan_of(in);
    case_add_bool(out, tr_json_word(&j) && j.at == j.end);
}

static void json_skip(const case_input *in, tr_buf *out)
{
    tr_json_scan j = json_scan_of(in);
    tr_decoded value = {0};

    tr_json_skip_blanks(&j);
    const bool right = tr_json_skip(&j, &value);
    if (right)
        tr_buf_add_string(out, j.at == j.end ? "right" : "right, but it goes on");
    else
        tr_buf_printf(out, "wrong at %zu", j.at);
    if (right != !j.wrong) tr_buf_add_string(out, " (and the scanner says otherwise)");
    tr_decoded_free(&value);
}

static void json_write(const case_input *in, tr_buf *out)
{
    tr_json_write(case_text(in, 0), case_len(in, 0), case_option_on(in, "ascii"), out);
}

/* ---- Keys and codes */

static void key_listed(const case_input *in, tr_buf *out)
{
    case_add_bool(out, tr_key_is_listed(case_text(in, 0), case_text(in, 1)));
}

static void name_listed(const case_input *in, tr_buf *out)
{
    case_add_bool(out, tr_name_is_listed(case_text(in, 0), case_text(in, 1)));
}

/* The value of an option, NULL if it is empty. */
static const char *given(const case_input *in, const char *option)
{
    const char *const value = case_option_of(in, option, "");
    return *value ? value : NULL;
}

static void key_wanted(const case_input *in, tr_buf *out)
{
    const tr_document_options options = {.keys = given(in, "keys"),
                                         .not_keys = given(in, "not-keys")};
    case_add_bool(out, tr_key_is_wanted(&options, case_text(in, 0)));
}

static void language_code(const case_input *in, tr_buf *out)
{
    case_add_bool(out, tr_language_is_code(case_text(in, 0)));
}

static void language_matches(const case_input *in, tr_buf *out)
{
    case_add_bool(out, tr_language_matches(case_text(in, 0), case_len(in, 0), case_text(in, 1)));
}

/* ---- Markup */

static tr_markup markup_of(const case_input *in)
{
    return (tr_markup){
        .text = case_text(in, 0), .size = case_len(in, 0), .xml = case_option_on(in, "xml")};
}

static void markup_tokens(const case_input *in, tr_buf *out)
{
    static const char kinds[] = "tsec!%d";
    tr_markup m = markup_of(in);
    tr_markup_token t;
    size_t at = 0;

    while (tr_markup_next(&m, &t)) {
        if (t.raw.begin != at || t.raw.end <= at) tr_buf_printf(out, "(a gap at %zu)", at);
        at = t.raw.end;
        tr_buf_printf(out, "%c:%.*s|", kinds[t.kind], (int)(at - t.raw.begin),
                      m.text + t.raw.begin);
    }
    if (at != m.size) tr_buf_printf(out, "(a gap at %zu)", at);
}

static void markup_attributes(const case_input *in, tr_buf *out)
{
    const tr_markup m = markup_of(in);
    tr_markup ahead = m;
    tr_markup_token t;
    tr_markup_attribute a;

    if (!tr_markup_next(&ahead, &t)) return;
    for (size_t at = 0; tr_markup_attribute_next(&m, &t, &at, &a);) {
        tr_buf_printf(out, "%.*s=", (int)(a.name.end - a.name.begin), m.text + a.name.begin);
        if (a.quote) tr_buf_add(out, &a.quote, 1);
        tr_buf_printf(out, "%.*s|", (int)(a.value.end - a.value.begin), m.text + a.value.begin);
    }
}

static void markup_end(const case_input *in, tr_buf *out)
{
    tr_markup m = markup_of(in);
    tr_markup_token t;

    if (!tr_markup_next(&m, &t)) return;
    const size_t at = m.at;
    tr_buf_printf(out, "%zu", tr_markup_end_of(&m, &t));
    if (m.at != at) tr_buf_add_string(out, " (and the scanner moved)");
}

static void markup_listed(const case_input *in, tr_buf *out)
{
    case_add_bool(out, tr_markup_listed(case_text(in, 0), case_text(in, 1)));
}

/* ---- Encodings */

static void encoding_find(const case_input *in, tr_buf *out)
{
    char name[64];
    const char *const found = tr_encoding_find(case_text(in, 0), case_len(in, 0), true, name);
    if (found) tr_buf_add_string(out, found);
}

static void encoding_decode(const case_input *in, tr_buf *out)
{
    tr_error err;

    if (tr_encoding_decode(case_option_of(in, "encoding", ""), case_text(in, 0), case_len(in, 0),
                           "x.txt", out, &err) < 0) {
        tr_buf_clear(out);
        tr_buf_add_string(out, strstr(err.msg, "x.txt") ? "!" : err.msg);
    }
}

static void encoding_refer(const case_input *in, tr_buf *out)
{
    if (!tr_encoding_refer(case_option_of(in, "encoding", ""), case_text(in, 0), case_len(in, 0),
                           given(in, "reference"), case_option_on(in, "spells"), out)) {
        tr_buf_clear(out);
        tr_buf_add_string(out, "!");
    }
}

/* ---- Texts of segments */

static void decoded_is_text(const case_input *in, tr_buf *out)
{
    case_add_bool(out, tr_decoded_is_text(case_text(in, 0), case_len(in, 0)));
}

static void make_fragment(const case_input *in, tr_fragment *p)
{
    *p = (tr_fragment){0};
    tr_fragment_clear(p);
    tr_fragment_add_text(p, case_text(in, 0), case_len(in, 0), case_option_on(in, "blanks"));
}

static void fragment_text(const case_input *in, tr_buf *out)
{
    tr_fragment p;
    make_fragment(in, &p);
    tr_buf_add_string(out, tr_buf_text(&p.text));
    tr_fragment_free(&p);
}

static void fragment_letter(const case_input *in, tr_buf *out)
{
    tr_fragment p;
    make_fragment(in, &p);
    case_add_bool(out, tr_fragment_has_letter(&p, case_option_on(in, "digits")));
    tr_fragment_free(&p);
}

static void fragment_readable(const case_input *in, tr_buf *out)
{
    tr_fragment p;
    make_fragment(in, &p);
    case_add_bool(out, tr_fragment_is_readable(&p));
    tr_fragment_free(&p);
}

static void no_break(const case_input *in, tr_buf *out)
{
    tr_buf_add(out, case_text(in, 1), case_len(in, 1));
    tr_no_break_keep(case_text(in, 0), case_len(in, 0), out);
}

static void wrap(const case_input *in, tr_buf *out)
{
    const tr_wrap w = {.again = "\n",
                       .width = number_of(in, "width"),
                       .column = number_of(in, "column"),
                       .behind = number_of(in, "behind"),
                       .most = number_of(in, "most"),
                       .tags = case_option_on(in, "tags")};
    const tr_content d = {.bytes = ""};
    const tr_segment p = {.extra = &w};

    tr_wrap_finish(&(tr_text_place){.content = &d, .segment = &p}, case_text(in, 0),
                   case_len(in, 0), out);
}

static void transliterate(const case_input *in, tr_buf *out)
{
    int32_t c;

    tr_utf8_decode(case_text(in, 0), case_len(in, 0), &c);
    if (!tr_transliterate(c, out)) tr_buf_add_string(out, "?");
}

static void ignorable(const case_input *in, tr_buf *out)
{
    tr_buf_add_string(out, case_text(in, 0));
    if (out->len) out->len = tr_ignorable_remove(out->data, out->len);
}

const case_module cases_of_documents[] = {
    {"document/line_syntax", NULL, 1, lines_have_syntax, ""},
    {"document/plain_words", "most", 1, prose_is_most, ""},
    {"document/plain_words", "plain", 1, prose_is_plain, ""},
    {"document/data/json_list", "read", 1, json_list_read, ""},
    {"document/data/json_list", "write", 2, json_list_write, "ascii "},
    {"document/data/json_scan", "string", 1, json_string, ""},
    {"document/data/json_scan", "word", 1, json_word, ""},
    {"document/data/json_scan", "skip", 1, json_skip, ""},
    {"document/data/json_scan", "write", 1, json_write, "ascii "},
    {"document/keys/key_patterns", "key", 2, key_listed, ""},
    {"document/keys/key_patterns", "name", 2, name_listed, ""},
    {"document/keys/key_patterns", "wanted", 1, key_wanted, "keys not-keys "},
    {"document/markup/language_code", "code", 1, language_code, ""},
    {"document/markup/language_code", "matches", 2, language_matches, ""},
    {"document/markup/markup", "tokens", 1, markup_tokens, "xml "},
    {"document/markup/markup", "attributes", 1, markup_attributes, "xml "},
    {"document/markup/markup", "end", 1, markup_end, "xml "},
    {"document/markup/markup", "listed", 2, markup_listed, "xml "},
    {"document/segment/encoding", "find", 1, encoding_find, ""},
    {"document/segment/encoding", "decode", 1, encoding_decode, "encoding "},
    {"document/segment/encoding", "refer", 1, encoding_refer, "encoding reference spells "},
    {"document/segment/decoded", NULL, 1, decoded_is_text, ""},
    {"document/segment/fragment", "text", 1, fragment_text, "blanks "},
    {"document/segment/fragment", "letter", 1, fragment_letter, "digits "},
    {"document/segment/fragment", "readable", 1, fragment_readable, ""},
    {"document/segment/no_break", NULL, 2, no_break, ""},
    {"document/segment/wrap", NULL, 1, wrap, "width column behind most tags "},
    {"document/segment/transliterate", NULL, 1, transliterate, ""},
    {"document/segment/ignorable", NULL, 1, ignorable, ""},
    {0},
};
