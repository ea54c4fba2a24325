/*
 * templates.h - what template engines put into text: Jinja, Twig, Liquid, Django, Handlebars, Vue,
 * Angular, Blade.
 */
#ifndef TR_TEMPLATES_H
#define TR_TEMPLATES_H

#include <stdbool.h>
#include <stddef.h>

/* The byte after the tag that begins at byte `at` of text [.., end), "{{ name }}", "{% if x %}",
 * "{!! html !!}" or "@if (x)"; 0 if there is none.  *parts tells whether it parts text as the tags
 * of a block do: a condition, a loop and their ends. */
size_t tr_template_end(const char *text, size_t at, size_t end, bool *parts);

#endif
