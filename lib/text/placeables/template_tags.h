/*
 * template_tags.h - what template engines put into text: Jinja, Twig, Liquid, Django, Handlebars,
 * Vue, Angular, Blade, Smarty, Svelte, mailers.
 */
#ifndef TR_TEMPLATE_TAGS_H
#define TR_TEMPLATE_TAGS_H

#include <stdbool.h>
#include <stddef.h>

/* The byte after the tag that begins at byte `at` of text [.., end), "{{ name }}", "{% if x %}",
 * "{!! html !!}" or "@if (x)"; 0 if there is none.  *parts tells whether it parts text as the tags
 * of a block do: a condition, a loop and their ends. */
size_t tr_template_end(const char *text, size_t at, size_t end, bool *parts);

/* True if text [at, end), a tag in braces, parts text so. */
bool tr_template_parts(const char *text, size_t at, size_t end);

/* True if text [at, end), a tag in braces, is a comment: "{# x #}", "{{! x }}", "{{!-- x --}}". */
bool tr_template_is_comment(const char *text, size_t at, size_t end);

#endif
