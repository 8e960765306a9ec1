// How a pane gets into the window without a header of its own: its file ends with
//   template std::unique_ptr<Pane> make_pane<MyPane>();
// and the table in app/panes.cpp has the row make_pane<class MyPane>.
#pragma once

#include <memory>

#include "viewer/panes/pane.h"

namespace warpscope::viewer {

template <typename OnePane>
std::unique_ptr<Pane> make_pane() {
  return std::make_unique<OnePane>();
}

}  // namespace warpscope::viewer
