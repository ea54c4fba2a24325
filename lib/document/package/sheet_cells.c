#include "document/package/sheet_cells.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/span.h"
#include "document/markup/escapes.h"
#include "document/markup/markup.h"

void tr_sheet_cells_free(tr_sheet_cells *c)
{
    free(c->list);
    free(c->names);
    tr_buf_free(&c->text);
    *c = (tr_sheet_cells){0};
}

/* ---- Cells ---- */

/* The number that is all of bytes [s]; UINT32_MAX if they are none. */
static uint32_t string_number(const char *text, tr_span s)
{
    uint32_t n = 0;

    if (s.begin == s.end || s.end - s.begin > 9) return UINT32_MAX;
    for (size_t i = s.begin; i < s.end; i++) {
        if (!tr_ascii_is_digit(text[i])) return UINT32_MAX;
        n = 10 * n + (uint32_t)(text[i] - '0');
    }
    return n;
}

static bool add_cell(tr_sheet_cells *c, uint32_t string, size_t sheet, const char *name, size_t len)
{
    bool failed = false;

    c->list = tr_room(c->list, &c->capacity, c->n + 1, sizeof *c->list, &failed);
    if (failed) return false;
    c->list[c->n++] = (tr_sheet_cell){string, (uint32_t)sheet, (uint32_t)c->text.len};
    tr_buf_add(&c->text, name, len);
    tr_buf_add(&c->text, "", 1);
    return !c->text.failed && c->text.len < UINT32_MAX;
}

int tr_sheet_cells_read(tr_sheet_cells *c, size_t sheet, const tr_buf *xml, tr_error *err)
{
    enum { LONGEST = 16 };
    tr_markup m = {.text = tr_buf_text(xml), .size = xml->len, .xml = true};
    tr_span name = {0}, type;
    bool is_shared = false, in_value = false;
    tr_markup_token t;

    while (tr_markup_next(&m, &t)) {
        if (t.kind == TR_MARKUP_TEXT && in_value && is_shared) {
            const uint32_t string = string_number(m.text, t.raw);
            if (string != UINT32_MAX && name.end - name.begin <= LONGEST &&
                !add_cell(c, string, sheet, m.text + name.begin, name.end - name.begin))
                return tr_fail_memory(err);
        }
        in_value = t.kind == TR_MARKUP_START && !strcmp(tr_markup_local(&t), "v");
        if (t.kind != TR_MARKUP_START || strcmp(tr_markup_local(&t), "c") != 0) continue;
        is_shared = tr_markup_find(&m, &t, "t", &type) && tr_markup_is(&m, type, "s") &&
                    tr_markup_find(&m, &t, "r", &name);
    }
    return TR_OK;
}

/* Of several cells of a string, the first counts. */
static int by_string(const void *left, const void *right)
{
    const tr_sheet_cell *const a = left, *const b = right;
    if (a->string != b->string) return a->string < b->string ? -1 : 1;
    return a->at < b->at ? -1 : a->at > b->at;
}

void tr_sheet_cells_settle(tr_sheet_cells *c)
{
    size_t n = 0;

    if (c->n) qsort(c->list, c->n, sizeof *c->list, by_string);
    for (size_t i = 0; i < c->n; i++)
        if (!n || c->list[i].string != c->list[n - 1].string) c->list[n++] = c->list[i];
    c->n = n;
}

/* ---- Names of sheets ---- */

/* A part that the workbook names, by an id. */
typedef struct relation {
    const char *id; /* [len] */
    size_t len;
    tr_span target;
} relation;

static int by_id(const void *left, const void *right)
{
    const relation *const a = left, *const b = right;
    if (a->len != b->len) return a->len < b->len ? -1 : 1;
    return memcmp(a->id, b->id, a->len);
}

/* The relations of bytes [m], in order; *n of them.  NULL when out of memory, or if there are none.
 */
static relation *read_relations(tr_markup m, size_t *n, bool *failed)
{
    relation *list = NULL;
    size_t capacity = 0;
    tr_markup_token t;
    tr_span id, target;

    *n = 0;
    while (!*failed && tr_markup_next(&m, &t)) {
        if (t.kind != TR_MARKUP_START || strcmp(tr_markup_local(&t), "Relationship") != 0 ||
            !tr_markup_find(&m, &t, "Id", &id) || !tr_markup_find(&m, &t, "Target", &target))
            continue;
        list = tr_room(list, &capacity, *n + 1, sizeof *list, failed);
        if (!*failed) list[(*n)++] = (relation){m.text + id.begin, id.end - id.begin, target};
    }
    if (*n) qsort(list, *n, sizeof *list, by_id);
    return list;
}

