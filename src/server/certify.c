/* SPDX-License-Identifier: MIT */
/* The house's authority, with OpenSSL. */
#define _GNU_SOURCE
#include "server/certify.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

#include "system/folder.h"

enum {
    AUTHORITY_DAYS = 3650,
    SERVER_DAYS = 397, /* the longest that browsers accept from public authorities */
    RENEW_DAYS = 30,
    DAY_S = 86400,
    SERIAL_SIZE = 16,
    NAME_SIZE = 256,
    FOLDER_MODE = 0700,
    LOCK_TRIES = 200, /* of 10 ms */
};

/* What the authority may vouch for, so that its key, if stolen, is worth nothing elsewhere. */
static const char constraints[] =
    "critical,permitted;DNS:localhost,permitted;DNS:local,permitted;DNS:lan,"
    "permitted;DNS:internal,permitted;DNS:home.arpa,"
    "permitted;IP:127.0.0.0/255.0.0.0,permitted;IP:10.0.0.0/255.0.0.0,"
    "permitted;IP:172.16.0.0/255.240.0.0,permitted;IP:192.168.0.0/255.255.0.0,"
    "permitted;IP:169.254.0.0/255.255.0.0,permitted;IP:100.64.0.0/255.192.0.0,"
    "permitted;IP:0:0:0:0:0:0:0:1/FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF,"
    "permitted;IP:FC00:0:0:0:0:0:0:0/FE00:0:0:0:0:0:0:0";

/* ---- names ---- */

static bool is_private(int family, const uint8_t *a)
{
    static const uint8_t loopback[16] = {[15] = 1};
    if (family == AF_INET6)
        return (a[0] & 0xfe) == 0xfc || memcmp(a, loopback, sizeof loopback) == 0;
    return a[0] == 127 || a[0] == 10 || (a[0] == 172 && (a[1] & 0xf0) == 16) ||
           (a[0] == 192 && a[1] == 168) || (a[0] == 169 && a[1] == 254) ||
           (a[0] == 100 && (a[1] & 0xc0) == 64);
}

enum address_kind { ADDRESS_NONE, ADDRESS_FOREIGN, ADDRESS_PRIVATE };

/* If it is an address, writes its usual form. */
static enum address_kind read_address(const char *name, char out[INET6_ADDRSTRLEN])
{
    static const int families[] = {AF_INET, AF_INET6};
    uint8_t bytes[16];
    for (int i = 0; i < 2; i++)
        if (uv_inet_pton(families[i], name, bytes) == 0 &&
            uv_inet_ntop(families[i], bytes, out, INET6_ADDRSTRLEN) == 0)
            return is_private(families[i], bytes) ? ADDRESS_PRIVATE : ADDRESS_FOREIGN;
    return ADDRESS_NONE;
}

bool certify_allows(const char *name)
{
    static const char *const endings[] = {".local", ".lan", ".internal", ".home.arpa"};
    char address[INET6_ADDRSTRLEN];
    size_t size = strlen(name);
    enum address_kind kind = read_address(name, address);
    if (kind != ADDRESS_NONE)
        return kind == ADDRESS_PRIVATE;
    if (size == 0 || size >= NAME_SIZE || name[0] == '.' || name[0] == '-' ||
        strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-") != size ||
        strstr(name, ".."))
        return false;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t tail = strlen(endings[i]);
        if (size > tail && strcasecmp(name + size - tail, endings[i]) == 0)
            return true;
    }
    return strcasecmp(name, "localhost") == 0;
}

/* Adds `DNS:name` or `IP:address`, once, if the authority may certify it. */
static void add_name(struct text *list, const char *name)
{
    char entry[NAME_SIZE + 8], address[INET6_ADDRSTRLEN];
    struct text text;
    if (!certify_allows(name))
        return;
    bool number = read_address(name, address) != ADDRESS_NONE;
    text_init(&text, entry, sizeof entry);
    text_string(&text, number ? "IP:" : "DNS:");
    text_string(&text, number ? address : name);
    text_char(&text, ',');
    if (strstr(list->bytes, entry))
        return;
    text_string(list, entry);
}

static void add_addresses(struct text *list)
{
    uv_interface_address_t *all;
    int count;
    if (uv_interface_addresses(&all, &count) != 0)
        return;
    for (int i = 0; i < count; i++) {
        char name[INET6_ADDRSTRLEN];
        bool six = all[i].address.address4.sin_family == AF_INET6;
        int failed = six ? uv_ip6_name(&all[i].address.address6, name, sizeof name)
                         : uv_ip4_name(&all[i].address.address4, name, sizeof name);
        if (!failed)
            add_name(list, name);
    }
    uv_free_interface_addresses(all, count);
}

