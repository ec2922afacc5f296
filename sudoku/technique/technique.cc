#include "sudoku/technique/technique.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace sudoku {
namespace {

using enum Technique;
using enum Level;

constexpr TechniqueRow kTechniques[] = {
    {kFullHouse, "Full House", "full-house", 4, kEasy, 10, false},
    {kHiddenSingleInBox, "Hidden Single", "hidden-single-box", 14, kEasy, 12,
     false},
    {kHiddenSingleInLine, "Hidden Single", "hidden-single-line", 14, kEasy, 15,
     false},
    {kDirectPointing, "Direct Pointing", "direct-pointing", 0, kMedium, 17,
     false, false},
    {kDirectClaiming, "Direct Claiming", "direct-claiming", 0, kMedium, 19,
     false, false},
    {kDirectHiddenPair, "Direct Hidden Pair", "direct-hidden-pair", 0, kMedium,
     20, false, false},
    {kRule, "Rule", "rule", 0, kMedium, 20, false, false},
    {kNakedSingle, "Naked Single", "naked-single", 4, kEasy, 23, false},
    {kDirectHiddenTriple, "Direct Hidden Triple", "direct-hidden-triple", 0,
     kMedium, 25, false, false},
    {kPointing, "Locked Candidates (Pointing)", "pointing", 50, kMedium, 26,
     false},
    {kClaiming, "Locked Candidates (Claiming)", "claiming", 50, kMedium, 28,
     false},
    {kLockedPair, "Locked Pair", "locked-pair", 40, kMedium, 30, false},
    {kNakedPair, "Naked Pair", "naked-pair", 60, kMedium, 30, false},
    {kXWing, "X-Wing", "x-wing", 140, kHard, 32, false},
    {kHiddenPair, "Hidden Pair", "hidden-pair", 70, kMedium, 34, false},
    {kLockedTriple, "Locked Triple", "locked-triple", 60, kMedium, 36, false},
    {kNakedTriple, "Naked Triple", "naked-triple", 80, kMedium, 36, false},
    {kSwordfish, "Swordfish", "swordfish", 150, kHard, 38, false},
    {kHiddenTriple, "Hidden Triple", "hidden-triple", 100, kMedium, 40, false},
    {kXYWing, "XY-Wing", "xy-wing", 160, kHard, 42, false},
    {kXYZWing, "XYZ-Wing", "xyz-wing", 180, kHard, 44, false},
    {kUniqueRectangle1, "Unique Rectangle Type 1", "unique-rectangle-1", 100,
     kHard, 45, true},
    {kUniqueRectangle2, "Unique Rectangle Type 2", "unique-rectangle-2", 100,
     kHard, 45, true},
    {kUniqueRectangle4, "Unique Rectangle Type 4", "unique-rectangle-4", 100,
     kHard, 45, true},
    {kUniqueRectangle5, "Unique Rectangle Type 5", "unique-rectangle-5", 100,
     kHard, 45, true},
    {kUniqueRectangle6, "Unique Rectangle Type 6", "unique-rectangle-6", 100,
     kHard, 45, true},
    {kHiddenRectangle, "Hidden Rectangle", "hidden-rectangle", 100, kHard, 45,
     true},
    {kAvoidableRectangle1, "Avoidable Rectangle Type 1",
     "avoidable-rectangle-1", 100, kHard, 45, true},
    {kAvoidableRectangle2, "Avoidable Rectangle Type 2",
     "avoidable-rectangle-2", 100, kHard, 45, true},
    {kUniqueLoop1, "Unique Loop Type 1", "unique-loop-1", 0, kHard, 45, true,
     false},
    {kUniqueLoop2, "Unique Loop Type 2", "unique-loop-2", 0, kHard, 45, true,
     false},
    {kUniqueLoop3, "Unique Loop Type 3", "unique-loop-3", 0, kHard, 45, true,
     false},
    {kUniqueLoop4, "Unique Loop Type 4", "unique-loop-4", 0, kHard, 45, true,
     false},
    {kUniqueRectangle3, "Unique Rectangle Type 3", "unique-rectangle-3", 100,
     kHard, 46, true},
    {kNakedQuad, "Naked Quadruple", "naked-quad", 120, kHard, 50, false},
    {kJellyfish, "Jellyfish", "jellyfish", 160, kHard, 52, false},
    {kHiddenQuad, "Hidden Quadruple", "hidden-quad", 150, kHard, 54, false},
    {kBugPlusOne, "Bivalue Universal Grave + 1", "bug-plus-1", 100, kHard, 56,
     true},
    {kGrave1, "Bivalue Universal Grave Type 1", "grave-1", 0, kHard, 56, true,
     false},
    {kGrave2, "Bivalue Universal Grave Type 2", "grave-2", 0, kHard, 57, true,
     false},
    {kGrave3, "Bivalue Universal Grave Type 3", "grave-3", 0, kHard, 57, true,
     false},
    {kGrave4, "Bivalue Universal Grave Type 4", "grave-4", 0, kHard, 57, true,
     false},
    {kAlignedPairExclusion, "Aligned Pair Exclusion", "aligned-pair-exclusion",
     0, kUnfair, 62, false, false},
    {kXCycle, "X-Cycle", "x-cycle", 0, kUnfair, 65, false, false},
    {kYCycle, "Y-Cycle", "y-cycle", 0, kUnfair, 65, false, false},
    {kSkyscraper, "Skyscraper", "skyscraper", 130, kHard, 66, false},
    {kTwoStringKite, "2-String Kite", "2-string-kite", 150, kHard, 66, false},
    {kDualTwoStringKite, "Dual 2-String Kite", "dual-2-string-kite", 150, kHard,
     66, false},
    {kTurbotFish, "Turbot Fish", "turbot-fish", 120, kHard, 66, false},
    {kEmptyRectangle, "Empty Rectangle", "empty-rectangle", 120, kHard, 66,
     false},
    {kDualEmptyRectangle, "Dual Empty Rectangle", "dual-empty-rectangle", 120,
     kHard, 66, false},
    {kSimpleColoursTrap, "Simple Colours Trap", "simple-colours-trap", 150,
     kHard, 66, false},
    {kSimpleColoursWrap, "Simple Colours Wrap", "simple-colours-wrap", 150,
     kHard, 66, false},
    {kXChain, "X-Chain", "x-chain", 260, kUnfair, 66, false},
    {kForcingXChain, "Forcing X-Chain", "forcing-x-chain", 0, kUnfair, 66,
     false, false},
    {kFinnedXWing, "Finned X-Wing", "finned-x-wing", 130, kHard, 67, false},
    {kSashimiXWing, "Sashimi X-Wing", "sashimi-x-wing", 150, kHard, 67, false},
    {kMultiColours, "Multi Colours", "multi-colours", 200, kHard, 68, false},
    {kFinnedSwordfish, "Finned Swordfish", "finned-swordfish", 200, kUnfair, 68,
     false},
    {kSashimiSwordfish, "Sashimi Swordfish", "sashimi-swordfish", 240, kUnfair,
     68, false},
    {kFinnedJellyfish, "Finned Jellyfish", "finned-jellyfish", 250, kUnfair, 69,
     false},
    {kSashimiJellyfish, "Sashimi Jellyfish", "sashimi-jellyfish", 260, kUnfair,
     69, false},
    {kNiceLoop, "Continuous Nice Loop", "nice-loop", 280, kUnfair, 70, false},
    {kWWing, "W-Wing", "w-wing", 150, kHard, 70, false},
    {kRemotePair, "Remote Pair", "remote-pair", 110, kHard, 70, false},
    {kXYChain, "XY-Chain", "xy-chain", 260, kUnfair, 70, false},
    {kAlternatingChain, "Alternating Inference Chain", "chain", 280, kUnfair,
     70, false},
    {kDiscontinuousLoop, "Discontinuous Nice Loop", "discontinuous-nice-loop",
     280, kUnfair, 70, false, false},
    {kXYCycle, "XY-Cycle", "xy-cycle", 0, kUnfair, 70, false, false},
    {kForcingChain, "Forcing Chain", "forcing-chain", 0, kUnfair, 70, false,
     false},
    {kSueDeCoq, "Sue de Coq", "sue-de-coq", 250, kUnfair, 71, false},
    {kAlmostLockedXZ, "Almost Locked Set XZ-Rule", "als-xz", 300, kUnfair, 71,
     false},
    {kGroupedLoop, "Grouped Continuous Nice Loop", "grouped-nice-loop", 300,
     kUnfair, 72, false},
    {kAlmostLockedXYWing, "Almost Locked Set XY-Wing", "als-xy-wing", 320,
     kUnfair, 72, false},
    {kGroupedChain, "Grouped Alternating Inference Chain", "grouped-chain", 300,
     kUnfair, 72, false},
    {kGroupedDiscontinuousLoop, "Grouped Discontinuous Nice Loop",
     "grouped-discontinuous-nice-loop", 300, kUnfair, 72, false, false},
    {kAlmostLockedChain, "Almost Locked Set Chain", "als-chain", 340, kUnfair,
     73, false},
    {kDeathBlossom, "Death Blossom", "death-blossom", 360, kUnfair, 73, false},
    {kFrankenXWing, "Franken X-Wing", "franken-x-wing", 300, kUnfair, 73,
     false},
    {kFrankenSwordfish, "Franken Swordfish", "franken-swordfish", 350, kUnfair,
     74, false},
    {kFrankenJellyfish, "Franken Jellyfish", "franken-jellyfish", 370, kUnfair,
     74, false},
    {kFinnedFrankenXWing, "Finned Franken X-Wing", "finned-franken-x-wing", 390,
     kUnfair, 74, false},
    {kFinnedFrankenSwordfish, "Finned Franken Swordfish",
     "finned-franken-swordfish", 410, kUnfair, 75, false},
    {kFinnedFrankenJellyfish, "Finned Franken Jellyfish",
     "finned-franken-jellyfish", 430, kUnfair, 75, false, false},
    {kAlignedTripletExclusion, "Aligned Triplet Exclusion",
     "aligned-triplet-exclusion", 0, kUnfair, 75, false, false},
    {kNishioForcingChain, "Nishio Forcing Chain", "nishio-forcing-chain", 0,
     kUnfair, 75, false, false},
    {kMutantXWing, "Mutant X-Wing", "mutant-x-wing", 450, kExtreme, 76, false,
     false},
    {kMutantSwordfish, "Mutant Swordfish", "mutant-swordfish", 450, kExtreme,
     76, false, false},
    {kMutantJellyfish, "Mutant Jellyfish", "mutant-jellyfish", 450, kExtreme,
     76, false, false},
    {kFinnedMutantXWing, "Finned Mutant X-Wing", "finned-mutant-x-wing", 470,
     kExtreme, 77, false, false},
    {kFinnedMutantSwordfish, "Finned Mutant Swordfish",
     "finned-mutant-swordfish", 470, kExtreme, 77, false, false},
    {kFinnedMutantJellyfish, "Finned Mutant Jellyfish",
     "finned-mutant-jellyfish", 470, kExtreme, 77, false, false},
    {kFinnedMutantSquirmbag, "Finned Mutant Squirmbag",
     "finned-mutant-squirmbag", 470, kExtreme, 78, false, false},
    {kCellForcingChain, "Cell Forcing Chain", "cell-forcing-chain", 0, kUnfair,
     80, false, false},
    {kRegionForcingChain, "Region Forcing Chain", "region-forcing-chain", 0,
     kUnfair, 80, false, false},
    {kDynamicContradiction, "Dynamic Contradiction Forcing Chain",
     "dynamic-contradiction", 0, kExtreme, 85, false, false},
    {kDynamicDouble, "Dynamic Double Forcing Chain", "dynamic-double", 0,
     kExtreme, 85, false, false},
    {kDynamicCell, "Dynamic Cell Forcing Chain", "dynamic-cell", 0, kExtreme,
     85, false, false},
    {kDynamicRegion, "Dynamic Region Forcing Chain", "dynamic-region", 0,
     kExtreme, 85, false, false},
    {kDynamicPlus, "Dynamic Forcing Chain (+)", "dynamic-plus", 0, kExtreme, 90,
     false, false},
    {kNestedChains, "Dynamic Forcing Chain (+ Forcing Chains)", "nested-chains",
     0, kExtreme, 95, false, false},
    {kNestedMultiple, "Dynamic Forcing Chain (+ Multiple Forcing Chains)",
     "nested-multiple", 0, kExtreme, 100, false, false},
    {kNestedDynamic, "Dynamic Forcing Chain (+ Dynamic Forcing Chains)",
     "nested-dynamic", 0, kExtreme, 105, false, false},
};

}  // namespace

absl::string_view LevelName(Level level) {
  switch (level) {
    case kEasy:
      return "easy";
    case kMedium:
      return "medium";
    case kHard:
      return "hard";
    case kUnfair:
      return "unfair";
    case kExtreme:
      return "extreme";
  }
  return "";
}

absl::Span<const TechniqueRow> AllTechniques() { return kTechniques; }

const TechniqueRow& RowOf(Technique technique) {
  const auto* const row = std::find_if(
      std::begin(kTechniques), std::end(kTechniques),
      [&](const TechniqueRow& r) { return r.technique == technique; });
  assert(row != std::end(kTechniques));
  return *row;
}

}  // namespace sudoku
