#include "check/check_settings.h"

#include <string.h>

#include "base/buf.h"
#include "base/numbers/number.h"

int check_settings_check(const check_settings *s, const command *c)
{
    double least;

    if (s->min_quality && (!tr_parse_decimal(s->min_quality, strlen(s->min_quality), &least) ||
                           least < 0 || least > 1))
        return options_misuse(c, "--min-quality: \"%s\" is not a number from 0 to 1",
                              s->min_quality);
    if (s->report && !tr_ends_in(s->report, ".tsv") && !tr_ends_in(s->report, ".html"))
        return options_misuse(c, "--report: \"%s\" ends in neither .tsv nor .html", s->report);
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