/* The member that a target of the workbook is; NULL if there is none. */
static const tr_zip_member *find_sheet(const tr_zip *z, const char *text, tr_span target)
{
    char path[256];
    const bool is_whole = target.begin < target.end && text[target.begin] == '/';
    const int n =
        snprintf(path, sizeof path, "%s%.*s", is_whole ? "" : "xl/",
                 (int)(target.end - target.begin - is_whole), text + target.begin + is_whole);
    return n > 0 && (size_t)n < sizeof path ? tr_zip_find(z, path) : NULL;
}

/* <sheet name="Prices" r:id="rId1"/> */
static bool add_name(tr_sheet_cells *c, size_t sheet, const tr_markup *m, tr_span name)
{
    bool failed = false;

    c->names = tr_room(c->names, &c->names_capacity, c->n_names + 1, sizeof *c->names, &failed);
    if (failed) return false;
    c->names[c->n_names++] = (tr_sheet_name){(uint32_t)sheet, (uint32_t)c->text.len};
    tr_html_decode(m->text + name.begin, name.end - name.begin, true, &c->text);
    tr_buf_add(&c->text, "", 1);
    return !c->text.failed && c->text.len < UINT32_MAX;
}

static int by_sheet(const void *left, const void *right)
{
    const tr_sheet_name *const a = left, *const b = right;
    if (a->sheet != b->sheet) return a->sheet < b->sheet ? -1 : 1;
    return a->at < b->at ? -1 : a->at > b->at;
}

static int of_sheet(const void *wanted, const void *name)
{
    const uint32_t a = *(const uint32_t *)wanted, b = ((const tr_sheet_name *)name)->sheet;
    return a < b ? -1 : a > b;
}

int tr_sheet_cells_name(tr_sheet_cells *c, const tr_zip *z, const tr_buf *book, const tr_buf *links,
                        tr_error *err)
{
    tr_markup m = {.text = tr_buf_text(book), .size = book->len, .xml = true};
    const tr_markup of_links = {.text = tr_buf_text(links), .size = links->len, .xml = true};
    bool failed = false;
    tr_markup_token t;
    tr_span name, id;
    size_t n;

    relation *const list = read_relations(of_links, &n, &failed);
    while (!failed && n && tr_markup_next(&m, &t)) {
        if (t.kind != TR_MARKUP_START || strcmp(tr_markup_local(&t), "sheet") != 0 ||
            !tr_markup_find(&m, &t, "name", &name) || !tr_markup_find(&m, &t, "r:id", &id))
            continue;
        const relation wanted = {m.text + id.begin, id.end - id.begin, {0, 0}};
        const relation *const found = bsearch(&wanted, list, n, sizeof *list, by_id);
        const tr_zip_member *const member =
            found ? find_sheet(z, of_links.text, found->target) : NULL;
        if (member) failed = !add_name(c, (size_t)(member - z->members), &m, name);
    }
    free(list);
    if (c->n_names) qsort(c->names, c->n_names, sizeof *c->names, by_sheet);
    return failed ? tr_fail_memory(err) : TR_OK;
}

/* ---- What is said ---- */

bool tr_sheet_cells_say(const tr_sheet_cells *c, size_t n, tr_buf *out)
{
    const tr_sheet_cell wanted = {.string = (uint32_t)n};
    size_t low = 0, high = c->n;

    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        if (c->list[mid].string < wanted.string)
            low = mid + 1;
        else
            high = mid;
    }
    if (low == c->n || c->list[low].string != n) return false;
    const tr_sheet_cell *const cell = &c->list[low];
    const tr_sheet_name *const name =
        c->n_names ? bsearch(&cell->sheet, c->names, c->n_names, sizeof *c->names, of_sheet) : NULL;
    if (name) tr_buf_printf(out, "%s!", c->text.data + name->at);
    tr_buf_add_string(out, c->text.data + cell->at);
    return true;
}
