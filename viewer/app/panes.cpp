#include "viewer/app/panes.h"

#include <array>
#include <stdexcept>

#include "viewer/model/word_search.h"

namespace warpscope::viewer {

/// The pane's own file in viewer/panes defines it: see viewer/panes/make_pane.h.
template <typename OnePane>
std::unique_ptr<Pane> make_pane();

/// One row per pane, in the order of the tabs. (The empty comments keep the rows apart.)
constexpr std::array kPanes{
    make_pane<class LabsPane>,       //
    make_pane<class ScorePane>,      //
    make_pane<class LabPane>,        //
    make_pane<class SourcePane>,     //
    make_pane<class StepPane>,       //
    make_pane<class SlidesPane>,     //
    make_pane<class HandoutPane>,    //
    make_pane<class HintsPane>,      //
    make_pane<class SweepsPane>,     //
    make_pane<class AccessPane>,     //
    make_pane<class TimelinePane>,   //
    make_pane<class TransfersPane>,  //
    make_pane<class CasesPane>,      //
    make_pane<class LaunchesPane>,   //
    make_pane<class LadderPane>,     //
    make_pane<class OutputPane>,     //
    make_pane<class FindingsPane>,   //
    make_pane<class ClassPane>,      //
};

std::vector<std::unique_ptr<Pane>> make_panes() {
  std::vector<std::unique_ptr<Pane>> panes;
  for (const auto make : kPanes) panes.push_back(make());
  return panes;
}

std::string pane_id(std::string_view text) {
  auto id = lower(text);
  std::string message = "There is no pane \"" + std::string(text) + "\". The panes are:";
  for (const auto& pane : make_panes()) {
    if (pane->id() == id) return id;
    message += " " + std::string(pane->id());
  }
  throw std::runtime_error(message + ".");
}

}  // namespace warpscope::viewer
