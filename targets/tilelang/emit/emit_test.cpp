#include "targets/tilelang/emit/emit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/text/parse.h"
#include "ir/verify/verify.h"

namespace tilefuzz::targets::tilelang {
namespace {

using testing::HasSubstr;
using testing::Not;

Emitted emitted(const std::string& text, const EmitOptions& options = {}) {
  const ir::ParseResult parsed = ir::parse("tile 1\n" + text);
  EXPECT_TRUE(parsed.ok()) << render(parsed.errors, "test", text);
  const auto broken = ir::verify(parsed.program);
  EXPECT_TRUE(broken.empty()) << render(broken, "test", text);
  auto result = emit_program(parsed.program, options);
  if (!result) {
    ADD_FAILURE() << result.error().message;
    return {};
  }
  return *result;
}

std::string python(const std::string& text, const EmitOptions& options = {}) {
  const Emitted result = emitted(text, options);
  return result.files.empty() ? "" : result.files[0].bytes;
}

// A kernel on f32 matrices of 64 x 64, %a and %b loaded, %r stored.
std::string on_tiles(const std::string& statements) {
  return "kernel @k(%A: tensor<f32, [64, 64]>, %B: tensor<f32, [64, 64]>, %C: tensor<f32, [64, 64]>, %n: "
         "i32) "
         "grid [1] launch {%n = 2} {\n"
         "  %a = load %A[0, 0] : tile<64x64xf32>\n  %b = load %B[0, 0] : tile<64x64xf32>\n" +
         statements + "  store %C[0, 0], %r\n}\n";
}

TEST(Emit, AnInPlaceAccumulatorOfAPipelinedLoop) {
  const std::string text = python(R"(
kernel @gemm(%A: tensor<f16, [64, 64]>, %B: tensor<f16, [64, 64]>, %C: tensor<f32, [64, 64]>) grid [1, 1] hint {threads = 64} {
  %by = program_id 1
  %zero = constant 0 : tile<64x64xf32>
  %acc = for %k = 0 to 2 carry (%c = %zero) hint {stages = 2} {
    %a = load %A[%by, %k] : tile<64x32xf16>
    %b = load %B[%k, 0] : tile<32x64xf16>
    %d = mma %a, %b, %c hint {policy = full_row}
    yield %d
  }
  store %C[%by, 0], %acc
}
)");
  EXPECT_EQ(text, R"(# gemm, emitted by tilefuzz
import tilelang.language as T


def build():
    @T.prim_func
    def gemm(
        A: T.Tensor((64, 64), "float16"),
        B: T.Tensor((64, 64), "float16"),
        C: T.Tensor((64, 64), "float32"),
    ):
        with T.Kernel(1, 1, threads=64) as (bx, by):
            acc_f = T.alloc_fragment((64, 64), "float32")
            a = T.alloc_shared((64, 32), "float16")
            b = T.alloc_shared((32, 64), "float16")
            T.fill(acc_f, T.float32(0.0))
            for k in T.Pipelined(2, num_stages=2):
                T.copy(A[by * 64, k * 32], a)
                T.copy(B[k * 32, 0], b)
                T.gemm(a, b, acc_f, policy=T.GemmWarpPolicy.FullRow)
            T.copy(acc_f, C[by * 64, 0])

    return gemm
)");
}

const char* const kSparse = R"(
kernel @sparse_gemm(%A: sparse_tensor<2:4, i8, [128, 256]> hint {metadata = i32, layout = interleaved},
                    %B: tensor<i8, [256, 128]>, %C: tensor<i32, [128, 128]>) grid [1, 1] hint {threads = 128} {
  %zero = constant 0 : tile<128x128xi32>
  %acc = for %k = 0 to 2 carry (%c = %zero) hint {stages = 1} {
    %a = load %A[0, %k] : sparse<2:4, 128x128xi8> hint {stage_in = shared, layout = interleaved}
    %b = load %B[%k, 0] : tile<128x128xi8>
    %d = mma %a, %b, %c
    yield %d
  }
  store %C[0, 0], %acc
}
)";

TEST(Emit, SparseOperandIsValuesAndMetadata) {
  const std::string text = python(kSparse);
  EXPECT_THAT(text, HasSubstr("A: T.Tensor((128, 128), \"int8\")"));
  EXPECT_THAT(text, HasSubstr("A_e: T.Tensor((128, 8), \"int32\")"));
  EXPECT_THAT(text, HasSubstr("a_e = T.alloc_shared((128, 4), \"int32\")"));
  EXPECT_THAT(text, HasSubstr("A_e: make_cutlass_metadata_layout(A_e, mma_dtype=\"int8\", arch=\"8.0\")"));
  EXPECT_THAT(text, HasSubstr("a_e: make_cutlass_metadata_layout(a_e, mma_dtype=\"int8\", arch=\"8.0\")"));
  EXPECT_THAT(text, HasSubstr("T.copy(A_e[0, k * 4], a_e)\n                T.copy(A[0, k * 64], a)"));
  EmitOptions last;
  last.metadata_first = false;
  EXPECT_THAT(python(kSparse, last),
              HasSubstr("T.copy(A[0, k * 64], a)\n                T.copy(A_e[0, k * 4], a_e)"));
}

TEST(Emit, AbiFollowsTileLangsOrder) {
  const Abi abi = emitted(kSparse).abi;
  using Kind = AbiParameter::Kind;
  ASSERT_EQ(abi.parameters.size(), 4u);  // A, A_e, B, C
  EXPECT_EQ(abi.parameters[0].kind, Kind::sparse_values);
  EXPECT_EQ(abi.parameters[1].kind, Kind::sparse_metadata);
  EXPECT_EQ(abi.parameters[1].metadata_bits, 32);
  EXPECT_TRUE(abi.parameters[1].interleaved);
  EXPECT_EQ(abi.parameters[3].param, 2);
  EXPECT_EQ(abi.shared_bytes, 128 * 64 + 128 * 4 * 4 + 128 * 128);
}

TEST(Emit, LayoutsOfParameterAndStagedCopyAreIndependent) {
  std::string only_staged = kSparse;
  only_staged.replace(only_staged.find(", layout = interleaved}"), 23, "}");
  const std::string text = python(only_staged);
  EXPECT_THAT(text, Not(HasSubstr("A_e: make_cutlass")));
  EXPECT_THAT(text, HasSubstr("a_e: make_cutlass"));
}

TEST(Emit, ATransposedOperandIsFoldedOrCopied) {
  const std::string program = R"(
kernel @k(%A: tensor<f16, [64, 64]>, %C: tensor<f32, [64, 64]>) grid [1] {
  %a = load %A[0, 0] : tile<64x64xf16>
  %t = permute %a [1, 0]
  %z = constant 0 : tile<64x64xf32>
  %r = mma %a, %t, %z
  store %C[0, 0], %r
}
)";
  EXPECT_THAT(python(program), HasSubstr("T.gemm(a, a, r_f, transpose_B=True)"));
  EmitOptions copied;
  copied.fold_permutes = false;
  EXPECT_THAT(python(program, copied), HasSubstr("t[i, j] = a[j, i]"));
  EXPECT_THAT(python(program, copied), HasSubstr("T.gemm(a, t, r_f)"));
}

