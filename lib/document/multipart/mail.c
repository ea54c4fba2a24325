#include "document/multipart/mail.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "document/markup/read_html.h"
#include "document/markup/set_language.h"
#include "document/multipart/mail_header.h"
#include "document/multipart/read_subject.h"
#include "document/plain/read_text.h"

enum { MAX_DEPTH = 32, VALUE_SIZE = 256 };

static const tr_reader header_reader = {.format = {.name = "header"}, .read = tr_read_subject};
static const tr_reader text_reader = {.format = {.name = "text/plain"}, .read = tr_read_mail_text};
static const tr_reader flowed_reader = {.format = {.name = "text/plain"},
                                        .read = tr_read_flowed_text};
static const tr_reader html_reader = {.format = {.name = "text/html"},
                                      .read = tr_read_html,
                                      .set_language = tr_set_language_html,
                                      .declares = true};

/* An entity's content, as its header describes it. */
typedef struct entity {
    char type[VALUE_SIZE], boundary[VALUE_SIZE], charset[64];
    enum tr_transfer_encoding transfer;
    bool is_attached, is_flowed;
} entity;

typedef struct mail_level {
    char boundary[VALUE_SIZE];
    bool is_digest; /* its parts are mails, if they have no type */
} mail_level;

typedef struct splitting {
    tr_multipart *mail;
    const char *text; /* [size] */
    size_t size;
    mail_level levels[MAX_DEPTH];
    size_t depth;
    tr_subpart leaf; /* the part at hand; without reader: none of text */
} splitting;

static entity read_entity(const splitting *s, tr_span header, bool in_digest)
{
    entity e = {.type = "", .transfer = TR_TRANSFER_PLAIN};
    char value[VALUE_SIZE];

    if (tr_header_find(s->text, header, "content-type", value, sizeof value)) {
        tr_header_main(value, e.type, sizeof e.type);
        tr_header_parameter(value, "boundary", e.boundary, sizeof e.boundary);
        tr_header_parameter(value, "charset", e.charset, sizeof e.charset);
        char format[16] = "", delsp[8] = "";
        tr_header_parameter(value, "format", format, sizeof format);
        tr_header_parameter(value, "delsp", delsp, sizeof delsp);
        e.is_flowed = !strcasecmp(format, "flowed") && strcasecmp(delsp, "yes") != 0;
    }
    if (!*e.type) strcpy(e.type, in_digest ? "message/rfc822" : "text/plain");
    if (tr_header_find(s->text, header, "content-transfer-encoding", value, sizeof value)) {
        char name[32];
        tr_header_main(value, name, sizeof name);
        e.transfer = tr_transfer_find(name, strlen(name));
    }
    if (tr_header_find(s->text, header, "content-disposition", value, sizeof value))
        e.is_attached = !strncasecmp(value, "attachment", strlen("attachment"));
    return e;
}

/* The part that begins at byte `at` after its header. */
static void begin_leaf(splitting *s, size_t at, const entity *e)
{
    s->leaf = (tr_subpart){.at = {at, at}, .transfer = e->transfer};
    if (e->is_attached || e->transfer == TR_TRANSFER_UNKNOWN) return;
    if (!strcasecmp(e->type, "text/plain"))
        s->leaf.reader = e->is_flowed ? &flowed_reader : &text_reader;
    if (!strcasecmp(e->type, "text/html")) s->leaf.reader = &html_reader;
    if (s->leaf.reader) s->leaf.where = s->leaf.reader->format.name;
    strcpy(s->leaf.charset, e->charset);
}

/* Reads the headers at byte `at`, of a mail or of a part, and of mails in it that have nothing
 * before their headers; returns where the content begins. */
static size_t begin_entity(splitting *s, size_t at, bool is_mail)
{
    const bool in_digest = s->depth && s->levels[s->depth - 1].is_digest;

    for (size_t n = 0;; n++) {
        const tr_span header = tr_header_span(s->text, s->size, at);
        const entity e = read_entity(s, header, in_digest && !is_mail);
        if (is_mail)
            tr_multipart_add(
                s->mail, &(tr_subpart){.at = header, .reader = &header_reader, .where = "header"});
        at = tr_header_content(s->text, s->size, header.end);
        s->leaf = (tr_subpart){0};
        if (!strncasecmp(e.type, "multipart/", 10)) {
            if (!*e.boundary || s->depth == MAX_DEPTH) return at;
            if (!strcasecmp(e.type, "multipart/signed")) s->mail->is_signed = true;
            mail_level *const l = &s->levels[s->depth++];
            strcpy(l->boundary, e.boundary);
            l->is_digest = !strcasecmp(e.type, "multipart/digest");
            return at;
        }
        is_mail = true;
        if (strcasecmp(e.type, "message/rfc822") != 0 || e.is_attached ||
            e.transfer != TR_TRANSFER_PLAIN || n == MAX_DEPTH) {
            begin_leaf(s, at, &e);
            return at;
        }
        at = tr_header_begin(s->text, s->size, at);
        if (tr_header_span(s->text, s->size, at).end == at) return at;
    }
}

