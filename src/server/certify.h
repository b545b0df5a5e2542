/* SPDX-License-Identifier: MIT */
/*
 * A certificate authority for one house, and a certificate by it for this machine's names and
 * addresses. The folder has:
 *
 *     authority.pem   what each phone trusts once; ten years; for local names and addresses only
 *     authority.key   its key, for the owner only
 *     server.pem      the machine's certificate, its key and the authority's certificate
 *     names           more names for the certificate, one per line
 *
 * Each file is replaced as a whole.
 */
#ifndef KUFSA_SERVER_CERTIFY_H
#define KUFSA_SERVER_CERTIFY_H

#include "base/text.h"

enum { CERTIFY_PATH_MAX = 4096, CERTIFY_NAMES_MAX = 4096, CERTIFY_PRINT_MAX = 96 };

enum certify_status {
    CERTIFY_OK,        /* it has made or renewed the certificate */
    CERTIFY_CURRENT,   /* that was not necessary */
    CERTIFY_FOLDER,    /* the folder or a file cannot be made */
    CERTIFY_AUTHORITY, /* the authority's files cannot be read, or are not a pair */
    CERTIFY_MEMORY,    /* or OpenSSL has failed */
};

/* Is it a name or address that the authority may certify? Names end in local, lan, internal or
 * home.arpa; addresses are private. */
bool certify_allows(const char *name);

/* Makes what is missing, and a new certificate if the old one ends within thirty days or lacks a
 * name or address that the machine has now. */
enum certify_status certify_renew(const char *folder);

/* Sets the names to be certified besides the machine's own, one per line. */
enum certify_status certify_set_names(const char *folder, const char *names);

/* For people: the certificate's names, when it ends (Unix seconds), and the authority's SHA-256
 * fingerprint, for comparison. False: there is none. */
struct certified {
    char names[CERTIFY_NAMES_MAX];
    char print[CERTIFY_PRINT_MAX];
    int64_t ends;
};
bool certify_read(const char *folder, struct certified *);

/* The path of a file in the folder. */
void certify_path(const char *folder, const char *name, char out[CERTIFY_PATH_MAX]);

#endif
