#include "text/moses/moses.h"

#include <string.h>

#include "text/language.h"

void tr_moses_init(tr_moses *m, const char *language)
{
    char tag[64];
    *m = (tr_moses){0};
    tr_language_tag(language, tag, sizeof tag);
    const size_t n = strcspn(tag, "-");
    if (n <= TR_MOSES_LANGUAGE) memcpy(m->language, tag, n);
    if (!strcmp(m->language, "mul")) *m->language = '\0';
    m->stops = tr_stops_find(m->language);
    if (!*m->stops->languages) m->stops = tr_stops_find("en");
}
