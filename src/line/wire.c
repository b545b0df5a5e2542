/* SPDX-License-Identifier: MIT */
/* Sockets, and TLS on them. */
#define _DEFAULT_SOURCE
#include "line/wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>
#include <unistd.h>

#include "line/address.h"

/* ---- TLS ---- */

/* Shared by all connections and made for the first: reading the system's trusted certificates
 * takes a while. */
static SSL_CTX *trust(void)
{
    static SSL_CTX *context;
    if (context)
        return context;
    context = SSL_CTX_new(TLS_client_method());
    if (!context)
        return NULL;
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_default_verify_paths(context); /* without any, nobody is trusted */
    return context;
}

/* Sets whose certificate it must be; a name is also sent to the server, which may have several. */
static bool expect_host(SSL *tls, const char *host)
{
    char name[ADDRESS_HOST_MAX];
    struct in6_addr number;
    struct text text;
    if (inet_pton(AF_INET, host, &number) == 1 || inet_pton(AF_INET6, host, &number) == 1)
        return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls), host) == 1;
    text_init(&text, name, sizeof name);
    text_string(&text, host);
    SSL_set_hostflags(tls,
                      X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
    return SSL_set1_host(tls, host) == 1 && SSL_set_tlsext_host_name(tls, name) == 1;
}

static bool begin_tls(struct wire *wire, const char *host)
{
    static const unsigned char protocol[] = "\x08http/1.1";
    SSL_CTX *context = trust();
    wire->tls = context ? SSL_new(context) : NULL;
    return wire->tls && expect_host(wire->tls, host) &&
           SSL_set_alpn_protos(wire->tls, protocol, sizeof protocol - 1) == 0 &&
           SSL_set_fd(wire->tls, wire->socket) == 1;
}

/* Why the handshake failed, if not because of the certificate: the reply was not TLS, or the
 * server refused. */
static const char *discord(int reason)
{
    switch (reason) {
    case SSL_R_WRONG_VERSION_NUMBER:
    case SSL_R_PACKET_LENGTH_TOO_LONG:
    case SSL_R_HTTP_REQUEST:
    case SSL_R_HTTPS_PROXY_REQUEST: return "join.tls.none";
    default: return "join.tls.refused";
    }
}

/* Why the certificate was not accepted. */
static const char *doubt(const SSL *tls, int reason)
{
    switch (SSL_get_verify_result(tls)) {
    case X509_V_OK: return discord(reason);
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH: return "join.tls.name";
    case X509_V_ERR_CERT_HAS_EXPIRED:
    case X509_V_ERR_CERT_NOT_YET_VALID: return "join.tls.time";
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE: return "join.tls.issuer";
    default: return "join.tls.certificate";
    }
}

/* What it means that a call moved no bytes. */
static int meaning(struct wire *wire, int result)
{
    switch (SSL_get_error(wire->tls, result)) {
    case SSL_ERROR_WANT_READ: return WIRE_LATER;
    case SSL_ERROR_WANT_WRITE: wire->writes = true; return WIRE_LATER;
    case SSL_ERROR_ZERO_RETURN: return WIRE_END;
    default: return WIRE_LOST;
    }
}

static enum wire_state shake_hands(struct wire *wire, const char **reason)
{
    ERR_clear_error();
    wire->writes = false;
    int result = SSL_connect(wire->tls);
    if (result == 1)
        return WIRE_READY;
    int error = SSL_get_error(wire->tls, result);
    if (meaning(wire, result) == WIRE_LATER)
        return WIRE_WAITS;
    int why = ERR_GET_REASON(ERR_peek_error());
    *reason = "join.dropped";
    if (error != SSL_ERROR_SSL || why == SSL_R_UNEXPECTED_EOF_WHILE_READING)
        return WIRE_FAILED;
    *reason = doubt(wire->tls, why);
    return WIRE_REFUSED;
}

/* ---- coming and going ---- */

/* Why there is no connection. */
static const char *absence(int error)
{
    switch (error) {
    case ECONNREFUSED: return "join.refused";
    case ETIMEDOUT: return "join.timeout";
    case ECONNRESET: return "join.dropped";
    default: return "join.unreachable";
    }
}

const char *wire_dial(struct wire *wire, const struct addrinfo *address, const char *tls_host)
{
    int on = 1, kind = SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK;
    const char *reason = NULL;
    *wire = (struct wire){.socket = socket(address->ai_family, kind, 0)};
    if (wire->socket < 0)
        return absence(errno);
    setsockopt(wire->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    wire->connected = connect(wire->socket, address->ai_addr, address->ai_addrlen) == 0;
    wire->writes = !wire->connected;
    if (!wire->connected && errno != EINPROGRESS)
        reason = absence(errno);
    else if (tls_host && !begin_tls(wire, tls_host))
        reason = "join.tls.refused";
    if (reason)
        wire_close(wire);
    return reason;
}

enum wire_state wire_ready(struct wire *wire, const char **reason)
{
    if (!wire->connected) {
        int error = 0;
        socklen_t size = sizeof error;
        struct sockaddr_storage peer;
        socklen_t peer_size = sizeof peer;
        if (getsockopt(wire->socket, SOL_SOCKET, SO_ERROR, &error, &size) != 0 || error != 0) {
            *reason = absence(error);
            return WIRE_FAILED;
        }
        if (getpeername(wire->socket, (struct sockaddr *)&peer, &peer_size) != 0)
            return WIRE_WAITS;
        wire->connected = true;
        wire->writes = false;
    }
    return wire->tls ? shake_hands(wire, reason) : WIRE_READY;
}

/* The terminal ignores SIGPIPE: OpenSSL uses plain writes on sockets. */
int64_t wire_send(struct wire *wire, const void *bytes, size_t size)
{
    if (wire->tls) {
        size_t sent;
        ERR_clear_error();
        wire->writes = false;
        int result = SSL_write_ex(wire->tls, bytes, size, &sent);
        return result == 1 ? (int64_t)sent : meaning(wire, result);
    }
    ssize_t sent = send(wire->socket, bytes, size, MSG_NOSIGNAL);
    if (sent >= 0)
        return sent;
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? WIRE_LATER : WIRE_LOST;
}

int64_t wire_receive(struct wire *wire, void *bytes, size_t capacity)
{
    if (wire->tls) {
        size_t got;
        ERR_clear_error();
        wire->writes = false;
        int result = SSL_read_ex(wire->tls, bytes, capacity, &got);
        return result == 1 ? (int64_t)got : meaning(wire, result);
    }
    ssize_t got = recv(wire->socket, bytes, capacity, 0);
    if (got >= 0)
        return got;
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? WIRE_LATER : WIRE_LOST;
}

bool wire_pending(const struct wire *wire)
{
    return wire->tls && SSL_pending(wire->tls) > 0;
}

void wire_close(struct wire *wire)
{
    if (wire->tls) {
        ERR_clear_error();
        if (SSL_is_init_finished(wire->tls))
            SSL_shutdown(wire->tls); /* says goodbye without waiting for the reply */
        SSL_free(wire->tls);
    }
    if (wire->socket >= 0)
        close(wire->socket);
    *wire = (struct wire){.socket = -1};
}