TEST(Emit, AFragmentIsCopiedOnlyForReadersThatNeedIt) {
  const std::string head = R"(
kernel @k(%A: tensor<f16, [64, 64]>, %C: tensor<f32, [64, 64]>) grid [1] {
  %a = load %A[0, 0] : tile<64x64xf16>
  %z = constant 0 : tile<64x64xf32>
  %m = mma %a, %a, %z
)";
  // Read at its own index: no copy.
  EXPECT_THAT(python(head + "  %r = exp %m\n  store %C[0, 0], %r\n}\n"), Not(HasSubstr("T.copy(m_f, m)")));
  // Transposed, reduced, or a second fragment in one T.Parallel: a copy.
  EXPECT_THAT(python(head + "  %r = permute %m [1, 0]\n  store %C[0, 0], %r\n}\n"),
              HasSubstr("T.copy(m_f, m)"));
  const std::string two =
      python(head + "  %p = mma %a, %a, %z\n  %r = add %m, %p\n  store %C[0, 0], %r\n}\n");
  EXPECT_THAT(two, HasSubstr("r[i, j] = m_f[i, j] + p[i, j]"));
}

TEST(Emit, TilesMayLiveInFragments) {
  EmitOptions fragments;
  fragments.place_fragments = true;
  const std::string text = python(on_tiles("  %e = exp %a\n  %r = add %e, %b\n"), fragments);
  EXPECT_THAT(text, HasSubstr("r_f[i, j] = e_f[i, j] + b_f[i, j]"));
  EXPECT_THAT(text, Not(HasSubstr("alloc_shared")));
  // Read at another index: a home in shared memory.
  EXPECT_THAT(python(on_tiles("  %e = exp %a\n  %r = permute %e [1, 0]\n"), fragments),
              HasSubstr("e = T.alloc_shared"));
}

