// The lab's handout.
#include <imgui.h>

#include "presentation/markdown/document.h"
#include "viewer/markdown/draw.h"
#include "viewer/model/missing.h"
#include "viewer/model/text_file.h"
#include "viewer/panes/make_pane.h"
#include "viewer/panes/reading.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {

class HandoutPane final : public Pane {
 public:
  std::string_view id() const override { return "handout"; }
  const char* title() const override { return "Handout"; }
  Place place() const override { return Place::center; }

  void draw(PaneContext& context) override {
    load(context.session);
    if (!problem_.empty()) {
      empty_message(context.theme, problem_);
      return;
    }
    begin_reading("handout", 760);
    auto style = reading_style(context, 1.05F);
    style.figures = &figures_;
    markdown::draw(document_, style);
    end_reading();
  }

 private:
  static bool is_hint(const markdown::Block& block) {
    return block.kind == markdown::Block::Kind::details &&
           markdown::plain_text(block.spans).starts_with("Hint ");
  }

  /// There they open one by one, and how many were opened is kept.
  static void send_hints_to_their_pane(std::vector<markdown::Block>& blocks) {
    std::vector<markdown::Block> kept;
    std::size_t hints = 0;
    const auto close_row = [&] {
      if (hints == 0) return;
      markdown::Block link;
      markdown::Span span;
      span.text = std::to_string(hints) + (hints == 1 ? " hint" : " hints");
      span.link = "pane:hints";
      link.spans = {span};
      kept.push_back(std::move(link));
      hints = 0;
    };
    for (auto& block : blocks) {
      if (is_hint(block)) {
        ++hints;
        continue;
      }
      close_row();
      kept.push_back(std::move(block));
    }
    close_row();
    blocks = std::move(kept);
  }

  void load(const Session& session) {
    if (revision_ == session.lab_revision()) return;
    revision_ = session.lab_revision();
    document_ = {};
    if (session.lab() == nullptr) {
      problem_ = kNoLab;
      return;
    }
    const auto file = read_text_file(session.lab()->folder / "handout.md");
    problem_ = file.problem;
    document_ = markdown::parse(file.text);
    send_hints_to_their_pane(document_.blocks);
    figures_.set_kept_folder(session.lab()->deck.parent_path() / "kept");
  }

  unsigned revision_ = ~0U;
  markdown::Document document_;
  markdown::FigureViews figures_;
  std::string problem_;
};

template std::unique_ptr<Pane> make_pane<HandoutPane>();

}  // namespace warpscope::viewer
