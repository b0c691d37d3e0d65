#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/operation_table.h"
#include "ir/program.h"
#include "ir/text/format.h"
#include "ir/text/parse.h"
#include "ir/text/scope.h"
#include "ir/text/token_stream.h"

namespace tilefuzz::ir {

// Reads blocks of statements. An error in a statement is reported, the names it would have defined get the
// poison type, and reading goes on at the next statement of the same block.
class StatementReader {
 public:
  StatementReader(TokenStream& tokens, Program& program, Scope& scope, const ParseLimits& limits)
      : tokens_(tokens), program_(program), scope_(scope), limits_(limits) {}

  // `{ statements }`, in a scope of its own in which `names` are bound. A missing terminator is an empty
  // `yield`, except in the first region of a `while`.
  struct Binding {
    Token name;
    ValueId value;
  };
  enum class BlockKind : std::uint8_t { plain, condition };
  bool read_block(Block& block, const std::vector<Binding>& names, BlockKind kind = BlockKind::plain);

 private:
  bool read_statement(Block& block);
  bool read_names(std::vector<Token>& names);
  bool read_operation(Op& op, const Token& name);
  void bind(const std::vector<Token>& names, const Op& op);
  void recover(int brace_depth);
  void terminate(Block& block, const Token& brace, BlockKind kind);

  // By the format string.
  bool read_formatted(Op& op);
  bool read_piece(Op& op, const Piece& piece, std::vector<std::vector<Operand>>& slots);
  bool read_optional_pieces(Op& op, std::span<const Piece> run, std::vector<std::vector<Operand>>& slots);
  bool read_attribute(Op& op, const Piece& piece);
  bool end_of_operation(const OpRow& entry);
  bool read_result_type(Op& op);
  bool set_result_type(Op& op, const std::optional<Type>& written, SourcePosition position);

  // Control operations (read_control.cpp).
  bool read_for(Op& op);
  bool read_while(Op& op);
  bool read_if(Op& op);
  struct Carried {
    std::vector<Token> names;
    std::vector<Operand> init;
  };
  bool read_carry(Carried& carried);
  void add_arguments(Block& block, const Carried& carried, std::vector<Binding>& names);
  bool read_written_types(std::vector<Type>& types);
  bool set_region_results(Op& op, const std::vector<Type>& found, const std::vector<Type>& written,
                          std::string_view what);

  std::optional<Operand> read_operand(std::string_view what);
  bool add_operand(std::vector<Operand>& operands, std::string_view what);
  bool read_open_list(std::vector<Operand>& operands, std::string_view what);
  bool read_indices(std::vector<Operand>& operands, std::string_view operation);

  // Constants (read_constant.cpp).
  bool read_constant(Op& op);
  bool skip_literals(std::size_t& count, bool& is_list);

  TokenStream& tokens_;
  Program& program_;
  Scope& scope_;
  const ParseLimits& limits_;
  int depth_ = 0;
  std::size_t operations_ = 0;
  std::size_t constant_elements_ = 0;
};

}  // namespace tilefuzz::ir
