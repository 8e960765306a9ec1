// tries: makes 2^24 types
// exit: 3
// says: The compiler needed more than 2048 MiB.
template <int D, int K>
struct T {
  typedef typename T<D - 1, 2 * K>::t a;
  typedef typename T<D - 1, 2 * K + 1>::t b;
  typedef int t;
};
template <int K>
struct T<0, K> {
  typedef int t;
};
T<24, 1>::t x;
