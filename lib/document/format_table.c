#include "document/format_table.h"

#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "base/first_bytes.h"
#include "base/utf8.h"
#include "document/bilingual/beside_html.h"
#include "document/bilingual/read_tmx.h"
#include "document/bilingual/read_ts.h"
#include "document/bilingual/read_xliff.h"
#include "document/bilingual/ts_message.h"
#include "document/bilingual/xliff_limit.h"
#include "document/bilingual/xliff_marks.h"
#include "document/bilingual/xliff_review.h"
#include "document/catalogue/bar_forms.h"
#include "document/catalogue/plural_forms.h"
#include "document/data/read_fluent.h"
#include "document/data/read_ini.h"
#include "document/data/read_json.h"
#include "document/data/read_mo.h"
#include "document/data/read_php.h"
#include "document/data/read_po.h"
#include "document/data/read_properties.h"
#include "document/data/read_strings.h"
#include "document/data/read_toml.h"
#include "document/data/read_xcstrings.h"
#include "document/data/read_yaml.h"
#include "document/data/xcstrings_add.h"
#include "document/light/read_adoc.h"
#include "document/light/read_org.h"
#include "document/light/read_rst.h"
#include "document/line_syntax.h"
#include "document/markdown/markdown_anchors.h"
#include "document/markdown/markdown_beside.h"
#include "document/markdown/markdown_tables.h"
#include "document/markdown/read_markdown.h"
#include "document/markup/read_html.h"
#include "document/markup/read_xml.h"
#include "document/markup/set_language.h"
#include "document/multipart/mail.h"
#include "document/multipart/notebook.h"
#include "document/package/notes.h"
#include "document/package/package_epub.h"
#include "document/package/package_idml.h"
#include "document/package/package_odf.h"
#include "document/package/package_ooxml.h"
#include "document/package/read_idml.h"
#include "document/plain/bilingual_text.h"
#include "document/plain/read_ass.h"
#include "document/plain/read_lrc.h"
#include "document/plain/read_microdvd.h"
#include "document/plain/read_subtitles.h"
#include "document/plain/read_table.h"
#include "document/plain/read_text.h"
#include "document/plain/read_ttml.h"
#include "document/plain_words.h"
#include "document/rtf/read_rtf.h"
#include "document/shapes.h"
#include "document/typeset/read_latex.h"
#include "document/typeset/read_man.h"
#include "document/typeset/read_mediawiki.h"
#include "document/unread_formats.h"
#include "document/vobject/fold_lines.h"
#include "document/vobject/read_vobject.h"
#include "language/language_data.h"

/* Resources of programs have plurals, and books have notes. */
static bool prepare_xml(const tr_content *d, tr_buf *out)
{
    return tr_plural_forms_xml(d, out) || tr_notes_move(d, out);
}

/* Each row: what is public of it, what tells it, its reader, and how else it is written.  Of likely
 * signs the first one counts. */
