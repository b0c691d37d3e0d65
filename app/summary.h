#pragma once

#include <string>

#include "harness/campaign/campaign.h"

namespace tilefuzz::app {

inline constexpr double kProgressSeconds = 10;

std::string progress_line(const campaign::Summary& summary);

// What a campaign found, what it cost, and how much of what it drew was accepted.
std::string summary_text(const campaign::Summary& summary, std::uint64_t seed);
std::string summary_json(const campaign::Summary& summary, std::uint64_t seed);

std::string bucket_json(const campaign::Bucket& bucket);

}  // namespace tilefuzz::app
