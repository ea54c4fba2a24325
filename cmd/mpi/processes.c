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

enum { MOST_FLOATS = 1 << 28 }; /* of a message, whose length MPI counts by int */

static tr_ranks ranks;
static int own_stderr = STDERR_FILENO; /* also of ranks that hold back what they say */
static FILE *held;                     /* what they say meanwhile */

/* The ends of rank r's floats in a message, as MPI wants them. */
static int as_int(size_t n)
{
    if (n > MOST_FLOATS) MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    return (int)n;
}

static int *ints(void)
{
    return checked_malloc(ranks.n * sizeof(int));
}

static void exchange(void *ctx, const float *block, const size_t *begin, const size_t *end,
                     float *received)
{
    int *const n_sent = ints(), *const sent_at = ints();
    int *const n_received = ints(), *const received_at = ints();
    const size_t own = end[ranks.rank] - begin[ranks.rank];
    (void)ctx;

    for (size_t r = 0; r < ranks.n; r++) {
        n_sent[r] = as_int(end[r] - begin[r]);
        sent_at[r] = as_int(begin[r]);
        n_received[r] = as_int(own);
        received_at[r] = as_int(r * own);
    }
    MPI_Alltoallv(block, n_sent, sent_at, MPI_FLOAT, received, n_received, received_at, MPI_FLOAT,
                  MPI_COMM_WORLD);
    free(n_sent);
    free(sent_at);
    free(n_received);
    free(received_at);
}

static void gather(void *ctx, float *block, const size_t *at)
{
    int *const n = ints(), *const from = ints();
    (void)ctx;

    for (size_t r = 0; r < ranks.n; r++) {
        n[r] = as_int(at[r + 1] - at[r]);
        from[r] = as_int(at[r]);
    }
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, block, n, from, MPI_FLOAT, MPI_COMM_WORLD);
    free(n);
    free(from);
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

/* Open MPI has one connection for both directions, and each waits for the other: half the speed of
 * 1 Gbit/s.  What the caller says comes first. */
static void use_two_connections(void)
{
    setenv("OMPI_MCA_btl_tcp_links", "2", 0);
}

const tr_ranks *processes_begin(int *argc, char ***argv)
{
    int rank, n;

    use_two_connections();
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