TEST(Emit, TwoAccumulatorsNeverMeetInOneParallel) {
  EmitOptions fragments;
  fragments.place_fragments = true;
  const std::string text = python(R"(
kernel @k(%A: tensor<f16, [64, 64]>, %C: tensor<f32, [64, 64]>) grid [1] {
  %a = load %A[0, 0] : tile<64x64xf16>
  %z = constant 0 : tile<64x64xf32>
  %m = mma %a, %a, %z
  %p = mma %a, %a, %z
  %s = exp %m
  %t = exp %p
  %r = add %s, %t
  store %C[0, 0], %r
}
)",
                                  fragments);
  EXPECT_THAT(text, HasSubstr("s_f[i, j] = T.exp(m_f[i, j])"));
  EXPECT_THAT(text, HasSubstr("T.copy(t_f, t)"));
  EXPECT_THAT(text, HasSubstr("r_f[i, j] = s_f[i, j] + t[i, j]"));
}

TEST(Emit, AnAccumulatorThatIsReadLaterIsNotOverwritten) {
  const std::string text = python(R"(
kernel @k(%A: tensor<f16, [64, 64]>, %C: tensor<f32, [128, 64]>) grid [1] {
  %a = load %A[0, 0] : tile<64x64xf16>
  %z = constant 0 : tile<64x64xf32>
  %m = mma %a, %a, %z
  %r = mma %a, %a, %m
  store %C[0, 0], %m
  store %C[1, 0], %r
}
)");
  EXPECT_THAT(text, HasSubstr("T.copy(m_f, r_f)"));
}

TEST(Emit, CarriedValuesThatChangePlacesAreStaged) {
  const std::string text =
      python(on_tiles("  %r, %s = for %k = 0 to %n carry (%x = %a, %y = %b) {\n    yield %y, %x\n  }\n"));
  EXPECT_THAT(
      text, HasSubstr("T.copy(r, x_old)\n                T.copy(s, r)\n                T.copy(x_old, s)\n"));
}

