#include "document/multipart/read_subject.h"

#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "document/multipart/encoded_words.h"
#include "document/multipart/mail_header.h"
#include "document/segment/builder.h"
#include "document/segment/decoded.h"
#include "language/language_data.h"

/* A segment's `extra`. */
typedef struct subject {
    tr_words_form form;
    const char *prefix, *eol;
    size_t column;
} subject;

/* True if a language puts the word [len] before the subjects of answers. */
static bool is_prefix(const char *word, size_t len)
{
    enum { LONGEST = 8 };
    char small[LONGEST];
    const tr_language *language;

    if (len > LONGEST) return false;
    for (size_t i = 0; i < len; i++)
        small[i] = tr_ascii_lower(word[i]);
    for (size_t i = 0; (language = tr_language_at(i)); i++)
        if (tr_list_has(language->mail.answers, small, len)) return true;
    return false;
}

/* The length of "Re: ", "Fwd: " and the like at the beginning of a text. */
static size_t prefix_length(const char *text)
{
    size_t len = 0;

    for (size_t n;
         (n = strcspn(text + len, ": ")) && text[len + n] == ':' && is_prefix(text + len, n);) {
        len += n + 1;
        len += strspn(text + len, " ");
    }
    return len;
}

static void finish_subject(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const subject *const s = to->segment->extra;
    const size_t column = s->column + strlen(s->prefix);

    tr_buf_add_string(out, s->prefix);
    tr_encoded_words_encode(text, len, &s->form, column, s->eol, out);
}

static const tr_writing subject_text = {.finish = finish_subject};

static void build_subject(tr_builder *b, tr_span header, tr_span value)
{
    tr_content *const d = b->content;
    subject *const s = TR_REGION_TAKE(&d->region, subject, 1);
    const char *const feed = memchr(d->bytes, '\n', d->size);
    tr_buf text = {0};
    size_t line = value.begin;

    while (line > header.begin && d->bytes[line - 1] != '\n')
        line--;
    const bool known = s && tr_encoded_words_decode(d->bytes + value.begin, value.end - value.begin,
                                                    &s->form, &text);
    const bool valid = known && tr_utf8_valid(tr_buf_text(&text), text.len) &&
                       !memchr(tr_buf_text(&text), 0, text.len);
    const size_t n = valid ? prefix_length(tr_buf_text(&text)) : 0;
    b->failed = b->failed || !s || text.failed;
    if (valid && !b->failed) {
        s->prefix = tr_region_copy(&d->region, tr_buf_text(&text), n);
        s->eol = feed && feed > d->bytes && feed[-1] == '\r' ? "\r\n" : "\n";
        s->column = value.begin - line;
        b->failed = !s->prefix;
        b->extra = s;
        tr_build_break(b, value.begin);
        tr_build_text(b, value, tr_buf_text(&text) + n, text.len - n);
        tr_build_break(b, value.end);
    } else if (!b->failed) {
        d->n_unread[known ? tr_text_fault(tr_buf_text(&text), text.len) : TR_UNREAD_FORM]++;
    }
    tr_buf_free(&text);
}

int tr_read_subject(tr_content *d, tr_error *err)
{
    const tr_span header = {0, d->size};
    tr_builder b;
    tr_span name, value;

    tr_builder_init(&b, d, &subject_text);
    b.where = "Subject";
    for (size_t at = 0; tr_header_next(d->bytes, header, &at, &name, &value);)
        if (name.end - name.begin == 7 && !strncasecmp(d->bytes + name.begin, "subject", 7) &&
            value.begin < value.end)
            build_subject(&b, header, value);
    return tr_builder_end(&b, err);
}
