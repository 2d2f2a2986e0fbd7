#include "app/studio/figure/png_text.h"

#include <zlib.h>

#include "app/studio/figure/write_figure.h"
#include "tests/unit/figure_scene.h"
#include "tests/unit/temporary_folder.h"

namespace sispde::studio {
namespace {

using sispde::testing::TemporaryFolder;

std::string chunk(const std::string& type, const std::string& data) {
  const auto number = [](std::uint32_t value) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<char>(value >> shift));
    return bytes;
  };
  const std::string body = type + data;
  const auto crc = ::crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
  return number(static_cast<std::uint32_t>(data.size())) + body + number(static_cast<std::uint32_t>(crc));
}

std::string packed(const std::string& text) {
  uLongf size = ::compressBound(text.size());
  std::string out(size, '\0');
  ::compress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(text.data()),
             text.size());
  out.resize(size);
  return out;
}

// A PNG with one pixel, this chunk before its data.
std::string pictureWith(const std::string& extra) {
  const std::string head("\x89PNG\r\n\x1a\n", 8);
  const std::string size("\0\0\0\1\0\0\0\1\x08\0\0\0\0", 13);
  return head + chunk("IHDR", size) + extra + chunk("IDAT", packed(std::string(2, '\0'))) + chunk("IEND", "");
}

std::string largeJson() {
  std::string text = "{\"values\": [";
  for (int i = 0; text.size() < (1 << 20); ++i) text += std::to_string(i * 7919 % 10007) + ", ";
  return text + "\"κ\"]}";
}

const std::string nul(1, '\0');

TEST(PngTextTest, TextsComeBackAsTheyWere) {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.png"), json = largeJson();
  ASSERT_TRUE(writeFigure(
      threeNodes(), path,
      {.text = {{"greek", "Matérn ν = ½, κ → ∞\nδύο γραμμές"}, {"sispde workspace", json}, {"empty", ""}}}));
  EXPECT_EQ(readPngText(path, "greek").value(), "Matérn ν = ½, κ → ∞\nδύο γραμμές");
  EXPECT_EQ(readPngText(path, "sispde workspace").value(), json);
  EXPECT_EQ(readPngText(path, "empty").value(), "");
  EXPECT_LT(bytesOf(path).size(), json.size());  // it is compressed
  EXPECT_GT(readPicture(path).width, 0);         // others can still read it
}

TEST(PngTextTest, MissingTextIsAnInputError) {
  const TemporaryFolder folder;
  ASSERT_TRUE(writeFigure(threeNodes(), folder.file("a.png")));
  const auto result = readPngText(folder.file("a.png"), "sispde");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::Input);
  EXPECT_NE(result.error().sentence().find("carries no text \"sispde\""), std::string::npos)
      << result.error().sentence();
}

TEST(PngTextTest, EveryTruncationIsRefused) {
  const TemporaryFolder folder;
  const std::string bytes = pictureWith(chunk("tEXt", "key" + nul + "value"));
  ASSERT_EQ(readPngText(folder.write("whole.png", bytes), "key").value(), "value");
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const auto result = readPngText(folder.write("a.png", bytes.substr(0, length)), "key");
    ASSERT_FALSE(result) << length;
    EXPECT_EQ(result.error().kind, ErrorKind::Input);
  }
}

TEST(PngTextTest, EveryChangedByteOfATextIsNoticed) {
  const TemporaryFolder folder;
  const std::string bytes =
      pictureWith(chunk("iTXt", "key" + std::string("\0\1\0\0\0", 5) + packed("value")));
  ASSERT_EQ(readPngText(folder.write("whole.png", bytes), "key").value(), "value");
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 0x10);
    EXPECT_FALSE(readPngText(folder.write("a.png", changed), "key")) << i;
  }
}

TEST(PngTextTest, ForeignFilesAreRefused) {
  const TemporaryFolder folder;
  for (const std::string& bytes : {std::string(), std::string("hello"),
                                   std::string("\xff\xd8\xff\xe0 a photograph"), std::string(1000, '\0')})
    EXPECT_EQ(readPngText(folder.write("a.png", bytes), "key").error().kind, ErrorKind::Input);
  EXPECT_FALSE(readPngText(folder.path(), "key"));
  EXPECT_FALSE(readPngText(folder.file("none.png"), "key"));
}

TEST(PngTextTest, OtherKindsOfTextAreRead) {
  const TemporaryFolder folder;
  const auto read = [&](const std::string& bytes) {
    return readPngText(folder.write("a.png", pictureWith(bytes)), "key").value_or("error");
  };
  EXPECT_EQ(read(chunk("tEXt", "key" + nul + "Mat\xe9rn")), "Matérn");
  EXPECT_EQ(read(chunk("zTXt", "key" + nul + nul + packed("Mat\xe9rn"))), "Matérn");
  EXPECT_EQ(read(chunk("iTXt", "key" + std::string("\0\0\0de\0Wort\0", 11) + "ν")), "ν");
  EXPECT_EQ(read(chunk("tEXt", "other" + nul + "x") + chunk("tEXt", "key" + nul + "y")), "y");
  EXPECT_EQ(read(chunk("iTXt", "key" + std::string("\0\0\0\0\0", 5) + "\xff")), "error");
  EXPECT_EQ(read(chunk("iTXt", "key" + nul)), "error");
}

TEST(PngTextTest, TextsThatUnpackToMoreThanTheLimitAreRefused) {
  const TemporaryFolder folder;
  const std::string bomb = packed(std::string(largestPngText + 1, 'a'));
  ASSERT_LT(bomb.size(), std::size_t{1} << 20);
  const std::string path = folder.write("a.png", pictureWith(chunk("zTXt", "key" + nul + nul + bomb)));
  const auto result = readPngText(path, "key");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::Input);
}

TEST(PngTextTest, LengthsThatTheFileDoesNotHaveTakeNoMemory) {
  const TemporaryFolder folder;
  std::string bytes = pictureWith(chunk("tEXt", "key" + nul + "value"));
  bytes.replace(33, 4, "\x7f\xff\xff\xff");
  EXPECT_EQ(readPngText(folder.write("a.png", bytes), "key").error().kind, ErrorKind::Input);
}

}  // namespace
}  // namespace sispde::studio
