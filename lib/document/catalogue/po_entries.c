/* po_entries.c - the entries of gettext's PO: its messages, which are units; the header is none. */
#include "document/catalogue/po_entries.h"

#include <string.h>

#include "base/ascii.h"
#include "document/catalogue/entry_lines.h"

/* A message that is being read. */
typedef struct message {
    tr_buf key;         /* with its context before it */
    tr_buf *text;       /* where the string at hand goes; NULL: nowhere */
    size_t translation; /* where it begins; 0: not yet */
    bool is_plural, has_context;
} message;

static size_t end_of_comment(const char *text, size_t at, size_t end)
{
    return at < end && text[at] == '#' ? tr_line_end(text, at, end) : at;
}

/* A line that begins with a keyword; false if it begins another message. */
static bool read_keyword(message *m, const char *text, size_t at, size_t end)
{
    const bool context = tr_starts_with(text, at, end, "msgctxt");
    const bool plural = tr_starts_with(text, at, end, "msgid_plural");
    const bool id = !plural && tr_starts_with(text, at, end, "msgid");

    if ((context || id) && m->translation) return false;
    if (tr_starts_with(text, at, end, "msgstr") && !m->translation) m->translation = at;
    m->text = context || id ? &m->key : NULL;
    m->is_plural = m->is_plural || plural;
    if (id && m->has_context) tr_buf_add(&m->key, "\4", 1);
    m->has_context = m->has_context || context;
    return true;
}

/* Adds what stands in the quotes of a line, as it is written. */
static void read_string(message *m, const char *text, size_t at, size_t end)
{
    const size_t begin = tr_find_byte(text, at, end, '"');

    while (end > begin && text[end - 1] != '"')
        end--;
    if (m->text && end > begin + 1) tr_buf_add(m->text, text + begin + 1, end - begin - 2);
}

static void read_entry(tr_entry_lines *l, size_t begin)
{
    const char *const text = l->tree->text;
    const size_t size = l->tree->size;
    message m = {.is_plural = false};
    tr_entry unused = {0};

    while (begin < size && (text[begin] == 'm' || text[begin] == '"')) {
        const size_t end = tr_line_end(text, begin, size);
        if (text[begin] == 'm' && !read_keyword(&m, text, begin, end)) break;
        read_string(&m, text, begin, end);
        l->at = tr_after_line_end(text, end, size);
        begin = tr_skip(text, l->at, size, tr_ascii_is_blank);
    }
    const tr_string key = {tr_buf_text(&m.key), m.key.len};
    l->tree->failed = l->tree->failed || m.key.failed;
    if (!m.translation) {
        tr_entry_lines_refuse(l, begin, "a message without its translation");
    } else if (key.len && !l->tree->failed) {
        const int i = tr_entry_lines_add(l, key, (tr_span){m.translation, m.translation}, false);
        tr_entry *const e = i == TR_NO_ENTRY ? &unused : &l->tree->entries[i];
        e->translation = (tr_span){m.translation, l->at};
        e->blank = m.is_plural ? "msgstr[0] \"\"\nmsgstr[1] \"\"\n" : "msgstr \"\"\n";
    }
    tr_buf_free(&m.key);
}

void tr_po_entries(tr_entry_tree *t)
{
    tr_entry_lines_read(&(tr_entry_lines){
        .tree = t, .comment = end_of_comment, .apart = "#~", .entry = read_entry});
}

/* Appends a line of flags without "fuzzy"; nothing if it has no other. */
static void add_flags(tr_string line, tr_buf *out)
{
    static const char word[] = "fuzzy";
    const size_t at = tr_span_find(line.text, 0, line.len, word);
    const size_t begin = tr_skip_back(line.text, 1, at, tr_ascii_is_blank);
    const size_t comma = tr_find_byte(line.text, at, line.len, ',');

    if (at == line.len) {
        tr_buf_add(out, line.text, line.len);
    } else if (comma < line.len) { /* "#, fuzzy, c-format" */
        tr_buf_add(out, line.text, at);
        const size_t rest = tr_skip(line.text, comma + 1, line.len, tr_ascii_is_blank);
        tr_buf_add(out, line.text + rest, line.len - rest);
    } else if (begin > 2) { /* "#, c-format, fuzzy" */
        tr_buf_add(out, line.text, begin - 1);
        tr_buf_add(out, line.text + at + sizeof word - 1, line.len - at - (sizeof word - 1));
    }
}

void tr_po_entry_anew(tr_string entry, tr_buf *out)
{
    for (size_t at = 0, next; at < entry.len; at = next) {
        next = tr_after_line_end(entry.text, tr_line_end(entry.text, at, entry.len), entry.len);
        const tr_string line = {entry.text + at, next - at};
        if (tr_starts_with(entry.text, at, entry.len, "#,"))
            add_flags(line, out);
        else if (!tr_starts_with(entry.text, at, entry.len, "#|"))
            tr_buf_add(out, line.text, line.len);
    }
}
