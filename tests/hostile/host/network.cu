// tries: connects to the network and to local services
// exit: 7
// never: connected
#include <sys/socket.h>

#include <cstdio>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  for (int family : {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK, AF_VSOCK}) {
    if (socket(family, SOCK_STREAM, 0) >= 0) puts("connected");
  }
}
