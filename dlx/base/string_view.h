#ifndef DLX_BASE_STRING_VIEW_H_
#define DLX_BASE_STRING_VIEW_H_

// A string_view that converts from and to both string_views.
//
// absl::string_view is std::string_view or a class of its own, as Abseil was
// built; Debian's is a class of its own, and neither class converts to the
// other. So that users can have either, public functions take and return this
// one, to which both convert, and which converts to both:
//
//   std::string_view outcome = dlx::OutcomeName(result.outcome);
//   absl::StrAppend(&report, dlx::OutcomeName(result.outcome));

#include <concepts>
#include <string>
#include <string_view>

#include "absl/strings/string_view.h"
#include "dlx/base/cxx20.h"

namespace dlx {

class StringView : public absl::string_view {
 public:
  [[nodiscard]] constexpr StringView() = default;
  [[nodiscard]] constexpr StringView(const char* text)
      : absl::string_view(text) {}
  StringView(const std::string& text) : absl::string_view(text) {}
  [[nodiscard]] constexpr StringView(absl::string_view text)
      : absl::string_view(text) {}

  // The same for std::string_view, if that is another class.
  template <std::same_as<std::string_view> View>
  requires(!std::same_as<View, absl::string_view>)
      [[nodiscard]] constexpr StringView(View text)
      : absl::string_view(text.data(), text.size()) {}
  template <std::same_as<std::string_view> View>
  requires(!std::same_as<View, absl::string_view>) [[nodiscard]] constexpr
  operator View() const {
    return {data(), size()};
  }
};

}  // namespace dlx

#endif  // DLX_BASE_STRING_VIEW_H_
