// Writes what a lab with a judge.toml need not have and a program that measures is made of:
// driver.cu, exercise.h, and answers.cu where the answers have a header.
//   write_sources LAB_FOLDER FOLDER
#include <cstdio>
#include <exception>

#include "base/files.h"
#include "runner/data_lab/driver_text.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s LAB_FOLDER FOLDER\n", argv[0]);
    return 2;
  }
  try {
    const std::filesystem::path lab = argv[1], folder = argv[2];
    const auto data = warpscope::runner::load_data_lab(lab);
    if (!data) return 0;
    auto sources = warpscope::runner::made_sources(*data);
    if (!data->answers.empty()) sources["answers.cu"] = warpscope::runner::answers_text(*data);
    for (const auto& [name, text] : sources)
      if (!std::filesystem::exists(lab / name)) warpscope::write_file(folder / name, text);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
