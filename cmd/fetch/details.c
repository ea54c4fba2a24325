#include "details.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "console/message.h"
#include "console/printable.h"
#include "find.h"
#include "installed.h"
#include "list_json.h"

static void print_field(FILE *out, const char *key, const char *value)
{
    fprintf(out, "%-12s ", key);
    printable_text(out, *value ? value : "-", *value ? strlen(value) : 1, 0);
    fputc('\n', out);
}

static void print_field_format(FILE *out, const char *key, const char *fmt, ...) PRINTF_LIKE(3, 4);
static void print_field_format(FILE *out, const char *key, const char *fmt, ...)
{
    char value[1024];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(value, sizeof value, fmt, ap);
    va_end(ap);
    print_field(out, key, value);
}

static void print_scores(FILE *out, const index_model *m)
{
    if (m->comet < 0 && m->chrf < 0 && m->bleu < 0) return;
    fprintf(out, "%-12s", "scores");
    if (m->comet >= 0) fprintf(out, " COMET %.2f", 100 * m->comet);
    if (m->chrf >= 0) fprintf(out, " chrF %.2f", m->chrf);
    if (m->bleu >= 0) fprintf(out, " BLEU %.2f", m->bleu);
    fputs(" on ", out);
    printable_text(out, m->score_set, strlen(m->score_set), 0);
    fputc('\n', out);
}

static void print_file(FILE *out, const index_file *f)
{
    char size[32] = "-";

    if (f->size) printable_bytes(size, sizeof size, f->size);
    fputs("\nfile         ", out);
    printable_text(out, f->kind, strlen(f->kind), 0);
    fprintf(out, ", %s\n", size);
    for (size_t i = 0; i < f->n_urls; i++)
        print_field(out, i ? "  mirror" : "  address", f->urls[i]);
    if (f->git_sha1) print_field(out, "  Git SHA-1", f->git_sha1);
    if (f->git_sha1) return;
    print_field(out, "  SHA-256", *f->sha256 ? f->sha256 : *f->unpacked_sha256 ? "-" : "not known");
    if (*f->unpacked_sha256) print_field(out, "  unpacked", f->unpacked_sha256);
}

static void print_model(FILE *out, const index_model *m, const installed *old)
{
    char size[32] = "not known";

    if (m->size) printable_bytes(size, sizeof size, m->size);
    print_field(out, "name", m->name);
    if (*m->source && *m->target)
        print_field_format(out, "languages", "%s to %s", m->source, m->target);
    print_field_format(out, "from", "%s %s, revision %s", m->provider, m->version, m->revision);
    if (m->place) print_field(out, "fetched as", m->place);
    print_field(out, "licence", *m->license ? m->license : "not known");
    print_field(out, "size", size);
    print_scores(out, m);
    if (*m->refused) print_field(out, "refused", m->refused);
    if (m->is_nightly) print_field(out, "status", "not released");
    print_field(out, "installed", old ? old->path : "no");
    for (size_t i = 0; i < m->n_files; i++)
        print_file(out, &m->files[i]);
}

int list_details(job *j, char **names, int n)
{
    installed_list have;
    int status = EXIT_OK;

    installed_find(&have, &j->folder);
    for (int i = 0; i < n; i++) {
        const index_model *m;
        const int rc = find_model(j, names[i], &m);
        const installed *old = m ? installed_named(&have, m->name) : NULL;
        status = job_worse(status, rc);
        if (!m) continue;
        if (j->results)
            list_json_model(j->results, m, old, true);
        else
            print_model(j->out.stream, m, old);
        if (!j->results && i + 1 < n) fputc('\n', j->out.stream);
    }
    installed_free(&have);
    return status;
}
