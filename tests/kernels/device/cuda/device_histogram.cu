// Counts of bytes that are random, all the same, and few, of many lengths from every phase of
// alignment, against a loop. The last launches, with 32 columns and with one, are for the test to
// read their bank conflicts.
#include "kernels/device/histogram.cuh"
#include "tests/kernels/cases.h"

namespace device = warpscope::device;

std::vector<unsigned> counts_of(const std::vector<std::uint8_t>& bytes, std::size_t offset) {
  std::vector<unsigned> counts(256);
  for (std::size_t i = offset; i < bytes.size(); ++i) ++counts[bytes[i]];
  return counts;
}

template <int Columns>
void by_loads(const std::vector<std::uint8_t>& bytes, std::size_t offset, std::size_t& wrong) {
  const OnDevice<std::uint8_t> in(bytes);
  const OnDevice<unsigned> counts(std::vector<unsigned>(256, 0));
  device::histogram_by_loads<128, Columns, 2, device::Load::streaming>
      <<<3, 128>>>(in.get() + offset, bytes.size() - offset, counts.get());
  count_wrong(counts.values(), counts_of(bytes, offset), wrong);
}

void by_bulk_copies(const std::vector<std::uint8_t>& bytes, std::size_t offset,
                    std::size_t& wrong) {
  const OnDevice<std::uint8_t> in(bytes);
  const OnDevice<unsigned> counts(std::vector<unsigned>(256, 0));
  constexpr std::size_t shared = device::histogram_bulk_shared_bytes<2048, 3>;
  device::histogram_by_bulk_copies<128, 2048, 3>
      <<<3, 128, shared>>>(in.get() + offset, bytes.size() - offset, counts.get());
  count_wrong(counts.values(), counts_of(bytes, offset), wrong);
}

int main() {
  Random random(13);
  std::size_t wrong = 0;
  for (const int values : {256, 1, 5}) {
    for (const std::size_t count : {0, 1, 15, 16, 17, 4095, 4096, 30001}) {
      for (const std::size_t offset : {0, 1, 8, 15}) {
        std::vector<std::uint8_t> bytes(offset + count);
        for (std::uint8_t& byte : bytes)
          byte = static_cast<std::uint8_t>(255 - random.bits() % values);
        by_loads<32>(bytes, offset, wrong);
        by_loads<8>(bytes, offset, wrong);
        by_loads<1>(bytes, offset, wrong);
        by_bulk_copies(bytes, offset, wrong);
      }
    }
  }
  report("histograms", wrong);
  wrong = 0;
  std::vector<std::uint8_t> bytes(1 << 16);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.bits());
  by_loads<32>(bytes, 0, wrong);
  by_loads<1>(bytes, 0, wrong);
  report("random bytes", wrong);
  return 0;
}
