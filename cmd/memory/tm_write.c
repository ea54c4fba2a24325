#include "memory/tm_write.h"

#include <string.h>

#include "base/utf8.h"
#include "translate.h"

static void write_escaped(FILE *out, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        switch (text[i]) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            fputc(text[i], out);
        }
}

/* Length of a mark, "<1>", "</1>" or "<1/>", whose number is digits [n]; 0: there is none. */
static size_t read_mark(const char *text, size_t len, const char **digits, size_t *n)
{
    size_t at = 1 + (len > 1 && text[1] == '/');

    *digits = text + at;
    while (at < len && text[at] >= '0' && text[at] <= '9')
        at++;
    *n = (size_t)(text + at - *digits);
    if (at < len && text[at] == '/') at++;
    return *n && at < len && text[at] == '>' ? at + 1 : 0;
}

/* Text of a document: what begins and ends around words, and what stands by itself. */
static void write_marked(FILE *out, const char *text, size_t len)
{
    for (size_t at = 0; at < len;) {
        const char *digits;
        size_t n = 0;
        const size_t mark = text[at] == '<' ? read_mark(text + at, len - at, &digits, &n) : 0;
        if (!mark) {
            if (text[at] == '>')
                fputs("&gt;", out);
            else
                fputc(text[at], out); /* "<" and "&" are escaped there */
            at++;
            continue;
        }
        const bool ends = text[at + 1] == '/', alone = text[at + mark - 2] == '/';
        if (alone)
            fprintf(out, "<ph x=\"%.*s\"/>", (int)n, digits);
        else if (ends)
            fprintf(out, "<ept i=\"%.*s\"/>", (int)n, digits);
        else
            fprintf(out, "<bpt i=\"%.*s\" x=\"%.*s\"/>", (int)n, digits, (int)n, digits);
        at += mark;
    }
}

static void write_segment(FILE *out, int marked, const char *text, size_t len)
{
    fputs("<seg>", out);
    if (marked)
        write_marked(out, text, len);
    else
        write_escaped(out, text, len);
    fputs("</seg></tuv>", out);
}

/* True if a text [len] is UTF-8 without what the format cannot have. */
static bool is_fit(const tm_writer *w, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (c < ' ' && (w->tsv || c != '\t')) return false;
    }
    return tr_utf8_valid(text, len);
}

static void write_tmx_row(FILE *out, const tm_row *row)
{
    const tm_entry *const e = &row->entry;

    fputs("<tu srclang=\"", out);
    write_escaped(out, row->from, strlen(row->from));
    fputs("\"><tuv xml:lang=\"", out);
    write_escaped(out, row->from, strlen(row->from));
    fputs("\">", out);
    write_segment(out, e->marked, e->source, e->source_len);
    fputs("<tuv xml:lang=\"", out);
    write_escaped(out, row->to, strlen(row->to));
    fputs(e->given ? "\">" : "\" creationid=\"translate\">", out);
    write_segment(out, e->marked, e->text, e->text_len);
    fputs("</tu>\n", out);
}

static void write_tsv_row(FILE *out, const tm_entry *e)
{
    fwrite(e->source, 1, e->source_len, out);
    fputc('\t', out);
    fwrite(e->text, 1, e->text_len, out);
    fputc('\n', out);
}

void tm_write_begin(tm_writer *w, const char *from)
{
    if (w->tsv) return;
    fprintf(w->out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tmx version=\"1.4\">\n<header "
            "creationtool=\"translate\" creationtoolversion=\"%s\" segtype=\"sentence\" "
            "o-tmf=\"translate\" adminlang=\"en\" srclang=\"",
            tr_version());
    write_escaped(w->out, from ? from : "*all*", strlen(from ? from : "*all*"));
    fputs("\" datatype=\"plaintext\"/>\n<body>\n", w->out);
}

void tm_write_row(tm_writer *w, const tm_row *row)
{
    const tm_entry *const e = &row->entry;

    if (!is_fit(w, e->source, e->source_len) || !is_fit(w, e->text, e->text_len) ||
        (w->tsv && e->marked)) {
        w->n_left_out++;
        return;
    }
    if (w->tsv)
        write_tsv_row(w->out, e);
    else
        write_tmx_row(w->out, row);
    w->n_written++;
}

void tm_write_end(tm_writer *w)
{
    if (!w->tsv) fputs("</body>\n</tmx>\n", w->out);
}
