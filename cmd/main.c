/* main.c - which command is meant. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "commands/commands.h"
#include "console/cut_short.h"
#include "console/json.h"
#include "console/message.h"
#include "help.h"

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

/* A word of lower-case letters that is no file's name may have been meant to be a subcommand. */
static int may_be_subcommand(const char *word)
{
    return *word && !word[strspn(word, "abcdefghijklmnopqrstuvwxyz")] && access(word, F_OK) < 0 &&
           errno == ENOENT;
}

/* Several words that are no file's name may have been meant to be translated. */
static int may_be_text(const char *word)
{
    return strchr(word, ' ') && *word != '-' && access(word, F_OK) < 0 && errno == ENOENT;
}

static int refuse_text(const char *text)
{
    complain("%s: No such file or directory; text itself is read from standard input, as in echo "
             "\"Hello.\" | translate",
             text);
    return EXIT_FAILED;
}

static int refuse_subcommand(const char *word)
{
    char hint[HINT_SIZE];

    if (*help_hint(word, hint))
        return options_misuse(&translate_command, "no subcommand is named \"%s\"%s", word, hint);
    complain("%s: No such file or directory, and no such subcommand (see translate --help)", word);
    return EXIT_FAILED;
}

int main(int argc, char **argv)
{
    hold_standard_streams();
    let_writes_fail();
    cut_short_catch();
    json_start();
    if (argc < 2) return run_command(&translate_command, 0, argv + argc);
    const command *named = help_find_command(argv[1]);
    if (named) return run_command(named, argc - 2, argv + 2);
    if (may_be_subcommand(argv[1])) return refuse_subcommand(argv[1]);
    if (argc == 2 && may_be_text(argv[1])) return refuse_text(argv[1]);
    return run_command(&translate_command, argc - 1, argv + 1);
}
