#define _GNU_SOURCE
#include "sandbox/landlock.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Rights of the first version, which every kernel with Landlock has. */
#define READ_FILE LANDLOCK_ACCESS_FS_READ_FILE
#define READ      (READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_EXECUTE)
#define WRITE                                                                                      \
    (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REMOVE_FILE)
#define ALL ((uint64_t)LANDLOCK_ACCESS_FS_MAKE_SYM * 2 - 1)

bool landlock_works(void)
{
    return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) > 0;
}

/* A file that is not there needs no right. */
static bool allow(int rules, const char *path, uint64_t rights)
{
    struct stat st;
    const int fd = open(path, O_PATH | O_CLOEXEC);

    if (fd < 0 || fstat(fd, &st) < 0) return true;
    if (!S_ISDIR(st.st_mode)) rights &= READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE;
    const struct landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = fd};
    const bool done =
        syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
    close(fd);
    return done;
}

bool landlock_confine(const char *const *to_read, const char *const *to_write)
{
    const struct landlock_ruleset_attr all = {.handled_access_fs = ALL};
    const int rules = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
    bool done = rules >= 0;

    for (; done && *to_read; to_read++)
        done = allow(rules, *to_read, READ);
    for (; done && *to_write; to_write++)
        done = allow(rules, *to_write, READ | WRITE);
    done = done && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    if (rules >= 0) close(rules);
    return done;
}
