#ifndef DLX_MAKE_PACKING_GENERATORS_H_
#define DLX_MAKE_PACKING_GENERATORS_H_

// The generators that make packing problems: packing.h for the command line.

#include <vector>

#include "dlx/make/registry.h"

namespace dlx::make {

// Pentominoes, polycubes, polyominoes and soma.
std::vector<Generator> PackingGenerators();

}  // namespace dlx::make

#endif  // DLX_MAKE_PACKING_GENERATORS_H_
