/*
 * paragraph_styles.h - what styles of paragraphs say of a second language: in which paragraphs a
 * translation stands, because they are numbered, in the table of contents, or begin a page.
 *
 * They are texts of a list in order (string_list.h): "+NAME" of such a style, "-NAME" of one whose
 * paragraphs get no translation.
 */
#ifndef TR_PARAGRAPH_STYLES_H
#define TR_PARAGRAPH_STYLES_H

#include "document/bilingual/beside.h"
#include "document/package/package.h"

/* Reads the styles of a member of the package.  As tr_package_xml(). */
int tr_paragraph_styles_read_ooxml(tr_package *p, const char *member, tr_error *err);
int tr_paragraph_styles_read_odf(tr_package *p, const char *member, tr_error *err);

/* Where a paragraph of a style, whose name stands in the content, has its translation. */
enum tr_beside_place tr_paragraph_styles_place(const tr_content *d, tr_span name);

#endif
