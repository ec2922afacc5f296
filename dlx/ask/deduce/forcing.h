#ifndef DLX_ASK_DEDUCE_FORCING_H_
#define DLX_ASK_DEDUCE_FORCING_H_

// Forcing: what follows from an option being taken, or being left out, step by
// step; and what follows from that.
//
//   * Taken, it rules out the options that it shares an item with. Ruled out,
//     an option forces the last option of an item. All that is forced or ruled
//     out is a net: each conclusion knows its causes.
//   * If a net forces an option and rules it out, its start was wrong (a
//     contradiction). If the nets of all options of an item agree on something,
//     that is true (a verity), and so it is if a net agrees with the net of the
//     opposite start.
//   * A net is dynamic if items count as having one option left when others
//     were ruled out in the net; else only what has two options before counts.
//   * Without branches a net is a chain, or a cycle if it comes back to its
//     start.
//
// A conclusion is as complex as its causes are many.
//
// When nothing follows any more in a dynamic net, other deductions may be made
// from what it left (base and cover, or nets in turn), and the net goes on.
// What such an inference rules out rests on the options of its base that are
// out in the net.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "dlx/ask/deduce.h"

namespace dlx {

// A conclusion of a net: an option is taken, or it is out.
struct Conclusion {
  OptionId option;
  bool is_on = false;
};

struct ForcingHint {
  enum class Kind { kCycle, kChain, kContradiction, kDouble, kVerity };

  Kind kind = Kind::kChain;
  Conclusion target;
  // How many conclusions it rests on, itself among them.
  size_t complexity = 0;
  // Where it starts: an option, or all options of an item (a verity).
  Conclusion start = {};
  ItemId item = {};
  // Of kCycle and kChain, what is forced; of kCycle, what is out.
  std::vector<ChainLink> links = {};
  std::vector<OptionId> removed = {};
};

// A deduction that is made within a net.
struct NetInference {
  std::vector<OptionId> removed = {};
  // It holds because options of `base` that have no item of `cover` are out.
  std::vector<ItemId> base = {};
  std::vector<ItemId> cover = {};
  // Of what follows from nets or chains in turn; else 0.
  size_t complexity = 0;
  uint64_t key = 0;  // The same for what follows in the same way.
};
using NetInferences = std::shared_ptr<const std::vector<NetInference>>;

struct ForcingNets {
  // By item: whether it rules out others when one of its options is taken (not
  // if it has colours), and whether it forces its last option (if it is open).
  std::vector<bool> rules_out;
  std::vector<bool> forces;
  bool is_dynamic = false;
  // What follows if these options are left, of those of the state; nothing, or
  // an empty vector, if nothing does. Nets and chains are used only if
  // `with_nets`. Of dynamic nets.
  std::function<NetInferences(const OptionSet& left, bool with_nets)> infer =
      nullptr;
};

// Makes nets of a state as they are asked for, and keeps them. The state has to
// outlive it, and must not change.
class Forcing {
 public:
  // `rank` is by item: those of lower rank are looked at first. The first item
  // of an option is its home: if the option is taken, others of its home are
  // what is told to be out.
  Forcing(const DeductionState& state, ForcingNets which,
          absl::Span<const int> rank);
  ~Forcing();
  Forcing(const Forcing&) = delete;
  Forcing& operator=(const Forcing&) = delete;

  using Visit = absl::FunctionRef<void(const ForcingHint& hint)>;

  // Cycles and chains that are more complex are not looked for, and nets do not
  // go on from inferences that are.
  void set_most_complexity(size_t most);

  // A net goes on from nets and chains within it so many times only, until more
  // is allowed.
  void set_most_nested(size_t most);
  // Whether some net ended for that reason.
  bool has_unfinished() const;

  // Of the option that is taken: cycles back to it, and chains that show that
  // it is out; and of the option that is out. For nets that are not dynamic.
  void VisitCycles(OptionId option, Visit visit);
  void VisitChains(OptionId option, Visit visit);
  // The net contradicts itself.
  void VisitContradiction(OptionId option, bool is_on, Visit visit);
  // Both starts agree.
  void VisitDouble(OptionId option, Visit visit);
  // All options of the item agree. REQUIRES: it is open, and has options.
  void VisitVerity(ItemId item, Visit visit);

  // What follows, and the items that it rests on; its links are the options
  // that are forced, each after those that it needs.
  [[nodiscard]] Deduction DeductionOf(const ForcingHint& hint);
  // The same, within another net.
  [[nodiscard]] NetInference InferenceOf(const ForcingHint& hint);
  // What the hint rules out, if it is true.
  [[nodiscard]] std::vector<OptionId> RemovedBy(const ForcingHint& hint) const;

 private:
  class Nets;
  std::unique_ptr<Nets> nets_;
};

}  // namespace dlx

#endif  // DLX_ASK_DEDUCE_FORCING_H_
