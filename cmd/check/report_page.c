#include "check/report_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "check/report_style.h"
#include "console/alloc.h"
#include "console/printable.h"
#include "models/language_names.h"

/* Documents are made as they come, and printed behind the list of all. */
struct report_page {
    double least;
    tr_buf list, documents;
    size_t n_documents, n, n_wanted;
};

report_page *report_page_make(double least_quality)
{
    report_page *const p = checked_malloc(sizeof *p);
    *p = (report_page){.least = least_quality};
    return p;
}

void report_page_free(report_page *p)
{
    if (!p) return;
    tr_buf_free(&p->list);
    tr_buf_free(&p->documents);
    free(p);
}

/* ---- Text ---- */

/* Bytes of valid UTF-8 as HTML shows them; a control character becomes a blank. */
static void add_text(tr_buf *b, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        const char c = text[i];
        if (c == '<')
            tr_buf_add_string(b, "&lt;");
        else if (c == '>')
            tr_buf_add_string(b, "&gt;");
        else if (c == '&')
            tr_buf_add_string(b, "&amp;");
        else if (c == '"')
            tr_buf_add_string(b, "&quot;");
        else if (((unsigned char)c < 0x20 && c != '\n' && c != '\t') || c == 0x7F)
            tr_buf_add_string(b, " ");
        else
            tr_buf_add(b, &c, 1);
    }
}

/* A name may have any bytes. */
static void add_name(tr_buf *b, const char *name)
{
    char *text;
    size_t len;
    FILE *const out = open_memstream(&text, &len);

    if (out) printable_text(out, name, strlen(name), 0);
    if (!out || fclose(out)) end_without_memory();
    add_text(b, text, len);
    free(text);
}

static void add_string(tr_buf *b, const char *text)
{
    tr_buf valid = {0};

    tr_utf8_repair(text, strlen(text), &valid);
    add_text(b, tr_buf_text(&valid), valid.len);
    tr_buf_free(&valid);
}

/* Attributes of a text in a language. */
static void add_language(tr_buf *b, const char *language)
{
    if (!language || !*language) {
        tr_buf_add_string(b, " dir=\"auto\"");
        return;
    }
    tr_buf_add_string(b, " lang=\"");
    add_string(b, language);
    tr_buf_printf(b, "\" dir=\"%s\"", language_is_right_to_left(language) ? "rtl" : "ltr");
}

/* The source with the words that are missing or untranslated marked, or the translation with what
 * it says twice. */
static void add_marked(tr_buf *b, const report_row *row, bool of_translation)
{
    const char *const text = of_translation ? row->translation : row->source;
    const size_t len = strlen(text);
    size_t done = 0;

    for (size_t at = 0; at < len; at = done) { /* findings are in order within a kind alone */
        tr_span next = {len, len};
        for (size_t i = 0; i < row->found.n; i++) {
            const finding *const f = &row->found.list[i];
            const bool fits = (f->kind == FINDING_REPEATED) == of_translation;
            if (fits && f->at.begin >= done && f->at.begin < next.begin && f->at.end <= len)
                next = f->at;
        }
        add_text(b, text + done, next.begin - done);
        if (next.begin < len) tr_buf_add_string(b, "<mark>");
        add_text(b, text + next.begin, next.end - next.begin);
        if (next.begin < len) tr_buf_add_string(b, "</mark>");
        done = next.end;
    }
}

/* ---- Estimates ---- */

/* Where nothing is asked for, low is what few lines of a good model are. */
static const char *grade(const report_page *p, float quality)
{
    const double low = p->least >= 0 ? p->least : 0.4;
    return (double)quality < low ? "low" : (double)quality < low + 0.15 ? "middle" : "high";
}

static void add_quality(const report_page *p, tr_buf *b, const char *element, const char *class,
                        float quality)
{
    const review_shown shown = review_show(quality);

    if (isnan(quality))
        tr_buf_printf(b, "<%s class=\"%s soft\" title=\"no estimate\">–</%s>", element, class,
                      element);
    else
        tr_buf_printf(b, "<%s class=\"%s %s\">%s</%s>", element, class, grade(p, quality),
                      shown.text, element);
}

/* ---- Why ---- */

static void add_words(tr_buf *b, const report_row *row, int kind, const char *what, bool *any)
{
    const char *const text = kind == FINDING_REPEATED ? row->translation : row->source;
    bool first = true;

    for (size_t i = 0; i < row->found.n; i++) {
        const finding *const f = &row->found.list[i];
        if (f->kind != kind) continue;
        tr_buf_printf(b, "%s%s “<bdi>", first && *any ? "; " : first ? "" : ",", first ? what : "");
        add_text(b, text + f->at.begin, f->at.end - f->at.begin);
        tr_buf_add_string(b, "</bdi>”");
        first = false;
        *any = true;
    }
}

static void add_reason(tr_buf *b, const char *why, bool *any)
{
    if (*any) tr_buf_add_string(b, "; ");
    add_string(b, why);
    *any = true;
}

static void add_reasons(const report_page *p, tr_buf *b, const report_row *row)
{
    bool any = false;

    tr_buf_add_string(b, "<p class=\"why\">");
    add_words(b, row, FINDING_MISSING, "may lack", &any);
    add_words(b, row, FINDING_UNTRANSLATED, "not translated:", &any);
    add_words(b, row, FINDING_REPEATED, "said twice:", &any);
    if (findings_count(&row->found, FINDING_LOST))
        add_words(b, row, FINDING_LOST, "lacks", &any);
    else if (row->n_lost)
        add_reason(b, "lacks a number, a sign or a name", &any);
    if (row->n_over) add_reason(b, "longer than the document allows", &any);
    if (row->why) add_reason(b, row->why, &any);
    if (p->least >= 0 && (double)row->quality < p->least) {
        char below[64];
        snprintf(below, sizeof below, "quality below %g", p->least);
        add_reason(b, below, &any);
    }
    tr_buf_add_string(b, "</p>\n");
}

