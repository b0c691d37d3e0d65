#include "numeric/element.h"

#include <gtest/gtest.h>

namespace tilefuzz::numeric {
namespace {

TEST(Element, NamesRoundTripAndAreDistinct) {
  for (Element e : kAllElements) EXPECT_EQ(from_name(name(e)), e) << name(e);
  EXPECT_EQ(from_name("f8"), std::nullopt);
  EXPECT_EQ(from_name(""), std::nullopt);
  EXPECT_EQ(from_name("F16"), std::nullopt);
}

TEST(Element, RowsStandInTheOrderOfTheEnumeration) {
  for (std::size_t i = 0; i < kAllElements.size(); ++i)
    EXPECT_EQ(static_cast<std::size_t>(kAllElements[i]), i);
  EXPECT_EQ(name(Element::f4e2m1), "f4e2m1");
  EXPECT_EQ(name(Element::tf32), "tf32");
}

TEST(Element, Widths) {
  EXPECT_EQ(bit_width(Element::i1), 1);
  EXPECT_EQ(storage_bytes(Element::i1), 1);
  EXPECT_EQ(bit_width(Element::tf32), 32);
  EXPECT_EQ(storage_bytes(Element::tf32), 4);
  EXPECT_EQ(bit_width(Element::f4e2m1), 4);
  EXPECT_EQ(storage_bytes(Element::f4e2m1), 1);
  EXPECT_EQ(storage_bytes(Element::f64), 8);
  EXPECT_EQ(storage_bytes(Element::bf16), 2);
}

TEST(Element, Arithmetic) {
  for (Element e : {Element::tf32, Element::f8e4m3, Element::f8e5m2, Element::f8e8m0, Element::f4e2m1}) {
    EXPECT_FALSE(has_arithmetic(e)) << name(e);
    EXPECT_TRUE(is_float(e)) << name(e);
  }
  for (Element e : {Element::i1, Element::i8, Element::i16, Element::i32, Element::i64}) {
    EXPECT_TRUE(has_arithmetic(e)) << name(e);
    EXPECT_TRUE(is_integer(e)) << name(e);
  }
  for (Element e : {Element::f16, Element::bf16, Element::f32, Element::f64}) {
    EXPECT_TRUE(has_arithmetic(e)) << name(e);
    EXPECT_FALSE(is_integer(e)) << name(e);
  }
}

}  // namespace
}  // namespace tilefuzz::numeric
