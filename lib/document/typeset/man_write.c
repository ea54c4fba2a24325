#include "document/typeset/man_write.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "document/typeset/roff_scan.h"

static size_t begin_of_line(const tr_content *d, size_t at)
{
    while (at > d->begin && !tr_ascii_is_line_end(d->bytes[at - 1]))
        at--;
    return at;
}

/* The request whose argument begins at byte `at`, false if it is none. */
static bool find_request(const tr_content *d, size_t at, tr_roff_line *l)
{
    *l = tr_roff_line_read(d->bytes, d->size, begin_of_line(d, at));
    return l->is_request && at > l->begin;
}

/* ---- Text ---- */

/* True if word [n] may be the name of a macro, which mdoc reads among arguments. */
static bool is_like_macro(const char *text, size_t len, size_t i)
{
    size_t n = 1;

    if (i && text[i - 1] != ' ') return false;
    if (!tr_ascii_is_upper(text[i])) return false;
    while (i + n < len && tr_ascii_is_lower(text[i + n]))
        n++;
    return (n == 2 || n == 3) && (i + n == len || text[i + n] == ' ');
}

/* True if byte i is a hyphen between letters: any other word with an escaped one is code. */
static bool is_hyphen(const char *text, size_t len, size_t i)
{
    enum { LONGEST = 64 };
    size_t begin = i, end = i;

    while (begin && i - begin < LONGEST &&
           (text[begin - 1] == '-' || tr_byte_is_letter(text[begin - 1])))
        begin--;
    while (end < len && end - i < LONGEST && (text[end] == '-' || tr_byte_is_letter(text[end])))
        end++;
    const bool is_word = (!begin || text[begin - 1] == ' ') && (end == len || text[end] == ' ');
    return is_word && begin < i && end > i + 1;
}

static void encode_man(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const tr_man_place *const place = to->segment->extra;
    tr_roff_line l;
    const bool in_request = find_request(to->content, to->segment->at.begin, &l);
    const bool minus = tr_source_has(to, "\\-");

    for (size_t i = 0; i < len; i++) {
        if (in_request && place->is_mdoc && is_like_macro(text, len, i))
            tr_buf_add_string(out, "\\&");
        if (text[i] == '\\') {
            tr_buf_add_string(out, "\\e");
        } else if (text[i] == '"' && in_request) {
            tr_buf_add_string(out, "\\(dq");
        } else if (text[i] == '-' && minus && is_hyphen(text, len, i)) {
            tr_buf_add_string(out, "\\-");
        } else if (tr_starts_with(text, i, len, "\xC2\xA0")) {
            tr_buf_add_string(out, "\\ ");
            i++;
        } else {
            tr_buf_add(out, text + i, 1);
        }
    }
}

/* ---- Fonts ---- */

/* The font that the argument before byte `at` of a line has: 'B', 'I', 'R' or 'S', small. */
static char font_of_argument(const tr_content *d, const tr_roff_line *l, size_t at)
{
    size_t i = l->args, n = 0;
    tr_span argument;

    if (!l->name[1]) return l->name[0];
    if (l->name[0] == 'S') return 'S';
    while (tr_roff_next_argument(d->bytes, &i, l->end, &argument) && argument.begin < at)
        n++;
    return l->name[n % 2];
}

/* Text [len] that became one word is not to be taken for a name: an escape without a character
 * tells it. */
static const char *sign_of_word(const char *text, size_t len)
{
    return memchr(text, ' ', len) ? "" : "\\&";
}

/* True if text [len] is what stood in the pair; only arguments of requests are quoted. */
static bool is_same(const tr_content *d, const tr_mark *pair, bool is_escape, const char *text,
                    size_t len)
{
    const tr_span inner = {pair->open.end, pair->close.begin};
    const tr_span at = is_escape ? inner : tr_roff_unquoted(d->bytes, inner);
    return at.end - at.begin == len && !memcmp(d->bytes + at.begin, text, len);
}

