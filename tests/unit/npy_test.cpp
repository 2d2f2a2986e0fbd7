#include <gtest/gtest.h>

#include "core/io/npy.h"

namespace sispde {
namespace {

// An array with this header text, in format 1, and these bytes.
std::string npy(const std::string& header, const std::string& data, char version = 1) {
  std::string out("\x93NUMPY", 6);
  out += version;
  out += '\0';
  const std::string text = header + "\n";
  out += static_cast<char>(text.size() & 0xFF);
  out += static_cast<char>(text.size() >> 8);
  if (version > 1) out += std::string(2, '\0');
  return out + text + data;
}

std::string header(const std::string& descr, const std::string& shape, const char* order = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
}

std::string problem(const std::string& bytes) {
  const auto array = NpyArray::parse(bytes, {"f.npz", 0, "a"});
  return array ? "" : array.error().sentence();
}

template <class T>
std::string raw(std::initializer_list<T> values) {
  return {reinterpret_cast<const char*>(std::data(values)), values.size() * sizeof(T)};
}

TEST(NpyTest, EveryIntegerWidthIsRead) {
  const std::vector<std::int32_t> expected{1, 2};
  EXPECT_EQ(NpyArray::parse(npy(header("|i1", "(2,)"), raw<std::int8_t>({1, 2})), {})->toInt32().value(),
            expected);
  EXPECT_EQ(NpyArray::parse(npy(header("<i2", "(2,)"), raw<std::int16_t>({1, 2})), {})->toInt32().value(),
            expected);
  EXPECT_EQ(NpyArray::parse(npy(header("<i4", "(2,)"), raw<std::int32_t>({1, 2})), {})->toInt32().value(),
            expected);
  EXPECT_EQ(NpyArray::parse(npy(header("<i8", "(2,)"), raw<std::int64_t>({1, 2})), {})->toInt32().value(),
            expected);
  EXPECT_EQ(NpyArray::parse(npy(header("|u1", "(2,)"), raw<std::uint8_t>({1, 2})), {})->toInt32().value(),
            expected);
  EXPECT_EQ(NpyArray::parse(npy(header("<u2", "(2,)"), raw<std::uint16_t>({1, 2})), {})->toInt32().value(),
            expected);
  EXPECT_EQ(NpyArray::parse(npy(header("<u4", "(2,)"), raw<std::uint32_t>({1, 2})), {})->toInt32().value(),
            expected);
  EXPECT_EQ(NpyArray::parse(npy(header("<u8", "(2,)"), raw<std::uint64_t>({1, 2})), {})->toInt32().value(),
            expected);
  EXPECT_EQ(NpyArray::parse(npy(header("<i4", "(1L,)"), raw<std::int32_t>({7})), {})->toInt64().value(),
            std::vector<std::int64_t>{7});
}

TEST(NpyTest, BigEndianNumbersAreTurned) {
  EXPECT_EQ(
      NpyArray::parse(npy(header(">i4", "(2,)"), std::string("\0\0\0\1\0\0\1\0", 8)), {})->toInt32().value(),
      (std::vector<std::int32_t>{1, 256}));
  EXPECT_EQ(NpyArray::parse(npy(header(">f8", "(1,)"), std::string("\x3F\xF8\0\0\0\0\0\0", 8)), {})
                ->toDouble()
                .value(),
            std::vector<double>{1.5});
  EXPECT_EQ(NpyArray::parse(npy(header(">U1", "()"), std::string("\0\0\0A", 4)), {})->toText().value(), "A");
}

TEST(NpyTest, FortranOrderIsTransposed) {
  const auto array =
      NpyArray::parse(npy(header("<i4", "(2, 3)", "True"), raw<std::int32_t>({1, 4, 2, 5, 3, 6})), {});
  EXPECT_EQ(array->toInt32().value(), (std::vector<std::int32_t>{1, 2, 3, 4, 5, 6}));
}

TEST(NpyTest, FloatsAndMasksConvert) {
  EXPECT_EQ(NpyArray::parse(npy(header("<f8", "(2,)"), raw<double>({0.5, -2})), {})->toFloat().value(),
            (std::vector<float>{0.5f, -2}));
  EXPECT_EQ(NpyArray::parse(npy(header("<f4", "(1,)"), raw<float>({0.5f})), {})->toDouble().value(),
            std::vector<double>{0.5});
  EXPECT_EQ(NpyArray::parse(npy(header("|b1", "(2,)"), std::string("\1\0", 2)), {})->toMask().value(),
            (std::vector<std::uint8_t>{1, 0}));
  EXPECT_EQ(NpyArray::parse(npy(header("<i8", "(2,)"), raw<std::int64_t>({1, 0})), {})->toMask().value(),
            (std::vector<std::uint8_t>{1, 0}));
  EXPECT_EQ(NpyArray::parse(npy(header("|b1", "(2,)"), std::string("\1\0", 2)), {})->toFloat().value(),
            (std::vector<float>{1, 0}));
}

TEST(NpyTest, VersionsTwoAndThreeAreRead) {
  for (const char version : {'\2', '\3'})
    EXPECT_EQ(
        NpyArray::parse(npy(header("<i4", "()"), raw<std::int32_t>({5}), version), {})->toInt32().value(),
        std::vector<std::int32_t>{5});
}

TEST(NpyTest, WrittenArraysReadBack) {
  const std::vector<std::int32_t> ints{1, -2, 3};
  EXPECT_EQ(NpyArray::parse(npyBytes(std::span<const std::int32_t>(ints), {3}), {})->toInt32().value(), ints);
  const std::vector<std::int64_t> longs{1, -2};
  EXPECT_EQ(NpyArray::parse(npyBytes(std::span<const std::int64_t>(longs), {1, 2}), {})->toInt64().value(),
            longs);
  const std::vector<double> doubles{0.1};
  EXPECT_EQ(NpyArray::parse(npyBytes(std::span<const double>(doubles), {1}), {})->toDouble().value(),
            doubles);
  const std::vector<float> none;
  EXPECT_EQ(NpyArray::parse(npyBytes(std::span<const float>(none), {0, 5}), {})->toFloat().value(), none);
  for (const char* text : {"", "plain", "Matérn ν κ 😀"})
    EXPECT_EQ(NpyArray::parse(npyText(text), {})->toText().value(), text);
  EXPECT_EQ(npyBytes(std::span<const float>(none), {0}).size() % 64, 0u);
}

TEST(NpyTest, DescribesTypeAndShape) {
  EXPECT_EQ(NpyArray::parse(npy(header("<i4", "(1, 2)"), raw<std::int32_t>({1, 2})), {})->describe(),
            "int32 [1, 2]");
  EXPECT_EQ(NpyArray::parse(npy(header("<u2", "()"), raw<std::uint16_t>({1})), {})->describe(), "uint16 []");
  EXPECT_EQ(NpyArray::parse(npy(header("|b1", "(0,)"), ""), {})->describe(), "bool [0]");
  EXPECT_EQ(NpyArray::parse(npy(header("|S3", "()"), "abc"), {})->describe(), "text []");
}

TEST(NpyTest, AWrongKindIsRefusedByName) {
  const auto floats = NpyArray::parse(npy(header("<f4", "(1,)"), raw<float>({1})), {"f", 0, "edges"}).value();
  EXPECT_NE(floats.toInt32().error().sentence().find("edges: The array is float32 [1]"), std::string::npos);
  EXPECT_FALSE(floats.toMask().has_value());
  EXPECT_FALSE(floats.toText().has_value());
  const auto text = NpyArray::parse(npy(header("|S1", "()"), "a"), {}).value();
  EXPECT_FALSE(text.toFloat().has_value());
  EXPECT_EQ(text.toText().value(), "a");
  const auto flags = NpyArray::parse(npy(header("|b1", "(1,)"), "\1"), {}).value();
  EXPECT_FALSE(flags.toInt32().has_value());
  EXPECT_FALSE(flags.toInt64().has_value());
}

TEST(NpyTest, ValuesThatDoNotFitAreRefused) {
  EXPECT_FALSE(
      NpyArray::parse(npy(header("<i8", "(1,)"), raw<std::int64_t>({1LL << 40})), {})->toInt32().has_value());
  EXPECT_FALSE(NpyArray::parse(npy(header("<f8", "(1,)"), raw<double>({1e300})), {})->toFloat().has_value());
  EXPECT_FALSE(
      NpyArray::parse(npy(header("<i4", "(1,)"), raw<std::int32_t>({-1})), {})->toMask().has_value());
  EXPECT_FALSE(NpyArray::parse(npy(header("|b1", "(1,)"), "\2"), {})->toMask().has_value());
  EXPECT_FALSE(
      NpyArray::parse(npy(header("<U1", "()"), raw<std::uint32_t>({0xD800})), {})->toText().has_value());
}

TEST(NpyTest, LyingHeadersAreRefused) {
  EXPECT_NE(problem("short").find("not a NumPy array"), std::string::npos);
  EXPECT_NE(problem(npy(header("<i4", "(1,)"), "1234", 9)).find("format 9"), std::string::npos);
  EXPECT_NE(problem(std::string("\x93NUMPY\x01\0\xFF\xFF{", 11)).find("ends inside its header"),
            std::string::npos);
  EXPECT_NE(problem(std::string("\x93NUMPY\x02\0\0\0", 10)).find("ends inside its header"),
            std::string::npos);
  EXPECT_NE(problem(npy(header("<i4", "(2,)"), "1234")).find("announces 8 bytes"), std::string::npos);
  EXPECT_NE(problem(npy(header("<i4", "(1,)"), "12345")).find("5 bytes follow"), std::string::npos);
  EXPECT_NE(problem(npy(header("<i4", "(9999999999, 9999999999)"), "1234")).find("more than"),
            std::string::npos);
  EXPECT_NE(problem(npy(header("<f8", "(10000000000,)"), "")).find("more than"), std::string::npos);
  EXPECT_NE(problem(npy(header("|O", "(1,)"), "1")).find("pickled"), std::string::npos);
  EXPECT_NE(problem(npy(header("|O8", "(1,)"), "12345678")).find("pickled"), std::string::npos);
  EXPECT_NE(problem(npy(header("<c8", "(1,)"), "12345678")).find("not supported"), std::string::npos);
  EXPECT_NE(problem(npy(header("<f2", "(1,)"), "12")).find("not supported"), std::string::npos);
  EXPECT_EQ(problem(npy(header("<i4", "(0, 9999999999)"), "")), "");
}

TEST(NpyTest, UnknownTypesAreNamed) {
  for (const char* type : {"i", "?i4", "<ix", ""})
    EXPECT_NE(problem(npy(header(type, "()"), "1234")).find("unknown type"), std::string::npos);
}

TEST(NpyTest, HeadersThatNumPyDoesNotWriteAreRefused) {
  for (const char* text :
       {"", "[]", "{'descr': '<i4'}", "{'descr': '<i4', 'fortran_order': Maybe, 'shape': ()}",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (-1,)}",
        "{'descr': '<i4', 'fortran_order': False, 'shape': 3}",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (1 2)}", "{'extra': 1}", "{'descr': '<i4",
        "{'descr' '<i4'}", "{'descr': '<i4', 'descr': '<i4'}",
        "{'descr': '<i4', 'fortran_order': False, 'shape': ()} x",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,1)}"})
    EXPECT_NE(problem(npy(text, "1234")).find("header"), std::string::npos) << text;
  EXPECT_NE(
      problem(npy("{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': ()}", "1234")).find("records"),
      std::string::npos);
}

}  // namespace
}  // namespace sispde
