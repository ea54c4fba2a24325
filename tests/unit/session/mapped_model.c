/* A model file that is written to while it is mapped: wrong words or an error, nothing else. */
#include <fcntl.h>

#include "formats/gguf_read.h"
#include "make/make_model.h"
#include "translate.h"
#include "unit/scratch.h"
#include "unit/unit.h"

enum { MOST = 1 << 20, N_LINES = 3 };

static const char *const id_lines[N_LINES] = {"3 4 5 6 7", "36 35 34", "9 9 9 9 9 9 9 9"};
static const char *const text_lines[N_LINES] = {"The house is old.", "KX-400 costs $1,234.50.",
                                                "No, no, no, no."};

/* A fill repeats four bytes; the last is random ones. */
static const unsigned char fills[][4] = {
    {0, 0, 0, 0},    {0xff, 0xff, 0xff, 0xff}, {0xff, 0xff, 0xff, 0x7f},
    {0, 0, 0, 0x80}, {0, 0x10, 0, 0},          {0, 0, 0xc0, 0x7f},
};
enum { N_FILLS = sizeof fills / sizeof *fills };

static void fill(unsigned char *bytes, size_t n, size_t kind, uint32_t seed)
{
    for (size_t i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        bytes[i] = kind < N_FILLS ? fills[kind][i % 4] : (unsigned char)(seed >> 24);
    }
}

static void put_bytes(int fd, const unsigned char *bytes, size_t n, size_t at)
{
    ck_assert_int_eq(pwrite(fd, bytes, n, (off_t)at), (ssize_t)n);
}

static void translate_all(tr_session *s, const char *const *lines)
{
    for (size_t i = 0; i < N_LINES; i++) {
        const tr_translation *t;
        tr_error err;
        (void)tr_translate(s, lines[i], strlen(lines[i]), &t, &err);
    }
}

/* What else is read of a model that is open. */
static void ask(const tr_model *model)
{
    char value[100];
    tr_tensor_info tensor;
    tr_error err;

    (void)tr_model_get_info(model);
    (void)tr_model_find_language(model, "de");
    for (size_t i = 0; i < tr_model_metadata_count(model); i++)
        (void)tr_model_metadata(model, i, value, sizeof value);
    for (size_t i = 0; i < tr_model_tensor_count(model); i++)
        tr_model_tensor(model, i, &tensor);
    (void)tr_model_verify(model, &err);
}

/* The file as it is kept, and a session that began before it changed. */
typedef struct victim {
    char path[SCRATCH_PATH];
    unsigned char *bytes;
    size_t size;
    tr_model *model;
    tr_session *session;
    const char *const *lines;
    int fd;
} victim;

static void begin(victim *v, const char *path, const char *const *lines, int beam)
{
    tr_options o;
    tr_error err;

    *v = (victim){.lines = lines};
    snprintf(v->path, sizeof v->path, "%s", path);
    v->bytes = (unsigned char *)read_file(path, &v->size);
    v->fd = open(path, O_RDWR);
    ck_assert_int_ge(v->fd, 0);
    ck_assert_msg(tr_model_open(&v->model, path, &err) == 0, "%s", err.msg);
    tr_options_init(&o, v->model);
    o.beam_size = beam;
    if (lines == id_lines) o.input = o.output = TR_IDS;
    ck_assert_msg(tr_session_create(&v->session, v->model, &o, &err) == 0, "%s", err.msg);
}

static void end(victim *v)
{
    tr_session_free(v->session);
    tr_model_close(v->model);
    close(v->fd);
    free(v->bytes);
}

/* A session that begins with the changed file, and a model that is opened then. */
static void begin_again(victim *v)
{
    tr_options o;
    tr_session *s;
    tr_model *other;
    tr_error err;

    tr_options_init(&o, v->model);
    if (v->lines == id_lines) o.input = o.output = TR_IDS;
    if (tr_session_create(&s, v->model, &o, &err) == 0) {
        translate_all(s, v->lines);
        tr_session_free(s);
    }
    if (tr_model_open(&other, v->path, &err) == 0) tr_model_close(other);
}

static void scribble(victim *v, size_t at, size_t n)
{
    unsigned char *const other = malloc(n);

    ck_assert_ptr_nonnull(other);
    for (size_t kind = 0; kind <= N_FILLS; kind++) {
        fill(other, n, kind, (uint32_t)(at + kind));
        put_bytes(v->fd, other, n, at);
        translate_all(v->session, v->lines);
        ask(v->model);
        begin_again(v);
        put_bytes(v->fd, v->bytes + at, n, at);
    }
    free(other);
}

