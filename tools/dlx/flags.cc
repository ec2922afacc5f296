#include "tools/dlx/flags.h"

#include <cstdint>
#include <optional>
#include <string>

#include "absl/flags/flag.h"
#include "tools/cli/flag_values.h"

ABSL_FLAG(cli::FormatFlag, format, {},
          "Write in this `FORMAT`: text, or JSON Lines for programs (json).");
ABSL_FLAG(bool, json, false, "The same as --format=json.");
ABSL_FLAG(bool, progress, false,
          "Show how far the search has come, in a line on standard error if "
          "that is a terminal.");
ABSL_FLAG(bool, stats, false,
          "Tell on standard error what the search did: its engine and why, "
          "nodes, updates, time, and nodes by depth.");
ABSL_FLAG(cli::LimitFlag, k, {},
          "Print the `N` best covers, and not just one.");
ABSL_FLAG(cli::LimitFlag, n, {}, "Print `N` covers, and not just one.");
ABSL_FLAG(std::string, diagram_file, "",
          "Write this `FILE`, the same as DIAGRAM.");
ABSL_FLAG(std::string, order_file, "",
          "Engine layers is to cover the items in the order in this `FILE`.");
ABSL_FLAG(bool, show_order, false,
          "Print the order in which engine layers would cover the items, one "
          "a line, and nothing else.");
ABSL_FLAG(std::string, options, "",
          "Check the set of the options with these `NAMES` or numbers, such as "
          "0,3,4.");
ABSL_FLAG(std::string, given, "",
          "Only covers that have all options with these `NAMES` or numbers, "
          "such as 0,3,4.");

namespace dlx::tool {

bool WantsJson() {
  return absl::GetFlag(FLAGS_json) ||
         absl::GetFlag(FLAGS_format).value == cli::Format::kJson;
}

bool WantsProgress() { return absl::GetFlag(FLAGS_progress); }

bool WantsStatistics() { return absl::GetFlag(FLAGS_stats); }

std::optional<uint64_t> WantedBest() { return absl::GetFlag(FLAGS_k).value; }

std::optional<uint64_t> WantedSamples() { return absl::GetFlag(FLAGS_n).value; }

std::string DiagramFile() { return absl::GetFlag(FLAGS_diagram_file); }

std::string OrderFile() { return absl::GetFlag(FLAGS_order_file); }

bool WantsOrder() { return absl::GetFlag(FLAGS_show_order); }

std::string OptionsGiven() { return absl::GetFlag(FLAGS_given); }

std::string OptionsToCheck() { return absl::GetFlag(FLAGS_options); }

}  // namespace dlx::tool
