/* rtf_pages.h - the code pages that the bytes of text in RTF are of: of the document, or of a
 * font. */
#ifndef TR_RTF_PAGES_H
#define TR_RTF_PAGES_H

#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

enum { TR_RTF_MAC_PAGE = 10000 };

typedef struct tr_rtf_font {
    int number;
    int page; /* 0: as the document's; -1: signs that are no letters */
} tr_rtf_font;

typedef struct tr_rtf_pages {
    int page;           /* of the document */
    tr_rtf_font *fonts; /* [n] */
    size_t n, capacity;
    bool failed;
    int table_page;     /* whose characters are in the table */
    int32_t table[256]; /* 0: not looked up yet, -1: none */
} tr_rtf_pages;

void tr_rtf_pages_free(tr_rtf_pages *p);

/* Reads the fonts of the group of the font table at bytes `group`. */
void tr_rtf_pages_read_fonts(tr_rtf_pages *p, const char *text, tr_span group);

/* The page of a font: 0 if it says none. */
int tr_rtf_pages_of_font(const tr_rtf_pages *p, int font);

/* True if the byte begins a character of two bytes. */
bool tr_rtf_page_is_lead(int page, unsigned char byte);

/* Appends the character of one byte or two; false if they are none. */
bool tr_rtf_pages_decode(tr_rtf_pages *p, int page, const unsigned char *bytes, size_t n,
                         tr_buf *out);

#endif
