#include "check/review.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "check/review_report.h"
#include "console/alloc.h"
#include "console/message.h"

int review_begin(review *r, const check_settings *set, bool quiet, bool verbose)
{
    *r =
        (review){.set = set, .least = check_least_quality(set), .quiet = quiet, .verbose = verbose};
    if (!set->report) return 0;
    r->report = review_report_open(set->report, r->least);
    return r->report ? 0 : -1;
}

static bool is_below(const review *r, const reviewed *one)
{
    return r->least >= 0 && (double)one->quality < r->least;
}

bool review_wants(const review *r, const reviewed *one)
{
    return is_below(r, one) || one->n_lost || one->n_over || one->why ||
           (one->found && findings_count(one->found, FINDING_MISSING));
}

/* ---- One ---- */

/* "line 17: ", or with the name of the document before it. */
static void tell_one(const review *r, const reviewed *one, const char *what)
{
    const bool named = r->of_documents || !r->one_name;

    complain("%s%s%s %zu: %s", named ? r->now.name : "", named ? ": " : "",
             r->of_documents ? "segment" : "line", one->number, what);
}

static void tell_lacking(const review *r, const reviewed *one)
{
    char *words = checked_format("may lack");
    bool any = false;

    for (size_t i = 0; i < one->found->n; i++) {
        const finding *const f = &one->found->list[i];
        if (f->kind != FINDING_MISSING) continue;
        char *const more =
            checked_format("%s%s \"%.*s\"", words, any ? "," : "", (int)(f->at.end - f->at.begin),
                           one->source.text + f->at.begin);
        free(words);
        words = more;
        any = true;
    }
    if (any) tell_one(r, one, words);
    free(words);
}

static void tell_quality(const review *r, const reviewed *one)
{
    char text[32];
    snprintf(text, sizeof text, "quality %s", review_show(one->quality).text);
    tell_one(r, one, text);
}

void review_set_languages(review *r, const char *source, const char *translation)
{
    if (r->report)
        review_report_set_languages(r->report, (reviewed_languages){source, translation});
}

void review_open(review *r, const char *name)
{
    r->now = (review_sum){.name = checked_format("%s", name), .of_documents = r->of_documents};
}

void review_add(review *r, const reviewed *one)
{
    review_sum *const s = &r->now;
    const tr_span text = tr_span_trimmed(one->source.text, 0, one->source.len);
    const bool below = is_below(r, one);
    const bool lacks = one->found && findings_count(one->found, FINDING_MISSING);

    if (text.begin == text.end && !one->why) return; /* a blank line */
    s->n++;
    if (!isnan(one->quality)) {
        const double n = (double)tr_utf8_count(one->source.text, one->source.len);
        s->characters += n;
        s->weighted += n * (double)one->quality;
        if (!s->n_rated++ || one->quality < s->worst) {
            s->worst = one->quality;
            s->worst_number = one->number;
        }
    }
    s->n_below += below;
    s->n_lacking += lacks;
    r->n_told += below || lacks;
    if (below && !r->quiet) tell_quality(r, one);
    if (lacks && !r->quiet && r->names_words) tell_lacking(r, one);
    if (r->report) review_report_add(r->report, one);
}

/* ---- A document ---- */

static void tell_sum(const review *r)
{
    const review_sum *const s = &r->now;
    char below[64] = "", lacking[64] = "";
    const char *const unit = r->of_documents ? "segment" : "line";

    if (r->least >= 0) snprintf(below, sizeof below, "; %zu below %g", s->n_below, r->least);
    if (r->set->check) snprintf(lacking, sizeof lacking, "; %zu may lack a word", s->n_lacking);
    if (s->n_rated)
        complain("%s: quality %s of %zu %s%s (worst %s, %s %zu)%s%s", s->name,
                 review_show((float)review_quality(s)).text, s->n_rated, unit,
                 s->n_rated == 1 ? "" : "s", review_show(s->worst).text, unit, s->worst_number,
                 below, lacking);
    else if (r->set->check)
        complain("%s: no quality is estimated%s", s->name, lacking);
}

void review_close(review *r)
{
    if (!r->now.name) return;
    const bool asked = r->set->check || r->least >= 0 || r->verbose;
    if (asked && !r->quiet && r->now.n) tell_sum(r);
    if (r->report) review_report_close_document(r->report, &r->now);
    free(r->now.name);
    r->now = (review_sum){0};
}

void review_end(review *r)
{
    review_close(r);
    if (r->report) review_report_write(r->report);
    r->report = NULL;
}

void review_drop(review *r)
{
    free(r->now.name);
    r->now.name = NULL;
    if (r->report) review_report_drop(r->report);
    r->report = NULL;
}
