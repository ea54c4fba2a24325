#include "text/placeables/template_tags.h"

#include "syntax/syntax.h"

bool tr_template_parts(const char *text, size_t at, size_t end)
{
    size_t stop = at;

    if (end - at < 4) return false;
    if (tr_pattern_match("(?&block-start)", tr_syntax_definitions(), text, end, at)) return true;
    return text[at] == '{' && tr_syntax_at(TR_SYNTAX_IS(TR_SYNTAX_BLOCK), text, end, at, &stop) &&
           stop == end;
}

bool tr_template_is_comment(const char *text, size_t at, size_t end)
{
    return tr_pattern_match("\\{(#|\\{!)", NULL, text, end, at) > 0;
}

size_t tr_template_end(const char *text, size_t at, size_t end, bool *parts)
{
    enum {
        TAGS = TR_SYNTAX_IS(TR_SYNTAX_BLOCK) | TR_SYNTAX_IS(TR_SYNTAX_INLINE) |
               TR_SYNTAX_IS(TR_SYNTAX_COMMENT)
    };
    size_t stop = 0;
    const tr_syntax *const row = tr_syntax_at(TAGS, text, end, at, &stop);

    *parts = row && row->kind == TR_SYNTAX_BLOCK;
    return row ? stop : 0;
}
