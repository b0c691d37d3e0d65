#include "harness/campaign/campaign.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "generators/grammar.h"
#include "harness/installation.h"
#include "harness/sandbox/scratch.h"
#include "targets/mock/mock.h"
#include "targets/mock/profile.h"
#include "targets/mock/roots.h"

namespace tilefuzz::campaign {
namespace {

namespace fs = std::filesystem;

class CampaignTest : public testing::Test {
 protected:
  CampaignTest() : scratch_(harness::Scratch::create(fs::temp_directory_path()).value()) {
    settings_.scratch = scratch_.path();
    settings_.findings = scratch_.path() / "findings";
    settings_.jobs = 2;
  }

  // A mock compiler with these roots.
  void use_roots(const std::string& toml) {
    const fs::path table = scratch_.path() / "roots.toml";
    std::ofstream(table) << toml;
    open("mock@path:" + table.string());
  }

  void open(const std::string& name) {
    const harness::Installations installed(scratch_.path());
    const auto installation = installed.find(harness::parse_target_name(name));
    ASSERT_TRUE(installation) << installation.error();
    settings_.compilers = {
        harness::open_compiler(targets::mock_target(), *installation, scratch_.path()).value()};
  }

  // Programs of all grammars in turn on both architectures and all levels.
  CaseSource source(std::uint64_t seed) {
    return [this, seed](std::int64_t number) -> Result<DrawnCase, std::string> {
      const auto grammars = generators::grammars();
      const auto& grammar = grammars[static_cast<std::size_t>(number) % grammars.size()];
      generators::Choices choices(
          generators::Source::random(seed * 1000003 + static_cast<std::uint64_t>(number)));
      DrawnCase drawn;
      drawn.grammar = std::string(grammar.name);
      drawn.configuration.target = "mock";
      drawn.configuration.version = settings_.compilers.front().bare.version;
      drawn.configuration.arch = choices.chance("arch", 50) ? "mock_2" : "mock_1";
      drawn.configuration.level = static_cast<int>(choices.choose("level", 0, 3));
      drawn.program = grammar.generate(choices, {targets::mock::profile(), {drawn.configuration.arch}});
      drawn.choices = choices.log().print();
      return drawn;
    };
  }

  Summary run(std::int64_t cases, std::uint64_t seed = 1) {
    settings_.cases = cases;
    return run_campaign(settings_, source(seed), listener_, stop_);
  }

  static const Bucket* bucket_of(const Summary& summary, const std::string& frame) {
    const auto found =
        std::find_if(summary.buckets.begin(), summary.buckets.end(),
                     [&](const Bucket& bucket) { return bucket.signature.find(frame) != std::string::npos; });
    return found == summary.buckets.end() ? nullptr : &*found;
  }