TEST(Emit, RunTimeControlFlow) {
  const std::string text = python(on_tiles(R"(
  %w, %i = while carry (%p = %a, %q = 0) {
    %go = cmp lt %q, %n
    condition %go
  } do {
    %p1 = mul %p, %b
    %q1 = add %q, 1
    yield %p1, %q1
  }
  %c = cmp ne %n, 0
  %r = if %c {
    yield %w
  } else {
    yield %a
  }
)"));
  EXPECT_THAT(text, HasSubstr("while (i_2 < n):"));
  EXPECT_THAT(
      text,
      HasSubstr("if c:\n                T.copy(w, r)\n            else:\n                T.copy(a, r)"));
}

TEST(Emit, MasksAreInt8) {
  const std::string statements = "  %m = cmp lt %a, %b\n  %r = select %m, %a, %b\n";
  const std::string text = python(on_tiles(statements));
  EXPECT_THAT(text, HasSubstr("m = T.alloc_shared((64, 64), \"int8\")"));
  EXPECT_THAT(text, HasSubstr("m[i, j] = T.if_then_else(a[i, j] < b[i, j], T.int8(1), T.int8(0))"));
  EXPECT_THAT(text, HasSubstr("r[i, j] = T.if_then_else(m[i, j] != T.int8(0), a[i, j], b[i, j])"));
  EmitOptions eager;
  eager.eager_select = true;
  EXPECT_THAT(python(on_tiles(statements), eager),
              HasSubstr("T.Select(m[i, j] != T.int8(0), a[i, j], b[i, j])"));
}

TEST(Emit, Tf32IsRoundedByAHelper) {
  const std::string text =
      python(on_tiles("  %t = cast %a : tile<64x64xtf32>\n  %r = cast %t : tile<64x64xf32>\n"));
  EXPECT_THAT(text, HasSubstr("def to_tf32(x):"));
  EXPECT_THAT(text, HasSubstr("t[i, j] = to_tf32(a[i, j])"));
  EXPECT_THAT(python(on_tiles("  %r = add %a, %b\n")), Not(HasSubstr("to_tf32")));
}

TEST(Emit, DynamicExtentsAreSymbolsWithTheirFacts) {
  const Emitted result = emitted(R"(
kernel @k(%A: tensor<f32, [?M, ?K*4], [?S*4, 1]>, %C: tensor<f32, [?M, ?K]>) grid [ceildiv(?M, 64)]
    launch {%A = [64, 64] strides [64, 1], %C = [64, 64]} {
  %b = program_id 0
  %a = load %A[%b, 0] pad inf : tile<64x64xf32>
  store %C[%b, 0], %a
}
)");
  const std::string& text = result.files[0].bytes;
  EXPECT_THAT(text, HasSubstr("A: T.StridedTensor((M, K), (S, 1), \"float32\")"));
  EXPECT_THAT(text, HasSubstr("C: T.Tensor((M, K), \"float32\")"));
  EXPECT_THAT(text, HasSubstr("T.Kernel(T.ceildiv(M, 64), threads=128) as bx:"));
  EXPECT_THAT(text, HasSubstr("T.assume(K % 4 == 0)"));
  EXPECT_THAT(text, HasSubstr("T.if_then_else(T.And(bx * 64 + i < M, j < K), A[bx * 64 + i, j], "));
  EXPECT_EQ(result.abi.parameters.size(), 5u);  // A, C, K, M, S
  EXPECT_EQ(result.abi.parameters[4].kind, AbiParameter::Kind::stride);
}

TEST(Emit, NamesNeverReachPythonUnmangled) {
  const std::string text =
      python(on_tiles("  %lambda = add %a, %b\n  %T = mul %lambda, %a\n  %r = add %T, %T\n"));
  EXPECT_THAT(text, HasSubstr("lambda_2[i, j] = a[i, j] + b[i, j]"));
  EXPECT_THAT(text, HasSubstr("T_2 = T.alloc_shared"));
}

TEST(Emit, LinesPointAtTheirOperations) {
  const Emitted result = emitted(on_tiles("  %r = add %a, %b\n"));
  ASSERT_FALSE(result.source_map.empty());
  std::vector<std::string> lines;
  std::string line;
  for (const char c : result.files[0].bytes) {
    if (c == '\n') {
      lines.push_back(line);
      line.clear();
    } else {
      line += c;
    }
  }
  bool found = false;
  for (const SourceMapEntry& entry : result.source_map) {
    const std::string& at = lines[static_cast<std::size_t>(entry.emitted_line) - 1];
    if (at.find("a[i, j] + b[i, j]") == std::string::npos) continue;
    found = true;
    EXPECT_EQ(entry.program.line, 5u);
  }
  EXPECT_TRUE(found);
}

TEST(Emit, RefusesWithTheReason) {
  const ir::ParseResult parsed = ir::parse(
      "tile 1\nkernel @k(%A: tensor<i32, [64]>) grid [1] {\n  %i = iota 0 : tile<64xi32>\n"
      "  atomic xor %A[%i], %i\n}\n");
  ASSERT_TRUE(parsed.ok());
  const auto result = emit_program(parsed.program, {});
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, HasSubstr("add, min, max and or only"));
  EXPECT_EQ(result.error().position.line, 4u);
}

}  // namespace
}  // namespace tilefuzz::targets::tilelang
