#!/bin/sh
# with_other_compiler.sh OLD NEW COMMAND…: runs the command with the compiler NEW in the place of OLD, and without options that only GCC knows.
# A precompiled header that it writes is removed first: NEW would read the one of OLD that lies there.
old=$1 new=$2 before=
shift 2
for argument; do
  shift
  case $argument in
    "$old") argument=$new ;;
    -fno-ipa-modref | -Wno-restrict) continue ;;
  esac
  case "$before $argument" in
    "-o "*.gch) rm -f "$argument" ;;
  esac
  before=$argument
  set -- "$@" "$argument"
done
exec "$@"
