#include "document/package/package_ooxml.h"

#include <string.h>

#include "document/markup/escapes.h"
#include "document/markup/markup.h"
#include "document/markup/read_xml.h"
#include "document/markup/set_language.h"
#include "document/package/beside_ooxml.h"
#include "document/package/ooxml_hyphens.h"
#include "document/package/paragraph_styles.h"
#include "document/package/read_ooxml.h"
#include "document/segment/string_list.h"

static const tr_reader part = {.format = {.name = "part"},
                               .prepare = tr_ooxml_spell_hyphens,
                               .read = tr_read_ooxml,
                               .restore = tr_ooxml_restore_hyphens,
                               .bilingual = tr_beside_ooxml,
                               .set_language = tr_set_language_ooxml,
                               .declares = true};
static const tr_reader properties = {
    .format = {.name = "properties"}, .read = tr_read_xml, .declares = true};

static const tr_reader styles = {.format = {.name = "styles"},
                                 .read = tr_package_read_nothing,
                                 .set_language = tr_set_language_ooxml,
                                 .declares = true};

/* How the content types of parts end, each between blanks, that are read as text in runs; as
 * properties. */
static const char part_types[] =
    " word.document.macroEnabled.main+xml word.template.macroEnabledTemplate.main+xml "
    "wordprocessingml.document.main+xml wordprocessingml.template.main+xml "
    "wordprocessingml.document.glossary+xml wordprocessingml.header+xml "
    "wordprocessingml.footer+xml wordprocessingml.footnotes+xml "
    "wordprocessingml.endnotes+xml wordprocessingml.comments+xml presentationml.slide+xml "
    "presentationml.notesSlide+xml presentationml.comments+xml "
    "spreadsheetml.sharedStrings+xml spreadsheetml.worksheet+xml spreadsheetml.comments+xml "
    "ms-powerpoint.comments+xml drawingml.chart+xml drawingml.chartshapes+xml "
    "drawingml.diagramData+xml drawingml.diagramDrawing+xml officedocument.drawing+xml ";
static const char property_types[] = " ms-excel.threadedcomments+xml package.core-properties+xml ";

static const char language_types[] =
    " wordprocessingml.styles+xml wordprocessingml.settings+xml wordprocessingml.numbering+xml "
    "presentationml.presentation.main+xml presentationml.slideMaster+xml "
    "presentationml.slideLayout+xml presentationml.notesMaster+xml ";

static const char sheet_type[] = "spreadsheetml.worksheet+xml";
static const char styles_type[] = "wordprocessingml.styles+xml";
static const char table_type[] = "spreadsheetml.table+xml";
static const char signature_type[] = "digital-signature-xmlsignature+xml";

typedef struct choice {
    tr_package *package;
    bool has_main;
    tr_error *err;
} choice;

/* The value of an attribute without references; false if there is none. */
static bool find_value(const tr_markup *m, const tr_markup_token *t, const char *name, tr_buf *out)
{
    tr_span value;

    tr_buf_clear(out);
    if (!tr_markup_find(m, t, name, &value)) return false;
    tr_html_decode(m->text + value.begin, value.end - value.begin, true, out);
    return true;
}

/* A table's columns are named as the cells above them: such cells stay. */
static int keep_columns(tr_package *p, const char *name, tr_error *err)
{
    tr_buf xml = {0}, value = {0};
    tr_markup_token t;

    const int rc = tr_package_xml(p, name, &xml, err);
    tr_markup m = {.text = tr_buf_text(&xml), .size = xml.len, .xml = true};
    while (rc == TR_OK && tr_markup_next(&m, &t)) {
        if (t.kind != TR_MARKUP_START || !tr_ends_in(t.name, "tableColumn")) continue;
        if (find_value(&m, &t, "name", &value)) tr_buf_add(&p->stays, value.data, value.len + 1);
    }
    const bool failed = value.failed || p->stays.failed;
    tr_buf_free(&xml);
    tr_buf_free(&value);
    return failed ? tr_fail_memory(err) : rc;
}

