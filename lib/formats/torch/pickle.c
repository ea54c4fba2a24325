#include "formats/torch/pickle.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* The machine's operations that weights are written with. */
enum operation {
    MARK = '(',
    STOP = '.',
    POP = '0',
    POP_MARK = '1',
    DUP = '2',
    BININT = 'J',
    BININT1 = 'K',
    BININT2 = 'M',
    NONE = 'N',
    BINPERSID = 'Q',
    REDUCE = 'R',
    BINSTRING = 'T',
    SHORT_BINSTRING = 'U',
    BINUNICODE = 'X',
    EMPTY_LIST = ']',
    APPEND = 'a',
    BUILD = 'b',
    GLOBAL = 'c',
    DICT = 'd',
    APPENDS = 'e',
    BINGET = 'h',
    LONG_BINGET = 'j',
    LIST = 'l',
    BINPUT = 'q',
    LONG_BINPUT = 'r',
    SETITEM = 's',
    TUPLE = 't',
    SETITEMS = 'u',
    EMPTY_DICT = '}',
    EMPTY_TUPLE = ')',
    BINFLOAT = 'G',
    BINBYTES = 'B',
    SHORT_BINBYTES = 'C',
    PROTO = 0x80,
    NEWOBJ = 0x81,
    TUPLE1 = 0x85,
    TUPLE2 = 0x86,
    TUPLE3 = 0x87,
    NEWTRUE = 0x88,
    NEWFALSE = 0x89,
    LONG1 = 0x8A,
    LONG4 = 0x8B,
    SHORT_BINUNICODE = 0x8C,
    BINUNICODE8 = 0x8D,
    BINBYTES8 = 0x8E,
    EMPTY_SET = 0x8F,
    ADDITEMS = 0x90,
    STACK_GLOBAL = 0x93,
    MEMOIZE = 0x94,
    FRAME = 0x95
};

enum { MAX_PUSHED = 8 * TR_PICKLE_MAX_VALUES };

typedef struct list {
    tr_pickle_value **items;
    size_t n, capacity;
} list;

/* The first failure stays in rc, and ends the run. */
typedef struct machine {
    tr_pickle *p;
    tr_cursor c;
    const tr_pickle_name *names;
    const char *path;
    tr_error *err;
    int rc;
    list stack, memo, persistent;
    size_t n_values, n_pushed;
} machine;

static void refuse(machine *m, const char *why)
{
    if (m->rc == 0) m->rc = tr_fail(m->err, TR_EFORMAT, "%s: damaged pickle: %s", m->path, why);
}

static void set_out_of_memory(machine *m)
{
    if (m->rc == 0) m->rc = tr_fail_memory(m->err);
}

/* ---- Values ------------------------------------------------------------------------------- */

static tr_pickle_value *new_value(machine *m, int kind)
{
    if (m->rc == 0 && ++m->n_values > TR_PICKLE_MAX_VALUES)
        m->rc = tr_fail(m->err, TR_EUNSUPPORTED, "%s: a pickle of more than %d values is not read",
                        m->path, TR_PICKLE_MAX_VALUES);
    tr_pickle_value *v = m->rc < 0 ? NULL : TR_REGION_TAKE(&m->p->memory, tr_pickle_value, 1);
    if (!v) set_out_of_memory(m);
    if (v) v->kind = kind;
    return v;
}

static void push_to(machine *m, list *l, tr_pickle_value *v)
{
    void *items = l->items;

    if (m->rc < 0 || !v) return;
    if (++m->n_pushed > MAX_PUSHED) {
        refuse(m, "it is too long");
        return;
    }
    if (tr_reserve(&items, &l->capacity, l->n + 1, sizeof *l->items) < 0) {
        set_out_of_memory(m);
        return;
    }
    l->items = items;
    l->items[l->n++] = v;
}

static void push(machine *m, tr_pickle_value *v)
{
    push_to(m, &m->stack, v);
}

/* The top of the stack, which is no mark; NULL after a failure. */
static tr_pickle_value *top(machine *m)
{
    if (m->rc == 0 && (!m->stack.n || m->stack.items[m->stack.n - 1]->kind == TR_PICKLE_MARK))
        refuse(m, "it takes what is not there");
    return m->rc < 0 ? NULL : m->stack.items[m->stack.n - 1];
}

static tr_pickle_value *pop(machine *m)
{
    tr_pickle_value *v = top(m);
    if (v) m->stack.n--;
    return v;
}

/* Where the values above the last mark begin, of which nothing is on the stack any more. */
static tr_pickle_value **pop_mark(machine *m, size_t *n)
{
    size_t i = m->stack.n;

    while (i > 0 && m->stack.items[i - 1]->kind != TR_PICKLE_MARK)
        i--;
    *n = m->stack.n - i;
    if (i == 0) {
        refuse(m, "a mark is missing");
        *n = 0;
        return NULL;
    }
    m->stack.n = i - 1;
    return m->stack.items + i;
}

