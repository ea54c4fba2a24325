#include "import/shared/prefixes.h"

#include <string.h>

enum { MAX_NAME = 63 };

/* The de of <2de>, as languages are spelled: two or three small letters, and perhaps more after an
 * underscore.  NULL for other pieces; zxx is no language. */
static const char *code_of(const char *piece, size_t *len)
{
    static const char small[] = "abcdefghijklmnopqrstuvwxyz";
    static const char more[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

    if (strncmp(piece, "<2", 2) != 0) return NULL;
    const char *code = piece + 2;
    const size_t n = strspn(code, small);
    *len = strspn(code, more);
    if (n < 2 || n > 3 || (code[n] != '_' && n != *len) || strcmp(code + *len, ">") != 0)
        return NULL;
    return *len > MAX_NAME || !strncmp(code, "zxx", 3) ? NULL : code;
}

static int add_pieces(tr_import *im, const char *const *text, size_t n_pieces, size_t n,
                      tr_error *err)
{
    int rc = tr_import_take_languages(im, n, err);

    for (size_t id = 0; rc == 0 && id < n_pieces; id++) {
        size_t len;
        const char *code = code_of(text[id], &len);
        if (code) rc = tr_import_add_language(im, code, len, (int32_t)id, err);
    }
    im->config.source_prefix = "<2{target}> ";
    return rc;
}

void tr_import_use_prefix(tr_import *im)
{
    const tr_config *const m = &im->config;

    im->config.source_language_token = TR_LANGUAGE_PREFIX;
    im->config.source_language = im->config.target_language = "";
    tr_import_note(im, "%s: %zu languages, from %s to %s", im->source.path, m->n_languages,
                   m->language_codes[0], m->language_codes[m->n_languages - 1]);
}

int tr_import_find_prefixes(tr_import *im, const char *const *text, size_t n, tr_error *err)
{
    size_t n_languages = 0, len;

    for (size_t id = 0; id < n; id++)
        n_languages += code_of(text[id], &len) != NULL;
    if (!n_languages) return 0;
    const int rc = add_pieces(im, text, n, n_languages, err);
    if (rc < 0) return rc;
    tr_import_use_prefix(im);
    return 1;
}