/* The level whose delimiter the line [len] is, or -1; *closes: it is the last one. */
static int find_level(const splitting *s, const char *line, size_t len, bool *closes)
{
    if (len < 3 || line[0] != '-' || line[1] != '-') return -1;
    for (size_t k = s->depth; k-- > 0;) {
        const size_t n = strlen(s->levels[k].boundary);
        if (len - 2 < n || memcmp(line + 2, s->levels[k].boundary, n) != 0) continue;
        size_t i = 2 + n;
        *closes = len - i >= 2 && line[i] == '-' && line[i + 1] == '-';
        if (*closes) i += 2;
        i = tr_span_skip(line, i, len, " \t\r");
        if (i == len) return (int)k;
    }
    return -1;
}

/* The part at hand ends at byte `at`; the line end before it is the delimiter's. */
static void end_mail_leaf(splitting *s, size_t at, bool is_delimiter)
{
    if (is_delimiter && at > s->leaf.at.begin && s->text[at - 1] == '\n') at--;
    if (is_delimiter && at > s->leaf.at.begin && s->text[at - 1] == '\r') at--;
    s->leaf.at.end = at;
    if (s->leaf.reader) tr_multipart_add(s->mail, &s->leaf);
    s->leaf = (tr_subpart){0};
}

/* Adds the parts of the mail that bytes [begin, size) are. */
static void split_one(tr_multipart *m, const char *bytes, size_t begin, size_t size)
{
    splitting s = {.mail = m, .text = bytes, .size = size};
    size_t at = tr_header_begin(bytes, size, begin);

    if (tr_header_span(bytes, size, at).end == at)
        begin_leaf(&s, at, &(entity){.type = "text/plain"});
    else
        at = begin_entity(&s, at, true);
    while (at < size) {
        const size_t end = tr_find_byte(bytes, at, size, '\n');
        bool closes;
        const int k = find_level(&s, bytes + at, end - at, &closes);
        if (k >= 0) end_mail_leaf(&s, at, true);
        at = end + (end < size);
        if (k < 0) continue;
        s.depth = (size_t)k + !closes;
        if (!closes) at = begin_entity(&s, at, false);
    }
    end_mail_leaf(&s, size, false);
}

void tr_mail_split(tr_multipart *m, const char *bytes, size_t size)
{
    *m = (tr_multipart){.bytes = bytes, .size = size};
    split_one(m, bytes, 0, size);
}

/* ---- Mailboxes ---- */

/* "From anna@example.org Mon Nov  2 09:12:44 2026", which begins a mail. */
static bool is_postmark(const char *line, size_t len)
{
    size_t n_colons = 0, n_digits = 0;

    len -= len && line[len - 1] == '\r';
    if (len < 5 || memcmp(line, "From ", 5) != 0) return false;
    for (size_t i = 1; i + 1 < len; i++)
        n_colons +=
            line[i] == ':' && tr_ascii_is_digit(line[i - 1]) && tr_ascii_is_digit(line[i + 1]);
    while (n_digits < len && tr_ascii_is_digit(line[len - 1 - n_digits]))
        n_digits++;
    return n_colons && n_digits == 4;
}

/* Where the next mail begins behind byte `at`, after an empty line; or the end. */
static size_t next_mail(const char *bytes, size_t at, size_t size)
{
    bool is_after_empty = false;

    for (size_t next; at < size; at = next) {
        const size_t end = tr_find_byte(bytes, at, size, '\n');
        next = end + (end < size);
        if (is_after_empty && is_postmark(bytes + at, end - at)) return at;
        is_after_empty = end == at || (end == at + 1 && bytes[at] == '\r');
    }
    return size;
}

void tr_mailbox_split(tr_multipart *m, const char *bytes, size_t size)
{
    *m = (tr_multipart){.bytes = bytes, .size = size};
    for (size_t at = 0, end; at < size; at = end) {
        end = next_mail(bytes, at, size);
        split_one(m, bytes, at, end);
        if (!m->is_full) continue;
        m->wrong = "has more than 10,000 parts of text: split it";
        m->wrong_at = at;
        return;
    }
}

bool tr_is_mailbox(const char *bytes, size_t size)
{
    return is_postmark(bytes, tr_find_byte(bytes, 0, size, '\n'));
}
