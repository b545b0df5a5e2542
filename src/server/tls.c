/* SPDX-License-Identifier: MIT */
/* TLS with OpenSSL, between buffers in memory. */
#include "server/tls.h"

#include <limits.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdlib.h>

#include "base/check.h"

struct tls_keys {
    SSL_CTX *context;
};

struct tls {
    SSL *ssl;
    BIO *in, *out; /* the connection's; what `ssl` reads and writes */
};

/* ---- keys ---- */

static void tell_error(struct text *why)
{
    char reason[256];
    unsigned long error = ERR_get_error();
    ERR_error_string_n(error, reason, sizeof reason);
    text_string(why, error != 0 ? reason : "no reason");
    ERR_clear_error();
}

/* The page speaks HTTP/1.1 only. Programs that name no protocol may speak it too. */
static int choose_protocol(SSL *ssl, const unsigned char **out, unsigned char *out_size,
                           const unsigned char *in, unsigned in_size, void *unused)
{
    static const unsigned char ours[] = "\x08http/1.1";
    unsigned char *chosen;
    (void)ssl;
    (void)unused;
    if (SSL_select_next_proto(&chosen, out_size, ours, sizeof ours - 1, in, in_size) !=
        OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_ALERT_FATAL;
    *out = chosen;
    return SSL_TLSEXT_ERR_OK;
}

/* TLS 1.2 or newer, with forward secrecy. The client chooses the cipher: a phone knows which one is
 * fast on it. */
static SSL_CTX *new_context(void)
{
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (!context)
        return NULL;
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_alpn_select_cb(context, choose_protocol, NULL);
    if (SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 &&
        SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1)
        return context;
    SSL_CTX_free(context);
    return NULL;
}

static enum tls_failure read_files(SSL_CTX *context, const char *certificate, const char *key)
{
    if (SSL_CTX_use_certificate_chain_file(context, certificate) != 1)
        return TLS_CERTIFICATE;
    if (SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1)
        return ERR_GET_REASON(ERR_peek_error()) == X509_R_KEY_VALUES_MISMATCH ? TLS_MISMATCH
                                                                              : TLS_KEY;
    return SSL_CTX_check_private_key(context) == 1 ? TLS_OK : TLS_MISMATCH;
}

enum tls_failure tls_load(struct tls_keys **keys, const char *certificate, const char *key,
                          struct text *why)
{
    ERR_clear_error();
    struct tls_keys *made = malloc(sizeof *made);
    SSL_CTX *context = made ? new_context() : NULL;
    if (!context) {
        free(made);
        return TLS_MEMORY;
    }
    enum tls_failure failure = read_files(context, certificate, key);
    if (failure != TLS_OK) {
        tell_error(why);
        SSL_CTX_free(context);
        free(made);
        return failure;
    }
    tls_unload(*keys);
    made->context = context;
    *keys = made;
    return TLS_OK;
}

void tls_unload(struct tls_keys *keys)
{
    if (!keys)
        return;
    SSL_CTX_free(keys->context); /* connections have their own reference */
    free(keys);
}

/* ---- connections ---- */

struct tls *tls_new(struct tls_keys *keys)
{
    struct tls *tls = calloc(1, sizeof *tls);
    if (!tls)
        return NULL;
    tls->ssl = SSL_new(keys->context);
    tls->in = BIO_new(BIO_s_mem());
    tls->out = BIO_new(BIO_s_mem());
    if (!tls->ssl || !tls->in || !tls->out) {
        BIO_free(tls->in);
        BIO_free(tls->out);
        SSL_free(tls->ssl);
        free(tls);
        return NULL;
    }
    SSL_set_bio(tls->ssl, tls->in, tls->out); /* `ssl` now owns them */
    SSL_set_accept_state(tls->ssl);
    return tls;
}

void tls_free(struct tls *tls)
{
    if (!tls)
        return;
    SSL_free(tls->ssl);
    free(tls);
}

bool tls_receive(struct tls *tls, const void *bytes, size_t size)
{
    size_t taken;
    return BIO_write_ex(tls->in, bytes, size, &taken) == 1 && taken == size;
}

int tls_read(struct tls *tls, void *out, size_t size)
{
    size_t count;
    CHECK(size <= INT_MAX);
    ERR_clear_error();
    if (SSL_read_ex(tls->ssl, out, size, &count) == 1)
        return (int)count;
    int error = SSL_get_error(tls->ssl, 0);
    ERR_clear_error();
    return error == SSL_ERROR_WANT_READ ? 0 : -1;
}

bool tls_write(struct tls *tls, const void *bytes, size_t size)
{
    size_t count = 0;
    ERR_clear_error();
    if (size == 0)
        return true;
    bool written = SSL_write_ex(tls->ssl, bytes, size, &count) == 1 && count == size;
    ERR_clear_error();
    return written;
}

void tls_end(struct tls *tls)
{
    ERR_clear_error();
    if (SSL_is_init_finished(tls->ssl))
        SSL_shutdown(tls->ssl);
    ERR_clear_error();
}

size_t tls_out(struct tls *tls, const char **bytes)
{
    char *memory;
    long size = BIO_get_mem_data(tls->out, &memory);
    *bytes = memory;
    return size > 0 ? (size_t)size : 0;
}

void tls_sent(struct tls *tls)
{
    (void)BIO_reset(tls->out);
}
