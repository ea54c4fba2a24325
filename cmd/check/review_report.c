#include "check/review_report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "check/report_page.h"
#include "console/alloc.h"
#include "console/json.h"
#include "console/output.h"

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
    if (tr_ends_in(path, ".html"))
        r->page = report_page_make(least_quality);
    else
        fputs("file\tline\tsegment\tquality\tmissing\tsource\ttranslation\n", r->out.stream);
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
                        .source = checked_copy(one->source.text, one->source.len),
                        .translation = checked_copy(one->translation.text, one->translation.len)};
    for (size_t i = 0; one->found && i < one->found->n; i++) {
        const finding *const f = &one->found->list[i];
        findings_add(&row->found, f->kind, f->at, f->probability);
    }
    row->is_wanted = one->why || one->n_lost || row->found.n ||
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

/* Text in a field: tabs and line ends would end it. */
static void print_field(FILE *out, const char *text)
{
    for (; *text; text++)
        fputc((unsigned char)*text < 0x20 || *text == 0x7F ? ' ' : *text, out);
}

static void print_missing(FILE *out, const report_row *row)
{
    bool any = false;

    for (size_t i = 0; i < row->found.n; i++) {
        const finding *const f = &row->found.list[i];
        if (f->kind != FINDING_MISSING) continue;
        char *const word = checked_copy(row->source + f->at.begin, f->at.end - f->at.begin);
        if (any) fputs(", ", out);
        print_field(out, word);
        free(word);
        any = true;
    }
}

static void print_row(FILE *out, const report_row *row, const char *file, bool of_documents)
{
    char quality[NUMBER_SIZE] = "";

    if (!isnan(row->quality)) format_quality(quality, row->quality);
    print_field(out, file);
    fprintf(out, of_documents ? "\t\t%zu\t%s\t" : "\t%zu\t\t%s\t", row->number, quality);
    print_missing(out, row);
    fputc('\t', out);
    print_field(out, row->source);
    fputc('\t', out);
    print_field(out, row->translation);
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