static const tr_reader readers[] = {
    {.format = {"lines", "", TR_IS_BILINGUAL},
     .read = tr_read_lines,
     .bilingual = tr_bilingual_lines},
    {.format = {"text", "", TR_IS_BILINGUAL}, .read = tr_read_text, .bilingual = tr_bilingual_text},
    {.format = {"tsv", " .tsv .tab ", TR_TAKES_COLUMNS | TR_IS_BILINGUAL},
     .read = tr_read_tsv,
     .bilingual = tr_bilingual_tsv},
    {.format = {"csv", " .csv ", TR_TAKES_COLUMNS | TR_IS_BILINGUAL},
     .read = tr_read_csv,
     .bilingual = tr_bilingual_csv},
    {.format = {"jsonl", " .jsonl .ndjson ", TR_TAKES_KEYS},
     .likely = {.shape = tr_is_jsonl},
     .read = tr_read_jsonl},
    {.format = {"html", " .html .htm ",
                TR_TAKES_ATTRIBUTES | TR_SAYS_LANGUAGE | TR_KEEPS_ANCHORS | TR_IS_BILINGUAL},
     .likely = {.shape = tr_is_html},
     .read = tr_read_html,
     .bilingual = tr_beside_html,
     .names_target = true,
     .set_language = tr_set_language_html,
     .declares = true},
    {.format = {"xhtml", " .xhtml .xht ",
                TR_TAKES_ATTRIBUTES | TR_SAYS_LANGUAGE | TR_KEEPS_ANCHORS | TR_IS_BILINGUAL},
     .likely = {.shape = tr_is_xhtml},
     .read = tr_read_xhtml,
     .bilingual = tr_beside_xhtml,
     .names_target = true,
     .set_language = tr_set_language_xml,
     .declares = true},
    {.format = {"xml",
                " .xml .dita .ditamap .dbk .docbook .resx .plist .stringsdict .svg .opml .rss "
                ".atom .xaml .axaml ",
                TR_GROWS | TR_TAKES_ATTRIBUTES | TR_SAYS_LANGUAGE},
     .sure = {.roots = " plist "},
     .likely = {.shape = tr_is_xml},
     .prepare = prepare_xml,
     .read = tr_read_xml,
     .restore = tr_notes_restore,
     .set_language = tr_set_language_xml,
     .declares = true},
    {.format = {"xliff", " .xlf .xliff ",
                TR_GROWS | TR_SAYS_LANGUAGE | TR_FILLS | TR_MARKS_REVIEW | TR_SAYS_QUALITY},
     .sure = {.roots = " xliff "},
     .read = tr_read_xliff,
     .set_language = tr_set_language_xliff,
     .mark_review = tr_mark_review_xliff,
     .unit = tr_xliff_unit,
     .limit = tr_xliff_limit,
     .written_length = tr_xliff_written_length,
     .says_states = true,
     .prepare = tr_xliff_add_targets,
     .declares = true},
    {.format = {"tmx", " .tmx ", TR_FILLS | TR_MARKS_REVIEW | TR_SAYS_QUALITY},
     .sure = {.roots = " tmx "},
     .read = tr_read_tmx,
     .mark_review = tr_mark_review_tmx,
     .declares = true},
    {.format = {"ts", "", TR_GROWS | TR_SAYS_LANGUAGE | TR_FILLS | TR_MARKS_REVIEW},
     .sure = {.roots = " TS "},
     .prepare = tr_ts_prepare,
     .read = tr_read_ts,
     .set_language = tr_set_language_ts,
     .mark_review = tr_mark_review_ts,
     .unit = tr_ts_unit,
     .says_states = true,
     .declares = true},
    {.format = {"mail", " .eml ", TR_TAKES_ATTRIBUTES},
     .likely = {.shape = tr_is_mail},
     .split = tr_mail_split},
    {.format = {"mbox", " .mbox .mbx ", TR_TAKES_ATTRIBUTES},
     .sure = {.shape = tr_is_mailbox},
     .split = tr_mailbox_split},
    {.format = {"notebook", " .ipynb ", TR_TAKES_ATTRIBUTES},
     .sure = {.shape = tr_is_notebook},
     .split = tr_notebook_split},
    {.format = {"markdown", " .md .markdown .mdown .mkd .mdx .qmd .rmd .rmarkdown ",
                TR_TAKES_KEYS | TR_TAKES_ATTRIBUTES | TR_KEEPS_ANCHORS | TR_IS_BILINGUAL},
     .likely = {.shape = tr_is_markdown},
     .prepare = tr_markdown_tables_prepare,
     .read = tr_read_markdown,
     .restore = tr_markdown_tables_restore,
     .bilingual = tr_beside_markdown,
     .names_target = true,
     .keep_anchors = tr_keep_anchors_markdown,
     .lost_links = tr_lost_links_markdown},
    {.format = {"mediawiki", " .wiki .mediawiki .wikitext ", 0}, .read = tr_read_mediawiki},
    {.format = {"man", " .man .mdoc ", 0}, .sure = {.shape = tr_is_man}, .read = tr_read_man},
    {.format = {"latex", " .tex .latex .ltx ", 0},
     .sure = {.begins = "\\documentclass"},
     .likely = {.begins = "\\begin{"},
     .read = tr_read_latex,
     .latin1 = true},
    {.format = {"rst", " .rst .rest ", 0}, .read = tr_read_rst},
    {.format = {"asciidoc", " .adoc .asciidoc ", 0}, .read = tr_read_adoc},
    {.format = {"org", " .org ", 0}, .likely = {.begins = "#+TITLE:"}, .read = tr_read_org},
    {.format = {"srt", " .srt ", TR_TAKES_CUES | TR_IS_BILINGUAL},
     .likely = {.shape = tr_is_srt},
     .read = tr_read_srt,
     .bilingual = tr_bilingual_srt},
    {.format = {"vtt", " .vtt ", TR_TAKES_CUES | TR_SAYS_LANGUAGE | TR_IS_BILINGUAL},
     .sure = {.shape = tr_is_vtt},
     .read = tr_read_vtt,
     .bilingual = tr_bilingual_vtt,
     .set_language = tr_set_language_vtt},
    {.format = {"ttml", " .ttml .dfxp ", TR_SAYS_LANGUAGE},
     .sure = {.roots = " tt tt:tt "},
     .read = tr_read_ttml,
     .set_language = tr_set_language_xml,
     .declares = true},
    {.format = {"microdvd", "", TR_TAKES_CUES | TR_IS_BILINGUAL},
     .sure = {.shape = tr_is_microdvd},
     .prepare = tr_microdvd_to_srt,
     .read = tr_read_line_cues,
     .restore = tr_microdvd_from_srt,
     .bilingual = tr_bilingual_srt},
    {.format = {"mpl2", " .mpl2 ", TR_TAKES_CUES | TR_IS_BILINGUAL},
     .sure = {.shape = tr_is_mpl2},
     .prepare = tr_mpl2_to_srt,
     .read = tr_read_line_cues,
     .restore = tr_mpl2_from_srt,
     .bilingual = tr_bilingual_srt},
    {.format = {"ass", " .ass .ssa ", 0},
     .sure = {.begins = "[Script Info]"},
     .is_weak = true,
     .read = tr_read_ass},
    {.format = {"lrc", " .lrc ", 0}, .likely = {.shape = tr_is_lyrics}, .read = tr_read_lrc},
    {.format = {"json", " .json .arb ", TR_GROWS | TR_TAKES_KEYS | TR_SAYS_LANGUAGE},
     .likely = {.shape = tr_is_json},
     .prepare = tr_plural_forms_json,
     .read = tr_read_json,
     .set_language = tr_set_language_json},
    {.format = {"json5", " .json5 .jsonc ", TR_GROWS | TR_TAKES_KEYS},
     .prepare = tr_plural_forms_json5,
     .read = tr_read_json5},
    {.format = {"properties", " .properties ", TR_GROWS | TR_TAKES_KEYS},
     .read = tr_read_properties,
     .latin1 = true},
    {.format = {"strings", " .strings ", TR_GROWS | TR_TAKES_KEYS},
     .read = tr_read_strings,
     .latin1 = true},
    {.format = {"xcstrings", " .xcstrings ", TR_GROWS | TR_FILLS | TR_MARKS_REVIEW},
     .prepare = tr_xcstrings_add,
     .read = tr_read_xcstrings},
    {.format = {"fluent", " .ftl ", TR_GROWS | TR_TAKES_KEYS}, .read = tr_read_fluent},
    {.format = {"php", "", TR_GROWS | TR_TAKES_KEYS},
     .sure = {.shape = tr_is_php_data},
     .prepare = tr_bar_forms_php,
     .read = tr_read_php},
    {.format = {"toml", " .toml ", TR_GROWS | TR_TAKES_KEYS},
     .prepare = tr_plural_forms_toml,
     .read = tr_read_toml},
    {.format = {"ini", " .ini .cfg .desktop ", TR_TAKES_KEYS}, .read = tr_read_ini},
    {.format = {"yaml", " .yaml .yml ", TR_GROWS | TR_TAKES_KEYS | TR_SAYS_LANGUAGE},
     .likely = {.begins = "%YAML "},
     .prepare = tr_plural_forms_yaml,
     .read = tr_read_yaml,
     .set_language = tr_set_language_yaml},
    {.format = {"icalendar", " .ics .ical .ifb .icalendar .vcs ", TR_TAKES_KEYS | TR_SAYS_LANGUAGE},
     .sure = {.shape = tr_is_icalendar},
     .read = tr_read_icalendar,
     .set_language = tr_set_language_vobject,
     .restore = tr_fold_vobject},
    {.format = {"vcard", " .vcf .vcard ", TR_TAKES_KEYS | TR_SAYS_LANGUAGE},
     .sure = {.shape = tr_is_vcard},
     .read = tr_read_vcard,
     .set_language = tr_set_language_vobject,
     .restore = tr_fold_vobject},
    {.format = {"rtf", " .rtf ", 0}, .sure = {.begins = "{\\rtf"}, .read = tr_read_rtf},
    {.format = {"docx", " .docx .docm .dotx .dotm ",
                TR_SAYS_LANGUAGE | TR_IS_BILINGUAL | TR_IS_ARCHIVE},
     .names_target = true,
     .sure = {.types = {"wordprocessingml", "ms-word"}},
     .choose = tr_package_choose_ooxml},
    {.format = {"pptx", " .pptx .pptm .ppsx .potx ", TR_SAYS_LANGUAGE | TR_IS_ARCHIVE},
     .sure = {.types = {"presentationml", "ms-powerpoint"}},
     .choose = tr_package_choose_ooxml},
    {.format = {"xlsx", " .xlsx .xlsm .xltx ", TR_IS_ARCHIVE},
     .sure = {.types = {"spreadsheetml", "ms-excel"}},
     .choose = tr_package_choose_ooxml},
    {.format = {"odt", " .odt .ott ", TR_SAYS_LANGUAGE | TR_IS_BILINGUAL | TR_IS_ARCHIVE},
     .names_target = true,
     .sure = {.types = {"opendocument.text"}},
     .choose = tr_package_choose_odf},
    {.format = {"odp", " .odp .otp ", TR_SAYS_LANGUAGE | TR_IS_ARCHIVE},
     .sure = {.types = {"opendocument.presentation"}},
     .choose = tr_package_choose_odf},
    {.format = {"ods", " .ods .ots ", TR_SAYS_LANGUAGE | TR_IS_ARCHIVE},
     .sure = {.types = {"opendocument.spreadsheet"}},
     .choose = tr_package_choose_odf},
    {.format = {"idml", " .idml ", TR_SAYS_LANGUAGE | TR_IS_ARCHIVE},
     .sure = {.types = {"idml-package"}},
     .choose = tr_package_choose_idml},
    {.format = {"icml", " .icml ", TR_SAYS_LANGUAGE},
     .prepare = tr_notes_move,
     .read = tr_read_idml,
     .restore = tr_notes_restore,
     .set_language = tr_set_language_idml,
     .declares = true},
    {.format = {"epub", " .epub ",
                TR_TAKES_ATTRIBUTES | TR_SAYS_LANGUAGE | TR_IS_BILINGUAL | TR_IS_ARCHIVE},
     .names_target = true,
     .sure = {.types = {"application/epub+zip"}},
     .choose = tr_package_choose_epub},
    {.format = {"po", " .po .pot ", TR_GROWS | TR_SAYS_LANGUAGE | TR_FILLS | TR_MARKS_REVIEW},
     .likely = {.shape = tr_is_po},
     .prepare = tr_prepare_po,
     .read = tr_read_po,
     .set_language = tr_set_language_po,
     .mark_review = tr_mark_review_po,
     .unit = tr_po_unit,
     .limit = tr_po_limit,
     .written_length = tr_po_written_length,
     .declares = true},
    {.format = {"mo", "", TR_FILLS | TR_MARKS_REVIEW},
     .converts = true,
     .prepare = tr_mo_to_po,
     .read = tr_read_mo,
     .mark_review = tr_mark_review_po,
     .unit = tr_po_unit,
     .limit = tr_po_limit,
     .written_length = tr_po_written_length},
};

