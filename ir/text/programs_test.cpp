#include <array>

#include "ir/text/test_programs.h"

namespace tilefuzz::ir::test {
namespace {

constexpr std::string_view kElementwise = R"(tile 1
kernel @elementwise(%x: f32, %y: f64, %u: u8, %i: i32) grid [1] {
  %a = constant [1.0, -0.0, inf, nan] : tile<4xf32>
  %b = neg %a
  %c = abs %b
  %d = sqrt %c flush approximate
  %e = rsqrt %d flush
  %f = exp %e approximate
  %g = exp2 %f flush
  %h = log %g
  %j = log2 %h
  %k = sin %j
  %l = cos %k
  %m = tan %l
  %n = sinh %m
  %o = cosh %n
  %p = tanh %o approximate
  %q = floor %p
  %r = ceil %q
  %s = add %r, %x contract flush
  %t = sub %s, %a
  %v = mul %t, %a contract
  %w = div %v, %a flush approximate
  %z = min %w, %a propagate_nan
  %aa = max %z, %a
  %ab = pow %aa, %a
  %ac = atan2 %ab, %a
  %ad = fma %ac, %ac, %a flush
  %ba = iota 0 : tile<4xi32>
  %bb = add %ba, 1 wrap
  %bc = neg %bb wrap
  %bd = mulhi %bc, %bb unsigned
  %be = div %bd, 3 unsigned
  %bf = rem %be, 3
  %bg = min %bf, %bb unsigned
  %bh = and %bg, %bb
  %bi = or %bh, %bb
  %bj = xor %bi, -1
  %bk = not %bj
  %bl = shl %bk, 2 wrap
  %bm = shr %bl, 2 unsigned
  %ca = cmp eq %bm, %bb
  %cb = cmp ne %bm, 0
  %cc = cmp lt %bm, %bb unsigned
  %cd = cmp le %a, %ad
  %ce = cmp gt %a, %ad
  %cf = cmp ge %a, %ad
  %cg = select %ca, %a, %ad
  %ch = cast %bm unsigned : tile<4xf16>
  %ci = bitcast %a : tile<4xi32>
  %cj = cast %y : f32
  %ck = constant true : i1
  %cl = constant 0x7fc00001 : f32
  %cm = constant -9223372036854775808 : i64
}
)";

constexpr std::string_view kShapes = R"(tile 1
kernel @shapes(%t: tensor<f32, [64, 64]>) grid [1] {
  %1 = program_id 0
  %2 = num_programs 1
  %3 = extent %t, 1
  %4 = assume %3 multiple 16 from 0 to 1024
  %5 = assume %4 from -5
  %6 = constant 0.0 : tile<4x8xf32>
  %7 = reshape %6 : tile<2x2x8xf32>
  %8 = permute %7 [2, 0, 1]
  %9 = broadcast %5 : tile<4x8xi32>
  %10 = extract %6[0, %1] : tile<4x1xf32>
  %11 = insert %10, %6[0, 3]
  %12 = concat %11, %6, %6 axis 1
  %13 = reduce add %12 axis 1
  %14 = reduce mul %12 axis 0
  %15 = reduce min %12 axis 0 propagate_nan
  %16 = reduce max %9 axis 0 unsigned
  %17 = reduce and %9 axis 0
  %18 = reduce or %9 axis 0
  %19 = reduce xor %9 axis 1
  %20 = scan add %9 axis 1 wrap reverse
  %21 = scan max %12 axis 0
}
)";

constexpr std::string_view kMatrices = R"(tile 1
kernel @matrices(
    %A: sparse_tensor<2:4, i8, [128, 256]> hint {metadata = i32, layout = interleaved},
    %D: sparse_tensor<1:2, tf32, [?M, 256]> hint {metadata = i16, layout = plain},
    %S: tensor<f8e8m0, [128, 4]>)
    grid [1] hint {threads = 128, warps = 4, occupancy = 2, ctas = 2, swizzle_panel = 8, cluster = 2}
    launch {%D = [128, 256]} {
  %a = load %A[0, 0] : sparse<2:4, 128x128xi8> hint {stage_in = shared, layout = interleaved}
  %b = constant 1 : tile<128x64xi8>
  %c = constant 0 : tile<128x64xi32>
  %d = mma %a, %b, %c unsigned_a unsigned_b hint {policy = full_row, k_pack = 2, operand_in = registers}
  %e = constant 1.0 : tile<16x16xf32>
  %f = mma %e, %e, %e precision ieee
  %g = mma %e, %e, %f precision tf32 fast_accumulate
  %h = constant 1.0 : tile<128x128xf8e4m3>
  %s = load %S[0, 0] : tile<128x4xf8e8m0>
  %t = permute %s [1, 0]
  %i = constant 0.0 : tile<128x128xf32>
  %j = mma_scaled %h, %s, %h, %t, %i hint {policy = square}
}
)";

