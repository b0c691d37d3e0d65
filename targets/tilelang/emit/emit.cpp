#include "targets/tilelang/emit/emit.h"

#include "targets/tilelang/emit/emitter.h"

namespace tilefuzz::targets::tilelang {

Result<Emitted, EmitError> emit_program(const ir::Program& program, const EmitOptions& options) {
  return Emitter(program, options).run();
}

}  // namespace tilefuzz::targets::tilelang
