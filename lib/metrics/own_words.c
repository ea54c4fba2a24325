#include "metrics/own_words.h"

#include <stdlib.h>

#include "base/utf8.h"
#include "metrics/words.h"

/* ---- Life -------------------------------------------------------------------------------- */

static int open_spm(tr_own_words *w, const char *path, tr_error *err)
{
    if (!path) return tr_fail(err, TR_EINVAL, "no SentencePiece model for BLEU's words was given");
    int rc = tr_file_map(&w->file, path, err);
    if (rc == 0 && !w->file.size) rc = tr_fail(err, TR_EFORMAT, "%s: is empty", path);
    return rc ? rc : tr_spm_open(&w->spm, w->file.data, w->file.size, false, path, err);
}

int tr_own_words_open(tr_own_words *w, const tr_evaluation_options *o, tr_error *err)
{
    if (o->words == TR_BLEU_CUT && !o->cut)
        return tr_fail(err, TR_EINVAL, "no function that finds BLEU's words was given");
    return o->words == TR_BLEU_SPM ? open_spm(w, o->spm, err) : TR_OK;
}

void tr_own_words_close(tr_own_words *w)
{
    tr_spm_close(w->spm);
    tr_file_unmap(&w->file);
    free(w->spans);
    tr_buf_free(&w->line);
    tr_buf_free(&w->pieces);
    *w = (tr_own_words){0};
}

/* ---- A line ------------------------------------------------------------------------------ */

/* Fills w->line from line[begin] on. */
static int write_line(tr_own_words *w, const tr_symbols *line, size_t begin, tr_error *err)
{
    char bytes[4];

    tr_buf_clear(&w->line);
    tr_buf_add(&w->line, "", 0);
    for (size_t i = begin; i < line->n; i++)
        tr_buf_add(&w->line, bytes, tr_utf8_encode((int32_t)line->at[i], bytes));
    return w->line.failed ? tr_fail_memory(err) : TR_OK;
}

static size_t skip_space(const tr_symbols *line)
{
    size_t i = 0;

    while (i < line->n && tr_ends_words(line->at[i]))
        i++;
    return i;
}

/* Words end at white space, and at the NUL that follows a piece. */
static void add_words(const char *text, size_t len, tr_trie *words, tr_symbols *out)
{
    uint32_t word = TR_TRIE_ROOT;
    int32_t c;

    for (size_t at = 0; at < len;) {
        at += tr_utf8_decode(text + at, len - at, &c);
        const bool ends = c == 0 || tr_ends_words((uint32_t)c);
        if (!ends) word = tr_trie_child(words, word, (uint32_t)c);
        if ((ends || at == len) && word != TR_TRIE_ROOT) {
            tr_symbols_add(out, word);
            word = TR_TRIE_ROOT;
        }
    }
}

static int split_pieces(tr_own_words *w, const tr_symbols *line, tr_trie *words, tr_symbols *out,
                        tr_error *err)
{
    size_t n;

    int rc = write_line(w, line, 0, err);
    tr_buf_clear(&w->pieces);
    if (rc == 0)
        rc = tr_spm_encode_spans(w->spm, tr_buf_text(&w->line), w->line.len, &w->spans,
                                 &w->capacity, &n, &w->pieces, err);
    if (rc == 0 && w->pieces.failed) rc = tr_fail_memory(err);
    if (rc == 0) add_words(tr_buf_text(&w->pieces), w->pieces.len, words, out);
    return rc;
}

static int split_by_user(tr_own_words *w, const tr_evaluation_options *o, const tr_symbols *line,
                         tr_trie *words, tr_symbols *out, tr_error *err)
{
    tr_string cut = {0};

    int rc = write_line(w, line, skip_space(line), err);
    if (rc) return rc;
    rc = o->cut(o->cut_ctx, (tr_string){tr_buf_text(&w->line), w->line.len}, &cut);
    if (rc) return tr_fail(err, rc, "the words of a line could not be found");
    add_words(cut.text, cut.len, words, out);
    return TR_OK;
}

int tr_own_words_split(tr_own_words *w, const tr_evaluation_options *o, const tr_symbols *line,
                       tr_trie *words, tr_symbols *out, tr_error *err)
{
    return w->spm ? split_pieces(w, line, words, out, err)
                  : split_by_user(w, o, line, words, out, err);
}
