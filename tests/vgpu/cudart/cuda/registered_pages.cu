// cudaHostRegister leaves a program its pages: of a file, of shared memory, huge ones, and those
// that hold other things as well. What host, kernels and copies write there is where it belongs.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

__global__ void add_one(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += 1;
}

constexpr int kInts = 5000;
constexpr std::size_t kBytes = kInts * sizeof(int);
constexpr std::size_t kPages = 5 * 4096;

const char* name(cudaError_t error) { return cudaGetErrorName(error); }

void run(int* data) {
  add_one<<<(kInts + 255) / 256, 256>>>(data, kInts);
  std::printf(" kernel %s", name(cudaDeviceSynchronize()));
}

/// How many are not 3 i + `more`.
int wrong(const int* data, int more) {
  int count = 0;
  for (int i = 0; i < kInts; ++i) count += data[i] != 3 * i + more;
  return count;
}

/// The host writes, a kernel adds 1, and whoever else sees the file looks.
void through_file(const char* what, int file) {
  if (ftruncate(file, kPages) != 0) std::exit(2);
  void* mine = mmap(nullptr, kPages, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  void* other = mmap(nullptr, kPages, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  int* data = static_cast<int*>(mine);
  std::printf("%s: register %s", what, name(cudaHostRegister(data, kBytes, 0)));
  for (int i = 0; i < kInts; ++i) data[i] = 3 * i;
  std::printf(" host %d", wrong(static_cast<int*>(other), 0));
  run(data);
  std::printf(" device %d", wrong(static_cast<int*>(other), 1));
  // Somebody else writes, and the kernel sees it.
  for (int i = 0; i < kInts; ++i) static_cast<int*>(other)[i] = 3 * i + 7;
  run(data);
  std::printf(" other %d", wrong(data, 8));
  int* copy = nullptr;
  cudaMalloc(&copy, kBytes);
  cudaMemcpy(copy, data, kBytes, cudaMemcpyHostToDevice);
  run(copy);
  cudaMemcpyAsync(data, copy, kBytes, cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  cudaFree(copy);
  std::printf(" copied %d", wrong(static_cast<int*>(other), 9));
  std::printf(" unregister %s", name(cudaHostUnregister(data)));
  data[0] = 77;
  munmap(mine, kPages);
  int first = 0;
  const bool is_read = pread(file, &first, sizeof first, 0) == sizeof first;
  std::printf(" file %d\n", is_read ? first : -1);
  munmap(other, kPages);
  close(file);
}

/// Of memory that a child shares with its parent: the child writes while it is registered.
void through_child() {
  int* data = static_cast<int*>(
      mmap(nullptr, kPages, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  std::printf("child: register %s", name(cudaHostRegister(data, kBytes, cudaHostRegisterMapped)));
  const pid_t child = fork();
  if (child == 0) {
    for (int i = 0; i < kInts; ++i) data[i] = 3 * i;
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  run(data);
  std::printf(" wrong %d", wrong(data, 1));
  std::printf(" unregister %s\n", name(cudaHostUnregister(data)));
  munmap(data, kPages);
}

/// A child has its own copy of what is not shared.
void beside_child() {
  int* data = static_cast<int*>(std::calloc(kInts, sizeof(int)));
  std::printf("fork: register %s", name(cudaHostRegister(data, kBytes, cudaHostRegisterMapped)));
  for (int i = 0; i < kInts; ++i) data[i] = 3 * i;
  const pid_t child = fork();
  if (child == 0) {
    std::memset(data, 0xff, kBytes);
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  run(data);
  std::printf(" wrong %d", wrong(data, 1));
  std::printf(" unregister %s\n", name(cudaHostUnregister(data)));
  std::free(data);
}

/// Two arrays of one page, and what lies between them, which a thread writes meanwhile.
void parts_of_page() {
  constexpr int kFew = 300;
  char* page = static_cast<char*>(
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  int* first = reinterpret_cast<int*>(page + 4);
  int* second = reinterpret_cast<int*>(page + 4096 - kFew * sizeof(int));
  char* between = reinterpret_cast<char*>(first + kFew);
  const std::size_t between_bytes = reinterpret_cast<char*>(second) - between;
  std::printf("parts: register %s", name(cudaHostRegister(first, kFew * sizeof(int), 0)));
  std::printf(" %s", name(cudaHostRegister(second, kFew * sizeof(int), 0)));
  std::thread writer([&] {
    for (int round = 0; round < 20000; ++round) std::memset(between, round & 0x7f, between_bytes);
    page[0] = 'p';
  });
  for (int round = 0; round < 20; ++round) {
    add_one<<<2, 256>>>(first, kFew);
    add_one<<<2, 256>>>(second, kFew);
    cudaDeviceSynchronize();
  }
  writer.join();
  int count = page[0] != 'p';
  for (int i = 0; i < kFew; ++i) count += (first[i] != 20) + (second[i] != 20);
  for (std::size_t i = 0; i < between_bytes; ++i) count += between[i] != (19999 & 0x7f);
  std::printf(" wrong %d", count);
  std::printf(" unregister %s", name(cudaHostUnregister(second)));
  std::printf(" %s\n", name(cudaHostUnregister(first)));
  munmap(page, 4096);
}

/// Large pages where the system has some; they stay large or small, and the bytes are right.
void huge_pages() {
  constexpr std::size_t kHuge = std::size_t{2} << 20;
  void* place = mmap(nullptr, kHuge, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
  void* room = nullptr;
  if (place == MAP_FAILED) {
    room = mmap(nullptr, 2 * kHuge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    place =
        reinterpret_cast<void*>((reinterpret_cast<std::size_t>(room) + kHuge - 1) / kHuge * kHuge);
    madvise(place, kHuge, MADV_HUGEPAGE);
  }
  int* data = static_cast<int*>(place) + 1000;
  std::printf("huge: register %s", name(cudaHostRegister(data, kBytes, 0)));
  for (int i = 0; i < kInts; ++i) data[i] = 3 * i;
  data[-1] = data[kInts] = 55;
  run(data);
  std::printf(" wrong %d", wrong(data, 1) + (data[-1] != 55) + (data[kInts] != 55));
  std::printf(" unregister %s\n", name(cudaHostUnregister(data)));
  if (room != nullptr) {
    munmap(room, 2 * kHuge);
  } else {
    munmap(place, kHuge);
  }
}

/// Memory that the program may only read, without saying so.
void read_only() {
  int* data = static_cast<int*>(
      mmap(nullptr, kPages, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  for (int i = 0; i < kInts; ++i) data[i] = 3 * i;
  mprotect(data, kPages, PROT_READ);
  const cudaError_t error = cudaHostRegister(data, kBytes, cudaHostRegisterDefault);
  std::printf("read only: register %s", name(error));
  if (error == cudaSuccess) cudaHostUnregister(data);
  std::printf(" wrong %d", wrong(data, 0));
  // It is still that.
  int ends[2];
  const bool can_be_written =
      pipe(ends) == 0 && write(ends[1], "0123", 4) == 4 && read(ends[0], data, 4) == 4;
  std::printf(" writable %d\n", can_be_written);
  munmap(data, kPages);
  munmap(data, kPages);
  std::printf("unmapped: register %s\n", name(cudaHostRegister(data, kBytes, 0)));
}

int main() {
  char path[] = "registered_pages_XXXXXX";
  char other[] = P_tmpdir "/registered_pages_XXXXXX";
  int file = mkstemp(path);
  if (file < 0) file = mkstemp(other);
  unlink(path);
  unlink(other);
  through_file("file", file);
  char shared[64];
  std::snprintf(shared, sizeof shared, "/registered_pages_%d", static_cast<int>(getpid()));
  file = shm_open(shared, O_RDWR | O_CREAT, 0600);
  shm_unlink(shared);
  through_file("shm_open", file);
  through_file("memfd", memfd_create("registered_pages", 0));
  through_child();
  beside_child();
  parts_of_page();
  huge_pages();
  read_only();
  cudaGetLastError();
  std::printf("end %s\n", name(cudaDeviceSynchronize()));
  return 0;
}
