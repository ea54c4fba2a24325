#include "document/package/ooxml_names.h"

#include <string.h>

#include "base/hash.h"

static const struct space {
    const char *name, *in_address, *end; /* of its address: a part, and the end */
} spaces[TR_OOXML_NAMESPACES] = {
    {"w:", "wordprocessingml", "/main"}, {"a:", "drawingml", "/main"},
    {"x:", "spreadsheetml", "/main"},    {"p:", "presentationml", "/main"},
    {"m:", "officeDocument", "/math"},
};

/* xmlns="..." and xmlns:w="..." */
static void read_declaration(tr_ooxml_names *names, const tr_markup *m,
                             const tr_markup_attribute *a)
{
    const size_t len = a->name.end - a->name.begin;
    const char *const name = m->text + a->name.begin;

    if (len < 5 || memcmp(name, "xmlns", 5) != 0 || len > TR_NAME_SIZE) return;
    for (size_t i = 0; i < TR_OOXML_NAMESPACES; i++) {
        const size_t end = a->value.end, n_end = strlen(spaces[i].end);
        if (tr_span_find(m->text, a->value.begin, end, spaces[i].in_address) == end ||
            end - a->value.begin < n_end ||
            memcmp(m->text + end - n_end, spaces[i].end, n_end) != 0)
            continue;
        char *const prefix = names->prefixes[i];
        const size_t n = len > 6 ? len - 6 : 0;
        memcpy(prefix, name + 6, n);
        strcpy(prefix + n, n ? ":" : "");
        names->known[i] = true;
    }
}

void tr_ooxml_names_find(tr_ooxml_names *names, const tr_markup *m)
{
    tr_markup ahead = *m;
    tr_markup_attribute a;
    tr_markup_token t;

    *names = (tr_ooxml_names){0};
    while (tr_markup_next(&ahead, &t))
        if (t.kind == TR_MARKUP_START) break;
    if (ahead.at && t.kind == TR_MARKUP_START)
        for (size_t at = 0; tr_markup_attribute_next(&ahead, &t, &at, &a);)
            read_declaration(names, &ahead, &a);
}

void tr_ooxml_name(const tr_ooxml_names *names, tr_markup_token *t)
{
    for (size_t i = 0; i < TR_OOXML_NAMESPACES; i++) {
        const char *const prefix = names->prefixes[i];
        const size_t n = strlen(prefix);
        if (!names->known[i] || strncmp(t->name, prefix, n) != 0) continue;
        if (!n && strchr(t->name, ':')) continue;
        const size_t len = strlen(t->name + n);
        if (len + 3 > sizeof t->name) continue;
        memmove(t->name + 2, t->name + n, len + 1);
        memcpy(t->name, spaces[i].name, 2);
        return;
    }
}

/* ---- Looks ---- */

static const char no_looks[] = " w:lang w:noProof ";
static const char no_look_attributes[] =
    " lang altLang dirty err smtClean smtId bmk noProof kumimoji ";

static uint64_t mix_bytes(uint64_t h, const char *bytes, size_t len)
{
    h = tr_fnv1a(h, bytes, len);
    return h ^ h >> 31;
}

static uint64_t mix_attributes(uint64_t h, const tr_markup *m, const tr_markup_token *t,
                               bool *is_raised)
{
    tr_markup_attribute a;
    char name[TR_NAME_SIZE];

    for (size_t at = 0; tr_markup_attribute_next(m, t, &at, &a);) {
        const size_t len = a.name.end - a.name.begin;
        if (len >= sizeof name) continue;
        memcpy(name, m->text + a.name.begin, len);
        name[len] = '\0';
        if (tr_markup_listed(no_look_attributes, name)) continue;
        if (!strcmp(name, "baseline") && !tr_markup_is(m, a.value, "0")) *is_raised = true;
        h = mix_bytes(h + 1, name, len);
        h = mix_bytes(h + 1, m->text + a.value.begin, a.value.end - a.value.begin);
    }
    return h;
}

uint64_t tr_ooxml_look(const tr_ooxml_names *names, const tr_markup *m, const tr_markup_token *t,
                       size_t end, bool *is_raised)
{
    tr_markup ahead = *m;
    tr_markup_token next;

    *is_raised = false;
    uint64_t h = mix_attributes(0, m, t, is_raised);
    ahead.size = end;
    while (!t->closed && tr_markup_next(&ahead, &next)) {
        if (next.kind == TR_MARKUP_END) h = h ? mix_bytes(h, ">", 1) : 0;
        if (next.kind != TR_MARKUP_START) continue;
        tr_ooxml_name(names, &next);
        if (tr_markup_listed(no_looks, next.name)) continue;
        const char *const local = strchr(next.name, ':');
        if (local && !strcmp(local, ":vertAlign")) *is_raised = true;
        h = mix_attributes(mix_bytes(h + 1, next.name, strlen(next.name)), m, &next, is_raised);
    }
    return h;
}