const tr_reader *tr_reader_at(size_t i)
{
    return i < sizeof readers / sizeof *readers ? &readers[i] : NULL;
}

const tr_reader *tr_reader_find(const char *format)
{
    const tr_reader *r;
    for (size_t i = 0; (r = tr_reader_at(i)); i++)
        if (!strcmp(r->format.name, format)) return r;
    return NULL;
}

/* By the end of the name, whose case does not matter. */
static const tr_reader *reader_of_name(const char *name)
{
    const char *const point = strrchr(name, '.');
    char extension[TR_NAME_SIZE] = "";
    const tr_reader *r;

    if (!point || strlen(point) >= sizeof extension || strchr(point, '/')) return NULL;
    for (size_t i = 0; point[i]; i++)
        extension[i] = tr_ascii_lower(point[i]);
    for (size_t i = 0; (r = tr_reader_at(i)); i++)
        if (tr_markup_listed(r->format.extensions, extension)) return r;
    return NULL;
}

/* What signs are looked for in. */
typedef struct evidence {
    const char *bytes; /* [size] behind a byte-order mark */
    size_t size;
    char root[TR_NAME_SIZE]; /* name of the first element, "" if there is none */
    const char *types;       /* of an archive, "" if there are none */
} evidence;

static bool has_sign(const evidence *e, const tr_sign *s)
{
    const size_t n = s->begins ? strlen(s->begins) : 0;

    if (n && e->size >= n && !memcmp(e->bytes, s->begins, n)) return true;
    if (s->roots && tr_markup_listed(s->roots, e->root)) return true;
    for (size_t i = 0; i < 2 && s->types[i]; i++)
        if (strstr(e->types, s->types[i])) return true;
    return s->shape && s->shape(e->bytes, e->size);
}

