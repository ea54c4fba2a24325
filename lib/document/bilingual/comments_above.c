#include "document/bilingual/comments_above.h"

#include "base/ascii.h"

void tr_comments_above_pass(tr_comments_above *a, const char *text, const tr_markup_token *t)
{
    size_t n_lines = 0;

    if (t->kind == TR_MARKUP_COMMENT && tr_starts_with(text, t->raw.begin, t->raw.end, "<!--")) {
        if (a->own_line && !a->begin) a->begin = t->raw.begin;
        return;
    }
    for (size_t i = t->raw.begin; i < t->raw.end; i++)
        n_lines += text[i] == '\n';
    a->own_line = a->own_line || n_lines;
    if (t->kind != TR_MARKUP_TEXT || n_lines > 1) a->begin = 0;
}

size_t tr_comments_above_take(tr_comments_above *a, const tr_markup_token *t)
{
    const size_t begin = a->begin ? a->begin : t->raw.begin;

    *a = (tr_comments_above){0};
    return begin;
}

size_t tr_comment_behind(const char *text, size_t at, size_t end)
{
    const size_t line = tr_line_end(text, at, end);
    const size_t begin = tr_skip(text, at, line, tr_ascii_is_blank);
    const size_t close = tr_span_find(text, begin, line, "-->");

    return tr_starts_with(text, begin, line, "<!--") && close < line ? close + 3 : at;
}
