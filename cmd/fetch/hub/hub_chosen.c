#include "hub_chosen.h"

#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"

bool hub_name_ends(const char *name, const char *end)
{
    const size_t len = strlen(name), n = strlen(end);
    return len > n && !strcmp(name + len - n, end);
}

bool hub_is_chosen(const hub_choice *c, const char *name)
{
    for (size_t i = 0; i < c->n; i++)
        if (!strcmp(c->file[i]->name, name)) return true;
    return false;
}

void hub_choice_add(hub_choice *c, const hub_file *f)
{
    if (!f || !f->size || hub_is_chosen(c, f->name)) return;
    c->file = checked_realloc(c->file, c->n + 1, sizeof *c->file);
    c->file[c->n++] = f;
}

void hub_choice_drop(hub_choice *c, const char *name)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n; i++)
        if (strcmp(c->file[i]->name, name) != 0) c->file[n++] = c->file[i];
    c->n = n;
}

void hub_choice_free(hub_choice *c)
{
    free(c->file);
    *c = (hub_choice){0};
}
