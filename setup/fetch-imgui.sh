# Dear ImGui (docking), ImPlot, the text editor and the Test Engine, out of the imgui-bundle source distribution.

fetch_imgui() {
  local version target scratch
  version=$(sed -n 's/^imgui-bundle==\([^ ]*\).*/\1/p' "$ROOT/setup/imgui-bundle.txt")
  target="$DEPS/imgui_bundle-$version"
  [ -e "$target/.complete" ] && return
  say "Fetching the Dear ImGui sources (imgui-bundle $version, 46 MiB)"
  scratch=$(mktemp -d "$DEPS/fetch.XXXXXX")
  pip_fetch "imgui-bundle $version" download --no-deps --no-binary imgui-bundle --require-hashes \
    --requirement "$ROOT/setup/imgui-bundle.txt" --dest "$scratch"
  tar -xzf "$scratch/imgui_bundle-$version.tar.gz" -C "$scratch" \
    "imgui_bundle-$version/LICENSE" \
    "imgui_bundle-$version/external/imgui" "imgui_bundle-$version/external/implot" \
    "imgui_bundle-$version/external/ImGuiColorTextEdit" "imgui_bundle-$version/external/imgui_test_engine"
  touch "$scratch/imgui_bundle-$version/.complete"
  rm -rf "$target"
  mv "$scratch/imgui_bundle-$version" "$target"
  rm -rf "$scratch"
}
