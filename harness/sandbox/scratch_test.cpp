#include "harness/sandbox/scratch.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <utility>

namespace tilefuzz::harness {
namespace {

namespace fs = std::filesystem;

TEST(Scratch, IsPrivateAndGoesWithItsOwner) {
  fs::path path;
  {
    const auto scratch = Scratch::create(testing::TempDir());
    ASSERT_TRUE(scratch);
    path = scratch->path();
    struct stat status {};
    ASSERT_EQ(stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0700u);
    std::ofstream(path / "file") << "text";
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(Scratch, MovesItsFolder) {
  auto first = Scratch::create(testing::TempDir());
  ASSERT_TRUE(first);
  const fs::path path = first->path();
  {
    const Scratch second = std::move(*first);
    EXPECT_EQ(second.path(), path);
    EXPECT_TRUE(fs::exists(path));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(Scratch, SaysWhereItCouldNotBeMade) {
  const auto scratch = Scratch::create("/nonexistent/base");
  ASSERT_FALSE(scratch);
  EXPECT_THAT(scratch.error(), testing::HasSubstr("/nonexistent/base: No such file"));
}

TEST(Scratch, MeasuresDiskBlocks) {
  const auto scratch = Scratch::create(testing::TempDir());
  ASSERT_TRUE(scratch);
  const std::uint64_t empty = scratch->size();
  fs::create_directories(scratch->path() / "a" / "b");
  std::ofstream(scratch->path() / "a" / "b" / "file") << std::string(1 << 20, 'x');
  EXPECT_GE(scratch->size(), empty + (1u << 20));
  EXPECT_LT(scratch->size(), empty + (2u << 20));
}

TEST(Scratch, RemovesTreesOfAnyDepth) {
  auto scratch = Scratch::create(testing::TempDir());
  ASSERT_TRUE(scratch);
  const std::string name(200, 'd');
  int folder = open(scratch->path().c_str(), O_RDONLY | O_DIRECTORY);
  for (int level = 0; level < 100; ++level) {  // 20,000 characters: longer than any path may be
    ASSERT_EQ(mkdirat(folder, name.c_str(), 0700), 0);
    const int inner = openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY);
    ASSERT_GE(inner, 0);
    close(folder);
    folder = inner;
  }
  close(folder);
  EXPECT_TRUE(scratch->clear());
  EXPECT_TRUE(fs::is_empty(scratch->path()));
}

TEST(Scratch, RemovesManyFilesLockedFoldersAndOnlyTheLinkItself) {
  auto scratch = Scratch::create(testing::TempDir());
  auto elsewhere = Scratch::create(testing::TempDir());
  ASSERT_TRUE(scratch && elsewhere);
  std::ofstream(elsewhere->path() / "kept") << "text";
  for (int number = 0; number < 2000; ++number) std::ofstream(scratch->path() / std::to_string(number));
  fs::create_directories(scratch->path() / "locked" / "inner" / "leaf");
  std::ofstream(scratch->path() / "locked" / "inner" / "file");
  fs::permissions(scratch->path() / "locked" / "inner", fs::perms::none);
  fs::permissions(scratch->path() / "locked", fs::perms::none);
  fs::create_directory_symlink(elsewhere->path(), scratch->path() / "link");
  EXPECT_TRUE(scratch->clear());
  EXPECT_TRUE(fs::is_empty(scratch->path()));
  EXPECT_TRUE(fs::exists(elsewhere->path() / "kept"));
}

}  // namespace
}  // namespace tilefuzz::harness
