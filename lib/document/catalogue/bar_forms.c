#include "document/catalogue/bar_forms.h"

#include "document/catalogue/entry_tree.h"
#include "document/data/build_value.h"
#include "document/markup/icu_plurals.h"

/* What is within the quotes of a value that is one string; empty: it is none. */
static tr_span string_within(const char *text, tr_span value)
{
    const tr_span none = {value.begin, value.begin};
    tr_span s = tr_skip_around(text, value, tr_ascii_is_space);

    if (s.end - s.begin < 2 || !tr_ascii_is_one_of(text[s.begin], "'\"")) return none;
    const char quote = text[s.begin++];
    if (text[--s.end] != quote) return none;
    for (size_t at = s.begin; at < s.end; at++) {
        if (text[at] == quote) return none;
        if (text[at] == '\\' && ++at == s.end) return none;
    }
    return s;
}

typedef struct adding {
    const char *text;
    size_t n_source, n_target; /* forms of the languages */
    size_t done;               /* bytes that were copied */
    tr_buf *out;
} adding;

static void add_missing(adding *a, tr_span value)
{
    const tr_span s = string_within(a->text, value);
    tr_value_forms forms;

    if (s.begin == s.end || value.begin < a->done ||
        !tr_value_is_forms(a->text + s.begin, s.end - s.begin, &forms) || forms.n_numbers ||
        forms.n != a->n_source)
        return;
    const size_t last = s.begin + forms.last;
    tr_buf_add(a->out, a->text + a->done, s.end - a->done);
    for (size_t n = forms.n; n < a->n_target; n++) {
        tr_buf_add(a->out, "|", 1);
        tr_buf_add(a->out, a->text + last, s.end - last);
    }
    a->done = s.end;
}

bool tr_bar_forms_php(const tr_content *d, tr_buf *out)
{
    const tr_document_options *const o = d->options;
    tr_entry_tree t = {.text = d->bytes, .size = d->size};
    adding a = {.text = d->bytes, .n_source = 2, .out = out};

    if (!o->target_language || tr_find_byte(d->bytes, 0, d->size, '|') == d->size) return false;
    a.n_target = tr_plural_count(o->target_language);
    if (o->source_language) a.n_source = tr_plural_count(o->source_language);
    if (a.n_target <= a.n_source) return false;
    tr_php_entries(&t);
    for (size_t i = 1; i < t.n && !t.failed && !t.wrong; i++)
        if (!t.entries[i].is_group) add_missing(&a, t.entries[i].value);
    if (a.done) tr_buf_add(out, d->bytes + a.done, d->size - a.done);
    out->failed = out->failed || t.failed;
    tr_entry_tree_free(&t);
    return a.done || out->failed;
}
