/* SPDX-License-Identifier: MIT */
/* The parts of PostgreSQL's client library that we use. It is loaded when first needed. */
#ifndef KUFSA_STORE_LIBPQ_H
#define KUFSA_STORE_LIBPQ_H

#include <libpq-fe.h>

#include "system/library.h"

#define LIBPQ_CALLS(X)                                                                             \
    X(PQclear)                                                                                     \
    X(PQcmdStatus)                                                                                 \
    X(PQconnectPoll)                                                                               \
    X(PQconnectStartParams)                                                                        \
    X(PQconnectdbParams)                                                                           \
    X(PQconsumeInput)                                                                              \
    X(PQenterPipelineMode)                                                                         \
    X(PQerrorMessage)                                                                              \
    X(PQexec)                                                                                      \
    X(PQfinish)                                                                                    \
    X(PQflush)                                                                                     \
    X(PQgetResult)                                                                                 \
    X(PQgetisnull)                                                                                 \
    X(PQgetlength)                                                                                 \
    X(PQgetvalue)                                                                                  \
    X(PQisBusy)                                                                                    \
    X(PQntuples)                                                                                   \
    X(PQpipelineSync)                                                                              \
    X(PQresultErrorField)                                                                          \
    X(PQresultErrorMessage)                                                                        \
    X(PQresultStatus)                                                                              \
    X(PQsendPrepare)                                                                               \
    X(PQsendQueryParams)                                                                           \
    X(PQsendQueryPrepared)                                                                         \
    X(PQsetErrorVerbosity)                                                                         \
    X(PQsetNoticeReceiver)                                                                         \
    X(PQsetnonblocking)                                                                            \
    X(PQsocket)                                                                                    \
    X(PQstatus)

struct libpq {
    LIBRARY_FIELDS(LIBPQ_CALLS)
};

/* NULL: the system has none, or one that is older than 14. */
const struct libpq *libpq(void);

#endif
