/* of_cmd.c - adapters for modules of the program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases/case.h"
#include "console/json.h"
#include "console/printable.h"
#include "console/suggest.h"
#include "lines/part.h"
#include "lines/wrapped.h"
#include "memory/fuzzy.h"
#include "models/language_names.h"
#include "models/model_index.h"

static size_t number_in(const case_input *in, size_t i)
{
    return strtoul(case_text(in, i), NULL, 10);
}

/* ---- console */

static void printable(const case_input *in, tr_buf *out)
{
    char copy[200];
    printable_copy(copy, sizeof copy, case_text(in, 0), case_option_of(in, "kept", ""));
    tr_buf_add_string(out, copy);
}

static void printable_cut(const case_input *in, tr_buf *out)
{
    char copy[200] = "";
    const size_t size = number_in(in, 1);
    if (size && size <= sizeof copy) printable_copy(copy, size, case_text(in, 0), "");
    tr_buf_add_string(out, copy);
}

static void columns(const case_input *in, tr_buf *out)
{
    tr_buf_printf(out, "%zu", printable_width(case_text(in, 0), case_len(in, 0)));
}

static void fitting(const case_input *in, tr_buf *out)
{
    tr_buf_add(out, case_text(in, 0), printable_fit(case_text(in, 0), number_in(in, 1)));
}

static void bytes(const case_input *in, tr_buf *out)
{
    char text[40];
    printable_bytes(text, sizeof text, strtoull(case_text(in, 0), NULL, 10));
    tr_buf_add_string(out, text);
}

static void suggest(const case_input *in, tr_buf *out)
{
    suggestion s = suggest_for(case_text(in, 0), case_len(in, 0));
    char hint[HINT_SIZE];

    suggest_words(&s, case_text(in, 1), '|');
    tr_buf_add_string(out, suggest_hint(&s, case_option_of(in, "before", ""), hint));
}

static void suggest_named(const case_input *in, tr_buf *out)
{
    suggestion s = suggest_for(case_text(in, 0), case_len(in, 0));
    char hint[HINT_SIZE];

    suggest_name(&s, case_text(in, 1), case_text(in, 2));
    tr_buf_add_string(out, suggest_hint(&s, "", hint));
}

static void json_text_of(const case_input *in, tr_buf *out)
{
    tr_buf text = {0};

    tr_buf_add(&text, case_text(in, 0), case_len(in, 0));
    tr_buf_reserve(&text, 1);
    cJSON *const json = json_read(text.data, text.len);
    char *const printed = json ? cJSON_PrintUnformatted(json) : NULL;
    tr_buf_add_string(out, printed ? printed : "!");
    cJSON_free(printed);
    cJSON_Delete(json);
    tr_buf_free(&text);
}

static void json_number(const case_input *in, tr_buf *out)
{
    char text[NUMBER_SIZE];
    format_float(text, strtof(case_text(in, 0), NULL));
    tr_buf_add_string(out, text);
}

/* ---- lines and documents */

static void part_of(const case_input *in, tr_buf *out)
{
    file_part p;

    if (part_parse(case_text(in, 0), &p))
        tr_buf_printf(out, "%d of %d", p.k, p.n);
    else
        tr_buf_add_string(out, "!");
}

static void part_named(const case_input *in, tr_buf *out)
{
    file_part p;
    char *const name = part_parse(case_text(in, 0), &p) ? part_name(&p, case_text(in, 1)) : NULL;

    tr_buf_add_string(out, name ? name : "!");
    free(name);
}

static void wrapped(const case_input *in, tr_buf *out)
{
    case_add_bool(out, wrapped_looks_so(case_text(in, 0), case_len(in, 0)));
}

/* ---- memory */

/* A memory with one entry. */
static fuzzy_index *memory_of(const char *source, const char *text)
{
    fuzzy_index *const f = fuzzy_create();
    fuzzy_add(f, source, strlen(source), text, strlen(text));
    return f;
}

static void fuzzy_score(const case_input *in, tr_buf *out)
{
    fuzzy_index *const f = memory_of(case_text(in, 0), "x");
    fuzzy_match m;

    if (fuzzy_find(f, case_text(in, 1), case_len(in, 1), 0.5, &m))
        tr_buf_printf(out, "%.4f", m.score);
    else
        tr_buf_add_string(out, "none");
    fuzzy_free(f);
}

static void fuzzy_numbers(const case_input *in, tr_buf *out)
{
    fuzzy_index *const f = memory_of(case_text(in, 0), case_text(in, 1));
    fuzzy_match m;

    const bool found = fuzzy_find_equal(f, case_text(in, 2), case_len(in, 2), &m);
    char *const text = found ? fuzzy_exchange_numbers(&m, case_text(in, 2), case_len(in, 2)) : NULL;
    tr_buf_add_string(out, text ? text : found ? "not sure" : "none");
    free(text);
    fuzzy_free(f);
}

/* ---- models */

static void name_of_language(const case_input *in, tr_buf *out)
{
    char name[80];
    language_name_in(case_text(in, 0), case_option_of(in, "in", "en"), name, sizeof name);
    tr_buf_add_string(out, name);
}

static void language_called(const case_input *in, tr_buf *out)
{
    case_add_bool(out, language_is_called(case_text(in, 0), case_text(in, 1)));
}

static void language_named(const case_input *in, tr_buf *out)
{
    case_add_bool(out, language_is_named(case_text(in, 0), case_text(in, 1)));
}

static void right_to_left(const case_input *in, tr_buf *out)
{
    case_add_bool(out, language_is_right_to_left(case_text(in, 0)));
}

static void local_address(const case_input *in, tr_buf *out)
{
    case_add_bool(out, index_is_local(case_text(in, 0)));
}

const case_module cases_of_cmd[] = {
    {"cmd/console/printable", "copy", 1, printable, "kept "},
    {"cmd/console/printable", "cut", 2, printable_cut, ""},
    {"cmd/console/printable", "width", 1, columns, ""},
    {"cmd/console/printable", "fit", 2, fitting, ""},
    {"cmd/console/printable", "bytes", 1, bytes, ""},
    {"cmd/console/suggest", NULL, 2, suggest, "before "},
    {"cmd/console/suggest", "name", 3, suggest_named, ""},
    {"cmd/console/json", "read", 1, json_text_of, ""},
    {"cmd/console/json", "number", 1, json_number, ""},
    {"cmd/lines/part", "parse", 1, part_of, ""},
    {"cmd/lines/part", "name", 2, part_named, ""},
    {"cmd/lines/wrapped", NULL, 1, wrapped, ""},
    {"cmd/memory/fuzzy", "score", 2, fuzzy_score, ""},
    {"cmd/memory/fuzzy", "numbers", 3, fuzzy_numbers, ""},
    {"cmd/models/language_names", "name", 1, name_of_language, "in "},
    {"cmd/models/language_names", "called", 2, language_called, ""},
    {"cmd/models/language_names", "named", 2, language_named, ""},
    {"cmd/models/language_names", "right-to-left", 1, right_to_left, ""},
    {"cmd/models/model_index", NULL, 1, local_address, ""},
    {0},
};
