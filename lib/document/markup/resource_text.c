#include "document/markup/resource_text.h"

#include <string.h>

#include "base/ascii.h"
#include "base/span.h"
#include "document/markup/escapes.h"
#include "text/placeables/key_sign.h"

/* The length of a line's end at text [at, end), which may be a reference; 0 if there is none. */
static size_t line_end(const char *text, size_t at, size_t end)
{
    tr_buf means = {0};

    if (tr_ascii_is_line_end(text[at])) return 1;
    if (text[at] != '&') return 0;
    const size_t n = tr_html_reference(text + at, end - at, &means);
    const bool ends = means.len == 1 && tr_ascii_is_line_end(tr_buf_text(&means)[0]);
    tr_buf_free(&means);
    return ends ? n : 0;
}

void tr_build_preserved(tr_builder *b, tr_span raw)
{
    const char *const text = b->content->bytes;
    size_t begin = raw.begin;

    for (size_t i = begin; i < raw.end; i++) {
        const size_t n = line_end(text, i, raw.end);
        if (!n) continue;
        tr_build_xml_text(b, (tr_span){begin, i});
        tr_build_fixed(b, (tr_span){i, i + n});
        begin = i + n;
        i = begin - 1;
    }
    tr_build_xml_text(b, (tr_span){begin, raw.end});
}

bool tr_build_filter(tr_builder *b, tr_span raw)
{
    const char *const text = b->content->bytes;
    size_t begin = raw.begin, n = 0;
    bool patterns = false;

    for (size_t i = raw.begin; i < raw.end; i++) {
        n += text[i] == '|';
        patterns = patterns ||
                   (text[i] == '|' && i + 2 < raw.end && text[i + 1] == '*' && text[i + 2] == '.');
    }
    if (!patterns || n % 2 == 0) return false;
    for (n = 0; begin < raw.end; n++) {
        const size_t end = tr_find_byte(text, begin, raw.end, '|');
        if (n % 2)
            tr_build_fixed(b, (tr_span){begin, end});
        else
            tr_build_xml_text(b, (tr_span){begin, end});
        tr_build_fixed(b, (tr_span){end, end + (end < raw.end)});
        begin = end + 1;
    }
    return true;
}

bool tr_build_menu(tr_builder *b, tr_span raw)
{
    static const char sign[] = "&amp;";
    const char *const text = b->content->bytes;
    const size_t at = tr_find_byte(text, raw.begin, raw.end, '&'), end = at + strlen(sign);
    tr_buf means = {0};

    if (!tr_starts_with(text, at, raw.end, sign) || end >= raw.end ||
        memchr(text + end, '&', raw.end - end))
        return false;
    tr_buf_add(&means, text + raw.begin, at + 1 - raw.begin);
    tr_buf_add(&means, text + end, raw.end - end);
    const bool is_key = tr_key_sign_find(tr_buf_text(&means), means.len, true) == at - raw.begin;
    tr_buf_free(&means);
    if (!is_key) return false;
    tr_build_xml_text(b, (tr_span){raw.begin, at});
    tr_build_key(b, (tr_span){at, end});
    tr_build_xml_text(b, (tr_span){end, raw.end});
    return true;
}

bool tr_build_menu_attribute(tr_builder *b, tr_span raw, char quote)
{
    const char *const text = b->content->bytes;
    const tr_writing *const before = b->writing;

    raw = tr_skip_around(text, raw, tr_ascii_is_html_space);
    const size_t len = raw.end - raw.begin;
    const size_t key = tr_key_sign_find(text + raw.begin, len, true), at = raw.begin + key;
    if (key == len || text[at] != '_' || memchr(text + raw.begin, '&', len) || !quote) return false;
    tr_build_break(b, raw.begin);
    b->writing = quote == '"' ? &tr_html_double : &tr_html_single;
    tr_build_xml_text(b, (tr_span){raw.begin, at});
    tr_build_key(b, (tr_span){at, at + 1});
    tr_build_xml_text(b, (tr_span){at + 1, raw.end});
    tr_build_break(b, raw.end);
    b->writing = before;
    return true;
}