/* The header as a whole and in parts, and each tensor. */
static void scribble_all(victim *v)
{
    tr_gguf g;
    size_t first = v->size;

    ck_assert_int_eq(tr_gguf_open(&g, v->path, NULL), 0);
    for (size_t i = 0; i < g.n_tensors; i++) {
        if (g.tensors[i].offset < first) first = g.tensors[i].offset;
        if (g.tensors[i].size <= MOST) scribble(v, g.tensors[i].offset, g.tensors[i].size);
    }
    tr_gguf_close(&g);
    scribble(v, 0, first);
    const size_t part = first / 16 + 1;
    for (size_t at = 0; at < first; at += part)
        scribble(v, at, first - at < part ? first - at : part);
}

static void put_pieces(tr_gguf_writer *w)
{
    static const char *const pieces[] = {"</s>", "<unk>", "a", "b", "c", "\342\226\201d"};
    tr_gguf_put_strings(w, "tokenizer.vocab.source", pieces, sizeof pieces / sizeof *pieces);
}

static void change_small(bool int8, bool ssru, int beam)
{
    scratch s;
    victim v;
    tr_error err;
    model_spec spec = model_spec_small;

    spec.int8 = int8;
    spec.ssru = ssru;
    spec.lexicon = true;
    spec.more_keys = put_pieces;
    scratch_open(&s);
    ck_assert_msg(make_model(scratch_file(&s, "m.gguf"), &spec, &err) == 0, "%s", err.msg);
    begin(&v, s.path, id_lines, beam);
    translate_all(v.session, v.lines);
    scribble_all(&v);
    end(&v);
    scratch_close(&s);
}

START_TEST(keeps_to_its_memory_when_a_model_with_a_shortlist_changes)
{
    change_small(true, false, 4);
    change_small(false, false, 1);
    change_small(true, true, 2);
}
END_TEST

/* Half of the list's bounds, so that a list begins well and ends beyond. */
START_TEST(keeps_to_its_memory_when_the_bounds_of_a_list_change)
{
    scratch s;
    victim v;
    tr_gguf g;
    model_spec spec = model_spec_small;

    spec.lexicon = true;
    scratch_open(&s);
    ck_assert_int_eq(make_model(scratch_file(&s, "m.gguf"), &spec, NULL), 0);
    begin(&v, s.path, id_lines, 1);
    ck_assert_int_eq(tr_gguf_open(&g, v.path, NULL), 0);
    const tr_gguf_tensor *const t = tr_gguf_find_tensor(&g, "shortlist.offset");
    ck_assert_ptr_nonnull(t);
    for (size_t at = 0; at < t->size; at += 8)
        put_bytes(v.fd, (const unsigned char *)"\xff\xff\xff\x7f", 4, t->offset + at + 4);
    translate_all(v.session, v.lines);
    tr_gguf_close(&g);
    end(&v);
    scratch_close(&s);
}
END_TEST

START_TEST(keeps_to_its_memory_when_a_shipped_model_changes)
{
    static const char shipped[] = "models/en-de-tiny/en-de-tiny.gguf";
    scratch s;
    victim v;
    tr_gguf g;
    size_t size, first;

    if (access(shipped, R_OK) != 0) {
        fprintf(stderr, "skipped: there is no model in models/en-de-tiny\n");
        return;
    }
    scratch_open(&s);
    char *const bytes = read_file(shipped, &size);
    write_file(scratch_file(&s, "m.gguf"), bytes, size);
    begin(&v, s.path, text_lines, 2);
    ck_assert_int_eq(tr_gguf_open(&g, v.path, NULL), 0);
    first = g.tensors[0].offset;
    const tr_gguf_tensor *const spm = tr_gguf_find_tensor(&g, "tokenizer.spm.source");
    ck_assert_ptr_nonnull(spm);
    translate_all(v.session, v.lines);
    scribble(&v, spm->offset, spm->size);
    scribble(&v, 0, first);
    tr_gguf_close(&g);
    end(&v);
    free(bytes);
    scratch_close(&s);
}
END_TEST

START_TEST(tells_that_a_model_was_written_to)
{
    scratch s;
    victim v;
    tr_error err;
    const tr_translation *t;
    const char *const line = id_lines[0];

    scratch_open(&s);
    ck_assert_int_eq(make_model(scratch_file(&s, "m.gguf"), &model_spec_small, NULL), 0);
    begin(&v, s.path, id_lines, 1);
    ck_assert_int_eq(tr_translate(v.session, line, strlen(line), &t, &err), 0);
    put_bytes(v.fd, v.bytes, v.size, 0);
    ck_assert_int_eq(tr_translate(v.session, line, strlen(line), &t, &err), TR_EFORMAT);
    ck_assert_ptr_nonnull(strstr(err.msg, "was changed while it was in use"));
    end(&v);
    scratch_close(&s);
}
END_TEST

UNIT_MAIN("mapped_model", tells_that_a_model_was_written_to,
          keeps_to_its_memory_when_a_model_with_a_shortlist_changes,
          keeps_to_its_memory_when_the_bounds_of_a_list_change,
          keeps_to_its_memory_when_a_shipped_model_changes)