/* True if a formula looks for its texts in others: SEARCH("open",A2), LEFT(A3,5)="Ready". */
static bool looks_within(const char *formula)
{
    static const char *const functions[] = {"SEARCH(", "FIND(", "LEFT(", "RIGHT(", "MID("};

    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strstr(formula, functions[i])) return true;
    return false;
}

/* A text that cells may have in others, or with more at an end: "*sold*". */
static void keep_part(const char *text, size_t len, tr_buf *stays)
{
    enum { LEAST = 2 };

    while (len && strchr("*?", text[0])) {
        text++;
        len--;
    }
    while (len && strchr("*?", text[len - 1]))
        len--;
    if (len < LEAST) return;
    tr_buf_add(stays, TR_OOXML_PART, 1);
    tr_buf_add(stays, text, len);
    tr_buf_add(stays, "", 1);
}

/* The texts in a formula, "Yes" or "Yes,No" of a list, and each of such a list. */
static void keep_literals(const char *formula, tr_buf *stays)
{
    const bool within = looks_within(formula);

    for (const char *at = formula; (at = strchr(at, '"')); at++) {
        const char *const end = strchr(++at, '"');
        if (!end) return;
        tr_buf_add(stays, at, (size_t)(end - at));
        tr_buf_add(stays, "", 1);
        const bool pattern = end > at && (strchr("*?", *at) || strchr("*?", end[-1]));
        if (within || pattern) keep_part(at, (size_t)(end - at), stays);
        for (const char *item = at; item < end;) {
            const char *const comma = memchr(item, ',', (size_t)(end - item));
            const char *const stop = comma ? comma : end;
            tr_buf_add(stays, item, (size_t)(stop - item));
            tr_buf_add(stays, "", 1);
            item = stop + 1;
        }
        at = end;
    }
}

/* Strings that formulas, lists to choose from and filters compare cells with. */
static int keep_compared(tr_package *p, const tr_buf *xml, tr_error *err)
{
    tr_markup m = {.text = tr_buf_text(xml), .size = xml->len, .xml = true};
    tr_buf value = {0};
    bool in_formula = false;
    tr_markup_token t;

    while (tr_markup_next(&m, &t)) {
        if (t.kind == TR_MARKUP_TEXT && in_formula) {
            tr_buf_clear(&value);
            tr_html_decode(m.text + t.raw.begin, t.raw.end - t.raw.begin, false, &value);
            keep_literals(tr_buf_text(&value), &p->stays);
        }
        in_formula = t.kind == TR_MARKUP_START &&
                     tr_markup_listed(" f formula formula1 formula2 ", tr_markup_local(&t));
        if (t.kind == TR_MARKUP_START && !strcmp(tr_markup_local(&t), "filter") &&
            find_value(&m, &t, "val", &value))
            tr_buf_add(&p->stays, tr_buf_text(&value), value.len + 1);
    }
    const bool failed = value.failed || p->stays.failed;
    tr_buf_free(&value);
    return failed ? tr_fail_memory(err) : TR_OK;
}

/* Member i, a worksheet: what of its text stays, and which cells have shared strings. */
static int read_sheet(tr_package *p, size_t i, tr_error *err)
{
    tr_buf xml = {0};

    int rc = tr_package_xml(p, p->zip.members[i].name, &xml, err);
    if (rc == TR_OK) rc = keep_compared(p, &xml, err);
    if (rc == TR_OK) rc = tr_sheet_cells_read(&p->cells, i, &xml, err);
    tr_buf_free(&xml);
    return rc;
}

/* True if a type ends in one of a list. */
static bool ends_in_one(const char *list, const char *type)
{
    const size_t len = strlen(type);

    for (size_t n; (n = strcspn(++list, " ")); list += n)
        if (n <= len && !memcmp(type + len - n, list, n)) return true;
    return false;
}

