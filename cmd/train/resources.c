#include "resources.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>

#include "console/alloc.h"
#include "console/message.h"
#include "train/network/adapters.h"

enum { PROGRAM_SIZE = 12000000 }; /* bytes of the program itself and its libraries */

double resources_n_parameters(const tr_shape *shape)
{
    const tr_panel_format format = {1, 1};
    size_t n_floats, n_panels;
    tr_parameters_count(shape, &format, true, &n_floats, &n_panels);
    return (double)n_floats;
}

double resources_memory(const train_job *j)
{
    const size_t base = j->training.recipe.adapting.rank ? j->original.file.file.size : 0;
    return (double)(tr_trainer_size(&j->training, j->threads, j->cpu) + base) + PROGRAM_SIZE;
}

/* Three checkpoints, because the new one is written beside the last two; two models, for the same
 * reason; and the text's ids.  The text itself is there already. */
double resources_disk(const train_job *j)
{
    const tr_bitext_counts *c = tr_bitext_count(j->texts.own);
    const tr_adapting *adapting = &j->training.recipe.adapting;
    const double n_floats = resources_n_parameters(&j->training.shape);
    const double learnt =
        adapting->rank ? (double)tr_adapters_count(&j->training.shape, adapting) : n_floats;
    const double model = n_floats * (j->float32 ? 4 : 1.1);
    return learnt * 5 * sizeof(float) * 3 + 2 * model +
           (double)(c->source_pieces + c->target_pieces) * 2;
}

/* Memory that the system can give without swapping; infinite if it does not report it. */
static double memory_free(void)
{
    double free_kb = INFINITY;
    char line[128];
    struct rlimit limit;
    FILE *f = fopen("/proc/meminfo", "r");

    while (f && fgets(line, sizeof line, f))
        if (!strncmp(line, "MemAvailable:", 13)) free_kb = strtod(line + 13, NULL);
    if (f) fclose(f);
    double bytes = free_kb * 1024;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        bytes = fmin(bytes, (double)limit.rlim_cur);
    return bytes;
}

static double disk_free(const train_job *j)
{
    const char *slash = strrchr(j->out.model, '/');
    char *folder = checked_format("%.*s", slash ? (int)(slash - j->out.model) + 1 : 1,
                                  slash ? j->out.model : ".");
    struct statvfs s;
    const int rc = statvfs(folder, &s);
    free(folder);
    return rc < 0 ? INFINITY : (double)s.f_bavail * (double)s.f_frsize;
}

static void complain_of(const char *what, double needed, double there, const char *remedy)
{
    complain("training needs %.0f MB of %s, and %.0f MB are free%s", needed * 1e-6, what,
             there * 1e-6, remedy);
}

int resources_check(const train_job *j)
{
    const double memory = resources_memory(j), disk = resources_disk(j);
    const bool may_shrink = !j->original_path && !j->has_checkpoint;

    if (memory > memory_free()) {
        complain_of("memory", memory, memory_free(),
                    may_shrink ? "; a smaller --size or --batch needs less" : "");
        return EXIT_FAILED;
    }
    if (j->set.plan || disk <= disk_free(j)) return EXIT_OK;
    complain_of("disk", disk, disk_free(j), may_shrink ? "; a smaller --size needs less" : "");
    return EXIT_FAILED;
}
