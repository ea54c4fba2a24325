#include "document/markup/html_attributes.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "document/keys/key_patterns.h"
#include "document/markup/escapes.h"
#include "document/markup/vocabulary.h"

static const tr_vocabulary *const html = &tr_vocabularies[TR_HTML];

void tr_html_lower(const tr_markup *m, tr_span s, char *name, size_t size)
{
    size_t n = 0;
    for (size_t i = s.begin; i < s.end && n + 1 < size; i++) {
        const char c = m->text[i];
        name[n++] = tr_ascii_lower(c);
    }
    name[n] = '\0';
}

bool tr_html_is_input(const tr_markup *m, const tr_markup_token *t, const char *types)
{
    char type[16] = "text";
    tr_span value;
    if (strcmp(t->name, "input") != 0) return false;
    if (tr_markup_find(m, t, "type", &value)) tr_html_lower(m, value, type, sizeof type);
    return tr_markup_listed(types, type);
}

static bool is_description(const tr_markup *m, const tr_markup_token *t)
{
    static const char *const attributes[] = {"name", "property"};
    char name[TR_NAME_SIZE];
    tr_span value;

    for (size_t i = 0; i < 2 && !strcmp(t->name, "meta"); i++) {
        if (!tr_markup_find(m, t, attributes[i], &value)) continue;
        tr_html_lower(m, value, name, sizeof name);
        if (tr_markup_listed(html->properties, name)) return true;
    }
    return false;
}

/* True if an attribute is text; `asked` lists the ones that may be, or is NULL. */
static bool is_text_attribute(const tr_markup *m, const tr_markup_token *t, const char *name,
                              const char *asked)
{
    if (asked && !tr_name_is_listed(asked, name)) return false;
    if (!strcmp(name, "value")) return tr_html_is_input(m, t, " submit button reset ");
    if (!strcmp(name, "content")) return is_description(m, t);
    if (asked || tr_markup_listed(html->attributes, name)) return true;
    /* As in "<LinkCard description='...'>" and "<my-card heading='...'>". */
    const bool component = strchr(t->name, '-') || (t->name[0] >= 'A' && t->name[0] <= 'Z');
    return component && tr_markup_listed(html->components, name);
}

void tr_html_read_attributes(tr_builder *b, const tr_markup *m, const tr_markup_token *t)
{
    char name[TR_NAME_SIZE];
    tr_markup_attribute a;

    for (size_t at = 0; tr_markup_attribute_next(m, t, &at, &a);) {
        tr_html_lower(m, a.name, name, sizeof name);
        if (a.value.begin == a.value.end ||
            !is_text_attribute(m, t, name, b->content->options->attributes))
            continue;
        char where[2 * TR_NAME_SIZE + 1];
        snprintf(where, sizeof where, "%s@%s", t->name, name);
        tr_build_html_attribute(b, a.value, a.quote, where);
    }
}
