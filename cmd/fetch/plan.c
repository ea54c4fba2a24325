#include "plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/message.h"
#include "console/printable.h"
#include "fetch/mirror/mirror_files.h"
#include "fetch/parts/download.h"
#include "list_json.h"

enum { MOST_COLUMNS = 60, SIZE_COLUMNS = 10 };

/* ---- Bytes --------------------------------------------------------------------------------- */

static uint64_t size_of(const index_file *f)
{
    return f->size ? f->size : f->unpacked_size;
}

static uint64_t to_come(const job *j, const index_model *m, const index_file *f)
{
    const uint64_t size = size_of(f), have = download_size(j, f);

    if (j->set.mirror && mirror_has_size(j, m, f)) return 0;
    return size > have ? size - have : 0;
}

/* A mirror holds the files as they come; a model is unpacked, and made beside them. */
void plan_make(plan *p, const job *j, const index_model *m)
{
    *p = (plan){0};
    for (size_t i = 0; i < m->n_files; i++) {
        const index_file *const f = &m->files[i];
        const uint64_t plain = f->unpacked_size ? f->unpacked_size : size_of(f);
        p->to_come += to_come(j, m, f);
        p->needed += j->set.mirror ? 0 : 2 * plain;
    }
    p->needed += p->to_come;
    p->knows_room = model_folder_room(&j->folder, &p->room);
}

/* ---- The table ----------------------------------------------------------------------------- */

/* Ends the line. */
static void put_line(const job *j, char *text)
{
    if (j->set.dry_run) {
        printable_text(j->out.stream, text, strlen(text), 0);
        fputc('\n', j->out.stream);
    } else {
        tell("%s\n", text);
    }
    free(text);
}

static const char *write_size(char text[32], uint64_t size)
{
    strcpy(text, "-");
    if (size) printable_bytes(text, 32, size);
    return text;
}

static void put_row(const job *j, int columns, const char *name, const char *size)
{
    const int width = (int)printable_width(name, strlen(name));
    put_line(j, checked_format("  %s%*s  %*s", name, columns > width ? columns - width : 0, "",
                               SIZE_COLUMNS, size));
}

static void put_room(const job *j, const index_model *m)
{
    char come[32], need[32], room[32];
    plan p;

    plan_make(&p, j, m);
    if (p.to_come < m->size)
        put_line(j, checked_format("  %s still to come",
                                   p.to_come ? write_size(come, p.to_come) : "nothing"));
    if (p.knows_room)
        put_line(j, checked_format("  %s of room needed, %s free: %s", write_size(need, p.needed),
                                   write_size(room, p.room), j->folder.models));
}

static void put_table(const job *j, const index_model *m)
{
    char size[32];
    int columns = 8;

    for (size_t i = 0; i < m->n_files; i++) {
        const char *const name = m->files[i].kind;
        const int width = (int)printable_width(name, strlen(name));
        if (width > columns) columns = width < MOST_COLUMNS ? width : MOST_COLUMNS;
    }
    put_row(j, columns, "FILE", "SIZE");
    for (size_t i = 0; i < m->n_files; i++)
        put_row(j, columns, m->files[i].kind, write_size(size, size_of(&m->files[i])));
    char *const files = checked_format("%zu %s", m->n_files, m->n_files == 1 ? "file" : "files");
    put_row(j, columns, files, write_size(size, m->size));
    free(files);
}

void plan_show(const job *j, const index_model *m)
{
    if (j->set.dry_run || m->n_files > 1) put_table(j, m);
    put_room(j, m);
}

void plan_report(job *j, const index_model *m)
{
    plan p;

    if (!j->results) return;
    plan_make(&p, j, m);
    list_json_model(j->results, m, NULL, true);
    cJSON *const row = cJSON_GetArrayItem(j->results, cJSON_GetArraySize(j->results) - 1);
    cJSON_AddStringToObject(row, "result", "planned");
    cJSON_AddNumberToObject(row, "to_come", (double)p.to_come);
    cJSON_AddNumberToObject(row, "needed", (double)p.needed);
    if (p.knows_room) cJSON_AddNumberToObject(row, "free", (double)p.room);
}
