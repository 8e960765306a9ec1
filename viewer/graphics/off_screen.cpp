#include "viewer/graphics/off_screen.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "viewer/graphics/gl.h"

namespace warpscope::viewer {
namespace {

[[noreturn]] void fail(const std::string& step) {
  throw std::runtime_error(
      "Cannot draw off screen: " + step +
      " failed. Install Mesa's software renderer (Debian: libegl1 libgl1-mesa-dri).");
}

EGLDisplay surfaceless_display() {
  const auto get_display = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(
      eglGetProcAddress("eglGetPlatformDisplayEXT"));
  if (get_display == nullptr) return EGL_NO_DISPLAY;
  return get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
}

}  // namespace

OffScreenContext::OffScreenContext() {
  display_ = surfaceless_display();
  if (display_ == EGL_NO_DISPLAY || eglInitialize(display_, nullptr, nullptr) == EGL_FALSE) {
    fail("opening EGL's surfaceless platform");
  }
  if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE) fail("choosing OpenGL in EGL");
  constexpr EGLint kConfig[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (eglChooseConfig(display_, kConfig, &config, 1, &count) == EGL_FALSE || count == 0) {
    fail("finding an EGL configuration");
  }
  constexpr EGLint kContext[] = {EGL_CONTEXT_MAJOR_VERSION,
                                 3,
                                 EGL_CONTEXT_MINOR_VERSION,
                                 2,
                                 EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                 EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                 EGL_NONE};
  context_ = eglCreateContext(display_, config, EGL_NO_CONTEXT, kContext);
  if (context_ == EGL_NO_CONTEXT) {
    eglTerminate(display_);
    fail("making an OpenGL 3.2 context");
  }
  if (eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) == EGL_FALSE) {
    eglDestroyContext(display_, context_);
    eglTerminate(display_);
    fail("activating the OpenGL context");
  }
}

OffScreenContext::~OffScreenContext() {
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(display_, context_);
  eglTerminate(display_);
}

FrameBuffer::FrameBuffer(int width, int height) : width_(width), height_(height) {
  glGenFramebuffers(1, &frame_buffer_);
  glBindFramebuffer(GL_FRAMEBUFFER, frame_buffer_);
  glGenRenderbuffers(1, &color_);
  glBindRenderbuffer(GL_RENDERBUFFER, color_);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color_);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    glDeleteRenderbuffers(1, &color_);
    glDeleteFramebuffers(1, &frame_buffer_);
    throw std::runtime_error("OpenGL cannot make a picture of " + std::to_string(width) + " x " +
                             std::to_string(height) + " pixels. Choose a smaller --size.");
  }
  glViewport(0, 0, width, height);
}

FrameBuffer::~FrameBuffer() {
  glDeleteRenderbuffers(1, &color_);
  glDeleteFramebuffers(1, &frame_buffer_);
}

Image read_drawn(int width, int height) {
  Image image{width, height, {}};
  const auto row_bytes = static_cast<std::size_t>(width) * 3;
  image.pixels.resize(row_bytes * static_cast<std::size_t>(height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, image.pixels.data());
  // OpenGL's first row is the bottom one.
  for (int y = 0; y < height / 2; ++y) {
    const auto top = image.pixels.begin() + static_cast<std::ptrdiff_t>(row_bytes) * y;
    const auto bottom =
        image.pixels.begin() + static_cast<std::ptrdiff_t>(row_bytes) * (height - 1 - y);
    std::swap_ranges(top, top + static_cast<std::ptrdiff_t>(row_bytes), bottom);
  }
  return image;
}

Image FrameBuffer::read() const { return read_drawn(width_, height_); }

}  // namespace warpscope::viewer