static bool holds_items(const tr_pickle_value *v)
{
    return v->kind == TR_PICKLE_SEQUENCE || v->kind == TR_PICKLE_MAPPING ||
           v->kind == TR_PICKLE_CALL;
}

/* Adds items to a value, in memory of the region, which doubles. */
static void add_items(machine *m, tr_pickle_value *v, tr_pickle_value *const *items, size_t n)
{
    if (m->rc < 0 || !v || !n) return;
    if (!holds_items(v)) {
        refuse(m, "it adds to what holds nothing");
        return;
    }
    if (n > v->capacity - v->n) {
        const size_t capacity = v->n ? 2 * (v->n + n) : n;
        tr_pickle_value **wide = TR_REGION_TAKE(&m->p->memory, tr_pickle_value *, capacity);
        if (!wide) {
            set_out_of_memory(m);
            return;
        }
        if (v->n) memcpy(wide, v->items, v->n * sizeof *wide);
        v->items = wide;
        v->capacity = capacity;
    }
    memcpy(v->items + v->n, items, n * sizeof *items);
    v->n += n;
}

static void push_integer(machine *m, int kind, int64_t integer)
{
    tr_pickle_value *v = new_value(m, kind);
    if (v) v->integer = integer;
    push(m, v);
}

static void push_text(machine *m, int kind, uint64_t len)
{
    const unsigned char *bytes = tr_cursor_take(&m->c, len);
    tr_pickle_value *v = m->c.failed ? NULL : new_value(m, kind);

    if (v) {
        v->text = bytes ? (const char *)bytes : "";
        v->n = (size_t)len;
    }
    push(m, v);
}

/* Two's complement of any length. */
static void push_long(machine *m, uint64_t len)
{
    if (len > 8) {
        push_text(m, TR_PICKLE_BIG, len);
        return;
    }
    uint64_t x = tr_cursor_number(&m->c, (size_t)len);
    if (len > 0 && len < 8 && x >> (8 * len - 1)) x |= UINT64_MAX << 8 * len;
    int64_t integer;
    memcpy(&integer, &x, sizeof integer);
    push_integer(m, TR_PICKLE_INTEGER, integer);
}

/* ---- Containers --------------------------------------------------------------------------- */

static void push_last(machine *m, size_t n)
{
    tr_pickle_value *v = new_value(m, TR_PICKLE_SEQUENCE), *items[3];

    for (size_t i = n; i-- > 0;)
        items[i] = pop(m);
    add_items(m, v, items, n);
    push(m, v);
}

static void push_marked(machine *m, int kind)
{
    tr_pickle_value *v = new_value(m, kind);
    size_t n;
    tr_pickle_value **items = pop_mark(m, &n);

    if (kind == TR_PICKLE_MAPPING && n % 2) refuse(m, "a key has no value");
    add_items(m, v, items, n);
    push(m, v);
}

static void add_marked(machine *m, bool pairs)
{
    size_t n;
    tr_pickle_value **items = pop_mark(m, &n);
    tr_pickle_value *v = top(m);

    if (v && (v->kind == TR_PICKLE_SEQUENCE) == pairs) refuse(m, "it mixes lists and dictionaries");
    if (pairs && n % 2) refuse(m, "a key has no value");
    add_items(m, v, items, n);
}

static void add_one(machine *m, bool pair)
{
    tr_pickle_value *items[2];

    items[1] = pop(m);
    items[0] = pair ? pop(m) : items[1];
    tr_pickle_value *v = top(m);
    if (v && (v->kind == TR_PICKLE_SEQUENCE) == pair) refuse(m, "it mixes lists and dictionaries");
    add_items(m, v, items, pair ? 2 : 1);
}

/* ---- The memo ----------------------------------------------------------------------------- */

/* Those who write pickles number the memo from 0 or 1 on. */
static void put(machine *m, uint64_t index)
{
    tr_pickle_value *v = top(m);

    if (index > m->memo.n + 1) refuse(m, "its memo has gaps");
    while (m->rc == 0 && m->memo.n <= index)
        push_to(m, &m->memo, v);
    if (m->rc == 0) m->memo.items[index] = v;
}

static void get(machine *m, uint64_t index)
{
    if (index >= m->memo.n)
        refuse(m, "it takes what is not in the memo");
    else
        push(m, m->memo.items[index]);
}

/* ---- Names and calls ---------------------------------------------------------------------- */

static bool is_same(const char *text, size_t len, const char *name)
{
    return strlen(name) == len && !memcmp(text, name, len);
}

