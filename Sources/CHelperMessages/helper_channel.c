#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "helper_channel.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0  // helper_socket_pair sets an option of the socket instead
#endif

// A message that carries one descriptor.
typedef union descriptor_message {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(sizeof(int))];
} descriptor_message;

int helper_socket_pair(int ends[2]) {
#ifdef __linux__
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0 ? 0 : errno;
#else
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return errno;
    for (int index = 0; index < 2; index++) {
        int on = 1;
        fcntl(ends[index], F_SETFD, FD_CLOEXEC);
        setsockopt(ends[index], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
    }
    return 0;
#endif
}

static int send_descriptor(int process, int descriptor, uint8_t byte) {
    struct iovec part = {.iov_base = &byte, .iov_len = 1};
    descriptor_message control = {0};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
    ssize_t count;
    do count = sendmsg(process, &message, MSG_NOSIGNAL);
    while (count < 0 && errno == EINTR);
    return count == 1 ? 0 : -1;
}

int helper_open_channel(int process, uint8_t kind) {
    int ends[2];
    if ((errno = helper_socket_pair(ends)) != 0) return -1;
    int status = send_descriptor(process, ends[1], kind), error = errno;
    close(ends[1]);
    if (status == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0) return ends[0];
    if (status == 0) error = errno;
    close(ends[0]);
    errno = error;
    return -1;
}

int helper_accept_channel(int process, uint8_t *kind) {
    struct iovec part = {.iov_base = kind, .iov_len = 1};
    descriptor_message control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    ssize_t count;
    do count = recvmsg(process, &message, 0);
    while (count < 0 && errno == EINTR);
    struct cmsghdr *head = count == 1 ? CMSG_FIRSTHDR(&message) : NULL;
    if (!head || head->cmsg_type != SCM_RIGHTS) return -1;
    int descriptor;
    memcpy(&descriptor, CMSG_DATA(head), sizeof descriptor);
    return descriptor;
}

ssize_t helper_send(int channel, const void *bytes, size_t count) {
    ssize_t sent;
    do sent = send(channel, bytes, count, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent;
}
