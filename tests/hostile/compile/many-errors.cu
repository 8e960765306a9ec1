// tries: floods the report with errors
// exit: 3
// says: does not compile
// output: 400000
#define A x;
#define B A A A A A A A A
#define C B B B B B B B B
#define D C C C C C C C C
#define E D D D D D D D D
void f() { E }
