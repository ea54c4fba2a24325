#include "text/pipeline/added.h"

#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"

bool tr_added_tokens_finish(tr_added_tokens *t)
{
    size_t n_bytes = 0;
    int32_t *const ids = malloc((t->n + 1) * sizeof *ids);

    for (size_t i = 0; i < t->n; i++)
        n_bytes += strlen(t->list[i].text);
    bool good = ids && tr_pieces_create(&t->texts, t->n, n_bytes);
    for (size_t i = 0, n = 0; good && i < t->n; i++) {
        const size_t len = strlen(t->list[i].text);
        if (!len || !tr_pieces_add(&t->texts, t->list[i].text, len)) continue;
        ids[n] = (int32_t)n;
        t->list[n++] = t->list[i];
    }
    good = good &&
           tr_prefix_tree_create(&t->tree, t->texts.text, t->texts.begin, ids, (size_t)t->texts.n);
    free(ids);
    return good;
}

void tr_added_tokens_free(tr_added_tokens *t)
{
    tr_prefix_tree_free(&t->tree);
    tr_pieces_free(&t->texts);
}

static bool is_word(int32_t c)
{
    return tr_is_word_character(c);
}

static bool stands_alone(const char *text, size_t begin, size_t end, const tr_text_part *part)
{
    return (begin == part->begin || !is_word(tr_utf8_before(text, part->begin, begin))) &&
           (end == part->end || !is_word(tr_utf8_at(text, end, part->end)));
}

static void copy_part(const tr_aligned *in, size_t begin, size_t end, int32_t id, tr_aligned *out)
{
    const size_t at = out->text.len;

    tr_aligned_copy(out, in, begin, end);
    tr_aligned_end_part(out, at, id);
}

static void split_part(const tr_added_tokens *t, const tr_aligned *in, const tr_text_part *part,
                       tr_aligned *out)
{
    const char *const text = in->text.data;
    size_t done = part->begin;

    for (size_t at = part->begin; at < part->end;) {
        const int32_t node = tr_prefix_tree_longest(&t->tree, text + at, part->end - at);
        if (node < 0) {
            at++;
            continue;
        }
        const tr_added_token *const token = &t->list[t->tree.nodes[node].id];
        size_t begin = at, end = at + tr_prefix_tree_len(&t->tree, node);
        at = end;
        if (token->single_word && !stands_alone(text, begin, end, part)) continue;
        if (token->left) begin = tr_utf8_skip_back(text, done, begin, tr_is_white);
        if (token->right) end = tr_utf8_skip(text, end, part->end, tr_is_white);
        copy_part(in, done, begin, -1, out);
        copy_part(in, begin, end, token->id, out);
        done = end;
        if (at < end) at = end;
    }
    copy_part(in, done, part->end, -1, out);
}

int tr_added_tokens_split(const tr_added_tokens *t, const tr_aligned *in, tr_aligned *out,
                          tr_error *err)
{
    tr_aligned_clear(out);
    for (size_t i = 0; i < in->n_parts; i++)
        if (in->parts[i].id < 0)
            split_part(t, in, &in->parts[i], out);
        else
            copy_part(in, in->parts[i].begin, in->parts[i].end, in->parts[i].id, out);
    return out->failed ? tr_fail_memory(err) : 0;
}
