// What does printf in a kernel make of conversions that the programming guide's list lacks?
//
// `printf_formats N` prints line N, in a process of its own, because some lines end it; from
// kLines on it prints nothing and returns 2. Behind the conversion in question each line prints the
// number 5, which shows whether what follows is right.
//
// nvcc -std=c++20 -arch=sm_90 -o printf_formats bench/h200/printf_formats.cu
// for line in $(seq 0 19); do ./printf_formats $line || echo "exit code $?"; done
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr int kLines = 20;

__global__ void print_line(int line) {
  const double number = 2.5;
  const char* text = "abcdef";
  const std::size_t size = 77;
  switch (line) {
    case 0:
      printf("%%d %%u %%lld %%hd|%d|%u|%lld|%hd|%d|\n", -7, 7U, -7LL, 70000, 5);
      break;
    case 1:
      printf("%%5.2f %%*d|%5.2f|%*d|%d|\n", number, 8, 42, 5);
      break;
    case 2:
      printf("%%lf %%hu|%lf|%hu|%d|\n", number, 70000, 5);
      break;
    case 3:
      printf("%%zu|%zu|%d|\n", size, 5);
      break;
    case 4:
      printf("%%zu alone|%zu|\n", size);
      break;
    case 5:
      printf("%%zx|%zx|%d|\n", size, 5);
      break;
    case 6:
      printf("%%jd|%jd|%d|\n", 77LL, 5);
      break;
    case 7:
      printf("%%td|%td|%d|\n", 77LL, 5);
      break;
    case 8:
      printf("%%qd|%qd|%d|\n", 77LL, 5);
      break;
    case 9:
      printf("%%Lf|%Lf|%d|\n", number, 5);
      break;
    case 10:
      printf("%%hhu|%hhu|%d|\n", 7, 5);
      break;
    case 11:
      printf("%%hhx|%hhx|%d|\n", 0x1234, 5);
      break;
    case 12:
      printf("%%.*f|%.*f|%d|\n", 3, number, 5);
      break;
    case 13:
      printf("%%.*d|%.*d|%d|\n", 3, 7, 5);
      break;
    case 14:
      printf("%%*.*f|%*.*f|%d|\n", 8, 3, number, 5);
      break;
    case 15:
      printf("%%.*s|%.*s|%d|\n", 3, text, 5);
      break;
    case 16:
      printf("%%zu %%s|%zu|%s|%d|\n", size, text, 5);
      break;
    case 17:
      printf("%%n|%n|%d|\n", nullptr, 5);
      break;
    case 18:
      printf("%%k|%k|%d|\n", 5);
      break;
    case 19:
      printf("%%s %%.2s %%c|%s|%.2s|%c|%d|\n", text, text, 'x', 5);
      break;
    default:
      break;
  }
}

}  // namespace

int main(int count, char** words) {
  const int line = count == 2 ? std::atoi(words[1]) : kLines;
  if (line < 0 || line >= kLines) return 2;
  print_line<<<1, 1>>>(line);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorName(error));
  return error == cudaSuccess ? 0 : 1;
}
