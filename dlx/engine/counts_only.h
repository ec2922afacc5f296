#ifndef DLX_ENGINE_COUNTS_ONLY_H_
#define DLX_ENGINE_COUNTS_ONLY_H_

// Stubs for what an engine that only counts, and alone, does not do. Its row in
// the table says so; the functions are never called.

#include <cstdint>
#include <cstdlib>
#include <memory>

#include "absl/types/span.h"
#include "dlx/engine/engine.h"

namespace dlx::internal {

// Base is Engine, or an engine's class.
template <typename Base>
class CountsOnly : public Base {
 public:
  using Base::Base;

  Engine::Step FindNext(uint64_t) override { std::abort(); }
  absl::Span<const OptionId> solution() const override { std::abort(); }
  void SetCostCeiling(int64_t) override { std::abort(); }
  std::unique_ptr<Engine::Branch> GiveAway() override { return nullptr; }
  void StartAt(const Engine::Branch&) override { std::abort(); }
};

}  // namespace dlx::internal

#endif  // DLX_ENGINE_COUNTS_ONLY_H_
