/* main.c - which command is meant. */
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "commands/commands.h"
#include "console/json.h"
#include "console/message.h"
#include "console/truncated_file.h"
#include "help.h"
#include "mistaken_command.h"

/* If a standard stream is closed, the next file to be opened would get its number, and output would
 * be written into that file.  So a closed stream is opened the wrong way round: using it fails. */
static void hold_standard_streams(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd ? O_RDONLY : O_WRONLY) != fd) _exit(1);
}

/* A write that fails returns an error, and sends no signal.  So a translation into a file goes on
 * if nobody reads the messages any more, and a file that may not grow is an error like others.
 * output_flush() ends the program if nobody reads standard output. */
static void let_writes_fail(void)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

static int run_command(const command *c, int argc, char **argv)
{
    const int status = c->run(argc, argv);
    return status == SHOW_HELP ? help_show(c) : status;
}

/* A browser starts a program by its name, without options: this one by its other name. */
static bool is_for_browsers(const char *name)
{
    const char *const slash = strrchr(name, '/');
    return !strcmp(slash ? slash + 1 : name, "translate-native");
}

int main(int argc, char **argv)
{
    hold_standard_streams();
    let_writes_fail();
    truncated_file_catch();
    json_start();
    if (argc && is_for_browsers(argv[0]))
        return run_command(&serve_command, 1, (char *[]){"--native-messaging", NULL});
    if (argc < 2) return run_command(&translate_command, 0, argv + argc);
    const command *named = help_find_command(argv[1]);
    if (named) return run_command(named, argc - 2, argv + 2);
    const int status = mistaken_command_refuse(argc - 1, argv + 1);
    if (status != GO_ON) return status;
    return run_command(&translate_command, argc - 1, argv + 1);
}