/* Signs around a request of a link, which has a line of its own; before and after code. */
enum { REQUEST = 2, REQUEST_END, CODE, CODE_END };

static void add_request(const tr_content *d, tr_span raw, tr_buf *out)
{
    tr_buf_add(out, (char[]){REQUEST}, 1);
    tr_content_copy(d, raw, out);
    tr_buf_add(out, (char[]){REQUEST_END}, 1);
}

static bool is_link(const tr_content *d, const tr_mark *m)
{
    const tr_roff_line l = tr_roff_line_read(d->bytes, d->size, m->open.begin);
    return l.is_request && m->open.end > m->open.begin && tr_roff_begins_link(l.name);
}

static void open_man(const tr_content *d, const tr_mark *m, tr_buf *out)
{
    const bool is_point =
        m->kind == TR_MARK_POINT && begin_of_line(d, m->open.begin) == m->open.begin;
    const bool is_code = m->kind == TR_MARK_ATOM && m->parent < 0 &&
                         d->bytes[m->open.begin] != '.' &&
                         tr_span_find(d->bytes, m->open.begin, m->open.end, "\\-") < m->open.end;

    if (is_link(d, m) || is_point) {
        add_request(d, m->open, out);
        return;
    }
    if (is_code) tr_buf_add(out, (char[]){CODE}, 1);
    tr_content_copy(d, m->open, out);
    if (is_code) tr_buf_add(out, (char[]){CODE_END}, 1);
}

/* A font that an argument has is an escape in a translation, which has other lines. */
static void close_font(const tr_content *d, const tr_mark *pair, size_t begin, tr_buf *out)
{
    const size_t open_len = pair->open.end - pair->open.begin;
    const bool is_escape = open_len && d->bytes[pair->open.begin] == '\\';
    tr_buf text = {0};
    tr_roff_line l;

    tr_buf_add(&text, tr_buf_text(out) + begin, out->len - begin);
    if (!is_same(d, pair, is_escape, tr_buf_text(&text), text.len))
        tr_buf_add_string(&text, sign_of_word(tr_buf_text(&text), text.len));
    out->len = begin - (is_escape ? 0 : open_len);
    if (is_escape) {
        tr_buf_add(out, tr_buf_text(&text), text.len);
        tr_content_copy(d, pair->close, out);
        if (pair->close.begin == pair->close.end) tr_buf_add_string(out, "\\fR");
    } else {
        find_request(d, pair->open.end, &l);
        const char font = font_of_argument(d, &l, pair->open.end);
        if (font == 'S')
            tr_buf_printf(out, "\\s-1%s\\s0", tr_buf_text(&text));
        else
            tr_buf_printf(out, "\\f%c%s\\fR", font, tr_buf_text(&text));
    }
    out->failed = out->failed || text.failed;
    tr_buf_free(&text);
}

static void close_man(const tr_content *d, const tr_mark *pair, size_t begin, tr_buf *out)
{
    if (is_link(d, pair))
        add_request(d, pair->close, out);
    else
        close_font(d, pair, begin, out);
}

/* ---- Lines ---- */

/* True if a line may end at the blank at byte i: no escape is cut, and what comes next is no
 * request. */
static bool may_end_line(const char *text, size_t len, size_t i)
{
    return !(i && text[i - 1] == '\\') && !(i + 1 < len && tr_ascii_is_one_of(text[i + 1], ".'"));
}

/* Appends text [len] in lines, none of which is a request. */
static void add_lines(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    tr_buf line = {0};

    if (!len) return;
    if (*text == '.' || *text == '\'') tr_buf_add_string(&line, "\\&");
    for (size_t i = 0; i < len; i++) {
        const char c = text[i] == ' ' && may_end_line(text, len, i) ? TR_WRAP_BLANK : text[i];
        tr_buf_add(&line, &c, 1);
    }
    tr_wrap_finish_marked(to, tr_buf_text(&line), line.len, out);
    out->failed = out->failed || line.failed;
    tr_buf_free(&line);
}

