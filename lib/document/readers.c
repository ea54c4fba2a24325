#include "document/readers.h"

#include <string.h>

#include "document/read_json.h"
#include "document/read_table.h"
#include "document/read_text.h"

static const tr_reader readers[] = {
    {"lines", "", tr_read_lines},
    {"text", "", tr_read_text},
    {"tsv", " .tsv .tab ", tr_read_tsv},
    {"csv", " .csv ", tr_read_csv},
    {"jsonl", " .jsonl .ndjson ", tr_read_jsonl},
    {"json", " .json .arb ", tr_read_json},
};

const tr_reader *tr_reader_at(size_t i)
{
    return i < sizeof readers / sizeof *readers ? &readers[i] : NULL;
}

const tr_reader *tr_reader_find(const char *format)
{
    const tr_reader *r;
    for (size_t i = 0; (r = tr_reader_at(i)); i++)
        if (!strcmp(r->name, format)) return r;
    return NULL;
}

/* By the end of the name, whose case does not matter. */
static const tr_reader *by_name(const char *name)
{
    const char *const point = strrchr(name, '.');
    char extension[16] = " ";
    const tr_reader *r;
    size_t n = 1;

    if (!point || strlen(point) + 3 > sizeof extension || strchr(point, '/')) return NULL;
    for (const char *c = point; *c; c++)
        extension[n++] = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
    extension[n++] = ' ';
    extension[n] = '\0';
    for (size_t i = 0; (r = tr_reader_at(i)); i++)
        if (strstr(r->extensions, extension)) return r;
    return NULL;
}

const tr_reader *tr_reader_guess(const char *name, const char *bytes, size_t size)
{
    (void)bytes;
    (void)size;
    return by_name(name);
}
