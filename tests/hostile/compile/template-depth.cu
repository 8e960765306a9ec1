// tries: nests templates to no end
// exit: 3
// says: does not compile
template <int N>
struct T {
  static constexpr int v = T<N + 1>::v;
};
int x = T<0>::v;