static const tr_reader *reader_of_signs(const evidence *e, bool sure)
{
    const tr_reader *r;
    for (size_t i = 0; (r = tr_reader_at(i)); i++)
        if (has_sign(e, sure ? &r->sure : &r->likely)) return r;
    return NULL;
}

/* ---- What a file is ---- */

static tr_judgement refused(const char *why, enum tr_told told_by)
{
    return (tr_judgement){.refusal = why, .told_by = told_by};
}

/* True if a name has no ending, or one of text or of a language. */
static bool is_named_plain(const char *name)
{
    const char *const slash = strrchr(name, '/'), *const base = slash ? slash + 1 : name;
    const char *const point = strrchr(base, '.');

    return !point || point == base || !strcasecmp(point, ".txt") || !strcasecmp(point, ".text") ||
           tr_language_data(point + 1) != tr_language_data("");
}

static tr_judgement judge_words(const evidence *e, const char *name)
{
    tr_judgement j = {.reader = tr_reader_find("lines"), .told_by = TR_TOLD_BY_WORDS};
    enum { HEAD = 1 << 16 };
    const size_t n = e->size < HEAD ? e->size : HEAD;
    const bool is_wide = tr_first_bytes_utf16(e->bytes, n);

    const char *const syntax = is_wide ? NULL : tr_line_syntax(e->bytes, n);
    if (syntax) return refused(syntax, TR_TOLD_BY_SHAPE);
    const bool is_said = is_wide || tr_words_are_sentences(e->bytes, n);
    if (is_named_plain(name)) {
        if (!is_said) j.told_by = TR_TOLD_BY_NAME;
    } else if (n && !is_wide && !tr_words_are_plain(e->bytes, n)) {
        return refused("is of no format that is known, and no plain text: --format tells what it "
                       "is",
                       TR_TOLD_BY_WORDS);
    }
    return j;
}

