#include "check/review_report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/check_settings.h"
#include "check/report_page.h"
#include "console/alloc.h"
#include "console/json.h"
#include "console/output.h"
#include "console/printable.h"

struct review_report {
    output out;
    report_page *page; /* NULL: it is a table */
    double least;
    reviewed_languages languages;
    report_row *rows; /* [n_rows] of the document at hand */
    size_t n_rows, capacity;
};

review_report *review_report_open(const char *path, double least_quality)
{
    review_report *const r = checked_malloc(sizeof *r);

    *r = (review_report){.least = least_quality};
    if (output_open_as_it_is(&r->out, path) < 0) {
        free(r);
        return NULL;
    }
    if (check_report_form(path) == REPORT_PAGE)
        r->page = report_page_make(least_quality);
    else
        fputs("file\tline\tsegment\tquality\tmissing\tsource\ttranslation\tuntranslated\trepeated\t"
              "lost\n",
              r->out.stream);
    return r;
}

void review_report_set_languages(review_report *r, reviewed_languages languages)
{
    r->languages = languages;
}

static char *copy_string(const char *text)
{
    return text ? checked_format("%s", text) : NULL;
}

void review_report_add(review_report *r, const reviewed *one)
{
    if (r->n_rows == r->capacity) {
        r->capacity = 2 * r->capacity + 64;
        r->rows = checked_realloc(r->rows, r->capacity, sizeof *r->rows);
    }
    report_row *const row = &r->rows[r->n_rows++];
    *row = (report_row){.number = one->number,
                        .where = copy_string(one->where),
                        .why = copy_string(one->why),
                        .quality = one->quality,
                        .n_lost = one->n_lost,
                        .n_over = one->n_over,
                        .source = checked_copy(one->source.text, one->source.len),
                        .translation = checked_copy(one->translation.text, one->translation.len)};
    if (one->found) findings_append(&row->found, one->found);
    if (one->lost) findings_append(&row->found, one->lost);
    row->is_wanted = one->why || one->n_lost || one->n_over || row->found.n ||
                     (r->least >= 0 && (double)one->quality < r->least);
}

/* ---- Order ---- */

/* Worst first, without an estimate last, else in order. */
static int compare_rows(const void *a, const void *b)
{
    const report_row *const x = a, *const y = b;

    if (isnan(x->quality) != isnan(y->quality)) return isnan(x->quality) ? 1 : -1;
    if (x->quality < y->quality) return -1;
    if (x->quality > y->quality) return 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

/* ---- As a table ---- */

/* Text within a field: tabs and line ends would end it. */
static void print_text(FILE *out, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        fputc((unsigned char)text[i] < 0x20 || text[i] == 0x7F ? ' ' : text[i], out);
}

/* What stands before a field, so that no spreadsheet takes it for a formula, or for one that ends
 * with the next quotation mark. */
static const char *guard(const char *text)
{
    return *text && strchr("=+-@\"", *text) ? "'" : "";
}

static void print_field(FILE *out, const char *text)
{
    fputs(guard(text), out);
    print_text(out, text, strlen(text));
}

/* A name may have any bytes. */
static void print_name(FILE *out, const char *name)
{
    fputs(guard(name), out);
    printable_text(out, name, strlen(name), 0);
}

/* The texts of a kind, with commas; or how many there are, if that alone is known. */
static void print_found(FILE *out, const report_row *row, int kind)
{
    const char *const text = kind == FINDING_REPEATED ? row->translation : row->source;
    bool any = false;

    for (size_t i = 0; i < row->found.n; i++) {
        const finding *const f = &row->found.list[i];
        if (f->kind != kind) continue;
        fputs(any ? ", " : guard(text + f->at.begin), out);
        print_text(out, text + f->at.begin, f->at.end - f->at.begin);
        any = true;
    }
    if (kind == FINDING_LOST && row->n_lost && !any) fprintf(out, "(%zu)", row->n_lost);
}

static void print_row(FILE *out, const report_row *row, const char *file, bool of_documents)
{
    static const int last[] = {FINDING_UNTRANSLATED, FINDING_REPEATED, FINDING_LOST};
    char quality[NUMBER_SIZE] = "";

    if (!isnan(row->quality)) format_quality(quality, row->quality);
    print_name(out, file);
    fprintf(out, of_documents ? "\t\t%zu\t%s\t" : "\t%zu\t\t%s\t", row->number, quality);
    print_found(out, row, FINDING_MISSING);
    fputc('\t', out);
    print_field(out, row->source);
    fputc('\t', out);
    print_field(out, row->translation);
    for (size_t i = 0; i < sizeof last / sizeof *last; i++) {
        fputc('\t', out);
        print_found(out, row, last[i]);
    }
    fputc('\n', out);
}

/* ---- All ---- */

static void forget_rows(review_report *r)
{
    for (size_t i = 0; i < r->n_rows; i++) {
        report_row *const row = &r->rows[i];
        free(row->where);
        free(row->why);
        free(row->source);
        free(row->translation);
        findings_free(&row->found);
    }
    r->n_rows = 0;
}

void review_report_close_document(review_report *r, const review_sum *sum)
{
    if (r->n_rows) qsort(r->rows, r->n_rows, sizeof *r->rows, compare_rows);
    if (r->page)
        report_page_add(r->page, sum, r->languages, r->rows, r->n_rows);
    else
        for (size_t i = 0; i < r->n_rows; i++)
            print_row(r->out.stream, &r->rows[i], sum->name, sum->of_documents);
    forget_rows(r);
}

static void free_report(review_report *r)
{
    forget_rows(r);
    free(r->rows);
    report_page_free(r->page);
    free(r);
}

void review_report_write(review_report *r)
{
    if (r->page) report_page_print(r->page, r->out.stream);
    output_close(&r->out);
    free_report(r);
}

void review_report_drop(review_report *r)
{
    output_abandon(&r->out);
    free_report(r);
}
