/* main.c - which command is meant. */
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "json.h"
#include "message.h"

const command *const all_commands[] = {
    &translate_command, &tokenize_command, &detokenize_command, &inspect_command, &convert_command,
    &score_command,     &evaluate_command, &models_command,     &help_command,    NULL,
};

const command *command_find(const char *name)
{
    for (size_t i = 1; all_commands[i]; i++)
        if (!strcmp(all_commands[i]->name, name)) return all_commands[i];
    return NULL;
}

/* A closed standard stream would become the number of the next file opened, and what is meant
 * for a reader would be written into it.  Opened the wrong way round, so that using it fails. */
static void hold_standard_streams(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd ? O_RDONLY : O_WRONLY) != fd) _exit(1);
}

/* A write that fails says so where it is made: a reader of the messages that goes away does not
 * end a translation into a file, and a file that may not grow is an error like another.  (Standard
 * output whose reader has gone: see output_flush().) */
static void let_writes_fail(void)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

int main(int argc, char **argv)
{
    hold_standard_streams();
    let_writes_fail();
    json_start();
    const command *named = argc > 1 ? command_find(argv[1]) : NULL;
    if (named) return named->run(argc - 2, argv + 2);
    return translate_command.run(argc > 1 ? argc - 1 : 0, argc > 1 ? argv + 1 : argv + argc);
}
