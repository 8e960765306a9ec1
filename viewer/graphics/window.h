// The window on the screen.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

struct GLFWwindow;

namespace warpscope::viewer {

/// Thrown when there is no display or no OpenGL on it; what() says what to do.
class NoDisplay : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A window with an OpenGL 3.2 context that is current on this thread.
class Window {
 public:
  Window(const std::string& title, int width, int height);

  GLFWwindow* handle() const { return window_.get(); }
  bool is_closing() const;
  /// Somebody has asked to close it, and it is not closed after all.
  void stay_open() const;
  /// Sleeps until there is input, wake() is called or the time is over.
  static void wait(double timeout_s);
  /// Handles input without sleeping.
  static void poll();
  /// Ends wait(), from any thread.
  static void wake();
  /// Paths of files that were dropped on the window since the last call.
  std::vector<std::string> take_dropped_files() const;
  /// Makes the window's own framebuffer the target, in the size it has now.
  void bind() const;
  void show_frame() const;
  /// Pixels per unit of the desktop, as the monitor asks for.
  float content_scale() const;

 private:
  struct Library {
    Library();
    ~Library();
  };
  struct Destroy {
    void operator()(GLFWwindow* window) const;
  };
  Library library_;
  std::unique_ptr<std::vector<std::string>> dropped_;  ///< GLFW knows where it lies
  std::unique_ptr<GLFWwindow, Destroy> window_;
};

}  // namespace warpscope::viewer
