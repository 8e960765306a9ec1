// What a transpose is, as a CPU does it. The GPU's versions must give the same.
#pragma once

/// out[c][r] = in[r][c]: row r of `in` becomes column r of `out`.
/// in: `rows` rows of `columns` elements, row by row; out: `columns` rows of `rows` elements.
template <typename T>
void transpose_on_cpu(const T* in, T* out, int rows, int columns) {
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) out[c * rows + r] = in[r * columns + c];
  }
}
