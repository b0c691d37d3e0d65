#pragma once

#include <set>
#include <unordered_map>
#include <vector>

#include "ir/program.h"
#include "targets/tilelang/emit/fragment_classes.h"

namespace tilefuzz::targets::tilelang {

// Where a value is used: the operation, and its operand's number.
struct Use {
  const ir::Op* op = nullptr;
  int operand = 0;
};

// What the emitter must know about a program before it writes the first line. Only tiles that a T.gemm
// accumulates into live in fragments; this says which they are, which may share one fragment, and which
// also need a copy in shared memory. (A second fragment of another layout in one T.Parallel is refused,
// and fragment layouts are inferred over the whole kernel; buffers in shared memory are read at any index.)
class Analysis {
 public:
  struct Choices {
    bool fold_permutes = true;  // a transposition used by nothing but T.gemm becomes its transpose argument
    bool place_fragments = false;  // results of loads and elementwise operations too, where that is sound
    int threads = 128;
  };
  Analysis(const ir::Program& program, const Choices& choices);

  const std::vector<Use>& uses(ir::ValueId value) const { return uses_[static_cast<std::size_t>(value)]; }

  // Whether the value's home is a fragment.
  bool in_fragment(ir::ValueId value) const { return fragment_.contains(value); }
  // Whether a value in a fragment is read in a way that needs it in shared memory.
  bool needs_shared_copy(ir::ValueId value) const { return shared_copy_.contains(value); }
  // Whether `op` is the last reader of `value`, and `value` is made in the block of `op`: then the
  // result may take over the value's fragment.
  bool dies_at(ir::ValueId value, const ir::Op& op) const;
  // Whether `permute` disappears into the T.gemm that reads it.
  bool is_folded(const ir::Op& permute) const { return folded_.contains(&permute); }
  // Whether the left operand of a sparse mma that reads this value is unsigned.
  bool is_unsigned_sparse(ir::ValueId value) const { return unsigned_sparse_.contains(value); }

  bool has_gemm_sp() const { return has_gemm_sp_; }

 private:
  struct Place {
    const ir::Block* block = nullptr;
    const ir::Op* parent = nullptr;  // operation whose region `block` is
    int index = 0;                   // in the block
  };

  void index_block(const ir::Block& block, const ir::Op* parent);
  void find_fragments(const ir::Block& block);
  bool carried_in_fragment(const ir::Op& loop, std::size_t number) const;
  void find_shared_copies(const ir::Program& program, const ir::Block& block);
  void place_fragments(const ir::Program& program, const ir::Block& block, bool pipelined);
  bool may_be_fragment(const ir::Program& program, const ir::Op& op) const;
  void find_folds(const ir::Program& program, const ir::Block& block);

  Choices choices_;
  FragmentClasses classes_;
  std::vector<std::vector<Use>> uses_;
  std::vector<const ir::Block*> defined_in_;
  std::unordered_map<const ir::Op*, Place> places_;
  std::set<ir::ValueId> fragment_;
  std::set<ir::ValueId> shared_copy_;
  std::set<ir::ValueId> unsigned_sparse_;
  std::set<const ir::Op*> folded_;
  bool has_gemm_sp_ = false;
};

bool is_loop(const ir::Op& op);
bool is_elementwise(ir::Opcode opcode);
// Blocks of a loop whose arguments are the carried values; their arguments begin at this position.
std::size_t first_carried_argument(const ir::Op& loop);
std::span<const ir::Operand> carried_inits(const ir::Op& loop);

}  // namespace tilefuzz::targets::tilelang
