#include "ir/compare.h"

#include <string>

#include "core/hash.h"
#include "ir/operation_table.h"

namespace tilefuzz::ir {
namespace {

// A program as a sequence of numbers in which values are named by the order of their definition; two
// programs are equal iff their sequences are.
class Encoder {
 public:
  explicit Encoder(const Program& program) : program_(program), order_(program.types.size(), -1) {}

  std::string run() {
    put(static_cast<std::int64_t>(program_.params.size()));
    text(program_.name);
    for (const Param& param : program_.params) encode(param);
    put(static_cast<std::int64_t>(program_.grid.size()));
    for (const GridExtent& extent : program_.grid) encode(extent);
    hints(program_.hints);
    put(static_cast<std::int64_t>(program_.launches.size()));
    for (const Launch& launch : program_.launches) encode(launch);
    block(program_.body);
    return std::move(out_);
  }

 private:
  void put(std::int64_t number) {
    // LEB128, zigzag: most numbers are small.
    auto rest = (static_cast<std::uint64_t>(number) << 1) ^ static_cast<std::uint64_t>(number >> 63);
    while (rest >= 0x80) {
      out_ += static_cast<char>(rest | 0x80);
      rest >>= 7;
    }
    out_ += static_cast<char>(rest);
  }

  void text(const std::string& value) {
    put(static_cast<std::int64_t>(value.size()));
    out_ += value;
  }

  void encode(const Type& type) {
    put(static_cast<int>(type.kind));
    put(static_cast<int>(type.element));
    put(static_cast<int>(type.sparsity));
    put(type.rank);
    for (const std::int32_t extent : type.shape()) put(extent);
  }

  void encode(const Dim& dim) {
    put(dim.size);
    put(dim.name < 0 ? -1 : name_order(dim.name));
    put(dim.multiple);
  }

  std::int64_t name_order(std::int32_t name) {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (names_[i] == name) return static_cast<std::int64_t>(i);
    }
    names_.push_back(name);
    return static_cast<std::int64_t>(names_.size()) - 1;
  }

  template <class Hints>
  void hints(const Hints& hints) {
    put(static_cast<std::int64_t>(hints.size()));
    for (const Hint& hint : hints) {
      put(static_cast<int>(hint.key));
      put(hint.value);
    }
  }

  void encode(const Param& param) {
    define(param.value);
    put(static_cast<std::int64_t>(param.extents.size()));
    for (const Dim& dim : param.extents) encode(dim);
    put(static_cast<std::int64_t>(param.strides.size()));
    for (const Dim& dim : param.strides) encode(dim);
    put(param.align);
    put(param.alias);
    put(param.readonly);
    put(param.is_unsigned);
    hints(param.hints);
  }

  void encode(const GridExtent& extent) {
    put(static_cast<std::int64_t>(extent.terms.size()));
    for (const GridExtent::Term& term : extent.terms) {
      put(name_order(term.name));
      put(term.coefficient);
    }
    put(extent.offset);
    put(extent.divisor);
  }

  void encode(const Launch& launch) {
    put(static_cast<std::int64_t>(launch.arguments.size()));
    for (const LaunchArgument& argument : launch.arguments) {
      put(argument.param);
      for (const auto* numbers : {&argument.extents, &argument.strides}) {
        put(static_cast<std::int64_t>(numbers->size()));
        for (const std::int64_t number : *numbers) put(number);
      }
      put(argument.offset);
      put(argument.scalar_bits);
    }
  }

  void define(ValueId value) {
    order_[static_cast<std::size_t>(value)] = next_++;
    encode(program_.type(value));
  }

  void block(const Block& block) {
    put(static_cast<std::int64_t>(block.arguments.size()));
    for (const ValueId argument : block.arguments) define(argument);
    put(static_cast<std::int64_t>(block.ops.size()));
    for (const Op& op : block.ops) encode(op);
  }

  void encode(const Op& op) {
    put(static_cast<int>(op.code));
    for (const std::uint8_t count : op.counts) put(count);
    put(static_cast<std::int64_t>(op.operands.size()));
    for (const Operand& operand : op.operands) {
      put(operand.literal);
      put(operand.literal ? operand.number : order_[static_cast<std::size_t>(operand.number)]);
    }
    put(static_cast<std::int64_t>(op.attributes.size()));
    for (const Attribute& attribute : op.attributes) {
      put(static_cast<int>(attribute.key));
      put(attribute.value);
    }
    hints(op.hints);
    put(static_cast<std::int64_t>(op.data.size()));
    for (const std::int64_t number : op.data) put(number);
    put(static_cast<std::int64_t>(op.results.size()));
    for (const ValueId result : op.results) define(result);
    put(static_cast<std::int64_t>(op.regions.size()));
    for (const Block& region : op.regions) block(region);
  }

  const Program& program_;
  std::vector<std::int64_t> order_;
  std::vector<std::int32_t> names_;
  std::int64_t next_ = 0;
  std::string out_;
};

class Renumberer {
 public:
  explicit Renumberer(Program& program) : program_(program), renamed_(program.types.size(), -1) {}

  void run() {
    for (Param& param : program_.params) define(param.value);
    block(program_.body);
    program_.types = std::move(types_);
    program_.value_names = std::move(names_);
  }

 private:
  void define(ValueId& value) {
    const auto id = static_cast<ValueId>(types_.size());
    renamed_[static_cast<std::size_t>(value)] = id;
    types_.push_back(program_.type(value));
    if (!program_.value_names.empty()) names_.emplace_back(program_.value_name(value));
    value = id;
  }

  void block(Block& block) {
    for (ValueId& argument : block.arguments) define(argument);
    for (Op& op : block.ops) {
      for (Operand& operand : op.operands) {
        if (operand.is_value()) operand.number = renamed_[static_cast<std::size_t>(operand.number)];
      }
      for (ValueId& result : op.results) define(result);
      for (Block& region : op.regions) this->block(region);
    }
  }

  Program& program_;
  std::vector<ValueId> renamed_;
  std::vector<Type> types_;
  std::vector<std::string> names_;
};

}  // namespace

bool equal(const Program& a, const Program& b) { return Encoder(a).run() == Encoder(b).run(); }
std::uint64_t hash(const Program& program) { return hash64(Encoder(program).run()); }
void renumber(Program& program) { Renumberer(program).run(); }

}  // namespace tilefuzz::ir
