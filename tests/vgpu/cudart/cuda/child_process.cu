// A child that fork() made cannot use its parent's device; the parent still can.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

int main() {
  void* memory = nullptr;
  std::printf("parent %s\n", cudaGetErrorName(cudaMalloc(&memory, 64)));
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    std::printf("child %s\n", cudaGetErrorName(cudaFree(memory)));
    std::fflush(stdout);
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  std::printf("parent %s\n", cudaGetErrorName(cudaFree(memory)));
  return 0;
}
