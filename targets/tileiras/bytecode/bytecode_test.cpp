#include <gtest/gtest.h>

#include <sstream>

#include "targets/tileiras/bytecode/builder.h"
#include "targets/tileiras/bytecode/decode.h"
#include "targets/tileiras/bytecode/encode.h"
#include "targets/tileiras/bytecode/operation_table.h"
#include "targets/tileiras/bytecode/print.h"

namespace tilefuzz::targets::tileiras::bytecode {
namespace {

std::string from_hex(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::string bytes;
  for (int byte; in >> std::hex >> byte;) bytes += static_cast<char>(byte);
  return bytes;
}

// A kernel that stores 1.0f through its pointer parameter, made by the public writer for 13.3 and accepted by
// tileiras 13.3.36, 13.4.92 and 13.5.37.
constexpr std::string_view kStoreOne =
    "7f 54 69 6c 65 49 52 00 0d 03 00 00 82 1b 08 cb 01 00 05 06 01 0b 01 01 0a 01 02 01 01 01 0c 10 06 00 "
    "65 "
    "07 00 00 00 01 5c 00 00 84 15 08 cb cb 01 cb cb cb cb cb cb cb 00 00 00 00 00 00 00 00 04 00 00 80 3f "
    "83 "
    "39 08 01 cb cb cb 00 00 00 00 04 cb cb cb cb cb cb cb 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
    "00 "
    "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01 cb cb cb 00 00 00 00 00 85 34 04 08 cb cb cb 00 00 00 "
    "00 "
    "01 00 00 00 02 00 00 00 03 00 00 00 05 00 00 00 08 00 00 00 0c 00 00 00 0f 00 00 00 00 03 07 0c 02 0d "
    "03 "
    "00 10 01 04 00 0d 02 00 11 81 24 04 cb 03 cb cb cb 00 00 00 00 01 00 00 00 06 00 00 00 6b 73 6d 5f 39 "
    "30 "
    "6e 75 6d 5f 63 74 61 5f 69 6e 5f 63 67 61 00 ";

Module store_one(Version version) {
  ModuleBuilder builder(version);
  builder.begin_function("k", std::vector{builder.tile(builder.pointer(TypeTag::f32), {})});
  const TypeId f32 = builder.tile(TypeTag::f32);
  const ValueId one = builder.add(Opcode::constant, f32, {}, {builder.constant(from_hex("00 00 80 3f"))});
  builder.add(Opcode::store_ptr_tko, builder.token(), {0, one}, {0, 0});
  Operation end;
  builder.add(end);
  Attribute hint = dictionary({builder.string("num_cta_in_cga")}, {integer(builder.scalar(TypeTag::i32), 1)});
  builder.function().hints.push_back(hints({builder.string("sm_90")}, {hint}));
  return builder.take();
}

TEST(Bytecode, BuilderSaysWhatThePublicWriterSays) {
  const auto reference = decode(from_hex(kStoreOne));
  ASSERT_TRUE(reference.has_value()) << reference.error().message;
  EXPECT_EQ(print(store_one({3})), print(*reference));
}

TEST(Bytecode, RoundTripsInEveryVersion) {
  for (std::uint8_t minor = 1; minor <= 5; ++minor) {
    const Module module = store_one({minor});
    const auto bytes = encode(module);
    ASSERT_TRUE(bytes.has_value()) << bytes.error().message;
    const auto again = decode(*bytes);
    ASSERT_TRUE(again.has_value()) << again.error().message;
    EXPECT_EQ(*again, module) << int{minor};
  }
}

TEST(Bytecode, RegionsRollValueNumbersBack) {
  ModuleBuilder builder({3});
  const TypeId i32 = builder.tile(TypeTag::i32);
  builder.begin_function("k", std::vector{i32});
  Operation loop;
  loop.opcode = Opcode::for_;
  loop.results = {i32};
  loop.operands = {0, 0, 0, 0};
  builder.open(loop);
  const ValueId first = builder.begin_region(std::vector{i32, i32});
  EXPECT_EQ(first, 1u);
  EXPECT_EQ(builder.add(Opcode::addi, i32, {first, first + 1}, {0}), 3u);
  Operation next;
  next.opcode = Opcode::continue_;
  next.operands = {3};
  builder.add(next);
  builder.end_region();
  EXPECT_EQ(builder.close(), 1u);
  builder.add(Operation{});
  const auto bytes = encode(builder.take());
  ASSERT_TRUE(bytes.has_value()) << bytes.error().message;
  EXPECT_TRUE(decode(*bytes).has_value());
}

TEST(Bytecode, RefusesWhatAVersionCannotSay) {
  const auto error = [](Version version, auto add) {
    ModuleBuilder builder(version);
    builder.begin_function("k", std::vector{builder.tile(TypeTag::f32)});
    add(builder);
    const auto bytes = encode(builder.take());
    return bytes.has_value() ? std::string() : bytes.error().message;
  };
  const auto exp = [](ModuleBuilder& b, Rounding mode) {
    b.add(Opcode::exp, b.tile(TypeTag::f32), {0}, {static_cast<std::uint64_t>(mode)});
  };
  EXPECT_EQ(error({2}, [&](ModuleBuilder& b) { exp(b, Rounding::full); }), "");
  EXPECT_EQ(error({3}, [&](ModuleBuilder& b) { exp(b, Rounding::approx); }), "");
  EXPECT_EQ(error({2}, [&](ModuleBuilder& b) { exp(b, Rounding::approx); }),
            "exp: an attribute is newer than the file's version");
  EXPECT_EQ(error({1},
                  [](ModuleBuilder& b) {
                    b.add(Opcode::atan2, b.tile(TypeTag::f32), {0, 0});
                  }),
            "atan2: the operation is newer than the file's version");
  EXPECT_EQ(error({2},
                  [](ModuleBuilder& b) {
                    b.add(Opcode::mmaf, b.tile(TypeTag::f32), {0, 0, 0}, {}, 1);
                  }),
            "mmaf: a flag is newer than the file's version");
  EXPECT_EQ(error({2}, [](ModuleBuilder& b) { b.scalar(TypeTag::f4e2m1); }),
            "type f4E2M1FN is newer than the file's version");
  EXPECT_EQ(error({3}, [](ModuleBuilder& b) { b.add(Opcode::addf, b.tile(TypeTag::f32), {0}, {0}); }),
            "addf: too few operands");
}

TEST(Bytecode, DecoderRefusesUndefinedValues) {
  Module module = store_one({3});
  module.functions.front().body.operations[1].operands[1] = 2;
  const auto bytes = encode(module);
  ASSERT_TRUE(bytes.has_value());
  EXPECT_EQ(decode(*bytes).error().message.substr(0, 44), "store_ptr_tko: operand %2 is not defined (by");
}

TEST(Bytecode, SixtyFourBitIdentitiesKeepTheirSign) {
  ModuleBuilder builder({3});
  const std::vector<Type> types = {Type{TypeTag::f64, Padding::none, 0, 0, {}, {}, {}, {}, {}}};
  for (const std::uint64_t bits : {0xFFF0000000000000u, 0x7FF0000000000000u, std::uint64_t{0}}) {
    ByteWriter out;
    encode_tagged(floating(0, bits), types, out);
    ByteReader in(out.view());
    EXPECT_EQ(decode_tagged(in, types).value, bits);
    EXPECT_TRUE(in.ok() && in.at_end());
  }
}

TEST(Table, ParsesItsNotation) {
  const OperationRow& load = row(Opcode::load_view_tko);
  EXPECT_EQ(load.results, OperationRow::Results::counted);
  EXPECT_EQ(load.bit("scope"), 1u);
  EXPECT_EQ(load.bit("token"), 4u);
  EXPECT_EQ(load.bit("mask"), 0u);
  ASSERT_EQ(load.attributes.size(), 4u);
  EXPECT_EQ(load.attributes[1].flag, 0);
  EXPECT_EQ(load.attributes[3].since, 4);
  EXPECT_EQ(load.scalar_count(), 2u);
  ASSERT_EQ(load.operands.size(), 3u);
  EXPECT_EQ(load.operands[1].count, OperationRow::Operand::Count::counted_group);
  EXPECT_EQ(load.operands[1].name, "index");
  EXPECT_EQ(row(Opcode::exp).attributes[0].before, 5u);
  EXPECT_EQ(row(Opcode::for_).flags_since, 2);
  EXPECT_TRUE(row(Opcode::for_).total_first);
  EXPECT_EQ(opcode_named("if"), Opcode::if_);
  EXPECT_EQ(opcode_named("nonsense"), std::nullopt);
  EXPECT_EQ(find_row(25), nullptr);
  EXPECT_EQ(find_row(1'000'000), nullptr);
}

TEST(Table, EveryOptionalPartNamesAFlag) {
  for (std::uint16_t opcode = 0; opcode <= highest_opcode(); ++opcode) {
    const OperationRow* found = find_row(opcode);
    if (found == nullptr) continue;
    for (const auto& operand : found->operands) {
      if (operand.count == OperationRow::Operand::Count::optional) {
        EXPECT_GE(operand.flag, 0) << found->name;
      }
      if (operand.count == OperationRow::Operand::Count::rest) {
        EXPECT_TRUE(found->total_first) << found->name;
      }
    }
  }
}

TEST(Wire, VarintsEndAtSixtyFourBits) {
  for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{127}, std::uint64_t{128}, UINT64_MAX}) {
    ByteWriter out;
    out.varint(value);
    ByteReader in(out.view());
    EXPECT_EQ(in.varint(), value);
    EXPECT_TRUE(in.ok());
  }
  ByteReader too_long(std::string_view("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", 10));
  too_long.varint();
  EXPECT_EQ(too_long.error().message, "a variable-length integer has more than 64 bits");
}

TEST(Wire, CountsAreBoundedByWhatFollows) {
  ByteWriter out;
  out.varint(1'000'000'000'000);
  ByteReader in(out.view());
  EXPECT_EQ(in.count(), 0u);
  EXPECT_FALSE(in.ok());
}

}  // namespace
}  // namespace tilefuzz::targets::tileiras::bytecode