static int choose_member(choice *c, size_t i, const char *type)
{
    tr_package *const p = c->package;

    p->readers[i] = NULL;
    if (tr_ends_in(type, signature_type)) p->is_signed = true;
    if (tr_ends_in(type, ".main+xml")) c->has_main = true;
    if (tr_ends_in(type, table_type)) return keep_columns(p, p->zip.members[i].name, c->err);
    if (p->is_bilingual && tr_ends_in(type, styles_type))
        return tr_paragraph_styles_read_ooxml(p, p->zip.members[i].name, c->err);
    if (p->sets_language && ends_in_one(language_types, type)) p->readers[i] = &styles;
    if (ends_in_one(part_types, type)) p->readers[i] = &part;
    if (ends_in_one(property_types, type)) p->readers[i] = &properties;
    return tr_ends_in(type, sheet_type) ? read_sheet(p, i, c->err) : TR_OK;
}

/* <Override PartName="/word/document.xml" ContentType="..."/> */
static int choose_part(choice *c, const char *part_name, const char *type)
{
    const tr_zip *const z = &c->package->zip;
    const tr_zip_member *const m = tr_zip_find(z, part_name + (*part_name == '/'));
    return m ? choose_member(c, (size_t)(m - z->members), type) : TR_OK;
}

/* <Default Extension="xml" ContentType="..."/> */
static int choose_extension(choice *c, const char *extension, const char *type)
{
    const tr_zip *const z = &c->package->zip;
    int rc = TR_OK;

    for (size_t i = 0; i < z->n_members && rc == TR_OK; i++) {
        const char *const point = strrchr(z->members[i].name, '.');
        if (point && !strcmp(point + 1, extension)) rc = choose_member(c, i, type);
    }
    return rc;
}

/* Readers by the types of names, or of extensions, for which no more than a few are read. */
static int read_types(choice *c, const tr_buf *xml, bool extensions)
{
    enum { MOST = 1000 };
    tr_markup m = {.text = tr_buf_text(xml), .size = xml->len, .xml = true};
    tr_buf of = {0}, type = {0};
    tr_markup_token t;
    int rc = TR_OK;

    for (int n = 0; rc == TR_OK && n < MOST && tr_markup_next(&m, &t);) {
        if (t.kind != TR_MARKUP_START || !find_value(&m, &t, "ContentType", &type)) continue;
        if (!find_value(&m, &t, extensions ? "Extension" : "PartName", &of)) continue;
        n += extensions;
        rc = (extensions ? choose_extension : choose_part)(c, tr_buf_text(&of), tr_buf_text(&type));
    }
    if (of.failed || type.failed) rc = tr_fail_memory(c->err);
    tr_buf_free(&of);
    tr_buf_free(&type);
    return rc;
}

/* The names of a spreadsheet's sheets, if they are where most programs write them. */
static int name_sheets(tr_package *p, tr_error *err)
{
    static const char book_name[] = "xl/workbook.xml", links_name[] = "xl/_rels/workbook.xml.rels";
    tr_buf book = {0}, links = {0};

    if (!tr_zip_find(&p->zip, book_name) || !tr_zip_find(&p->zip, links_name)) return TR_OK;
    int rc = tr_package_xml(p, book_name, &book, err);
    if (rc == TR_OK) rc = tr_package_xml(p, links_name, &links, err);
    if (rc == TR_OK) rc = tr_sheet_cells_name(&p->cells, &p->zip, &book, &links, err);
    tr_buf_free(&book);
    tr_buf_free(&links);
    return rc;
}

int tr_package_choose_ooxml(tr_package *p, tr_error *err)
{
    choice c = {.package = p, .err = err};
    tr_buf xml = {0};

    int rc = tr_package_xml(p, "[Content_Types].xml", &xml, err);
    if (rc == TR_OK) rc = read_types(&c, &xml, true);
    if (rc == TR_OK) rc = read_types(&c, &xml, false);
    tr_buf_free(&xml);
    if (rc == TR_OK && !tr_string_list_sort(&p->stays)) rc = tr_fail_memory(err);
    tr_sheet_cells_settle(&p->cells);
    if (rc == TR_OK && p->cells.n) rc = name_sheets(p, err);
    if (rc == TR_OK && !c.has_main)
        rc = tr_fail(err, TR_EFORMAT, "%s: has no document in it", p->zip.path);
    return rc;
}
