/* SPDX-License-Identifier: MIT */
/*
 * What we use of OpenSSL, which is loaded when somebody first wants https: linked it would make
 * every start longer, and who joins no such server needs none.
 */
#ifndef KUFSA_TUI_LIBSSL_H
#define KUFSA_TUI_LIBSSL_H

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#define LIBSSL_CALLS(X)                                                                            \
    X(ERR_clear_error)                                                                             \
    X(ERR_peek_error)                                                                              \
    X(SSL_CTX_ctrl)                                                                                \
    X(SSL_CTX_new)                                                                                 \
    X(SSL_CTX_set_default_verify_paths)                                                            \
    X(SSL_CTX_set_options)                                                                         \
    X(SSL_CTX_set_verify)                                                                          \
    X(SSL_connect)                                                                                 \
    X(SSL_ctrl)                                                                                    \
    X(SSL_free)                                                                                    \
    X(SSL_get0_param)                                                                              \
    X(SSL_get_error)                                                                               \
    X(SSL_get_verify_result)                                                                       \
    X(SSL_is_init_finished)                                                                        \
    X(SSL_new)                                                                                     \
    X(SSL_pending)                                                                                 \
    X(SSL_read_ex)                                                                                 \
    X(SSL_set1_host)                                                                               \
    X(SSL_set_alpn_protos)                                                                         \
    X(SSL_set_fd)                                                                                  \
    X(SSL_set_hostflags)                                                                           \
    X(SSL_shutdown)                                                                                \
    X(SSL_write_ex)                                                                                \
    X(TLS_client_method)                                                                           \
    X(X509_VERIFY_PARAM_set1_ip_asc)

/* Each under its own name, with its own type. */
struct libssl {
#define FIELD(name) __typeof__(&name) name;
    LIBSSL_CALLS(FIELD)
#undef FIELD
};

/* NULL: this system has none, or not the one that this program was built for. */
const struct libssl *libssl(void);

#endif