static void add_given(struct text *list, const char *folder)
{
    char path[CERTIFY_PATH_MAX], line[NAME_SIZE + 1];
    certify_path(folder, "names", path);
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = '\0';
        add_name(list, line);
    }
    if (file)
        fclose(file);
}

/* All names of this machine, for subjectAltName. */
static void list_names(const char *folder, char out[CERTIFY_NAMES_MAX])
{
    char host[NAME_SIZE], local[NAME_SIZE + 8];
    struct text list, text;
    size_t size = sizeof host;
    text_init(&list, out, CERTIFY_NAMES_MAX);
    add_name(&list, "localhost");
    if (uv_os_gethostname(host, &size) == 0) {
        host[strcspn(host, ".")] = '\0';
        text_init(&text, local, sizeof local);
        text_string(&text, host);
        text_string(&text, ".local");
        add_name(&list, local);
    }
    add_name(&list, "127.0.0.1");
    add_name(&list, "::1");
    add_given(&list, folder);
    add_addresses(&list);
    if (list.size > 0)
        list.bytes[list.size - 1] = '\0'; /* the last comma */
}

/* ---- files ---- */

void certify_path(const char *folder, const char *name, char out[CERTIFY_PATH_MAX])
{
    struct text text;
    text_init(&text, out, CERTIFY_PATH_MAX);
    text_string(&text, folder);
    text_char(&text, '/');
    text_string(&text, name);
}

/* Makes the folder and those above it. */
static bool make_folder(const char *folder)
{
    char path[CERTIFY_PATH_MAX];
    certify_path(folder, "", path);
    for (char *at = path + 1; *at != '\0'; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        if (mkdir(path, FOLDER_MODE) != 0 && errno != EEXIST)
            return false;
        *at = '/';
    }
    return true;
}

/* Replaces the file by these bytes, as a whole. */
static bool put_file(const char *folder, const char *name, const char *bytes, size_t size, int mode)
{
    char path[CERTIFY_PATH_MAX], fresh[CERTIFY_PATH_MAX];
    certify_path(folder, name, path);
    certify_path(folder, ".new", fresh);
    unlink(fresh);
    int fd = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    bool written = fd >= 0 && folder_write(fd, bytes, size) && fsync(fd) == 0;
    if (fd >= 0)
        close(fd);
    return written && rename(fresh, path) == 0;
}

static bool put_memory(const char *folder, const char *name, BIO *memory, int mode)
{
    char *bytes;
    long size = BIO_get_mem_data(memory, &bytes);
    return size > 0 && put_file(folder, name, bytes, (size_t)size, mode);
}

static X509 *get_certificate(const char *folder, const char *name)
{
    char path[CERTIFY_PATH_MAX];
    certify_path(folder, name, path);
    FILE *file = fopen(path, "re");
    X509 *certificate = file ? PEM_read_X509(file, NULL, NULL, NULL) : NULL;
    if (file)
        fclose(file);
    return certificate;
}

static EVP_PKEY *get_key(const char *folder, const char *name)
{
    char path[CERTIFY_PATH_MAX];
    certify_path(folder, name, path);
    FILE *file = fopen(path, "re");
    EVP_PKEY *key = file ? PEM_read_PrivateKey(file, NULL, NULL, NULL) : NULL;
    if (file)
        fclose(file);
    return key;
}

/* ---- certificates ---- */

struct authority {
    X509 *certificate;
    EVP_PKEY *key;
};

static void forget(struct authority *authority)
{
    X509_free(authority->certificate);
    EVP_PKEY_free(authority->key);
}

static bool add_extension(X509 *certificate, X509 *issuer, int kind, const char *value)
{
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509V3_set_ctx_nodb(&context);
    X509_EXTENSION *extension = X509V3_EXT_nconf_nid(NULL, &context, kind, value);
    bool added = extension && X509_add_ext(certificate, extension, -1) == 1;
    X509_EXTENSION_free(extension);
    return added;
}

static bool set_serial(X509 *certificate)
{
    unsigned char bytes[SERIAL_SIZE];
    BIGNUM *number = NULL;
    bool set = RAND_bytes(bytes, sizeof bytes) == 1;
    bytes[0] = (bytes[0] & 0x7f) | 0x40; /* positive, and of fixed length */
    number = set ? BN_bin2bn(bytes, sizeof bytes, NULL) : NULL;
    set = number && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate));
    BN_free(number);
    return set;
}