constexpr std::string_view kMemory = R"(tile 1
kernel @memory(
    %a: tensor<f32, [?M, ?K*8, 64], [?S*4, 64, 1]> align 16 alias 0 readonly,
    %b: tensor<i32, [?M, ?], [?*4, 1]> align 4 alias 0,
    %n: i32,
    %h: f16)
    grid [1, ?M, ceildiv(?M, 64), ceildiv(?K*2 + 1, 32)]
    launch {%a = [4, 16, 64] strides [1024, 64, 1] offset 64, %b = [4, 4] strides [4, 1], %n = 3, %h = 0.5}
    launch {%a = [8, 8, 64], %b = [8, 8], %n = -1, %h = -inf} {
  %buf = alloc : buffer<64x64xf32> hint {layout = padded(8)}
  %buf2 = alloc : buffer<8xi32> hint {layout = swizzled(128)}
  %buf3 = alloc : buffer<8xi32> hint {layout = row}
  %7 = load %a[0, 0, 0] pad zero : tile<1x8x64xf32> hint {latency = 4, tma = on, path = view}
  %8 = load %a at [%n, 0, 3] pad neg_zero : tile<1x8x8xf32> hint {path = pointer, eviction = first}
  %9 = load %a[0, 0, 0] pad nan squeeze : tile<8x64xf32> hint {coalesced_width = 4}
  %10 = load %a[0, 0, 0] pad inf : tile<1x1x1xf32> hint {tma = off, eviction = normal}
  %11 = load %a[0, 0, 0] pad neg_inf : tile<1x1x1xf32> hint {stage_in = registers}
  %12 = iota 0 : tile<8xi32>
  %13 = cmp lt %12, %n
  store %b[0, 0], %12 squeeze
  store %b at [1, %n], %12 squeeze hint {eviction = last}
  %14 = gather %b[%12, 0] mask %13 fill 0 : tile<8xi32>
  %15 = gather %b[0, %12] : tile<8xi32>
  scatter %b[%12, %12], %14 mask %13
  atomic add %b[%12, 0], %14
  %16 = atomic min %b[%12, 0], %14 mask %13 unsigned
  %17 = atomic max %b[%12, 0], %14
  atomic and %b[0, 0], %n
  atomic or %b[0, 0], 7
  atomic xor %b[0, 0], %n
  %18 = atomic xchg %b[0, 0], %n
  %19 = atomic cas %b[0, 0], %n expected 3
  write %buf[0, %n], %9
  %20 = read %buf[4, 4] : tile<8x8xf32>
}
)";

constexpr std::string_view kControl = R"(tile 1
kernel @control(%n: i32, %m: i64, %t: tensor<i32, [4]>) grid [4, 1] {
  %init = constant 0 : tile<4xi32>
  %r, %s = for %k = 0 to %n step 2 carry (%c = %init, %d = 1) hint {stages = 2, unroll = 4} {
    %e = add %c, %k
    %stop = cmp gt %k, 5
    if %stop {
      break %e, %k
    }
    %skip = cmp eq %k, 2
    if %skip {
      continue %c, %d
    } else {
      store %t[0], %e
    }
    yield %e, %k
  }
  for %k : i64 = 0 to %m hint {order = 3, warp_specialize = on} {
  }
  %w = while carry (%c = %r) hint {unroll = 2} {
    %f = reduce add %c axis 0
    %go = cmp lt %f, 100
    condition %go
  } do {
    %x = add %c, 1
    yield %x
  }
  while {
    %go = constant false : i1
    condition %go
  } do {
  }
  %go = cmp ne %n, 0
  %p, %q = if %go {
    yield %w, %n
  } else {
    yield %init, 3
  }
  %one = for %k = 0 to 1 carry (%c = %p) {
    %only = if %go {
      yield %c
    } else {
      break %c
    }
    yield %only
  }
  store %t[0], %one
}
)";

}  // namespace

std::span<const std::string_view> canonical_programs() {
  static constexpr std::array kPrograms = {kElementwise, kShapes, kMatrices, kMemory, kControl};
  return kPrograms;
}

}  // namespace tilefuzz::ir::test
