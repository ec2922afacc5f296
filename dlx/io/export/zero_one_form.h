#ifndef DLX_IO_EXPORT_ZERO_ONE_FORM_H_
#define DLX_IO_EXPORT_ZERO_ONE_FORM_H_

// A problem as statements about 0-1 variables, which most formats write down in
// their own way.
//
// There is a variable for each option: is it chosen? A primary item says how
// many of its options are. Knuth's example of a problem with colours,
//
//     p q r | x y
//     0: p q x y:A   1: p r x:A y   2: p x:B   3: q x:A   4: r y:B
//
// becomes
//
//     item p:  1 of {0, 1, 2}
//     item q:  1 of {0, 3}
//     item r:  1 of {1, 4}
//     item x:  0..1 of {0, 5, 2}   where 5 says: x has the colour A
//     item y:  0..1 of {1, 0, 4}
//     5  <->  1 or 3
//
// so a secondary item may have one colour, or one option without a colour. A
// colour that an item has in one option only needs no variable: the option's
// serves. Variables of colours are determined by those of options; they do not
// multiply solutions. All of it is as large as the problem. (A clause for each
// pair of options whose colours clash would need no such variables, but there
// may be as many pairs as the square of the options.)

#include <cstdint>
#include <vector>

#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::io {

// An item: from `low` to `high` of the variables are 1.
struct ItemCount {
  ItemId item;
  uint32_t low = 0;   // At most one more than there are variables.
  uint32_t high = 0;  // At most as many as there are variables.
  std::vector<uint32_t> variables = {};
};

// The variable is 1 if and only if one of the options is chosen, each of which
// gives the item this colour.
struct ColorVariable {
  uint32_t variable = 0;
  ItemId item;
  ColorId color;
  std::vector<OptionId> options = {};
};

struct ZeroOneForm {
  // Variables 0..option_count-1 are options, and then come those of colours.
  uint32_t option_count = 0;
  uint32_t variable_count = 0;
  // Every primary item, and those secondary ones that need a word.
  std::vector<ItemCount> counts = {};
  std::vector<ColorVariable> colors = {};
};

ZeroOneForm MakeZeroOneForm(const Problem& problem);

}  // namespace dlx::io

#endif  // DLX_IO_EXPORT_ZERO_ONE_FORM_H_
