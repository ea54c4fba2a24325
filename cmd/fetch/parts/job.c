#include "job.h"

#include <string.h>

#include "console/message.h"

int job_worse(int a, int b)
{
    static const int order[] = {EXIT_OK, EXIT_LATER, EXIT_FAILED, EXIT_MISUSE, EXIT_STOPPED};
    int worse = EXIT_OK;

    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (a == order[i] || b == order[i]) worse = order[i];
    return worse;
}

void job_report(job *j, const char *name, const char *result, const char *path)
{
    if (!j->results) return;
    cJSON *row = cJSON_CreateObject();
    json_add_text(row, "name", name, strlen(name));
    cJSON_AddStringToObject(row, "result", result);
    if (path) json_add_text(row, "path", path, strlen(path));
    cJSON_AddItemToArray(j->results, row);
}

int job_report_failed(job *j, const char *name, int status)
{
    if (status != EXIT_OK) job_report(j, name, "failed", NULL);
    return status;
}
