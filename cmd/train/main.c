/* main.c - program translate-train, which `translate train` starts. */
#include <signal.h>
#include <string.h>

#include "base/cpu.h"
#include "base/pool.h"
#include "commands/commands.h"
#include "console/message.h"
#include "console/option_pairs.h"
#include "console/truncated_file.h"
#include "network.h"
#include "plan.h"
#include "result.h"
#include "run.h"
#include "texts.h"

/* Threads, if it is not said how many: a pack of the text has parts for some twenty. */
enum { MOST_THREADS = 16 };

/* The first option that was given of what only a new network has. */
static int check_train_settings(train_job *j, int argc, char **argv)
{
    const command *c = &train_command;
    const train_settings *s = &j->set, usual = train_defaults();

    if (argc > 1)
        return options_misuse(
            c,
            "one text is trained on, not %d; --target FILE takes the translations "
            "of its lines, and several texts are put behind each other (cat)",
            argc);
    if (argc == 0 && !s->resume) return options_misuse(c, "no text to train on was given");
    if (!s->output && !s->resume)
        return options_misuse(c, "no name for the model was given (-o FILE)");
    if (!s->resume && !s->from && (!s->source_language || !s->target_language))
        return options_misuse(c, "the languages were not given (-f LANG -t LANG)");
    if (option_pairs_check(c, s, &usual) != GO_ON) return EXIT_MISUSE;
    if (s->from && s->shape && (!s->general || strcmp(s->general, "none")))
        return options_misuse(c, "--from with --shape makes a larger model, which is not held to "
                                 "the original: it needs --general none");
    const char *const texts[] = {s->source_language, s->target_language, s->name, s->license,
                                 s->origin};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i] && !tr_gguf_text_valid(texts[i], strlen(texts[i])))
            return options_misuse(c, "a name, a licence or a language is not UTF-8");
    if (s->export && argc) return options_misuse(c, EXPORT_NEEDS_NONE);
    if (s->export) return EXIT_OK;
    if (network_check(j) != EXIT_OK) return EXIT_MISUSE;
    if (argc) j->path = argv[0];
    return EXIT_OK;
}

/* Opens all that the run needs.  GO_ON if it is to run; a status if it is over. */
static int prepare(train_job *j, int argc, char **argv)
{
    int n = argc - 1, status;

    const int rc = options_parse(&train_command, &n, argv + 1, &j->set);
    if (rc != GO_ON) return rc < 0 ? EXIT_MISUSE : rc;
    if (!job_is_first(j)) j->set.quiet = true;
    if ((status = check_train_settings(j, n, argv + 1)) != EXIT_OK) return status;
    j->cpu = tr_cpu_usable(j->set.cpu);
    if (j->cpu == TR_CPU_NOT_HERE) {
        complain("this machine does not have %s", j->set.cpu);
        return EXIT_FAILED;
    }
    const int cores = tr_pool_cores();
    j->threads = (size_t)(j->set.threads         ? j->set.threads
                          : cores < MOST_THREADS ? cores
                                                 : MOST_THREADS);
    status = job_open(j);
    if (status == EXIT_OK && j->original_path && !j->has_checkpoint) status = network_keeps(j);
    if (status == EXIT_OK && j->set.export) return result_export(j);
    if (status == EXIT_OK) status = plan_settings(j);
    if (status == EXIT_OK) status = texts_read(j);
    if (status == EXIT_OK) status = plan_prepare(j);
    return status == EXIT_OK && !j->set.plan ? GO_ON : status;
}

int main(int argc, char **argv)
{
    train_job j = {.set = train_defaults()};

    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    truncated_file_catch();
    j.ranks = processes_begin(&argc, &argv);
    int status = prepare(&j, argc, argv);
    const bool runs = processes_agree(status == GO_ON ? EXIT_OK : status) && status == GO_ON;
    if (runs) status = run_training(&j);
    if (status == GO_ON) status = EXIT_FAILED; /* another process cannot begin */
    job_close(&j);
    processes_end(runs && status != EXIT_OK);
    return status;
}
