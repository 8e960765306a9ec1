#!/bin/sh
# with_other_compiler.sh OLD NEW COMMAND…: runs the command with the compiler NEW in the place of OLD, and without options that only GCC knows.
old=$1 new=$2
shift 2
for argument; do
  shift
  case $argument in
    "$old") argument=$new ;;
    -fno-ipa-modref | -Wno-restrict) continue ;;
  esac
  set -- "$@" "$argument"
done
exec "$@"
