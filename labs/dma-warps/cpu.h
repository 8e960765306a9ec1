// What the lab's functions compute, as a CPU does it, and the sizes that both sides know.
#pragma once

/// y = a x + y.
inline void saxpy_on_cpu(float a, const float* x, float* y, int count) {
  for (int i = 0; i < count; ++i) y[i] = a * x[i] + y[i];
}

// A stencil: each cell of `out` is a sum over the cells around one of `in`. Around the cells of
// `in` lies a rim, so that no cell is a special one: kRadius rows above and below, and kRim cells
// on the left and, at least, on the right. A row of `in` takes `pitch` floats.
constexpr int kRadius = 2;
constexpr int kRim = 4;

inline void stencil_on_cpu(const float* in, float* out, int width, int height, int pitch) {
  for (int r = 0; r < height; ++r) {
    for (int c = 0; c < width; ++c) {
      const int i = (r + kRadius) * pitch + c + kRim;
      float sum = in[i];
      for (int d = 1; d <= kRadius; ++d) {
        sum += in[i + d] + in[i - d] + in[i + d * pitch] + in[i - d * pitch];
      }
      out[r * width + c] = sum;
    }
  }
}

/// From the second row on, each row becomes the sum of itself and the row above, as that one is by
/// then.
inline void add_down_on_cpu(float* grid, int rows, int columns) {
  for (int r = 1; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) grid[r * columns + c] += grid[(r - 1) * columns + c];
  }
}
