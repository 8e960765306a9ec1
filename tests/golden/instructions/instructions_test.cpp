// Every form of every instruction that computes exactly, on 2048 inputs each: the results' hashes
// are those that an H200 gave.
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "tests/golden/instructions/form_kernel.h"
#include "tests/golden/instructions/inputs.h"
#include "tests/support/moved_path.h"
#include "tests/vgpu/exec/support/machine.h"

namespace warpscope::golden {
namespace {

using exec::test::Machine;

std::vector<Form> measured_forms() {
  std::ifstream file(moved_path(WARPSCOPE_MEASURED_FORMS));
  return read_forms(file);
}

class Forms {
 public:
  explicit Forms(const std::vector<Form>& forms) : machine_(text(forms)) {
    out_ = machine_.upload(std::vector<std::uint64_t>(kInputThreads));
  }

  std::uint64_t hash(std::size_t index, const Form& form) {
    std::uint64_t in[4] = {0, 0, 0, 0};
    for (std::uint32_t s = 0; s < form.sources.size(); ++s) {
      std::uint64_t& address = inputs_[{form.sources[s], s}];
      if (address == 0) address = machine_.upload(inputs(form.sources[s], s));
      in[s] = address;
    }
    const auto launched = machine_.launch("k" + std::to_string(index), {kInputThreads / 256, 1, 1},
                                          {256, 1, 1}, in[0], in[1], in[2], in[3], out_);
    if (launched.fault) {
      ADD_FAILURE() << form.text << ": " << launched.fault->message;
      return 0;
    }
    return hash_results(machine_.download<std::uint64_t>(out_, kInputThreads),
                        form.destination[0]);
  }

 private:
  static std::string text(const std::vector<Form>& forms) {
    std::string ptx = form_module_head();
    for (std::size_t i = 0; i < forms.size(); ++i) ptx += form_kernel(i, forms[i]);
    return ptx;
  }

  Machine machine_;
  std::map<std::pair<std::string, std::uint32_t>, std::uint64_t> inputs_;
  std::uint64_t out_ = 0;
};

TEST(InstructionForms, GiveTheBitsOfAnH200) {
  const auto forms = measured_forms();
  ASSERT_GT(forms.size(), 3700u);
  Forms machine(forms);
  for (std::size_t i = 0; i < forms.size(); ++i)
    EXPECT_EQ(machine.hash(i, forms[i]), forms[i].hash) << forms[i].text;
}

// The hash is of what the instruction computes: another instruction has another one.
TEST(InstructionForms, AreToldApart) {
  std::map<std::string, std::uint64_t> hashes;
  for (const Form& form : measured_forms()) hashes[form.text] = form.hash;
  EXPECT_NE(hashes.at("add.rn.f32"), hashes.at("add.rz.f32"));
  EXPECT_NE(hashes.at("mul.rn.f32"), hashes.at("mul.rn.ftz.f32"));
  EXPECT_NE(hashes.at("fma.rn.f16"), hashes.at("fma.rn.relu.f16"));
}

}  // namespace
}  // namespace warpscope::golden
