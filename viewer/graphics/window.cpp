#include "viewer/graphics/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <utility>

#include "viewer/graphics/gl.h"

namespace warpscope::viewer {
namespace {

NoDisplay no_display(const std::string& what) {
  const char* reason = nullptr;
  glfwGetError(&reason);
  return NoDisplay(
      what + (reason == nullptr ? "" : std::string(" (") + reason + ")") +
      ". Start the viewer on a desktop, or with --off-screen FOLDER to have pictures instead.");
}

void keep_dropped(GLFWwindow* window, int count, const char** paths) {
  auto& dropped = *static_cast<std::vector<std::string>*>(glfwGetWindowUserPointer(window));
  dropped.insert(dropped.end(), paths, paths + count);
}

}  // namespace

Window::Library::Library() {
  if (glfwInit() == GLFW_FALSE) throw no_display("There is no display to open a window on");
}

Window::Library::~Library() { glfwTerminate(); }

void Window::Destroy::operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }

Window::Window(const std::string& title, int width, int height)
    : dropped_(std::make_unique<std::vector<std::string>>()) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 2);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  // Not larger than the desktop, or its lower end would lie outside.
  if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) {
    int x = 0, y = 0, most_width = 0, most_height = 0;
    glfwGetMonitorWorkarea(monitor, &x, &y, &most_width, &most_height);
    if (most_width > 0 && most_height > 0) {
      width = std::min(width, most_width);
      height = std::min(height, most_height);
    }
  }
  window_.reset(glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr));
  if (!window_) throw no_display("Cannot open a window with OpenGL 3.2");
  glfwSetWindowUserPointer(window_.get(), dropped_.get());
  glfwSetDropCallback(window_.get(), keep_dropped);
  glfwMakeContextCurrent(window_.get());
  glfwSwapInterval(1);
}

bool Window::is_closing() const { return glfwWindowShouldClose(window_.get()) != 0; }
void Window::stay_open() const { glfwSetWindowShouldClose(window_.get(), GLFW_FALSE); }
void Window::wait(double timeout_s) { glfwWaitEventsTimeout(timeout_s); }
void Window::poll() { glfwPollEvents(); }
void Window::wake() { glfwPostEmptyEvent(); }

std::vector<std::string> Window::take_dropped_files() const { return std::exchange(*dropped_, {}); }

void Window::bind() const {
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_.get(), &width, &height);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, width, height);
}

void Window::show_frame() const { glfwSwapBuffers(window_.get()); }

float Window::content_scale() const {
  float x = 1, y = 1;
  glfwGetWindowContentScale(window_.get(), &x, &y);
  return x > 0 ? x : 1;
}

}  // namespace warpscope::viewer
