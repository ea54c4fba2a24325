#include "input/protected_paths.h"

#include <string.h>

#include "base/ascii.h"
#include "text/placeables/word_shape.h"

/* True if a word of letters is spelled by more pieces than words of the language are: of 8 000
 * pieces one in 30 words is taken for none, and so are four in ten of letters at random. */
static int is_no_word(const tr_finding *f, tr_span word, bool is_type, bool *is)
{
    enum { SHORTEST = 3, LONG = 4, FEW = 2, MANY = 3 };
    const tr_tokenizer *const t = f->chunks->tokenizer;
    const size_t len = word.end - word.begin;
    size_t n;

    *is = false;
    if (len < (is_type ? SHORTEST : LONG)) return 0;
    const int rc = tr_tokenizer_encode(t, f->text + word.begin, len, &f->chunks->ids,
                                       &f->chunks->ids_capacity, &n, f->err);
    *is = is_type ? n >= FEW && 2 * len <= 5 * n : n >= MANY && 3 * len < 5 * n;
    return rc;
}

static bool is_of_path(char c)
{
    return tr_ascii_is_lower(c) || c == '/';
}

/* True if a path of small letters has a word that is none. */
static int has_no_word(const tr_finding *f, tr_span path, bool *has)
{
    size_t stop = tr_find_byte(f->text, path.begin, path.end, '/');
    const bool is_type = tr_word_is_media_type(f->text, (tr_span){path.begin, stop});
    int rc = 0;

    *has = false;
    for (size_t at = path.begin; rc == 0 && !*has; at = stop + 1) {
        stop = tr_find_byte(f->text, at, path.end, '/');
        rc = is_no_word(f, (tr_span){at, stop}, is_type && at > path.begin, has);
        if (stop == path.end) break;
    }
    return rc;
}

static bool touches_path(char c)
{
    return tr_byte_is_word(c) || tr_ascii_is_one_of(c, "-./@:");
}

int tr_find_paths(tr_protected *h, const tr_finding *f, tr_span gap)
{
    enum { LONGEST = 100 };
    int rc = 0;

    for (size_t at = gap.begin, slash; rc == 0 && at < gap.end;) {
        slash = tr_find_byte(f->text, at, gap.end, '/');
        if (slash == gap.end) break;
        const tr_span path = {tr_skip_back(f->text, at, slash, is_of_path),
                              tr_skip(f->text, slash, gap.end, is_of_path)};
        const bool is_free = (path.begin == gap.begin || !touches_path(f->text[path.begin - 1])) &&
                             (path.end == gap.end || !tr_byte_is_word(f->text[path.end]));
        bool is = false;
        at = path.end;
        if (!is_free || slash == path.begin || f->text[path.end - 1] == '/' ||
            path.end - path.begin > LONGEST)
            continue;
        rc = has_no_word(f, path, &is);
        if (rc == 0 && is) rc = tr_protected_add(h, path, TR_PROTECTED_BY_STAND_IN, f->err);
    }
    return rc;
}
