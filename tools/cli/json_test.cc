#include "tools/cli/json.h"

#include <cstdint>
#include <limits>
#include <string>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace cli {
namespace {

TEST(JsonWriterTest, PutsCommasWhereTheyBelong) {
  std::string out = "> ";
  JsonWriter writer(&out);
  writer.BeginObject();
  writer.Key("a").BeginArray().EndArray();
  writer.Key("b").BeginArray().Number(1).Number(-2).BeginArray().Number(3);
  writer.EndArray().Number(uint64_t{18446744073709551615u}).EndArray();
  writer.Key("c").BeginObject().EndObject();
  writer.Key("d").String("x,y").Key("e").Bool(true).Key("f").Bool(false);
  writer.EndObject();
  EXPECT_EQ(out, R"(> {"a":[],"b":[1,-2,[3],18446744073709551615],"c":{},)"
                 R"("d":"x,y","e":true,"f":false})");
}

TEST(JsonWriterTest, WritesNumbersThatJsonKnows) {
  std::string out;
  JsonWriter(&out)
      .BeginArray()
      .Number(0.25)
      .Number(1e-9)
      .Number(std::numeric_limits<double>::infinity())
      .Number(std::numeric_limits<double>::quiet_NaN())
      .EndArray();
  EXPECT_EQ(out, "[0.250000,0.000000,null,null]");
}

}  // namespace
}  // namespace cli
