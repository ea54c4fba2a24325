#include "document/masks/markdown_tags.h"

#include "document/masks/markdown_mdx.h"
#include "text/placeables/template_tags.h"

enum { LONGEST_TAG = 4000 /* bytes */, LONGEST_NAME = 16 };

/* What stands between such tags is no text. */
static const char *const names[] = {"highlight", "codeblock", "code",    "code-toggle",
                                    "mermaid",   "math",      "katex",   "katexmm",
                                    "comment",   "plantuml",  "graphviz"};

typedef struct tag {
    tr_span name; /* without "end" and "/" */
    bool hugo, ends;
} tag;

/* Reads a tag up to its name. */
static bool read_tag(const char *t, size_t at, size_t end, tag *g)
{
    size_t i = at + 2;

    g->hugo = tr_starts_with(t, at, end, "{{<") || tr_starts_with(t, at, end, "{{%");
    if (!g->hugo && !tr_starts_with(t, at, end, "{%")) return false;
    if (i < end && (g->hugo || t[i] == '-')) i++;
    i = tr_skip(t, i, end, tr_ascii_is_blank);
    g->ends = i < end && (g->hugo ? t[i] == '/' : tr_starts_with(t, i, end, "end"));
    if (g->ends) i += g->hugo ? 1 : strlen("end");
    while (g->hugo && g->ends && i < end && tr_ascii_is_blank(t[i]))
        i++;
    g->name = (tr_span){i, i};
    while (g->name.end < end && tr_md_is_name_byte(t[g->name.end]) &&
           g->name.end - i <= LONGEST_NAME)
        g->name.end++;
    /* Liquid's "-%}" may touch the name */
    if (!g->hugo && g->name.end > i && t[g->name.end - 1] == '-') g->name.end--;
    return g->name.end > i;
}

static bool is_name(const char *t, tr_span s, const char *name, size_t len)
{
    return s.end - s.begin == len && !memcmp(t + s.begin, name, len);
}

static bool has_code(const char *t, tr_span name)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_name(t, name, names[i], strlen(names[i]))) return true;
    return false;
}

/* The byte after a tag; 0 if it does not end in its line, or ends itself. */
static size_t end_of_tag(const char *t, const tag *g, size_t end)
{
    const size_t begin = g->name.end;

    for (size_t i = begin; i + 2 <= end && i - begin < LONGEST_TAG; i++) {
        if (tr_ascii_is_line_end(t[i])) return 0;
        if (!g->hugo && tr_starts_with(t, i, end, "%}")) return i + 2;
        if (g->hugo && (tr_starts_with(t, i, end, ">}}") || tr_starts_with(t, i, end, "%}}")))
            return t[i - 1] == '/' ? 0 : i + 3;
    }
    return 0;
}

/* The byte after the end of the tag `first`, which is found from byte `begin` on; 0 if there is
 * none. */
static size_t behind_end_tag(tr_masks *m, const char *t, const tag *first, size_t begin, size_t end)
{
    const size_t len = first->name.end - first->name.begin;
    tag g;

    if (!begin || tr_mdx_has_tried_enough(m)) return 0;
    for (size_t i = begin; i < end; i++) {
        const char *const brace = memchr(t + i, '{', end - i);
        if (!brace) break;
        i = (size_t)(brace - t);
        if (!read_tag(t, i, end, &g) || !g.ends || g.hugo != first->hugo ||
            !is_name(t, g.name, t + first->name.begin, len))
            continue;
        const size_t stop = end_of_tag(t, &g, end);
        if (stop) return stop;
    }
    m->searched += end - begin;
    return 0;
}

size_t tr_md_behind_code_tags(tr_masks *m, const char *t, size_t at, size_t end)
{
    tag first;

    if (!read_tag(t, at, end, &first) || first.ends || !has_code(t, first.name)) return 0;
    return behind_end_tag(m, t, &first, end_of_tag(t, &first, end), end);
}

bool tr_md_tag_parts(tr_masks *m, const char *t, size_t at, size_t stop, size_t end)
{
    tag g;

    if (tr_template_parts(t, at, stop)) return true;
    if (!read_tag(t, at, stop, &g)) return false;
    return g.ends || behind_end_tag(m, t, &g, stop, end);
}

size_t tr_md_end_of_long_tag(tr_masks *m, const char *t, size_t size, const tr_md_line *l)
{
    bool blank = false; /* the line so far */
    tag g;

    if (!read_tag(t, l->text, l->end, &g) || tr_mdx_has_tried_enough(m)) return 0;
    const size_t begin = g.name.end;
    const size_t most = size - begin < LONGEST_TAG ? size : begin + LONGEST_TAG;
    for (size_t i = begin; i + 3 <= most && t[i] != '{'; i++) {
        const size_t stop = i + (g.hugo ? 3 : 2);
        if (blank && tr_ascii_is_line_end(t[i]) && t[i - 1] != '\r') break;
        blank = tr_ascii_is_line_end(t[i]) || (blank && tr_ascii_is_blank(t[i]));
        if (memcmp(t + i, "%}}", stop - i) != 0 && (!g.hugo || memcmp(t + i, ">}}", 3) != 0))
            continue;
        const tr_md_line last = tr_md_line_read(t, size, i);
        const bool ends = last.end == stop || (t[stop] == '{' && t[last.end - 1] == '}');
        return stop > l->end && ends ? last.next : 0;
    }
    m->searched += most - begin;
    return 0;
}

size_t tr_md_end_of_comment(tr_masks *m, const char *t, size_t at, size_t end)
{
    size_t i = at + 2;

    if (!tr_starts_with(t, at, end, "{#") || i >= end || tr_mdx_has_tried_enough(m)) return 0;
    const bool maybe_id = tr_md_is_name_byte(t[i]) || (unsigned char)t[i] >= 0x80;
    for (; i + 2 <= end; i++) {
        if (tr_starts_with(t, i, end, "#}")) return i + 2;
        if (tr_starts_with(t, i, end, "{#") || (maybe_id && t[i] == '}')) break;
    }
    m->searched += i - at;
    return 0;
}

size_t tr_md_end_of_code_tags(tr_masks *m, const char *t, size_t size, const tr_md_line *first)
{
    size_t stop, at = first->begin;

    if (first->text == first->end || t[first->text] != '{') return 0;
    stop = tr_md_behind_code_tags(m, t, first->text, size);
    if (!stop) stop = tr_md_end_of_comment(m, t, first->text, size);
    if (!stop || stop < first->end) return 0;
    while (at < stop)
        at = tr_md_line_read(t, size, at).next;
    return at;
}
