// tries: computes to no end while compiling
// exit: 3
// says: does not compile
constexpr unsigned long long f() {
  unsigned long long s = 0;
  for (unsigned long long i = 0; i < ~0ull; ++i) s += i;
  return s;
}
constexpr auto q = f();