/* True if another sentence begins behind the blank at byte `at`. */
static bool is_between_sentences(const char *text, size_t len, size_t at)
{
    return at > 2 && at + 1 < len && tr_ascii_is_one_of(text[at - 1], ".!?") &&
           tr_ascii_is_alnum(text[at - 2]) && tr_ascii_is_alnum(text[at - 3]) &&
           tr_ascii_is_upper(text[at + 1]);
}

/* Appends text [len] in lines, a new one for each sentence, as mdoc wants it. */
static void add_sentences(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    size_t begin = 0;

    for (size_t i = 0; i < len; i++) {
        if (text[i] != ' ' || !is_between_sentences(text, len, i)) continue;
        add_lines(to, text + begin, i - begin, out);
        tr_buf_add_string(out, "\n");
        begin = i + 1;
    }
    add_lines(to, text + begin, len - begin, out);
}

/* The length of the request of the source at the beginning of text [len], an atom; 0 if there is
 * none. */
static size_t request_at(const tr_text_place *to, const char *text, size_t len)
{
    const tr_segment *const p = to->segment;
    size_t longest = 0;

    for (size_t i = 0; *text == '.' && i < p->n_marks; i++) {
        const tr_span raw = p->marks[i].open;
        const size_t n = raw.end - raw.begin;
        if (n > longest && n <= len && !memcmp(text, to->content->bytes + raw.begin, n))
            longest = n;
    }
    return longest;
}

/* Appends the signs behind a request, each an argument; their length. */
static size_t add_signs(const char *text, size_t len, tr_buf *out)
{
    size_t n = 0;

    for (; n < len && tr_ascii_is_one_of(text[n], ".,;:)?!]"); n++)
        tr_buf_printf(out, " %c", text[n]);
    return n;
}

/* Requests have lines of their own.  Appends nothing where text touches one. */
static void finish_mdoc(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const size_t before = out->len;
    size_t begin = 0;
    bool touches = false;

    for (size_t i = 0, n; i < len && !touches; i++) {
        n = request_at(to, text + i, len - i);
        if (!n) continue;
        touches = i && text[i - 1] != ' ';
        add_sentences(to, text + begin, i - begin - (i > begin), out);
        if (i > begin) tr_buf_add_string(out, "\n");
        tr_buf_add(out, text + i, n);
        i += n;
        i += add_signs(text + i, len - i, out);
        touches = touches || (i < len && text[i] != ' ');
        begin = i + 1;
        if (begin < len) tr_buf_add_string(out, "\n");
    }
    if (begin < len) add_sentences(to, text + begin, len - begin, out);
    if (touches) out->len = before;
}

/* Appends the text right behind the end of a link, an argument of it; its length. */
static size_t add_behind_link(const char *text, size_t len, tr_buf *out)
{
    size_t n = 0;

    while (n < len && text[n] != ' ' && text[n] != REQUEST)
        n++;
    if (n) tr_buf_add_string(out, " ");
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '"')
            tr_buf_add_string(out, "\\(dq");
        else
            tr_buf_add(out, text + i, 1);
    }
    return n;
}

/* Appends what stands before a request, which ends the link or does not: "\c" is in the place of a
 * blank that is not there. */
static void add_before_request(const tr_text_place *to, const char *text, size_t len, bool ends,
                               tr_buf *out)
{
    const size_t stop = tr_skip_back(text, 0, len, tr_ascii_is_blank);

    add_lines(to, text, stop, out);
    if (stop) tr_buf_add_string(out, stop == len && !ends ? "\\c\n" : "\n");
}