/* True of a format that programs read: its values may be no text at all. */
static bool is_data(const tr_reader *r)
{
    return (r->format.can & TR_TAKES_KEYS) && !(r->format.can & TR_TAKES_ATTRIBUTES);
}

static tr_judgement judge(const evidence *e, const char *name)
{
    const tr_reader *found = reader_of_signs(e, true);
    const char *why;

    if (found) return (tr_judgement){.reader = found, .told_by = TR_TOLD_BY_BYTES};
    if ((why = tr_unread_types(e->types))) return refused(why, TR_TOLD_BY_BYTES);
    if ((why = tr_unread_xml(e->bytes, e->size))) return refused(why, TR_TOLD_BY_BYTES);
    if ((why = tr_unread_name(name))) return refused(why, TR_TOLD_BY_NAME);
    found = reader_of_name(name);
    if (found && found->is_weak && reader_of_signs(e, false)) found = NULL;
    if (found) return (tr_judgement){.reader = found, .told_by = TR_TOLD_BY_NAME};
    if ((why = tr_unread_beginning(e->bytes, e->size))) return refused(why, TR_TOLD_BY_BYTES);
    if ((why = tr_first_bytes_no_text(e->bytes, e->size))) return refused(why, TR_TOLD_BY_BYTES);
    found = reader_of_signs(e, false);
    if (found && is_data(found) && !is_named_plain(name))
        return refused("is data of no format that its name tells: --format tells what it is",
                       TR_TOLD_BY_SHAPE);
    return found ? (tr_judgement){.reader = found, .told_by = TR_TOLD_BY_SHAPE}
                 : judge_words(e, name);
}

tr_judgement tr_format_judge(const char *name, const char *bytes, size_t size, tr_package *package)
{
    const size_t mark = tr_utf8_mark(bytes, size);
    evidence e = {.bytes = bytes + mark, .size = size - mark};

    tr_markup_root(e.bytes, e.size, e.root);
    tr_package_look(package, bytes, size, name);
    e.types = tr_buf_text(&package->types);
    return judge(&e, name);
}