static void push_name(machine *m, const char *module, size_t module_len, const char *name,
                      size_t name_len)
{
    const tr_pickle_name *n = m->names;
    char shown[2][81] = {"", ""};

    while (n->module &&
           !(is_same(module, module_len, n->module) && is_same(name, name_len, n->name)))
        n++;
    if (n->module) {
        tr_pickle_value *v = new_value(m, TR_PICKLE_NAME);
        if (v) v->name = n;
        push(m, v);
        return;
    }
    const char *const texts[] = {module, name};
    const size_t lens[] = {module_len, name_len};
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < lens[i] && k + 1 < sizeof shown[i]; k++)
            shown[i][k] = texts[i][k] > ' ' && texts[i][k] < 0x7F ? texts[i][k] : '?';
    if (m->rc == 0)
        m->rc = tr_fail(m->err, TR_EUNSUPPORTED,
                        "%s: this pickle asks for %s.%s, which no table of weights needs; nothing "
                        "of it was run",
                        m->path, shown[0], shown[1]);
}

static const char *take_line(machine *m, size_t *len)
{
    const unsigned char *end = m->c.left ? memchr(m->c.next, '\n', m->c.left) : NULL;

    *len = end ? (size_t)(end - m->c.next) : 0;
    const char *line = (const char *)m->c.next;
    const size_t left = m->c.left;
    tr_cursor_take(&m->c, end ? *len + 1 : left + 1);
    return line;
}

static void push_global(machine *m)
{
    size_t module_len, name_len;
    const char *module = take_line(m, &module_len), *name = take_line(m, &name_len);

    if (!m->c.failed) push_name(m, module, module_len, name, name_len);
}

static void push_stacked_global(machine *m)
{
    const tr_pickle_value *name = pop(m), *module = pop(m);

    if (!name || !module) return;
    if (name->kind != TR_PICKLE_TEXT || module->kind != TR_PICKLE_TEXT)
        refuse(m, "a name is no text");
    else
        push_name(m, module->text, module->n, name->text, name->n);
}

static void push_call(machine *m)
{
    const tr_pickle_value *arguments = pop(m), *callee = pop(m);

    if (!arguments || !callee) return;
    if (callee->kind != TR_PICKLE_NAME || arguments->kind != TR_PICKLE_SEQUENCE) {
        refuse(m, "it calls what has no name");
        return;
    }
    tr_pickle_value *v = new_value(m, TR_PICKLE_CALL);
    if (v) {
        v->name = callee->name;
        v->arguments = arguments;
    }
    push(m, v);
}

/* Attributes of what a call makes: nobody asks for attributes of other values. */
static void set_state(machine *m)
{
    const tr_pickle_value *state = pop(m);
    tr_pickle_value *v = top(m);

    if (v && v->kind == TR_PICKLE_CALL) v->state = state;
}

static void push_persistent(machine *m)
{
    const tr_pickle_value *id = pop(m);
    tr_pickle_value *v = new_value(m, TR_PICKLE_PERSISTENT);

    if (v) v->arguments = id;
    push_to(m, &m->persistent, v);
    push(m, v);
}

/* ---- The machine -------------------------------------------------------------------------- */

static void refuse_operation(machine *m, uint8_t operation)
{
    if (m->rc == 0)
        m->rc = tr_fail(m->err, TR_EUNSUPPORTED,
                        "%s: is not a pickle of weights: operation 0x%02x is not supported",
                        m->path, operation);
}

/* Operations that push a value of their own; false for others. */
static bool push_constant(machine *m, uint8_t operation)
{
    tr_cursor *c = &m->c;

    switch (operation) {
    case MARK:
        push(m, new_value(m, TR_PICKLE_MARK));
        return true;
    case NONE:
        push(m, new_value(m, TR_PICKLE_NONE));
        return true;
    case NEWTRUE:
    case NEWFALSE:
        push_integer(m, TR_PICKLE_BOOL, operation == NEWTRUE);
        return true;
    case BININT:
        push_integer(m, TR_PICKLE_INTEGER, (int32_t)tr_cursor_u32(c));
        return true;
    case BININT1:
        push_integer(m, TR_PICKLE_INTEGER, tr_cursor_u8(c));
        return true;
    case BININT2:
        push_integer(m, TR_PICKLE_INTEGER, tr_cursor_u16(c));
        return true;
    case LONG1:
        push_long(m, tr_cursor_u8(c));
        return true;
    case LONG4:
        push_long(m, tr_cursor_u32(c));
        return true;
    case BINFLOAT:
        tr_cursor_take(c, 8);
        push(m, new_value(m, TR_PICKLE_NUMBER));
        return true;
    case SHORT_BINSTRING:
    case SHORT_BINUNICODE:
    case SHORT_BINBYTES:
        push_text(m, TR_PICKLE_TEXT, tr_cursor_u8(c));
        return true;
    case BINSTRING:
    case BINUNICODE:
    case BINBYTES:
        push_text(m, TR_PICKLE_TEXT, tr_cursor_u32(c));
        return true;
    case BINUNICODE8:
    case BINBYTES8:
        push_text(m, TR_PICKLE_TEXT, tr_cursor_u64(c));
        return true;
    case EMPTY_LIST:
    case EMPTY_TUPLE:
    case EMPTY_SET:
        push(m, new_value(m, TR_PICKLE_SEQUENCE));
        return true;
    case EMPTY_DICT:
        push(m, new_value(m, TR_PICKLE_MAPPING));
        return true;
    default:
        return false;
    }
}

