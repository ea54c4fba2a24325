#include "document/format_table.h"

#include <string.h>

#include "base/ascii.h"
#include "document/bilingual/read_tmx.h"
#include "document/bilingual/read_xliff.h"
#include "document/bilingual/xliff_marks.h"
#include "document/data/plural_forms.h"
#include "document/data/read_ini.h"
#include "document/data/read_json.h"
#include "document/data/read_po.h"
#include "document/data/read_properties.h"
#include "document/data/read_yaml.h"
#include "document/markdown/markdown_anchors.h"
#include "document/markdown/read_markdown.h"
#include "document/markup/read_html.h"
#include "document/markup/read_xml.h"
#include "document/markup/set_language.h"
#include "document/multipart/mail.h"
#include "document/multipart/notebook.h"
#include "document/package/notes.h"
#include "document/package/package_epub.h"
#include "document/package/package_odf.h"
#include "document/package/package_ooxml.h"
#include "document/plain/bilingual_text.h"
#include "document/plain/read_ass.h"
#include "document/plain/read_lrc.h"
#include "document/plain/read_subtitles.h"
#include "document/plain/read_table.h"
#include "document/plain/read_text.h"
#include "document/sniff.h"

/* Each row: what is public of it, its reader, and how else it is written. */
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
    {.format = {"jsonl", " .jsonl .ndjson ", TR_TAKES_KEYS}, .read = tr_read_jsonl},
    {.format = {"html", " .html .htm ", TR_TAKES_ATTRIBUTES | TR_SAYS_LANGUAGE | TR_KEEPS_ANCHORS},
     .read = tr_read_html,
     .set_language = tr_set_language_html,
     .declares = true},
    {.format = {"xhtml", " .xhtml .xht ",
                TR_TAKES_ATTRIBUTES | TR_SAYS_LANGUAGE | TR_KEEPS_ANCHORS},
     .read = tr_read_xhtml,
     .set_language = tr_set_language_xml,
     .declares = true},
    {.format = {"xml", " .xml .dita .ditamap .dbk .docbook .resx .plist .stringsdict .svg .opml ",
                TR_TAKES_ATTRIBUTES | TR_SAYS_LANGUAGE},
     .prepare = tr_notes_move,
     .read = tr_read_xml,
     .restore = tr_notes_restore,
     .set_language = tr_set_language_xml,
     .declares = true},
    {.format = {"xliff", " .xlf .xliff ", TR_SAYS_LANGUAGE | TR_FILLS | TR_MARKS_REVIEW},
     .read = tr_read_xliff,
     .set_language = tr_set_language_xliff,
     .mark_review = tr_mark_review_xliff,
     .says_states = true,
     .prepare = tr_xliff_add_targets,
     .declares = true},
    {.format = {"tmx", " .tmx ", TR_FILLS | TR_MARKS_REVIEW},
     .read = tr_read_tmx,
     .declares = true},
    {.format = {"mail", " .eml ", TR_TAKES_ATTRIBUTES}, .split = tr_mail_split},
    {.format = {"notebook", " .ipynb ", TR_TAKES_ATTRIBUTES}, .split = tr_notebook_split},
    {.format = {"markdown", " .md .markdown .mdown .mkd .mdx ",
                TR_TAKES_KEYS | TR_TAKES_ATTRIBUTES | TR_KEEPS_ANCHORS},
     .read = tr_read_markdown,
     .keep_anchors = tr_keep_anchors_markdown},
    {.format = {"srt", " .srt ", TR_TAKES_CUES | TR_IS_BILINGUAL},
     .read = tr_read_srt,
     .bilingual = tr_bilingual_srt},
    {.format = {"vtt", " .vtt ", TR_TAKES_CUES | TR_SAYS_LANGUAGE | TR_IS_BILINGUAL},
     .read = tr_read_vtt,
     .bilingual = tr_bilingual_vtt,
     .set_language = tr_set_language_vtt},
    {.format = {"ass", " .ass .ssa ", 0}, .read = tr_read_ass},
    {.format = {"lrc", " .lrc ", 0}, .read = tr_read_lrc},
    {.format = {"json", " .json .arb ", TR_TAKES_KEYS | TR_SAYS_LANGUAGE},
     .read = tr_read_json,
     .set_language = tr_set_language_json},
    {.format = {"properties", " .properties ", TR_TAKES_KEYS},
     .read = tr_read_properties,
     .latin1 = true},
    {.format = {"ini", " .ini .cfg .desktop ", TR_TAKES_KEYS}, .read = tr_read_ini},
    {.format = {"yaml", " .yaml .yml ", TR_TAKES_KEYS | TR_SAYS_LANGUAGE},
     .read = tr_read_yaml,
     .set_language = tr_set_language_yaml},
    {.format = {"docx", " .docx .docm .dotx .dotm ", TR_IS_ARCHIVE},
     .choose = tr_package_choose_ooxml},
    {.format = {"pptx", " .pptx .pptm .ppsx .potx ", TR_IS_ARCHIVE},
     .choose = tr_package_choose_ooxml},
    {.format = {"xlsx", " .xlsx .xlsm .xltx ", TR_IS_ARCHIVE}, .choose = tr_package_choose_ooxml},
    {.format = {"odt", " .odt .ott ", TR_IS_ARCHIVE}, .choose = tr_package_choose_odf},
    {.format = {"odp", " .odp .otp ", TR_IS_ARCHIVE}, .choose = tr_package_choose_odf},
    {.format = {"ods", " .ods .ots ", TR_IS_ARCHIVE}, .choose = tr_package_choose_odf},
    {.format = {"epub", " .epub ", TR_TAKES_ATTRIBUTES | TR_SAYS_LANGUAGE | TR_IS_ARCHIVE},
     .choose = tr_package_choose_epub},
    {.format = {"po", " .po .pot ", TR_SAYS_LANGUAGE | TR_FILLS | TR_MARKS_REVIEW},
     .prepare = tr_prepare_po,
     .read = tr_read_po,
     .set_language = tr_set_language_po,
     .mark_review = tr_mark_review_po,
     .declares = true},
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
    char extension[16] = " ";
    const tr_reader *r;
    size_t n = 1;

    if (!point || strlen(point) + 3 > sizeof extension || strchr(point, '/')) return NULL;
    for (const char *c = point; *c; c++)
        extension[n++] = tr_ascii_lower(*c);
    extension[n++] = ' ';
    extension[n] = '\0';
    for (size_t i = 0; (r = tr_reader_at(i)); i++)
        if (strstr(r->format.extensions, extension)) return r;
    return NULL;
}

const tr_reader *tr_reader_guess(const char *name, const char *bytes, size_t size)
{
    const tr_reader *const named = reader_of_name(name);
    bool sure;
    const char *const format = tr_sniff_format(bytes, size, &sure);
    const tr_reader *const found = format ? tr_reader_find(format) : NULL;
    return named && !(found && sure) ? named : found;
}
