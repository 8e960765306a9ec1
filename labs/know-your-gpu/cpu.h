// What the functions of the lab compute, as a CPU does it: loops over elements.
#pragma once

/// sum[i] = a[i] + b[i] for each i below count.
inline void add_on_cpu(const float* a, const float* b, float* sum, int count) {
  for (int i = 0; i < count; ++i) sum[i] = a[i] + b[i];
}

/// Each row of `out` is the row of `in`, backwards. Rows lie one behind the other, `width` elements
/// each, so element (x, y) is number y * width + x.
inline void mirror_on_cpu(const int* in, int* out, int width, int height) {
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) out[y * width + x] = in[y * width + (width - 1 - x)];
  }
}

/// Element (x, y, z) of the box is number (z * height + y) * width + x. What lies on the surface of
/// the box stays, the inside becomes 0.
inline void shell_on_cpu(const int* in, int* out, int width, int height, int depth) {
  for (int z = 0; z < depth; ++z) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const int i = (z * height + y) * width + x;
        const bool is_outside =
            x == 0 || x == width - 1 || y == 0 || y == height - 1 || z == 0 || z == depth - 1;
        out[i] = is_outside ? in[i] : 0;
      }
    }
  }
}
