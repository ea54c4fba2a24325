/* processes.c - ranks by MPI, whose own sums are not used: their order is the library's choice. */
#include "train/processes.h"

#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/message.h"

/* Messages that MPI sends at once, without asking first, and how many are on their way: so both
 * directions of a network are full.  Alltoallv and Allgatherv of Open MPI take twice as long. */
enum { MESSAGE = 15000 /* floats */, MESSAGES = 16 };

static tr_ranks ranks;
static int own_stderr = STDERR_FILENO; /* also of ranks that hold back what they say */
static FILE *held;                     /* what they say meanwhile */

/* Sends floats to a rank that sends others meanwhile.  All begin together: what comes before it is
 * expected would hold up what follows. */
static void trade(size_t rank, const float *sent, size_t n_sent, float *received, size_t n_received)
{
    const size_t n = n_sent > n_received ? n_sent : n_received;
    MPI_Request waiting[MESSAGES][2];

    for (size_t i = 0; i < MESSAGES; i++)
        waiting[i][0] = waiting[i][1] = MPI_REQUEST_NULL;
    MPI_Barrier(MPI_COMM_WORLD);
    for (size_t at = 0; at < n; at += MESSAGE) {
        MPI_Request *const w = waiting[at / MESSAGE % MESSAGES];
        const size_t in = at < n_received ? n_received - at : 0;
        const size_t out = at < n_sent ? n_sent - at : 0;
        MPI_Waitall(2, w, MPI_STATUSES_IGNORE);
        if (in)
            MPI_Irecv(received + at, in < MESSAGE ? (int)in : MESSAGE, MPI_FLOAT, (int)rank, 0,
                      MPI_COMM_WORLD, &w[0]);
        if (out)
            MPI_Isend(sent + at, out < MESSAGE ? (int)out : MESSAGE, MPI_FLOAT, (int)rank, 0,
                      MPI_COMM_WORLD, &w[1]);
    }
    MPI_Waitall(2 * MESSAGES, waiting[0], MPI_STATUSES_IGNORE);
}

/* Ranks are a power of two: in each round, all are in pairs. */
static void exchange(void *ctx, const float *block, const size_t *begin, const size_t *end,
                     float *received)
{
    const size_t own = end[ranks.rank] - begin[ranks.rank];
    (void)ctx;

    memcpy(received + ranks.rank * own, block + begin[ranks.rank], own * sizeof *block);
    for (size_t round = 1; round < ranks.n; round++) {
        const size_t other = ranks.rank ^ round;
        trade(other, block + begin[other], end[other] - begin[other], received + other * own, own);
    }
}

static void gather(void *ctx, float *block, const size_t *at)
{
    const size_t own = at[ranks.rank + 1] - at[ranks.rank];
    (void)ctx;

    for (size_t round = 1; round < ranks.n; round++) {
        const size_t other = ranks.rank ^ round;
        trade(other, block + at[ranks.rank], own, block + at[other], at[other + 1] - at[other]);
    }
}

/* Where a process has died, the others get a signal.  No step ends any more then, and nothing can
 * be written; the last checkpoint is whole. */
static void end_at_once(int number)
{
    static const char text[] =
        "translate: ended before its time; --resume goes on from the last checkpoint\n";
    (void)number;
    if (ranks.rank == 0 && write(own_stderr, text, sizeof text - 1) < 0) _exit(EXIT_FAILURE);
    _exit(EXIT_FAILURE);
}

/* The first rank speaks for all. */
static void be_silent(void)
{
    if (!freopen("/dev/null", "w", stdout)) return;
    held = tmpfile();
    if (!held) return;
    own_stderr = dup(STDERR_FILENO);
    dup2(fileno(held), STDERR_FILENO);
}

/* A launcher of another MPI starts processes that know nothing of each other, and tells their
 * number in vain. */
static void refuse_other_launcher(void)
{
    static const char *const told[][2] = {{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                                          {"PMI_SIZE", "PMI_RANK"},
                                          {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}};

    for (size_t i = 0; ranks.n == 1 && i < sizeof told / sizeof *told; i++) {
        const char *const n = getenv(told[i][0]), *const rank = getenv(told[i][1]);
        if (!n || strtol(n, NULL, 10) <= 1) continue;
        if (!rank || !strtol(rank, NULL, 10))
            complain(
                "%s processes were started, and each is alone: mpirun has to be that of the MPI "
                "that translate was built with, and srun has to speak to it (--mpi=pmix or pmi2)",
                n);
        MPI_Finalize();
        exit(EXIT_FAILURE);
    }
}

const tr_ranks *processes_begin(int *argc, char ***argv)
{
    int rank, n;

    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    ranks =
        (tr_ranks){.rank = (size_t)rank, .n = (size_t)n, .exchange = exchange, .gather = gather};
    refuse_other_launcher();
    if (rank) be_silent();
    signal(SIGTERM, end_at_once);
    signal(SIGINT, end_at_once);
    return &ranks;
}

/* Shows what was held back, on this rank's own standard error. */
static void show_held(void)
{
    char line[2000];

    dup2(own_stderr, STDERR_FILENO);
    rewind(held);
    while (fgets(line, sizeof line, held)) {
        line[strcspn(line, "\n")] = '\0';
        complain("process %zu: %s", ranks.rank, line);
    }
}

bool processes_agree(int status)
{
    int mine[2] = {status != 0, 0}, any[2];

    mine[1] = ranks.rank == 0 && status;
    MPI_Allreduce(mine, any, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (any[0] && !any[1] && status && held) show_held();
    return !any[0];
}

int processes_any(int flags)
{
    int any = 0;
    MPI_Allreduce(&flags, &any, 1, MPI_INT, MPI_BOR, MPI_COMM_WORLD);
    return any;
}

void processes_end(bool failed)
{
    if (failed && held) show_held();
    if (failed) MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    MPI_Finalize();
}
