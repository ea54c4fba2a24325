#include "document/format_table.h"

#include <string.h>

#include "base/ascii.h"
#include "document/plain/bilingual_text.h"
#include "document/package/package_epub.h"
#include "document/package/package_odf.h"
#include "document/package/package_ooxml.h"
#include "document/sniff.h"
#include "document/multipart/mail.h"
#include "document/multipart/notebook.h"
#include "document/markup/read_html.h"
#include "document/data/read_json.h"
#include "document/markdown/read_markdown.h"
#include "document/data/read_po.h"
#include "document/data/read_properties.h"
#include "document/plain/read_subtitles.h"
#include "document/plain/read_table.h"
#include "document/plain/read_text.h"
#include "document/markup/read_tmx.h"
#include "document/markup/read_xliff.h"
#include "document/markup/read_xml.h"
#include "document/data/read_yaml.h"
#include "document/markup/set_language.h"

static const tr_reader readers[] = {
    {.name = "lines", .extensions = "", .read = tr_read_lines, .bilingual = tr_bilingual_lines},
    {.name = "text", .extensions = "", .read = tr_read_text, .bilingual = tr_bilingual_text},
    {.name = "tsv",
     .extensions = " .tsv .tab ",
     .read = tr_read_tsv,
     .bilingual = tr_bilingual_tsv,
     .has_columns = true},
    {.name = "csv",
     .extensions = " .csv ",
     .read = tr_read_csv,
     .bilingual = tr_bilingual_csv,
     .has_columns = true},
    {.name = "jsonl", .extensions = " .jsonl .ndjson ", .read = tr_read_jsonl},
    {.name = "html",
     .extensions = " .html .htm ",
     .read = tr_read_html,
     .set_language = tr_set_language_html,
     .declares = true},
    {.name = "xhtml",
     .extensions = " .xhtml .xht ",
     .read = tr_read_xhtml,
     .set_language = tr_set_language_xml,
     .declares = true},
    {.name = "xml",
     .extensions = " .xml .dita .ditamap .dbk .docbook .resx .plist .stringsdict ",
     .read = tr_read_xml,
     .set_language = tr_set_language_xml,
     .declares = true},
    {.name = "xliff",
     .extensions = " .xlf .xliff ",
     .read = tr_read_xliff,
     .set_language = tr_set_language_xliff,
     .declares = true,
     .fills = true},
    {.name = "tmx", .extensions = " .tmx ", .read = tr_read_tmx, .declares = true, .fills = true},
    {.name = "mail", .extensions = " .eml ", .split = tr_mail_split},
    {.name = "notebook", .extensions = " .ipynb ", .split = tr_notebook_split},
    {.name = "markdown",
     .extensions = " .md .markdown .mdown .mkd .mdx ",
     .read = tr_read_markdown},
    {.name = "srt", .extensions = " .srt ", .read = tr_read_srt, .bilingual = tr_bilingual_srt},
    {.name = "vtt", .extensions = " .vtt ", .read = tr_read_vtt, .bilingual = tr_bilingual_vtt},
    {.name = "json",
     .extensions = " .json .arb ",
     .read = tr_read_json,
     .set_language = tr_set_language_json},
    {.name = "properties",
     .extensions = " .properties ",
     .read = tr_read_properties,
     .latin1 = true},
    {.name = "yaml",
     .extensions = " .yaml .yml ",
     .read = tr_read_yaml,
     .set_language = tr_set_language_yaml},
    {.name = "docx", .extensions = " .docx .docm .dotx .dotm ", .choose = tr_package_choose_ooxml},
    {.name = "pptx", .extensions = " .pptx .pptm .ppsx .potx ", .choose = tr_package_choose_ooxml},
    {.name = "xlsx", .extensions = " .xlsx .xlsm .xltx ", .choose = tr_package_choose_ooxml},
    {.name = "odt", .extensions = " .odt .ott ", .choose = tr_package_choose_odf},
    {.name = "odp", .extensions = " .odp .otp ", .choose = tr_package_choose_odf},
    {.name = "ods", .extensions = " .ods .ots ", .choose = tr_package_choose_odf},
    {.name = "epub", .extensions = " .epub ", .choose = tr_package_choose_epub},
    {.name = "po",
     .extensions = " .po .pot ",
     .read = tr_read_po,
     .set_language = tr_set_language_po,
     .declares = true,
     .fills = true},
};

const tr_reader *tr_reader_at(size_t i)
{
    return i < sizeof readers / sizeof *readers ? &readers[i] : NULL;
}

const tr_reader *tr_reader_find(const char *format)
{
    const tr_reader *r;
    for (size_t i = 0; (r = tr_reader_at(i)); i++)
        if (!strcmp(r->name, format)) return r;
    return NULL;
}

/* By the end of the name, whose case does not matter. */
static const tr_reader *by_name(const char *name)
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
        if (strstr(r->extensions, extension)) return r;
    return NULL;
}

const tr_reader *tr_reader_guess(const char *name, const char *bytes, size_t size)
{
    const tr_reader *const named = by_name(name);
    bool sure;
    const char *const format = tr_sniff_format(bytes, size, &sure);
    const tr_reader *const found = format ? tr_reader_find(format) : NULL;
    return named && !(found && sure) ? named : found;
}
