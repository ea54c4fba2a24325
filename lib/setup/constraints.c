#include "setup/constraints.h"

#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "setup/surface.h"
#include "text/terms/inflection.h"

/* A word, or several with single blanks between. */
typedef struct tr_banned {
    char *text; /* [len] */
    size_t len;
    bool any_case;           /* it is in small letters, and stands for all its forms */
    bool from_start, to_end; /* no letter may come before it, or after it */
} tr_banned;

/* ---- Reading ---- */

static bool has_capital(const char *text, size_t len)
{
    for (size_t at = 0; at < len;) {
        int32_t c;
        at += tr_utf8_decode(text + at, len - at, &c);
        if (tr_is_upper(c)) return true;
    }
    return false;
}

static int check_text(const char *what, const char *text, tr_error *err)
{
    if (tr_utf8_valid(text, strlen(text))) return 0;
    return tr_fail(err, TR_EINVAL, "%s is not valid UTF-8", what);
}

/* Text as the vocabulary spells it: ids, grown as tr_tokenizer_encode() does. */
static int encode_constraint(const tr_constraints *w, const char *what, const char *text,
                             int32_t **ids, size_t *capacity, size_t *n, tr_error *err)
{
    int rc = check_text(what, text, err);
    if (rc == 0) rc = tr_tokenizer_encode(w->target, text, strlen(text), ids, capacity, n, err);
    for (size_t i = 0; i < *n && rc == 0; i++)
        if (!tr_tokenizer_may_produce(w->target, (*ids)[i]))
            rc = tr_fail(err, TR_EUNSUPPORTED, "%s: the model has no pieces for all of \"%.200s\"",
                         what, text);
    return rc;
}

static bool is_blank(const char *text)
{
    const size_t len = strlen(text);

    return tr_utf8_skip(text, 0, len, tr_is_white) == len;
}

/* A word that the vocabulary cannot spell is one that no translation has, and so is one of which
 * the tokenizer leaves nothing. */
static int add_banned(tr_constraints *w, const char *text, tr_error *err)
{
    tr_banned *const b = &w->words[w->n_words];
    tr_buf buf = {0};
    int32_t *ids = NULL;
    size_t capacity = 0, n = 0;
    tr_surface *const s = calloc(1, sizeof *s);

    int rc = s ? check_text("a word that is ruled out", text, err) : tr_fail_memory(err);
    if (rc == 0) rc = tr_tokenizer_encode(w->target, text, strlen(text), &ids, &capacity, &n, err);
    if (rc == 0) {
        tr_surface_of_ids(s, w->target, w->eos, ids, n);
        const size_t blank = s->len && s->text[0] == ' ';
        b->any_case = !has_capital(s->text, s->len);
        tr_buf_add(&buf, s->text + blank, s->len - blank);
        rc = buf.failed ? tr_fail_memory(err) : 0;
        if (rc == 0 && buf.len == 0 && is_blank(text))
            rc = tr_fail(err, TR_EINVAL, "a word that is ruled out is blank");
    }
    if (rc == 0 && buf.len) {
        int32_t first, last;
        tr_utf8_decode(buf.data, buf.len, &first);
        tr_char_before(buf.data, 0, buf.len, &last);
        b->from_start = w->spaces && (tr_is_letter(first) || tr_is_digit(first));
        b->to_end = w->spaces && (tr_is_letter(last) || tr_is_digit(last));
        b->len = buf.len;
        if (b->len > w->longest) w->longest = b->len;
        b->text = tr_buf_take(&buf);
        w->n_words++;
    }
    tr_buf_free(&buf);
    free(ids);
    free(s);
    return rc;
}

static int read_banned(tr_constraints *w, const tr_options *o, tr_error *err)
{
    int rc = 0;

    if (!o->n_banned) return 0;
    w->words = calloc(o->n_banned, sizeof *w->words);
    if (!w->words) return tr_fail_memory(err);
    for (size_t i = 0; i < o->n_banned && rc == 0; i++)
        rc = add_banned(w, o->banned[i], err);
    return rc;
}

/* Pieces begin words with a blank, or, where words are cut apart before, end them with one. */
static bool ends_words(const tr_nmt *m)
{
    return m->config.tokenizer == TR_TOKENIZER_SUBWORD;
}

static bool token_begins_word(const tr_constraints *w, const tr_nmt *m, size_t i)
{
    tr_surface s = {0};
    if (ends_words(m) && i == 0) return true;
    tr_surface_add(&s, w->target, w->ids[ends_words(m) ? i - 1 : i]);
    return s.len && s.text[ends_words(m) ? s.len - 1 : 0] == ' ';
}

/* All words but the last, which may go on, are taken as the vocabulary spells them.  The last one
 * is spelled as the search likes; a blank after it ends it. */
static int read_prefix(tr_constraints *w, const tr_nmt *m, const tr_options *o, tr_error *err)
{
    size_t capacity = 0, n = 0;

    if (!o->prefix || !*o->prefix) return 0;
    int rc = encode_constraint(w, "the beginning", o->prefix, &w->ids, &capacity, &n, err);
    if (rc < 0 || n == 0) return rc;
    w->beginning = calloc(1, sizeof *w->beginning);
    if (!w->beginning) return tr_fail_memory(err);
    tr_surface_of_ids(w->beginning, w->target, w->eos, w->ids, n);
    if (ends_words(m) && w->beginning->len && w->beginning->text[w->beginning->len - 1] == ' ')
        w->beginning->len--;
    const char last = o->prefix[strlen(o->prefix) - 1];
    if (w->beginning->len >= TR_SURFACE_MAX_BYTES - 1)
        return tr_fail(err, TR_EINVAL, "the beginning is longer than %d bytes",
                       TR_SURFACE_MAX_BYTES);
    if (w->spaces && (last == ' ' || last == '\t')) w->beginning->text[w->beginning->len++] = ' ';
    w->spelled = (tr_ids){w->ids, n};
    while (n > 0 && !token_begins_word(w, m, n - 1))
        n--;
    w->prefix = (tr_ids){w->ids, n ? n - 1 : 0};
    return 0;
}

