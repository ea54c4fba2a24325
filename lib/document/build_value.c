#include "document/build_value.h"

#include <string.h>

#include "document/markup.h"
#include "text/placeholders.h"

/* The name in a tag. */
static tr_span name_of(const char *text, const tr_span *tag)
{
    size_t begin = tag->begin + 1 + (text[tag->begin + 1] == '/'), end = begin;
    while (end < tag->end && !tr_markup_is_blank(text[end]) && text[end] != '>' && text[end] != '/')
        end++;
    return (tr_span){begin, end};
}

static void add_tag(tr_builder *b, const char *text, const tr_span *tag, const size_t *places)
{
    static const char *const points[] = {"br", "img", "hr", "wbr", "input"};
    const tr_span raw = {places[tag->begin], places[tag->end]}, name = name_of(text, tag);
    const size_t len = name.end - name.begin;
    bool point = text[tag->end - 2] == '/';

    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        point = point || (strlen(points[i]) == len && !memcmp(points[i], text + name.begin, len));
    if (point)
        tr_build_point(b, raw);
    else if (text[tag->begin + 1] == '/')
        tr_build_close(b, raw, text + name.begin, len);
    else
        tr_build_open(b, raw, text + name.begin, len);
}

static void add_lines(tr_builder *b, const char *text, size_t begin, size_t end,
                      const size_t *places, bool points)
{
    while (begin < end) {
        size_t line = begin;
        while (line < end && (unsigned char)text[line] >= ' ')
            line++;
        tr_build_text(b, (tr_span){places[begin], places[line]}, text + begin, line - begin);
        if (line == end) return;
        const tr_span end_of_line = {places[line], places[line + 1]};
        (points ? tr_build_point : tr_build_fixed)(b, end_of_line);
        begin = line + 1;
    }
}

static void build_value(tr_builder *b, const char *text, size_t len, const size_t *places,
                        bool tags, bool points)
{
    tr_span tag = {0};
    size_t at = 0;

    tr_build_break(b, places[0]);
    while (tags && tr_placeholder_next(text, len, tag.end, &tag)) {
        if (!tr_placeholder_is_tag(text, &tag)) continue;
        add_lines(b, text, at, tag.begin, places, points);
        add_tag(b, text, &tag, places);
        at = tag.end;
    }
    add_lines(b, text, at, len, places, points);
    tr_build_break(b, places[len]);
}

void tr_build_value(tr_builder *b, const char *text, size_t len, const size_t *places, bool tags)
{
    build_value(b, text, len, places, tags, false);
}

void tr_build_lines(tr_builder *b, const char *text, size_t len, const size_t *places, bool tags)
{
    build_value(b, text, len, places, tags, true);
}
