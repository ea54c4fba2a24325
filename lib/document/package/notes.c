#include "document/package/notes.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "document/markup/language_code.h"
#include "document/markup/markup.h"
#include "document/markup/xml_check.h"
#include "document/segment/content.h"

static const char note_names[] = " text:note office:annotation footnote Footnote Endnote ";

/* "<?tr-note 12?>" is in the place of a note; "<?tr-notes?>" before all. */
static const char mark[] = "<?tr-note", all[] = "<?tr-notes?>";

static bool is_note(const tr_markup_token *t)
{
    return t->kind == TR_MARKUP_START && !t->closed && tr_markup_listed(note_names, t->name);
}

/* ---- To the end */

/* True if what is in an element stays as it is. */
static bool stays(const tr_content *d, const tr_markup *m, const tr_markup_token *t, bool is_root)
{
    static const char names[] = " text:tracked-changes programlisting screen literallayout "
                                "synopsis codeblock pre script style svg math math:math ";
    tr_span value;

    if (t->kind != TR_MARKUP_START || t->closed) return false;
    return tr_markup_listed(names, t->name) || tr_markup_is_untouched(m, t) ||
           (tr_markup_find(m, t, "its:translate", &value) && tr_markup_is(m, value, "no")) ||
           (!is_root && tr_markup_is_foreign(m, t, d->options->source_language));
}

/* How many paragraphs more of OpenDocument are open; its comments on cells are in none. */
static int paragraphs(const tr_markup_token *t)
{
    if (t->closed || !tr_markup_listed(" text:p text:h ", t->name)) return 0;
    return t->kind == TR_MARKUP_START ? 1 : t->kind == TR_MARKUP_END ? -1 : 0;
}

static bool has(const tr_content *d, const char *what)
{
    return tr_span_find(d->bytes, 0, d->size, what) < d->size;
}

/* True if the document may have notes, and nothing that looks like what is put in their place. */
static bool may_move(const tr_content *d)
{
    return (has(d, "<text:note ") || has(d, "<office:annotation") || has(d, "<footnote") ||
            has(d, "<Footnote") || has(d, "<Endnote")) &&
           !has(d, mark) && tr_xml_check(d, NULL) == TR_OK;
}

bool tr_notes_move(const tr_content *d, tr_buf *out)
{
    tr_markup m = {.text = d->bytes, .size = d->size, .at = d->begin, .xml = true};
    tr_buf notes = {0};
    tr_markup_token t;
    size_t copied = 0, last = 0, n = 0;
    bool is_root = true;
    int n_open = 0;

    if (!may_move(d)) return false;
    while (tr_markup_next(&m, &t)) {
        if (t.kind == TR_MARKUP_END) last = t.raw.begin;
        const bool stay = stays(d, &m, &t, is_root), note = is_note(&t);
        const size_t end = stay || note ? tr_markup_end_of(&m, &t) : 0;
        is_root = is_root && t.kind != TR_MARKUP_START;
        n_open += paragraphs(&t);
        if (end && stay) m.at = end;
        if (!end || stay || (!n_open && strchr(t.name, ':'))) continue;
        tr_content_copy(d, (tr_span){copied, t.raw.begin}, out);
        tr_buf_printf(out, "%s %zu?>", mark, ++n);
        tr_content_copy(d, (tr_span){t.raw.begin, end}, &notes);
        copied = m.at = end;
    }
    if (n) {
        tr_content_copy(d, (tr_span){copied, last}, out);
        tr_buf_add_string(out, all);
        tr_buf_add(out, tr_buf_text(&notes), notes.len);
        tr_content_copy(d, (tr_span){last, d->size}, out);
    }
    out->failed = out->failed || notes.failed;
    tr_buf_free(&notes);
    return n > 0;
}

/* ---- Back */

/* The notes [*n] from byte `begin` on, up to an end tag, where *end is; NULL when out of memory. */
static tr_span *list_notes(const tr_content *d, size_t begin, size_t *n, size_t *end)
{
    tr_markup m = {.text = d->bytes, .size = d->size, .at = begin, .xml = true};
    void *list = NULL;
    size_t capacity = 0;
    tr_markup_token t;

    *n = 0;
    *end = begin;
    while (tr_markup_next(&m, &t) && is_note(&t)) {
        const size_t stop = tr_markup_end_of(&m, &t);
        if (!stop || tr_reserve(&list, &capacity, *n + 1, sizeof(tr_span)) < 0) break;
        ((tr_span *)list)[(*n)++] = (tr_span){t.raw.begin, stop};
        *end = m.at = stop;
    }
    return list;
}

/* False if a note is not in its place, or there twice. */
static bool put_back(const tr_content *d, size_t stop, tr_buf *out)
{
    size_t n, end, n_put = 0, copied = 0;
    tr_span *const notes = list_notes(d, stop + strlen(all), &n, &end);
    bool right = true;

    for (size_t at = 0; (at = tr_span_find(d->bytes, at, stop, mark)) < stop; at = copied) {
        char *behind;
        const unsigned long k = strtoul(d->bytes + at + strlen(mark), &behind, 10);
        right = k > 0 && k <= n && notes[k - 1].end && behind + 2 <= d->bytes + stop &&
                !memcmp(behind, "?>", 2);
        if (!right) break;
        tr_content_copy(d, (tr_span){copied, at}, out);
        tr_content_copy(d, notes[k - 1], out);
        notes[k - 1].end = 0;
        n_put++;
        copied = (size_t)(behind - d->bytes) + 2;
    }
    tr_content_copy(d, (tr_span){copied, stop}, out);
    tr_content_copy(d, (tr_span){end, d->size}, out);
    free(notes);
    return right && n_put == n;
}

static bool restore(const tr_content *d, tr_buf *out)
{
    const size_t sentinel = tr_span_find(d->bytes, 0, d->size, all);

    if (sentinel < d->size) return put_back(d, sentinel, out);
    tr_buf_add(out, d->bytes, d->size);
    return true;
}

void tr_notes_restore(const tr_content *source, const tr_content *d, tr_buf *out)
{
    const size_t begin = out->len;

    if (restore(d, out)) return;
    out->len = begin;
    if (!restore(source, out)) out->failed = true;
}
