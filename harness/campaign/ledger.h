#pragma once

#include <map>
#include <mutex>
#include <set>
#include <string>

#include "harness/campaign/campaign.h"

namespace tilefuzz::campaign {

// What the workers of a campaign share: counts, buckets, and which signatures are known to be flaky.
class Ledger {
 public:
  Ledger(const Settings& settings, const Listener& listener);

  void count_case(const DrawnCase& drawn, bool accepted, const Outcome& outcome);
  // `program`: its text, kept in our-faults/ beside the findings; empty if there is none.
  void our_fault(std::int64_t number, const std::string& what, const std::string& program = {});
  void tool_fault(std::int64_t number, const std::string& what);

  bool is_flaky(const std::string& signature) const;
  void mark_flaky(const std::string& signature);

  // Claims the confirmation of a bucket: true for the first caller with this key.
  bool claim(const std::string& key);
  // Gives a claim back whose confirmation failed; a few times, so that one bad moment hides no bucket.
  void release(const std::string& key);
  // Counts one more member of a bucket that is open.
  bool add_member(const std::string& key);
  // Opens the bucket of a reproduced finding and writes its folder.
  void open(const std::string& key, Finding finding);

  // Whether a hang candidate may have a long run of `cpu_seconds`: once a signature, and only when the
  // campaign has run long enough for a small share of its time to pay for it.
  bool may_confirm_hang(const std::string& signature, double cpu_seconds);
  void spent_on_hangs(double cpu_seconds);

  void add_cpu(double compiler_seconds);
  double elapsed() const;
  void finish_case(std::int64_t number);
  Summary summary() const;

 private:
  const Settings& settings_;
  const Listener& listener_;
  mutable std::mutex mutex_;
  Summary summary_;
  std::map<std::string, std::size_t> open_;  // key -> index into summary_.buckets
  std::map<std::string, std::int64_t> claimed_;
  std::map<std::string, int> released_;
  std::set<std::string> flaky_;
  std::set<std::string> hang_candidates_;
  double hang_seconds_ = 0;
  double start_ = 0;
};

}  // namespace tilefuzz::campaign
