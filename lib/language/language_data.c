#include "language/language_data.h"

#include <string.h>

#include "base/ascii.h"
#include "base/word_list.h"
#include "language/language.h"

static const tr_language languages[] = {
#include "language/language_data.inc"
};

/* compile.awk puts data/any and data/mul first. */
enum { ANY, EVERY };

enum { N_LANGUAGES = sizeof languages / sizeof *languages };

const tr_language *tr_language_at(size_t i)
{
    return i < N_LANGUAGES ? &languages[i] : NULL;
}

/* NULL: no file has the tag [len]. */
static const tr_language *find_tag(const char *tag, size_t len)
{
    for (size_t i = 0; i < N_LANGUAGES; i++)
        if (tr_list_has(languages[i].tags, tag, len)) return &languages[i];
    return NULL;
}

const tr_language *tr_language_data(const char *language)
{
    char tag[16];

    tr_language_tag(language, tag, sizeof tag);
    const size_t len = strcspn(tag, "-");
    const tr_language *found = tag[len] ? find_tag(tag, strlen(tag)) : NULL;
    if (!found) found = find_tag(tag, len);
    return found ? found : &languages[ANY];
}

const tr_script *tr_language_script(const char *code)
{
    char tag[] = "und-Xxxx";
    const char *const script = code + strcspn(code, "-_");

    if (strlen(script) != 5) return NULL;
    memcpy(tag + 4, script + 1, 4);
    const tr_language *const found = find_tag(tag, strlen(tag));
    return found ? &found->script : NULL;
}

static bool is_latin(const char *subtag, size_t len)
{
    static const char name[] = "latn";
    size_t i = 0;
    while (i < len && name[i] && tr_ascii_lower(subtag[i]) == name[i])
        i++;
    return i == len && !name[i];
}

static bool has_latin_script(const char *language)
{
    size_t len;
    for (const char *at = language; *(at += strcspn(at, "-_")); at += len) {
        len = strcspn(++at, "-_");
        if (is_latin(at, len)) return true;
    }
    return false;
}

bool tr_language_has_spaces(const char *language)
{
    return !tr_language_data(language)->orthography.no_blanks || has_latin_script(language);
}

const tr_language *tr_every_language(void)
{
    return &languages[EVERY];
}
