// Packs a folder of inputs into an archive and unpacks it again:
//   fuzz_archive pack FOLDER ARCHIVE
//   fuzz_archive unpack ARCHIVE FOLDER      the folder may hold other files
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string_view>

#include "tests/fuzz/archive.h"

namespace {

namespace fs = std::filesystem;
using namespace warpscope::fuzz;

void unpack(const fs::path& archive, const fs::path& folder) {
  const auto inputs = read_archive(archive);
  fs::create_directories(folder);
  for (const Input& input : inputs) {
    std::ofstream file(folder / input.name, std::ios::binary);
    file.write(input.bytes.data(), static_cast<std::streamsize>(input.bytes.size()));
    file.close();
    if (!file) throw std::runtime_error("Cannot write " + (folder / input.name).string() + ".");
  }
}

}  // namespace

int main(int count, char** arguments) {
  try {
    const std::string_view action = count == 4 ? arguments[1] : "";
    if (action == "pack") {
      write_archive(arguments[3], read_folder(arguments[2]));
    } else if (action == "unpack") {
      unpack(arguments[2], arguments[3]);
    } else {
      std::fputs("Usage: fuzz_archive pack FOLDER ARCHIVE | unpack ARCHIVE FOLDER\n", stderr);
      return 2;
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fuzz_archive: %s\n", error.what());
    return 1;
  }
  return 0;
}
