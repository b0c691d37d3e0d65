#include "targets/tileiras/tileiras.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "ir/text/parse.h"
#include "ir/verify/verify.h"
#include "targets/tileiras/bytecode/decode.h"
#include "targets/tileiras/bytecode/encode.h"

namespace tilefuzz::targets {
namespace {

ir::Program seed(const std::string& name) {
  std::ifstream in(std::string(TILEFUZZ_SOURCE_DIR) + "/corpus/seeds/" + name + ".tile");
  const auto parsed = ir::parse(std::string{std::istreambuf_iterator<char>(in), {}});
  EXPECT_TRUE(parsed.ok()) << render(parsed.errors, name);
  return parsed.program;
}

Configuration at(std::string version = "13.3.36", std::map<std::string, std::string> options = {}) {
  return {"tileiras", std::move(version), "sm_120", 1, std::move(options)};
}

const std::vector<std::string> kSeeds = {"left_superpanel", "store_loop_store", "tmem_copy"};

TEST(Tileiras, EmitsSeedsThatDecodeToTheProgram) {
  const Target& target = tileiras_target();
  for (const std::string& name : kSeeds) {
    const ir::Program program = seed(name);
    for (const OptionRow& option : target.options()) {
      for (const std::string& value : option.values) {
        for (const std::string& version : target.versions()) {
          const Configuration configuration = at(version, {{std::string(option.name), value}});
          const auto emitted = target.emit(program, configuration);
          ASSERT_TRUE(emitted.has_value()) << emitted.error().message;
          const auto difference = target.check_emitted(program, configuration, *emitted);
          EXPECT_EQ(difference, std::nullopt) << name << " " << to_string(configuration);
        }
      }
    }
  }
}

TEST(Tileiras, CheckFindsAnotherProgram) {
  const Target& target = tileiras_target();
  const ir::Program program = seed("left_superpanel");
  auto emitted = target.emit(program, at());
  EXPECT_EQ(target.check_emitted(seed("store_loop_store"), at(), *emitted),
            "the decoded module is another one");
  EXPECT_EQ(target.check_emitted(program, at("13.3.36", {{"tokens", "serial"}}), *emitted),
            "the decoded module is another one");
  std::string& bytes = emitted->files.front().bytes;
  bytes.resize(bytes.size() / 2);
  EXPECT_NE(target.check_emitted(program, at(), *emitted), std::nullopt);
}

TEST(Tileiras, FilesAreOfTheVersionThatWasAsked) {
  const Target& target = tileiras_target();
  const ir::Program program = seed("left_superpanel");
  const auto minor = [&](std::string version, std::map<std::string, std::string> options) {
    const auto emitted = target.emit(program, at(std::move(version), std::move(options)));
    EXPECT_TRUE(emitted.has_value()) << emitted.error().message;
    return emitted ? int{tileiras::bytecode::decode(emitted->files.front().bytes)->version.minor} : 0;
  };
  EXPECT_EQ(minor("13.5.37", {}), 3);
  EXPECT_EQ(minor("13.2.78", {}), 2);
  EXPECT_EQ(minor("13.5.37", {{"bytecode", "native"}}), 5);
  EXPECT_EQ(minor("13.5.37", {{"bytecode", "13.1"}}), 1);
  EXPECT_EQ(minor("13.3.36", {{"bytecode", "13.4"}}), 3);
  EXPECT_FALSE(target.emit(program, at("13.3.36", {{"bytecode", "14"}})).has_value());
  EXPECT_FALSE(target.emit(program, at("13.3.36", {{"tokens", "wrong"}})).has_value());
}

TEST(Tileiras, AbiIsPointerExtentsStridesInOrder) {
  const auto emitted = tileiras_target().emit(seed("left_superpanel"), at());
  ASSERT_TRUE(emitted.has_value());
  using Kind = AbiParameter::Kind;
  std::vector<Kind> kinds;
  for (const AbiParameter& parameter : emitted->abi.parameters) kinds.push_back(parameter.kind);
  const std::vector<Kind> expected = {Kind::pointer, Kind::extent, Kind::extent, Kind::stride, Kind::pointer,
                                      Kind::extent,  Kind::extent, Kind::stride, Kind::scalar};
  EXPECT_EQ(kinds, expected);
  EXPECT_EQ(emitted->abi.parameters[3].axis, 0);
  EXPECT_EQ(emitted->abi.parameters[8].param, 2);
  EXPECT_EQ(emitted->entry, "left_superpanel");
}

TEST(Tileiras, ControlIsValidAndAcceptedEverywhere) {
  const Target& target = tileiras_target();
  const ir::Program control = target.control();
  EXPECT_TRUE(ir::verify(control).empty()) << render(ir::verify(control), "control");
  for (const std::string& version : target.versions()) {
    for (const ArchProfile& arch : target.profile(version).architectures) {
      Configuration configuration = at(version);
      configuration.arch = arch.name;
      EXPECT_EQ(target.expect(control, configuration).kind, Expectation::Kind::accept)
          << version << arch.name;
      const auto emitted = target.emit(control, configuration);
      ASSERT_TRUE(emitted.has_value()) << emitted.error().message;
      EXPECT_EQ(target.check_emitted(control, configuration, *emitted), std::nullopt);
    }
  }
}

TEST(Tileiras, PlansOneProcessWithNothingInherited) {
  const Target& target = tileiras_target();
  Installation installation;
  installation.paths = {
      {"root", "/opt/t"}, {"compiler", "/opt/t/bin/tileiras"}, {"ptxas", "/opt/t/bin/ptxas"}};
  const LaunchPlan plan = target.plan(installation, at("13.3.36", {{"lineinfo", "on"}}), {});
  const std::vector<std::string> expected = {"/opt/t/bin/tileiras",
                                             "{scratch}/kernel.tileirbc",
                                             "-o",
                                             "{scratch}/kernel.cubin",
                                             "--gpu-name",
                                             "sm_120",
                                             "-O1",
                                             "--lineinfo"};
  EXPECT_EQ(plan.argv, expected);
  EXPECT_EQ(plan.artifact, "kernel.cubin");
  for (const char* name : {"CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"})
    EXPECT_FALSE(plan.environment.contains(name));
  const PrivateFolder folder = target.private_folder(installation);
  EXPECT_EQ(folder.paths.at("compiler"), "bin/tileiras");
  ASSERT_EQ(folder.entries.size(), 5u);
  EXPECT_EQ(folder.entries[1].source, "tilefuzz-ptxas-shim");
}

}  // namespace
}  // namespace tilefuzz::targets