/* Operations on what is on the stack; false for others. */
static bool combine(machine *m, uint8_t operation)
{
    size_t n;

    switch (operation) {
    case POP:
        pop(m);
        return true;
    case POP_MARK:
        pop_mark(m, &n);
        return true;
    case DUP:
        push(m, top(m));
        return true;
    case TUPLE1:
    case TUPLE2:
    case TUPLE3:
        push_last(m, operation - TUPLE1 + 1u);
        return true;
    case TUPLE:
    case LIST:
        push_marked(m, TR_PICKLE_SEQUENCE);
        return true;
    case DICT:
        push_marked(m, TR_PICKLE_MAPPING);
        return true;
    case APPEND:
        add_one(m, false);
        return true;
    case SETITEM:
        add_one(m, true);
        return true;
    case APPENDS:
    case ADDITEMS:
        add_marked(m, false);
        return true;
    case SETITEMS:
        add_marked(m, true);
        return true;
    case BUILD:
        set_state(m);
        return true;
    default:
        return false;
    }
}

static void run_operation(machine *m, uint8_t operation)
{
    tr_cursor *c = &m->c;

    if (push_constant(m, operation) || combine(m, operation)) return;
    switch (operation) {
    case PROTO:
        tr_cursor_u8(c);
        break;
    case FRAME:
        tr_cursor_u64(c);
        break;
    case BINPUT:
        put(m, tr_cursor_u8(c));
        break;
    case LONG_BINPUT:
        put(m, tr_cursor_u32(c));
        break;
    case MEMOIZE:
        put(m, m->memo.n);
        break;
    case BINGET:
        get(m, tr_cursor_u8(c));
        break;
    case LONG_BINGET:
        get(m, tr_cursor_u32(c));
        break;
    case GLOBAL:
        push_global(m);
        break;
    case STACK_GLOBAL:
        push_stacked_global(m);
        break;
    case REDUCE:
    case NEWOBJ:
        push_call(m);
        break;
    case BINPERSID:
        push_persistent(m);
        break;
    default:
        refuse_operation(m, operation);
    }
}

static void run(machine *m)
{
    for (;;) {
        const uint8_t operation = tr_cursor_u8(&m->c);
        if (!m->c.failed && m->rc == 0 && operation == STOP) break;
        if (!m->c.failed && m->rc == 0) run_operation(m, operation);
        if (m->c.failed) refuse(m, "it is cut short");
        if (m->rc < 0) return;
    }
    m->p->root = pop(m);
}

int tr_pickle_read(tr_pickle *p, tr_cursor *c, const tr_pickle_name *names, const char *path,
                   tr_error *err)
{
    machine m = {.p = p, .c = *c, .names = names, .path = path, .err = err};

    *p = (tr_pickle){0};
    run(&m);
    *c = m.c;
    p->n_persistent = m.persistent.n;
    p->persistent = TR_REGION_TAKE(&p->memory, const tr_pickle_value *, m.persistent.n + 1);
    if (!p->persistent) set_out_of_memory(&m);
    for (size_t i = 0; m.rc == 0 && i < m.persistent.n; i++)
        p->persistent[i] = m.persistent.items[i];
    free(m.stack.items);
    free(m.memo.items);
    free(m.persistent.items);
    if (m.rc < 0) tr_pickle_close(p);
    return m.rc;
}

void tr_pickle_close(tr_pickle *p)
{
    tr_region_free(&p->memory);
    *p = (tr_pickle){0};
}

/* ---- Looking at values -------------------------------------------------------------------- */

bool tr_pickle_is_text(const tr_pickle_value *v, const char *text)
{
    return v->kind == TR_PICKLE_TEXT && is_same(v->text, v->n, text);
}

const tr_pickle_value *tr_pickle_find(const tr_pickle_value *mapping, const char *key)
{
    const bool has = mapping->kind == TR_PICKLE_MAPPING || mapping->kind == TR_PICKLE_CALL;

    for (size_t i = has ? mapping->n : 0; i >= 2; i -= 2)
        if (tr_pickle_is_text(mapping->items[i - 2], key)) return mapping->items[i - 1];
    return NULL;
}
