/* shapes.h - whether a document looks like one of a format, by its first bytes: signs of the table
 * of formats (format.h). */
#ifndef TR_SHAPES_H
#define TR_SHAPES_H

#include <stdbool.h>
#include <stddef.h>

bool tr_is_html(const char *bytes, size_t size);
bool tr_is_xhtml(const char *bytes, size_t size);
bool tr_is_xml(const char *bytes, size_t size);  /* XHTML is, too */
bool tr_is_json(const char *bytes, size_t size); /* JSON Lines are, too */
bool tr_is_jsonl(const char *bytes, size_t size);
bool tr_is_notebook(const char *bytes, size_t size);
bool tr_is_mail(const char *bytes, size_t size);
bool tr_is_markdown(const char *bytes, size_t size); /* that has front matter */
bool tr_is_srt(const char *bytes, size_t size);
bool tr_is_vtt(const char *bytes, size_t size);
bool tr_is_lyrics(const char *bytes, size_t size);
bool tr_is_po(const char *bytes, size_t size);
bool tr_is_php_data(const char *bytes, size_t size); /* PHP that begins as data do, not as code */

#endif
