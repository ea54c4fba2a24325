#include "check/check_settings.h"

#include <string.h>
#include <strings.h>

#include "base/numbers/number.h"

static bool has_ending(const char *name, const char *ending)
{
    const size_t len = strlen(name), n = strlen(ending);
    return len > n && !strcasecmp(name + len - n, ending);
}

enum report_form check_report_form(const char *path)
{
    const char *const slash = strrchr(path, '/'), *const name = slash ? slash + 1 : path;
    return has_ending(name, ".tsv")    ? REPORT_TABLE
           : has_ending(name, ".html") ? REPORT_PAGE
                                       : REPORT_NONE;
}

int check_settings_check(const check_settings *s, const command *c)
{
    double least;

    if (s->min_quality && (!tr_parse_decimal(s->min_quality, strlen(s->min_quality), &least) ||
                           least < 0 || least > 1))
        return options_misuse(c, "--min-quality: \"%s\" is not a number from 0 to 1",
                              s->min_quality);
    if (s->report && check_report_form(s->report) == REPORT_NONE)
        return options_misuse(c, "--report: \"%s\" is no name that ends in .tsv or .html",
                              s->report);
    return GO_ON;
}

double check_least_quality(const check_settings *s)
{
    double least = -1;
    if (s->min_quality) tr_parse_decimal(s->min_quality, strlen(s->min_quality), &least);
    return least;
}

bool check_settings_are_given(const check_settings *s)
{
    return s->check || s->min_quality || s->report;
}