/* ---- Documents ---- */

static void add_row(const report_page *p, tr_buf *b, const review_sum *sum,
                    reviewed_languages languages, const report_row *row)
{
    tr_buf_add_string(b, "<li><div class=\"about\">");
    add_quality(p, b, "span", "q", row->quality);
    tr_buf_printf(b, " %s %zu", sum->of_documents ? "segment" : "line", row->number);
    if (row->where) {
        tr_buf_add_string(b, "<br><bdi>");
        add_string(b, row->where);
        tr_buf_add_string(b, "</bdi>");
    }
    tr_buf_add_string(b, "</div>\n<div class=\"text\"");
    add_language(b, languages.source);
    tr_buf_add_string(b, ">");
    add_marked(b, row, false);
    tr_buf_add_string(b, "</div>\n<div class=\"text\"");
    add_language(b, languages.translation);
    tr_buf_add_string(b, ">");
    add_marked(b, row, true);
    tr_buf_add_string(b, "</div>\n");
    if (row->is_wanted) add_reasons(p, b, row);
    tr_buf_add_string(b, "</li>\n");
}

static void add_rows(const report_page *p, tr_buf *b, const review_sum *sum,
                     reviewed_languages languages, const report_row *rows, size_t n, bool wanted)
{
    tr_buf_add_string(b, "<ol>\n");
    for (size_t i = 0; i < n; i++)
        if (rows[i].is_wanted == wanted) add_row(p, b, sum, languages, &rows[i]);
    tr_buf_add_string(b, "</ol>\n");
}

static void list_document(report_page *p, const review_sum *sum, size_t n_wanted)
{
    tr_buf *const b = &p->list;

    tr_buf_printf(b, "<tr><td><a href=\"#d%zu\"><bdi>", p->n_documents);
    add_name(b, sum->name);
    tr_buf_add_string(b, "</bdi></a></td>");
    add_quality(p, b, "td", "n", (float)review_quality(sum));
    tr_buf_printf(b, "<td class=\"n\">%zu</td><td class=\"n\">%zu</td></tr>\n", sum->n, n_wanted);
}

static void add_heading(const report_page *p, tr_buf *b, const review_sum *sum, size_t n_wanted)
{
    const char *const unit = sum->of_documents ? "segment" : "line";

    tr_buf_printf(b, "<section><h2 id=\"d%zu\"><bdi>", p->n_documents);
    add_name(b, sum->name);
    tr_buf_printf(b, "</bdi></h2>\n<p class=\"soft\">%zu of %zu %s%s to look at", n_wanted, sum->n,
                  unit, sum->n == 1 ? "" : "s");
    if (sum->n_rated)
        tr_buf_printf(b, "; quality %s, the worst %s (%s %zu)",
                      review_show((float)review_quality(sum)).text, review_show(sum->worst).text,
                      unit, sum->worst_number);
    tr_buf_add_string(b, "</p>\n");
}

void report_page_add(report_page *p, const review_sum *sum, reviewed_languages languages,
                     const report_row *rows, size_t n)
{
    tr_buf *const b = &p->documents;
    size_t n_wanted = 0;

    for (size_t i = 0; i < n; i++)
        n_wanted += rows[i].is_wanted;
    p->n_documents++;
    p->n += n;
    p->n_wanted += n_wanted;
    list_document(p, sum, n_wanted);
    add_heading(p, b, sum, n_wanted);
    if (n_wanted) add_rows(p, b, sum, languages, rows, n, true);
    if (n > n_wanted) {
        tr_buf_printf(b,
                      "<details%s><summary>%s%zu of which nothing is told, worst first</summary>\n",
                      n_wanted ? "" : " open", n_wanted ? "the others: " : "", n - n_wanted);
        add_rows(p, b, sum, languages, rows, n, false);
        tr_buf_add_string(b, "</details>\n");
    }
    tr_buf_add_string(b, "</section>\n");
    if (p->documents.failed || p->list.failed) end_without_memory();
}

/* ---- The page ---- */

static const char about[] =
    "<p class=\"soft\">Quality is an estimate, from 0 to 1, of how near a translation comes to "
    "what "
    "a person would write. It puts lines in an order: the lower ones are more often wrong. It is "
    "no "
    "probability of being right, and some translations with a high one are wrong, too. A marked "
    "word of the source may be missing in the translation, or be wrong there; one of the "
    "translation "
    "is said twice.</p>\n";

void report_page_print(const report_page *p, FILE *out)
{
    fprintf(out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            "<title>Translations to look at</title>\n<style>\n%s</style>\n</head>\n<body>\n"
            "<h1>Translations to look at</h1>\n<p>%zu of %zu, in %zu document%s</p>\n%s",
            report_style, p->n_wanted, p->n, p->n_documents, p->n_documents == 1 ? "" : "s", about);
    if (p->n_documents > 1)
        fprintf(out,
                "<table><thead><tr><th>document</th><th class=\"n\">quality</th><th class=\"n\">"
                "texts</th><th class=\"n\">to look at</th></tr></thead>\n<tbody>\n%s</tbody>"
                "</table>\n",
                tr_buf_text(&p->list));
    fprintf(out, "%s</body>\n</html>\n", tr_buf_text(&p->documents));
}
