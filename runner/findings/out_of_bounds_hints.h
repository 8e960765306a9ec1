// What to ask of an access outside of its array.
#pragma once

#include <array>

namespace warpscope::runner {

inline constexpr const char* kTooSmallHint =
    "The array ends in the middle of an element. Is it large enough, in bytes: elements times "
    "sizeof?";

/// Of an access of 16 bytes whose first elements are inside.
inline constexpr const char* kVectorHint =
    "The last elements do not fill 16 bytes: carry whole pieces only, or the bytes that there are, "
    "and treat the rest by itself. Does the index count pieces, not elements?";

/// Of a pair of 8 bytes, whose first element is inside.
inline constexpr const char* kPairHint =
    "The last elements do not fill a whole pair: is the last one of an odd number treated by "
    "itself? Does the index count pairs, not elements?";

/// A line with one of CUDA's vectors of two elements is about a pair, not about a double.
inline constexpr std::array<const char*, 3> kPairTypes{"float2", "uint2", "int2"};

inline constexpr const char* kFirstThreadHint =
    "Even the first thread is past the end. Is the array large enough, in bytes: elements times "
    "sizeof? Or does the index begin too far behind?";
inline constexpr const char* kInsideHint =
    "The thread is none of those at the edge of the grid, so its row and its column are in range: "
    "are they swapped in the index, is the length of a row wrong, or does an index that counts "
    "down "
    "begin at the length, where it should be one less?";

/// Of dynamic shared memory: its bytes are the third value of a launch.
inline constexpr const char* kNoSharedBytesHint =
    "The launch gives no shared memory: the third value in <<< >>> says how many bytes a block "
    "has.";
inline constexpr const char* kSharedBytesHint =
    "The third value in <<< >>> is in bytes: elements times sizeof. Is it large enough for the "
    "index, and is the index one of elements?";

inline constexpr const char* kNoExternBytesHint =
    "The launch gives no dynamic shared memory, and an array that is declared extern __shared__ "
    "has only that: the third value in <<< >>> says how many bytes a block has.";

/// Of shared memory whose size the kernel states.
inline constexpr const char* kSharedArrayHint =
    "Which values can the index have, and how many elements has the array? In a tile each element "
    "has a place, so a guard would only lose some: one of the two is wrong.";
inline constexpr const char* kFewWordsHint =
    "Which values can the index have, and how many elements has the array? Threads for which there "
    "is none must leave it alone; where they are to read one, let them take 0, or what changes "
    "nothing.";

/// Of a copy that warps make together.
inline constexpr const char* kTransferHint =
    "The copy of this line does not fit the array: where does it begin, how many rows does it "
    "bring, and how many bytes of each? At the last row and the last column there may be fewer. A "
    "guard around it would leave out what is there.";

}  // namespace warpscope::runner