/* True if the piece of an id goes on with a word: a byte may. */
static bool is_inner(const tr_constraints *w, int32_t id)
{
    tr_surface s = {0};
    int32_t c;

    tr_surface_add(&s, w->target, id);
    if (!s.len || id == w->eos) return false;
    tr_utf8_decode(s.text, s.len, &c);
    return c < 0 || tr_is_letter(c) || tr_is_digit(c);
}

static int find_inner(tr_constraints *w, const tr_nmt *m, tr_error *err)
{
    w->inner = calloc(m->config.target_vocab, sizeof *w->inner);
    if (!w->inner) return tr_fail_memory(err);
    if (ends_words(m)) return 0;
    for (uint32_t id = 0; id < m->config.target_vocab; id++)
        w->inner[id] = is_inner(w, (int32_t)id);
    return 0;
}

static tr_constraints without_words(const tr_nmt *m, const tr_tokenizers *tokenizers,
                                    const tr_special_tokens *special)
{
    return (tr_constraints){.target = tokenizers->target,
                            .eos = m->config.eos,
                            .n_hidden = special->first >= 0,
                            .spaces = special->target_spaces};
}

int tr_constraints_init(tr_constraints *w, const tr_nmt *m, const tr_tokenizers *tokenizers,
                        const tr_special_tokens *special, const tr_options *options, tr_error *err)
{
    int rc;

    *w = without_words(m, tokenizers, special);
    rc = read_banned(w, options, err);
    if (rc == 0) rc = read_prefix(w, m, options, err);
    if (rc == 0 && options->glossary) rc = find_inner(w, m, err);
    if (rc < 0) tr_constraints_free(w);
    return rc;
}

int tr_constraints_of_list(tr_constraints *w, const tr_nmt *m, const tr_tokenizers *tokenizers,
                           const tr_special_tokens *special, const char *list, bool capitals,
                           tr_error *err)
{
    tr_buf word = {0};
    size_t n_words = 0, n;
    int rc = 0;

    *w = without_words(m, tokenizers, special);
    for (const char *at = list; (at = tr_list_next(at, &n)); at += n)
        n_words++;
    w->words = calloc(n_words + 1, sizeof *w->words);
    if (!w->words) return tr_fail_memory(err);
    for (const char *at = list; rc == 0 && (at = tr_list_next(at, &n)); at += n) {
        tr_buf_clear(&word);
        tr_buf_add(&word, at, n);
        if (capitals && !word.failed) word.data[0] = (char)tr_to_upper(word.data[0]);
        rc = word.failed ? tr_fail_memory(err) : add_banned(w, tr_buf_text(&word), err);
    }
    tr_buf_free(&word);
    if (rc < 0) tr_constraints_free(w);
    return rc;
}

void tr_constraints_free(tr_constraints *w)
{
    for (size_t i = 0; i < w->n_words; i++)
        free(w->words[i].text);
    free(w->words);
    free(w->ids);
    free(w->beginning);
    free(w->inner);
    *w = (tr_constraints){0};
}

/* ---- Rules ---- */

bool tr_constraints_begins(const tr_constraints *w, const tr_surface *s)
{
    const tr_surface *const b = w->beginning;
    return !memcmp(b->text, s->text, b->len < s->len ? b->len : s->len);
}

/* The end of `s` in small letters, from *begin on: what a word of `longest` bytes that goes beyond
 * byte `before` may be part of, and the character before it. */
static void fold_end(const tr_surface *s, size_t before, size_t longest, tr_surface *folded,
                     size_t *begin)
{
    enum { LONGEST_CHARACTER = 4 };
    const size_t reach = longest + 2 * LONGEST_CHARACTER;
    tr_buf buf = {0};

    *begin = before > reach ? before - reach : 0;
    while (*begin && (s->text[*begin] & 0xC0) == 0x80)
        --*begin;
    tr_fold(s->text + *begin, s->len - *begin, &buf);
    const size_t most = sizeof folded->text; /* a small letter may be longer than the large one */
    folded->len = buf.failed ? 0 : buf.len < most ? buf.len : most;
    if (folded->len) memcpy(folded->text, buf.data, folded->len);
    tr_buf_free(&buf);
}

/* True if the word ends in `s` after byte `before`. */
static bool ends_after(const tr_banned *b, const tr_surface *s, size_t before)
{
    size_t at = before > b->len ? before - b->len : 0;

    while (tr_surface_find(s, b->text, b->len, b->from_start, b->to_end, &at))
        if (at - 1 + b->len > before) return true;
    return false;
}

bool tr_constraints_banned(const tr_constraints *w, const tr_surface *s, size_t before)
{
    tr_surface folded;
    size_t begin = 0;
    bool found = false, any_case = false;

    for (size_t i = 0; i < w->n_words; i++)
        any_case = any_case || w->words[i].any_case;
    if (any_case) fold_end(s, before, w->longest, &folded, &begin);
    for (size_t i = 0; i < w->n_words && !found; i++) {
        const tr_banned *const b = &w->words[i];
        found = ends_after(b, b->any_case ? &folded : s, b->any_case ? before - begin : before);
    }
    return found;
}
