#ifndef SUDOKU_TECHNIQUE_TECHNIQUE_H_
#define SUDOKU_TECHNIQUE_TECHNIQUE_H_

// The names that people have for deductions, in one table: what a technique is
// called, what HoDoKu gives for it (a score and a level), and how Sudoku
// Explainer rates it.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace sudoku {

enum class Technique {
  kFullHouse,
  kHiddenSingleInBox,
  kHiddenSingleInLine,
  kNakedSingle,
  kPointing,
  kClaiming,
  kLockedPair,
  kLockedTriple,
  kNakedPair,
  kNakedTriple,
  kNakedQuad,
  kHiddenPair,
  kHiddenTriple,
  kHiddenQuad,
  kXWing,
  kSwordfish,
  kJellyfish,
  kSkyscraper,
  kTwoStringKite,
  kTurbotFish,
  kEmptyRectangle,
  kDualTwoStringKite,
  kDualEmptyRectangle,
  kFinnedXWing,
  kSashimiXWing,
  kFinnedSwordfish,
  kSashimiSwordfish,
  kFinnedJellyfish,
  kSashimiJellyfish,
  kFrankenXWing,
  kFrankenSwordfish,
  kFrankenJellyfish,
  kFinnedFrankenXWing,
  kFinnedFrankenSwordfish,
  kFinnedFrankenJellyfish,
  kMutantXWing,
  kMutantSwordfish,
  kMutantJellyfish,
  kFinnedMutantXWing,
  kFinnedMutantSwordfish,
  kFinnedMutantJellyfish,
  kFinnedMutantSquirmbag,
  kSimpleColoursTrap,
  kSimpleColoursWrap,
  kMultiColours,
  kXYWing,
  kXYZWing,
  kWWing,
  kRemotePair,
  kXChain,
  kXYChain,
  kNiceLoop,
  kAlternatingChain,
  kDiscontinuousLoop,
  kGroupedChain,
  kGroupedLoop,
  kGroupedDiscontinuousLoop,
  kAlmostLockedXZ,
  kAlmostLockedXYWing,
  kAlmostLockedChain,
  kDeathBlossom,
  kSueDeCoq,
  kUniqueRectangle1,
  kUniqueRectangle2,
  kUniqueRectangle3,
  kUniqueRectangle4,
  kUniqueRectangle5,
  kUniqueRectangle6,
  kHiddenRectangle,
  kAvoidableRectangle1,
  kAvoidableRectangle2,
  kBugPlusOne,
  // Of Sudoku Explainer alone.
  kDirectPointing,
  kDirectClaiming,
  kDirectHiddenPair,
  kDirectHiddenTriple,
  kUniqueLoop1,
  kUniqueLoop2,
  kUniqueLoop3,
  kUniqueLoop4,
  kGrave1,
  kGrave2,
  kGrave3,
  kGrave4,
  kAlignedPairExclusion,
  kAlignedTripletExclusion,
  kXCycle,
  kYCycle,
  kXYCycle,
  kForcingXChain,
  kForcingChain,
  kNishioForcingChain,
  kCellForcingChain,
  kRegionForcingChain,
  kDynamicContradiction,
  kDynamicDouble,
  kDynamicCell,
  kDynamicRegion,
  kDynamicPlus,
  kNestedChains,
  kNestedMultiple,
  kNestedDynamic,
  // What a rule of the puzzle says by itself, see StepOptions::rules_of.
  kRule,
};

enum class Level { kEasy, kMedium, kHard, kUnfair, kExtreme };
[[nodiscard]] absl::string_view LevelName(Level level);

struct TechniqueRow {
  Technique technique;
  absl::string_view name;  // "X-Wing"
  absl::string_view word;  // "x-wing", for programs.
  int score;               // HoDoKu's.
  Level level;             // HoDoKu's.
  // Ten times the rating of Sudoku Explainer; of chains, that of the shortest.
  // Of techniques that it does not have (finned fish), a figure of this
  // program's own, so that it may be compared.
  int rating;
  bool needs_uniqueness;
  // Whether a puzzle is solved with it unless one says otherwise: not if it
  // takes long, or if others find all that it does.
  bool is_default = true;
};

// All of them, in the order in which they are tried: by rating.
[[nodiscard]] absl::Span<const TechniqueRow> AllTechniques();
[[nodiscard]] const TechniqueRow& RowOf(Technique technique);

}  // namespace sudoku

#endif  // SUDOKU_TECHNIQUE_TECHNIQUE_H_
