#include "document/data/keyed_values.h"

#include "document/data/build_value.h"
#include "document/keys/key_patterns.h"

enum { MAX_WHERE = 200 };

void tr_keyed_begin(tr_keyed_values *k, tr_content *d, const tr_writing *writing)
{
    *k = (tr_keyed_values){.content = d};
    tr_builder_init(&k->b, d, writing);
}

int tr_keyed_end(tr_keyed_values *k, tr_error *err)
{
    k->b.failed = k->b.failed || k->path.failed;
    tr_buf_free(&k->path);
    return tr_builder_end(&k->b, err);
}

static void cut_path(tr_keyed_values *k)
{
    k->path.len = k->levels[k->depth].path;
    if (k->path.data) k->path.data[k->path.len] = '\0';
}

void tr_keyed_start(tr_keyed_values *k, bool counting)
{
    k->counting = counting;
    k->depth = 0;
    cut_path(k);
}

bool tr_keyed_open(tr_keyed_values *k, char close)
{
    if (k->depth == TR_KEYED_LEVELS) return false;
    k->levels[++k->depth] = (struct tr_keyed_level){close, k->path.len};
    return true;
}

void tr_keyed_close(tr_keyed_values *k)
{
    if (!k->depth) return;
    cut_path(k);
    k->depth--;
}

char tr_keyed_closing(const tr_keyed_values *k)
{
    return k->levels[k->depth].close;
}

void tr_keyed_set_key(tr_keyed_values *k, const char *key, size_t len)
{
    cut_path(k);
    if (k->path.len) tr_buf_add(&k->path, ".", 1);
    tr_buf_add(&k->path, key, len);
}

void tr_keyed_no_key(tr_keyed_values *k)
{
    cut_path(k);
}

void tr_keyed_take(tr_keyed_values *k, const tr_decoded *v)
{
    const char *const path = tr_buf_text(&k->path), *const text = tr_buf_text(&v->text);
    tr_content *const d = k->content;

    k->b.failed = k->b.failed || v->failed || k->path.failed;
    if (k->b.failed || !tr_key_is_wanted(d->options, path)) return;
    if (!tr_decoded_is_valid(v)) {
        if (!k->counting) d->n_unread[tr_decoded_fault(v)]++;
        return;
    }
    if (k->counting) {
        tr_value_kinds_count(&k->kinds, path, text, v->text.len);
    } else if (tr_value_kinds_take(&k->kinds, d, path, text, v->text.len)) {
        tr_build_where(&k->b, "%.*s", MAX_WHERE, path);
        (k->no_messages ? tr_build_plain_value : tr_build_value)(&k->b, v, true);
    }
}
