#include "vgpu/protocol/requests.h"

#include <gtest/gtest.h>

#include "tests/vgpu/protocol/each_opcode.h"
#include "tests/vgpu/protocol/sample_message.h"

namespace warpscope::device {
namespace {

/// Becomes a member of whatever type.
struct Anything {
  template <typename T>
  operator T() const;
};
template <typename Part, typename... Members>
constexpr std::size_t member_count() {
  if constexpr (requires { Part{Members()..., Anything()}; }) {
    return member_count<Part, Members..., Anything>();
  } else {
    return sizeof...(Members);
  }
}
static_assert(member_count<Grant>() == 2 && member_count<TextureRequest>() == 6);

/// Calls `visit.template operator()<Part>()` for each type of message.
template <typename Visit>
void for_each_message(Visit&& visit) {
  visit.template operator()<Status>();
  for_each_opcode([&]<Opcode opcode>() {
    const testing::ScopedTrace trace(__FILE__, __LINE__,
                                     "opcode " + std::to_string(static_cast<unsigned>(opcode)));
    visit.template operator()<typename Exchange<opcode>::Request>();
    visit.template operator()<typename Exchange<opcode>::Reply>();
  });
}

TEST(Requests, AllOpcodesHaveFields) {
  int count = 0;
  for_each_opcode([&]<Opcode opcode>() { ++count; });
  EXPECT_EQ(count, 45);
}

TEST(Requests, TheListsOfFieldsAreWhole) {
  for_each_message(
      []<typename Part>() { EXPECT_EQ(listed(Part()).members, member_count<Part>()); });
  EXPECT_EQ(listed(Box()).members, member_count<Box>());
  EXPECT_EQ(listed(ManagedVariable()).members, member_count<ManagedVariable>());
  using Parameter = KernelDescription::Parameter;
  EXPECT_EQ(listed(Parameter()).members, member_count<Parameter>());
}

TEST(Requests, EachMessageComesBackWhole) {
  for_each_message([]<typename Part>() {
    const auto part = sample<Part>();
    const std::vector<std::byte> body = body_of(part);
    BodyReader reader(body);
    EXPECT_EQ(listed(get<Part>(reader)).values, listed(part).values);
    EXPECT_NO_THROW(reader.expect_end());
  });
}

TEST(Requests, EachMessageCutAnywhereIsAnError) {
  for_each_message([]<typename Part>() {
    std::vector<std::byte> body = body_of(sample<Part>());
    for (std::size_t length = 0; length < body.size(); ++length) {
      BodyReader reader{std::span(body).first(length)};
      EXPECT_THROW(get<Part>(reader), ProtocolError) << length << " of " << body.size() << " bytes";
    }
    body.push_back(std::byte{0});
    BodyReader reader(body);
    EXPECT_NO_THROW(get<Part>(reader));
    EXPECT_THROW(reader.expect_end(), ProtocolError);
  });
}

/// What the reader says of the message; empty when it takes it.
template <typename Part>
std::string refusal(const Part& part) {
  const std::vector<std::byte> body = body_of(part);
  BodyReader reader(body);
  try {
    get<Part>(reader);
    return {};
  } catch (const ProtocolError& error) {
    return error.what();
  }
}

TEST(Requests, FieldsBeyondTheirLimitsAreRefused) {
  LaunchRequest launch;
  launch.parameters.resize(arch::kMaxParameterBytes);
  EXPECT_EQ(refusal(launch), "");
  launch.parameters.resize(arch::kMaxParameterBytes + 1);
  EXPECT_EQ(refusal(launch), "A message holds a field of 32765 bytes; at most 32764 are allowed.");
  EXPECT_EQ(refusal(UnsupportedCall{std::string(1024, 'x')}), "");
  EXPECT_NE(refusal(UnsupportedCall{std::string(1025, 'x')}), "");
  EXPECT_EQ(refusal(NameInModule{1, std::string(kMaxNameBytes, 'x')}), "");
  EXPECT_NE(refusal(NameInModule{1, std::string(kMaxNameBytes + 1, 'x')}), "");
  EXPECT_EQ(refusal(KernelOutput{std::string(kMaxNameBytes + 1, 'x'), {}}), "");
}

TEST(Requests, AnImpossibleNumberOfDevicesIsRefused) {
  DeviceDescription device;
  for (const std::uint32_t count : {1U, kMostDevices}) {
    device.device_count = count;
    EXPECT_EQ(refusal(device), "");
  }
  for (const std::uint32_t count : {0U, kMostDevices + 1}) {
    device.device_count = count;
    EXPECT_EQ(refusal(device), "The virtual GPU names an impossible number of devices.");
  }
}

TEST(Requests, AKernelDescriptionWithAParameterOutsideItsBufferIsRefused) {
  KernelDescription kernel;
  kernel.parameter_bytes = 16;
  kernel.parameters = {{0, 8}, {8, 8}};
  EXPECT_EQ(refusal(kernel), "");
  kernel.parameters.push_back({12, 8});
  EXPECT_EQ(refusal(kernel), "A kernel parameter lies outside the parameter buffer.");
  kernel.parameters.back() = {17, 0};
  EXPECT_EQ(refusal(kernel), "A kernel parameter lies outside the parameter buffer.");
}

TEST(Requests, AKernelWithTooManyParametersIsRefused) {
  KernelDescription kernel;
  kernel.parameter_bytes = arch::kMaxParameterBytes + 1;
  EXPECT_EQ(refusal(kernel), "A kernel has more parameters than CUDA allows.");
  kernel.parameter_bytes = 0;
  kernel.parameters.resize(arch::kMaxParameterBytes);
  EXPECT_EQ(refusal(kernel), "");
  kernel.parameters.resize(arch::kMaxParameterBytes + 1);
  EXPECT_EQ(refusal(kernel), "A kernel has more parameters than CUDA allows.");
}

TEST(Requests, ACountThatTheBodyDoesNotHoldIsRefused) {
  BodyWriter writer;
  writer.put(~std::uint32_t{0});  // managed variables
  const std::vector<std::byte> body = writer.take();
  BodyReader reader(body);
  EXPECT_THROW(get<LoadRequest>(reader), ProtocolError);
}

}  // namespace
}  // namespace warpscope::device
