#include "serve/mcp/mcp_sessions.h"

#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/clock.h"
#include "serve/call/keys.h"
#include "serve/call/random_digits.h"

struct mcp_session {
    char id[MCP_SESSION_ID_SIZE];
    mcp_owner owner;
    double used; /* clock_seconds() */
    mcp_open *open;
};

struct mcp_sessions {
    pthread_mutex_t lock;
    mcp_session *items[MCP_SESSIONS_MOST]; /* [n] */
    size_t n;
};

mcp_sessions *mcp_sessions_open(void)
{
    mcp_sessions *const s = checked_malloc(sizeof *s);

    s->n = 0;
    pthread_mutex_init(&s->lock, NULL);
    return s;
}

void mcp_sessions_close(mcp_sessions *s)
{
    if (!s) return;
    for (size_t i = 0; i < s->n; i++)
        free(s->items[i]);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

/* What is worked on goes on for nobody. */
static void remove_at(mcp_sessions *s, size_t i)
{
    mcp_session *const gone = s->items[i];

    for (mcp_open *one = gone->open, *next; one; one = next) {
        next = one->next;
        *one = (mcp_open){.id = one->id, .cancellation = one->cancellation};
        translator_cancel(one->cancellation);
    }
    s->items[i] = s->items[--s->n];
    free(gone);
}

/* Sessions that nobody has used go; how many the client has. */
static size_t remove_old(mcp_sessions *s, uint64_t client)
{
    const double now = clock_seconds();
    size_t of_client = 0;

    for (size_t i = s->n; i-- > 0;)
        if (!s->items[i]->open && now - s->items[i]->used > MCP_SESSIONS_SECONDS)
            remove_at(s, i);
        else if (s->items[i]->owner.client == client)
            of_client++;
    return of_client;
}

/* The longest unused session that waits for nothing goes: of the client, or of all.  False: all
 * wait. */
static bool make_room(mcp_sessions *s, const uint64_t *client)
{
    size_t oldest = s->n;

    for (size_t i = 0; i < s->n; i++) {
        const mcp_session *const one = s->items[i];
        if (one->open || (client && one->owner.client != *client)) continue;
        if (oldest == s->n || one->used < s->items[oldest]->used) oldest = i;
    }
    if (oldest == s->n) return false;
    remove_at(s, oldest);
    return true;
}

bool mcp_sessions_begin(mcp_sessions *s, mcp_owner of, char id[MCP_SESSION_ID_SIZE])
{
    mcp_session *const made = checked_malloc(sizeof *made);

    *made = (mcp_session){.owner = of, .used = clock_seconds()};
    bool fine = random_digits(made->id, MCP_SESSION_ID_SIZE - 1);
    pthread_mutex_lock(&s->lock);
    if (fine && remove_old(s, of.client) >= MCP_SESSIONS_OF_CLIENT) fine = make_room(s, &of.client);
    if (fine && s->n == MCP_SESSIONS_MOST) fine = make_room(s, NULL);
    if (fine) {
        memcpy(id, made->id, sizeof made->id);
        s->items[s->n++] = made;
    }
    pthread_mutex_unlock(&s->lock);
    if (!fine) free(made);
    return fine;
}

/* The place of an owner's session; s->n: there is none.  It is used now. */
static size_t find_locked(mcp_sessions *s, mcp_owner of, const char *id)
{
    const double now = clock_seconds();
    size_t i = 0;

    while (i < s->n && !keys_is_secret(id, s->items[i]->id))
        i++;
    if (i == s->n || s->items[i]->owner.key != of.key) return s->n;
    if (!s->items[i]->open && now - s->items[i]->used > MCP_SESSIONS_SECONDS) {
        remove_at(s, i);
        return s->n;
    }
    s->items[i]->used = now;
    return i;
}

bool mcp_sessions_enter(mcp_sessions *s, mcp_owner of, const char *id, mcp_open *request)
{
    pthread_mutex_lock(&s->lock);
    const size_t i = find_locked(s, of, id);
    const bool found = i < s->n;
    if (found && request) {
        mcp_open **const first = &s->items[i]->open;
        request->next = *first;
        request->here = first;
        if (request->next) request->next->here = &request->next;
        *first = request;
    }
    pthread_mutex_unlock(&s->lock);
    return found;
}

void mcp_sessions_leave(mcp_sessions *s, mcp_open *request)
{
    pthread_mutex_lock(&s->lock);
    if (request->here) *request->here = request->next;
    if (request->next) request->next->here = request->here;
    pthread_mutex_unlock(&s->lock);
}

void mcp_sessions_cancel(mcp_sessions *s, mcp_owner of, const char *id, const cJSON *request)
{
    pthread_mutex_lock(&s->lock);
    const size_t i = find_locked(s, of, id);
    for (mcp_open *one = i < s->n ? s->items[i]->open : NULL; one; one = one->next)
        if (cJSON_Compare(one->id, request, true)) translator_cancel(one->cancellation);
    pthread_mutex_unlock(&s->lock);
}

bool mcp_sessions_end(mcp_sessions *s, mcp_owner of, const char *id)
{
    pthread_mutex_lock(&s->lock);
    const size_t i = find_locked(s, of, id);
    const bool found = i < s->n;
    if (found) remove_at(s, i);
    pthread_mutex_unlock(&s->lock);
    return found;
}