/* A certificate with this key and name, valid for `days` from yesterday (clocks differ). */
static X509 *begin_certificate(EVP_PKEY *key, const char *name, int days)
{
    X509 *made = X509_new();
    X509_NAME *subject = made ? X509_get_subject_name(made) : NULL;
    if (made && X509_set_version(made, X509_VERSION_3) == 1 && set_serial(made) &&
        X509_gmtime_adj(X509_getm_notBefore(made), -DAY_S) &&
        X509_time_adj_ex(X509_getm_notAfter(made), days, 0, NULL) &&
        X509_set_pubkey(made, key) == 1 &&
        X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, (const unsigned char *)name, -1,
                                   -1, 0) == 1)
        return made;
    X509_free(made);
    return NULL;
}

static bool make_authority(struct authority *authority)
{
    char host[NAME_SIZE / 2] = "", name[64];
    struct text text;
    size_t size = sizeof host;
    uv_os_gethostname(host, &size);
    host[32] = '\0'; /* a common name has at most 64 characters */
    text_init(&text, name, sizeof name);
    text_string(&text, "Kufsa at ");
    text_string(&text, host);
    authority->key = EVP_EC_gen("P-256");
    X509 *made = authority->key ? begin_certificate(authority->key, name, AUTHORITY_DAYS) : NULL;
    authority->certificate = made;
    return made && X509_set_issuer_name(made, X509_get_subject_name(made)) == 1 &&
           add_extension(made, made, NID_basic_constraints, "critical,CA:TRUE,pathlen:0") &&
           add_extension(made, made, NID_key_usage, "critical,keyCertSign,cRLSign") &&
           add_extension(made, made, NID_ext_key_usage, "serverAuth") && /* no mail, no programs */
           add_extension(made, made, NID_subject_key_identifier, "hash") &&
           add_extension(made, made, NID_name_constraints, constraints) &&
           X509_sign(made, authority->key, EVP_sha256()) != 0;
}

static enum certify_status save_authority(const char *folder, const struct authority *authority)
{
    BIO *key = BIO_new(BIO_s_mem()), *certificate = BIO_new(BIO_s_mem());
    enum certify_status status = CERTIFY_MEMORY;
    if (key && certificate &&
        PEM_write_bio_PrivateKey(key, authority->key, NULL, NULL, 0, NULL, NULL) == 1 &&
        PEM_write_bio_X509(certificate, authority->certificate) == 1)
        status = put_memory(folder, "authority.key", key, 0600) &&
                         put_memory(folder, "authority.pem", certificate, 0644)
                     ? CERTIFY_OK
                     : CERTIFY_FOLDER;
    BIO_free(key);
    BIO_free(certificate);
    return status;
}

/* Reads the authority, or makes it if there is no trace of one. */
static enum certify_status open_authority(const char *folder, struct authority *authority)
{
    char path[CERTIFY_PATH_MAX];
    authority->certificate = get_certificate(folder, "authority.pem");
    authority->key = get_key(folder, "authority.key");
    if (authority->certificate && authority->key)
        return X509_check_private_key(authority->certificate, authority->key) == 1
                   ? CERTIFY_OK
                   : CERTIFY_AUTHORITY;
    certify_path(folder, "authority.pem", path);
    if (access(path, F_OK) == 0 || authority->key)
        return CERTIFY_AUTHORITY;
    return make_authority(authority) ? save_authority(folder, authority) : CERTIFY_MEMORY;
}

static bool sign_server(const struct authority *authority, X509 *made, const char *names)
{
    X509 *issuer = authority->certificate;
    return X509_set_issuer_name(made, X509_get_subject_name(issuer)) == 1 &&
           add_extension(made, issuer, NID_basic_constraints, "critical,CA:FALSE") &&
           add_extension(made, issuer, NID_key_usage, "critical,digitalSignature") &&
           add_extension(made, issuer, NID_ext_key_usage, "serverAuth") &&
           add_extension(made, issuer, NID_subject_key_identifier, "hash") &&
           add_extension(made, issuer, NID_authority_key_identifier, "keyid") &&
           add_extension(made, issuer, NID_subject_alt_name, names) &&
           X509_sign(made, authority->key, EVP_sha256()) != 0;
}

static enum certify_status make_server(const char *folder, const struct authority *authority,
                                       const char *names)
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *made = key ? begin_certificate(key, "Kufsa", SERVER_DAYS) : NULL;
    BIO *out = BIO_new(BIO_s_mem());
    enum certify_status status = CERTIFY_MEMORY;
    if (made && out && sign_server(authority, made, names) && PEM_write_bio_X509(out, made) == 1 &&
        PEM_write_bio_X509(out, authority->certificate) == 1 &&
        PEM_write_bio_PrivateKey(out, key, NULL, NULL, 0, NULL, NULL) == 1)
        status = put_memory(folder, "server.pem", out, 0600) ? CERTIFY_OK : CERTIFY_FOLDER;
    BIO_free(out);
    X509_free(made);
    EVP_PKEY_free(key);
    return status;
}