  harness::Scratch scratch_;
  Settings settings_;
  Listener listener_;
  std::atomic<bool> stop_{false};
};

TEST_F(CampaignTest, ACrashBecomesAConfirmedBucketWithItsFolder) {
  use_roots(R"([[root]]
name = "any-mma"
when = ["mma >= 1", "level >= 1"]
stack = ["planted_frame", "run"])");
  const Summary summary = run(30);
  const Bucket* bucket = bucket_of(summary, "planted_frame");
  ASSERT_NE(bucket, nullptr);
  EXPECT_EQ(bucket->kind, VerdictClass::ice_on_valid_code);
  EXPECT_EQ(bucket->confidence, Confidence::confirmed);
  EXPECT_NE(bucket->row.find("O0=ok O1=crash O3=crash"), std::string::npos) << bucket->row;
  for (const char* name : {"program.tile", "finding.json", "choices.txt", "command.sh", "stderr.txt"}) {
    EXPECT_TRUE(fs::exists(bucket->folder / name)) << name;
  }
  EXPECT_TRUE(summary.our_faults.empty()) << summary.our_faults.front();
  EXPECT_TRUE(summary.tool_faults.empty()) << summary.tool_faults.front();
}

// Every root of the table that ships: found when it stands alone, and nothing else is.
TEST_F(CampaignTest, EachLabelledRootIsFoundAndNothingElse) {
  const std::string table(targets::mock::default_roots());
  const auto roots = targets::mock::parse_roots(table);
  ASSERT_TRUE(roots) << roots.error();
  ASSERT_GE(roots->size(), 10u);
  std::size_t begin = 0;
  for (const targets::mock::Root& root : *roots) {
    SCOPED_TRACE(root.name);
    begin = table.find("[[root]]", begin);
    const std::size_t end = std::min(table.find("[[root]]", begin + 1), table.size());
    use_roots(table.substr(begin, end - begin));
    begin = end;
    settings_.findings = scratch_.path() / root.name;
    const Summary summary = run(200, 5);
    EXPECT_FALSE(summary.buckets.empty());
    for (const Bucket& bucket : summary.buckets) {
      const bool artifact = root.effect == targets::mock::Effect::empty;
      const std::string label = root.stack.empty() ? root.message : root.stack.front();
      EXPECT_TRUE(artifact ? bucket.kind == VerdictClass::bad_artifact
                           : bucket.signature.find(label) != std::string::npos)
          << bucket.signature;
    }
  }
}

TEST_F(CampaignTest, WithoutRootsNothingIsFound) {
  use_roots("");
  const Summary summary = run(60);
  EXPECT_EQ(summary.cases, 60);
  EXPECT_TRUE(summary.buckets.empty());
  EXPECT_TRUE(summary.our_faults.empty()) << summary.our_faults.front();
}

TEST_F(CampaignTest, AFlakyFaultIsRecognised) {
  use_roots(R"([[root]]
name = "flaky"
when = ["ops >= 1"]
probability = 0.3
stack = ["flaky_frame"])");
  const Summary summary = run(60);
  const Bucket* bucket = bucket_of(summary, "flaky_frame");
  ASSERT_NE(bucket, nullptr);
  const bool flaky = std::any_of(summary.buckets.begin(), summary.buckets.end(), [](const Bucket& candidate) {
    return candidate.confidence == Confidence::flaky;
  });
  EXPECT_TRUE(flaky);
  const auto accused =
      std::count_if(summary.buckets.begin(), summary.buckets.end(),
                    [](const Bucket& candidate) { return candidate.confidence != Confidence::flaky; });
  // Four runs of p = 0.3 that all show it: one claim in 120.
  EXPECT_LE(accused, 1);
}

TEST_F(CampaignTest, AHangIsConfirmedWithTheLongLimit) {
  use_roots(R"([[root]]
name = "hang"
when = ["for >= 1"]
effect = "hang"
stack = ["spin"])");
  // Enough cases for the share of time that a long run may take.
  const Summary summary = run(40);
  const Bucket* bucket = bucket_of(summary, "hang");
  ASSERT_NE(bucket, nullptr);
  EXPECT_EQ(bucket->kind, VerdictClass::hang);
  EXPECT_EQ(bucket->confidence, Confidence::reproduced);
}

TEST_F(CampaignTest, JobsChangeNothingButSpeed) {
  // No hangs, no memory, nothing flaky: what depends on time is no part of the promise.
  use_roots(R"([[root]]
name = "one"
when = ["mma >= 2", "level >= 1"]
stack = ["first"]
[[root]]
name = "two"
when = ["select >= 1", "arch == 2"]
effect = "abort"
message = "second 2"
stack = ["second"]
[[root]]
name = "three"
when = ["store >= 2"]
effect = "diagnostic"
message = "third 3")");
  std::multiset<std::string> texts[2];
  for (const int jobs : {1, 2}) {
    settings_.jobs = jobs;
    settings_.findings = scratch_.path() / std::to_string(jobs);
    const Summary summary = run(40, 7);
    for (const Bucket& bucket : summary.buckets) {
      texts[jobs - 1].insert(bucket.id + " " + std::to_string(bucket.count));
    }
  }
  EXPECT_GE(texts[0].size(), 3u);
  std::vector<std::string> difference;
  std::set_symmetric_difference(texts[0].begin(), texts[0].end(), texts[1].begin(), texts[1].end(),
                                std::back_inserter(difference));
  EXPECT_TRUE(difference.empty());
}

TEST_F(CampaignTest, StoppingEndsInOrder) {
  open("mock");
  stop_ = true;
  const Summary summary = run(1000);
  EXPECT_EQ(summary.end, End::stopped);
  EXPECT_EQ(summary.cases, 0);
}

}  // namespace
}  // namespace tilefuzz::campaign
