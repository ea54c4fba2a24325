/* main.c - translate-train: what `translate train` starts. */
#include <signal.h>

#include "base/cpu.h"
#include "base/pool.h"
#include "commands.h"
#include "job.h"
#include "message.h"

int job_fail(const job *j)
{
    complain("%s", j->err.msg);
    return EXIT_FAILED;
}

static int check_settings(job *j, int argc, char **argv)
{
    const command *c = &train_command;
    const train_settings *s = &j->set;

    if (argc > 1) return options_misuse(c, "one text is trained on, not %d", argc);
    if (argc == 0 && !s->resume) return options_misuse(c, "no text to train on was given");
    if (!s->output && !s->resume)
        return options_misuse(c, "no name for the model was given (-o FILE)");
    if (!s->resume && !s->start && (!s->from || !s->to))
        return options_misuse(c, "the languages were not given (-f LANG -t LANG)");
    if (s->start && s->vocab)
        return options_misuse(c, "--start has a vocabulary; --vocab is another");
    if (argc == 0) return options_misuse(c, "the text that the checkpoint was made from is needed");
    j->path = argv[0];
    return EXIT_OK;
}

int main(int argc, char **argv)
{
    job j = {.set = train_defaults()};
    int n = argc - 1, status;

    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    const int rc = options_parse(&train_command, &n, argv + 1, &j.set);
    if (rc != GO_ON) return rc < 0 ? EXIT_MISUSE : rc;
    if ((status = check_settings(&j, n, argv + 1)) != EXIT_OK) return status;
    j.cpu = tr_cpu_usable(j.set.cpu);
    if (j.cpu == TR_CPU_NOT_HERE) {
        complain("this machine does not have %s", j.set.cpu);
        return EXIT_FAILED;
    }
    const int cores = tr_pool_cores();
    j.threads = (size_t)(j.set.threads ? j.set.threads : cores < 8 ? cores : 8);
    status = job_prepare(&j);
    if (status == EXIT_OK && !j.set.plan) status = job_run(&j);
    job_close(&j);
    return status;
}
