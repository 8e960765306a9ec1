// What the functions of the lab compute, as a CPU does it: loops over elements.
#pragma once

/// sum[i] = a[i] + b[i] for each i below count.
inline void add_on_cpu(const float* a, const float* b, float* sum, int count) {
  for (int i = 0; i < count; ++i) sum[i] = a[i] + b[i];
}

inline void scale_rows_on_cpu(const float* in, const float* factor, float* out, int rows,
                              int width) {
  for (int row = 0; row < rows; ++row) {
    for (int i = 0; i < width; ++i) out[row * width + i] = factor[row] * in[row * width + i];
  }
}

inline void smooth_rows_on_cpu(const float* in, float* out, int rows, int width) {
  const float* from = in;
  for (int row = 0; row < rows; ++row, from += width) {
    for (int i = 0; i < width; ++i) {
      const float left = i > 0 ? from[i - 1] : 0;
      const float right = i + 1 < width ? from[i + 1] : 0;
      out[row * width + i] = left + from[i] + right;
    }
  }
}

inline void filter_on_cpu(const float* in, const float* weights, float* out, int channels,
                          int samples, int filters) {
  for (int c = 0; c < channels; ++c) {
    for (int f = 0; f < filters; ++f) {
      float sum = 0;
      for (int s = 0; s < samples; ++s) sum += weights[s * filters + f] * in[s * channels + c];
      out[f * channels + c] = sum;
    }
  }
}
