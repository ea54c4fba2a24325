#include "text/placeables/keywords.h"

#include "base/ascii.h"
#include "syntax/syntax.h"

bool tr_keyword_is(const char *pattern, const char *text, tr_span word)
{
    return tr_pattern_match(pattern, tr_syntax_definitions(), text, word.end, word.begin) ==
           word.end - word.begin;
}

size_t tr_code_sign_length(const char *text, size_t at, size_t end)
{
    static const char sign[] = "(=>|:=|[=!]==?|[-+*/|&^%.]=|&&|\\|\\||<-|\\|>|::|=~|[$@](?=[a-z_])|"
                               "\\\\(?=[a-z])|\\+\\+)";
    return tr_pattern_match(sign, NULL, text, end, at);
}
