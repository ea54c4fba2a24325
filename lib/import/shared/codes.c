#include "import/shared/codes.h"

#include <string.h>

#include "import/shared/merge_list.h"
#include "text/pieces.h"

/* Of two merges that are one, the first counts. */
static int drop_repeated(tr_import_vocab *v, const char *path, tr_error *err)
{
    const char **const merges = (const char **)v->merges;
    size_t n_bytes = 0, n = 0;
    tr_pieces seen;
    int rc = 0;

    for (size_t i = 0; i < v->n_merges; i++)
        n_bytes += strlen(merges[i]);
    if (!tr_pieces_create(&seen, v->n_merges, n_bytes)) return tr_fail_memory(err);
    for (size_t i = 0; i < v->n_merges && rc == 0; i++) {
        const size_t len = strlen(merges[i]);
        if (tr_pieces_find(&seen, merges[i], len) >= 0) continue;
        if (!tr_pieces_add(&seen, merges[i], len))
            rc = tr_fail(err, TR_EFORMAT, "%s: its merges were chosen to waste time", path);
        merges[n++] = merges[i];
    }
    v->n_merges = n;
    tr_pieces_free(&seen);
    return rc;
}

int tr_import_map_codes(tr_import *im, tr_import_vocab *v, const char *name, tr_error *err)
{
    const bool second = im->cutting == TR_TOKENIZER_SUBWORD;
    tr_file file;
    const char *path;

    int rc = tr_import_map_member(im, name, &file, &path, err);
    if (rc == 0) rc = tr_import_read_merges(im, v, path, &file, err);
    if (rc == 0) rc = drop_repeated(v, path, err);
    if (rc < 0) return rc;
    if (v->merges_form == TR_MERGES_OTHER)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: its version is not supported, only 0.1 and 0.2",
                       path);
    const bool apart = v->merges_form == TR_MERGES_0_1 || v->merges_form == TR_MERGES_BARE;
    if (second && apart != im->config.word_end_apart)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: is of another version than the other side's",
                       path);
    im->config.word_end_apart = apart;
    im->cutting = TR_TOKENIZER_SUBWORD;
    return 0;
}

void tr_import_use_moses(tr_import *im, bool punctuation)
{
    im->config.words = TR_WORDS_MOSES;
    im->config.moses_punctuation = punctuation;
    im->config.moses_hyphens = im->config.moses_escape = true;
}
