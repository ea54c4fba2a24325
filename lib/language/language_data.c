#include "language/language_data.h"

#include <string.h>

#include "base/word_list.h"
#include "language/language.h"

static const tr_language languages[] = {
#include "language_data.inc"
};

enum { N_LANGUAGES = sizeof languages / sizeof *languages };

const tr_language *tr_language_data(const char *language)
{
    const tr_language *any = languages;
    char tag[16];

    tr_language_tag(language, tag, sizeof tag);
    const size_t len = strcspn(tag, "-");
    for (size_t i = 0; i < N_LANGUAGES; i++) {
        if (tr_list_has(languages[i].tags, tag, len)) return &languages[i];
        if (!languages[i].tags) any = &languages[i];
    }
    return any;
}