/* ---- is it current? ---- */

/* `DNS:a,IP:b` of a certificate, as list_names writes them. */
static void read_names(X509 *certificate, char out[CERTIFY_NAMES_MAX])
{
    struct text list;
    GENERAL_NAMES *names = X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
    text_init(&list, out, CERTIFY_NAMES_MAX);
    for (int i = 0; i < sk_GENERAL_NAME_num(names); i++) {
        const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, i);
        char address[INET6_ADDRSTRLEN];
        text_string(&list, i ? "," : "");
        if (name->type == GEN_IPADD) {
            const ASN1_OCTET_STRING *bytes = name->d.iPAddress;
            uv_inet_ntop(bytes->length == 4 ? AF_INET : AF_INET6, bytes->data, address,
                         sizeof address);
            text_string(&list, "IP:");
            text_string(&list, address);
        } else if (name->type == GEN_DNS) {
            text_string(&list, "DNS:");
            text_bytes(&list, name->d.dNSName->data, (size_t)name->d.dNSName->length);
        }
    }
    GENERAL_NAMES_free(names);
}

/* Is the server's certificate by this authority, for these names, and good for a while? */
static bool is_current(const char *folder, const struct authority *authority, const char *names)
{
    char present[CERTIFY_NAMES_MAX];
    time_t limit = time(NULL) + (time_t)RENEW_DAYS * DAY_S;
    X509 *certificate = get_certificate(folder, "server.pem");
    EVP_PKEY *key = certificate ? get_key(folder, "server.pem") : NULL;
    bool current = key && X509_check_private_key(certificate, key) == 1 &&
                   X509_verify(certificate, authority->key) == 1 &&
                   X509_cmp_time(X509_get0_notAfter(certificate), &limit) > 0;
    if (current) {
        read_names(certificate, present);
        current = string_equal(present, names);
    }
    X509_free(certificate);
    EVP_PKEY_free(key);
    return current;
}

/* ---- the whole ---- */

/* Makes the folder, and waits while another process changes what is in it, but not for ever: a
 * server may be waiting here. Closing the descriptor gives it back; -1: there is no folder. */
static int lock_folder(const char *folder)
{
    static const struct timespec nap = {.tv_nsec = 10000000};
    int fd = -1;
    if (strlen(folder) <= CERTIFY_PATH_MAX - 32 && make_folder(folder))
        fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int i = 0; fd >= 0 && i < LOCK_TRIES && flock(fd, LOCK_EX | LOCK_NB) != 0; i++)
        nanosleep(&nap, NULL);
    return fd;
}

enum certify_status certify_renew(const char *folder)
{
    char names[CERTIFY_NAMES_MAX];
    struct authority authority = {0};
    int lock = lock_folder(folder);
    if (lock < 0)
        return CERTIFY_FOLDER;
    enum certify_status status = open_authority(folder, &authority);
    if (status == CERTIFY_OK) {
        list_names(folder, names);
        status = is_current(folder, &authority, names) ? CERTIFY_CURRENT
                                                       : make_server(folder, &authority, names);
    }
    forget(&authority);
    close(lock);
    return status;
}

enum certify_status certify_set_names(const char *folder, const char *names)
{
    int lock = lock_folder(folder);
    if (lock < 0)
        return CERTIFY_FOLDER;
    bool put = put_file(folder, "names", names, strlen(names), 0644);
    close(lock);
    return put ? CERTIFY_OK : CERTIFY_FOLDER;
}

/* AB:CD:… */
static bool write_print(const X509 *certificate, char out[CERTIFY_PRINT_MAX])
{
    unsigned char hash[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    if (X509_digest(certificate, EVP_sha256(), hash, &size) != 1)
        return false;
    for (unsigned i = 0; i < size; i++)
        snprintf(out + (size_t)i * 3, 4, "%02X%s", hash[i], i + 1 < size ? ":" : "");
    return true;
}

bool certify_read(const char *folder, struct certified *out)
{
    struct tm ends;
    X509 *server = get_certificate(folder, "server.pem");
    X509 *authority = get_certificate(folder, "authority.pem");
    bool read = server && authority && write_print(authority, out->print) &&
                ASN1_TIME_to_tm(X509_get0_notAfter(server), &ends) == 1;
    if (read) {
        out->ends = timegm(&ends);
        read_names(server, out->names);
    }
    X509_free(server);
    X509_free(authority);
    return read;
}