/* Requests of links, and requests that show nothing, have lines of their own. */
static void finish_links(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    size_t begin = 0, sign;

    while ((sign = tr_find_byte(text, begin, len, REQUEST)) < len) {
        const size_t raw = sign + 1, end = tr_find_byte(text, raw, len, REQUEST_END);
        if (end == len) break; /* the text's own byte */
        const tr_roff_line l = tr_roff_line_read(text, end, raw);
        const bool unseen = tr_roff_is_unseen(text, &l), ends = tr_roff_ends_link(l.name);
        const bool is_whole = !unseen && tr_find_byte(text, raw, end, '\n') < end;
        const bool has_blank = unseen && (end + 1 >= len || text[end + 1] == ' ');
        add_before_request(to, text + begin, sign - begin, ends || has_blank, out);
        tr_buf_add(out, text + raw, end - raw);
        begin = end + 1;
        if (ends || is_whole) begin += add_behind_link(text + begin, len - begin, out);
        if (begin < len) tr_buf_add_string(out, "\n");
        if (begin < len && text[begin] == ' ') begin++;
    }
    add_lines(to, text + begin, len - begin, out);
}

/* True if the font of the text at byte `at` begins before it. */
static bool follows_font(const tr_content *d, size_t at)
{
    return at > 2 && d->bytes[at - 3] == '\\' && d->bytes[at - 2] == 'f';
}

/* True if code would go on with what stands at byte `at` of text [len]. */
static bool goes_on(const char *text, size_t len, size_t at)
{
    const size_t sign = at < len && tr_ascii_is_one_of(text[at], ".'!?") ? at + 1 : at;
    if (sign == len || text[sign] == CODE) return sign < len;
    if (text[sign] == '\\')
        return sign + 1 < len && (text[sign + 1] == '-' || text[sign + 1] == '&');
    return !tr_roff_ends_word(tr_utf8_at(text, sign, len)) && text[sign] >= 0x20;
}

/* True if code would begin before byte `at`. */
static bool goes_back(const char *text, size_t at)
{
    if (!at || text[at - 1] == CODE_END) return at > 0;
    return !tr_roff_ends_word(tr_utf8_before(text, 0, at));
}

/* Appends text [len] with a break of no width where code would touch a word. */
static void part_code(const char *text, size_t len, tr_buf *out)
{
    for (size_t i = 0; i < len; i++) {
        const bool begins = text[i] == CODE, ends = text[i] == CODE_END;
        if ((begins && goes_back(text, i)) || (ends && goes_on(text, len, i + 1)))
            tr_buf_add_string(out, "\\:");
        if (!begins && !ends) tr_buf_add(out, text + i, 1);
    }
}

static void finish_parted(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const tr_man_place *const place = to->segment->extra;
    const size_t at = to->segment->at.begin, before = out->len;
    tr_roff_line l;

    if (!find_request(to->content, at, &l)) {
        (place->is_mdoc ? finish_mdoc : finish_links)(to, text, len, out);
        if (out->len > before && follows_font(to->content, at))
            tr_buf_add_string(out, sign_of_word(text, len));
        return;
    }
    const bool alternates = tr_roff_alternates(l.name);
    const bool quotes = memchr(text, ' ', len) && alternates && to->content->bytes[at - 1] != '"';
    if (quotes) tr_buf_add_string(out, "\"");
    tr_buf_add(out, text, len);
    if (quotes) tr_buf_add_string(out, "\"");
    if (tr_roff_is_font(l.name)) tr_buf_add_string(out, sign_of_word(text, len));
}

static void finish_man(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    tr_buf parted = {0};

    part_code(text, len, &parted);
    finish_parted(to, tr_buf_text(&parted), parted.len, out);
    out->failed = out->failed || parted.failed;
    tr_buf_free(&parted);
}

const tr_writing tr_man_writing = {.encode = encode_man,
                                   .finish = finish_man,
                                   .open = open_man,
                                   .close = close_man,
                                   .reference = "\\[u%04X]"};
