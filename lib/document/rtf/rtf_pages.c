#include "document/rtf/rtf_pages.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "document/rtf/rtf_scan.h"
#include "document/segment/encoding.h"

enum { UTF8_PAGE = 65001, SYMBOLS = 2 };

/* The pages of the character sets of Windows. */
static const struct {
    int charset, page;
} pages[] = {{77, TR_RTF_MAC_PAGE},
             {128, 932},
             {129, 949},
             {134, 936},
             {136, 950},
             {161, 1253},
             {162, 1254},
             {163, 1258},
             {177, 1255},
             {178, 1256},
             {186, 1257},
             {204, 1251},
             {222, 874},
             {238, 1250},
             {254, 437},
             {255, 850}};

void tr_rtf_pages_free(tr_rtf_pages *p)
{
    free(p->fonts);
    *p = (tr_rtf_pages){0};
}

static int page_of_charset(int charset)
{
    if (charset == SYMBOLS) return -1;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        if (pages[i].charset == charset) return pages[i].page;
    return 0;
}

void tr_rtf_pages_read_fonts(tr_rtf_pages *p, const char *text, tr_span group)
{
    tr_rtf_token t;

    for (size_t at = group.begin; tr_rtf_next(text, at, group.end, &t); at = t.raw.end) {
        if (t.kind != TR_RTF_WORD || !t.has_number) continue;
        if (tr_rtf_is(text, &t, "f")) {
            p->fonts = tr_room(p->fonts, &p->capacity, p->n + 1, sizeof *p->fonts, &p->failed);
            if (p->failed) return;
            p->fonts[p->n++] = (tr_rtf_font){t.number, 0};
        } else if (p->n && tr_rtf_is(text, &t, "fcharset")) {
            p->fonts[p->n - 1].page = page_of_charset(t.number);
        } else if (p->n && tr_rtf_is(text, &t, "cpg")) {
            p->fonts[p->n - 1].page = t.number;
        }
    }
}

int tr_rtf_pages_of_font(const tr_rtf_pages *p, int font)
{
    enum { MOST = 1000 };

    for (size_t i = 0; i < p->n && i < MOST; i++)
        if (p->fonts[i].number == font) return p->fonts[i].page;
    return 0;
}

bool tr_rtf_page_is_lead(int page, unsigned char byte)
{
    if (page == 932) return (byte >= 0x81 && byte <= 0x9F) || (byte >= 0xE0 && byte <= 0xFC);
    return (page == 936 || page == 949 || page == 950) && byte >= 0x81 && byte <= 0xFE;
}

static bool convert(int page, const unsigned char *bytes, size_t n, tr_buf *out)
{
    char name[32] = "UTF-8";

    if (page == TR_RTF_MAC_PAGE)
        snprintf(name, sizeof name, "MACINTOSH");
    else if (page != UTF8_PAGE)
        snprintf(name, sizeof name, "CP%d", page);
    return tr_encoding_to_utf8(name, (const char *)bytes, n, out);
}

bool tr_rtf_pages_decode(tr_rtf_pages *p, int page, const unsigned char *bytes, size_t n,
                         tr_buf *out)
{
    tr_buf utf8 = {0};

    if (page < 0) return false;
    if (n > 1) return convert(page, bytes, n, out);
    if (page != p->table_page) memset(p->table, 0, sizeof p->table);
    p->table_page = page;
    int32_t *const c = &p->table[*bytes];
    if (!*c && (!convert(page, bytes, 1, &utf8) ||
                tr_utf8_decode(tr_buf_text(&utf8), utf8.len, c) != utf8.len))
        *c = -1;
    out->failed = out->failed || utf8.failed;
    tr_buf_free(&utf8);
    if (*c <= 0) return false;
    char text[4];
    tr_buf_add(out, text, tr_utf8_encode(*c, text));
    return true;
}
