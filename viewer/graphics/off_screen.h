// OpenGL without a window or display, and the picture it draws into.
#pragma once

#include "viewer/graphics/image.h"

namespace warpscope::viewer {

/// An OpenGL 3.2 core context of EGL's surfaceless platform, current on this thread while it lives.
class OffScreenContext {
 public:
  /// Throws std::runtime_error with a sentence when the machine has no such EGL.
  OffScreenContext();
  ~OffScreenContext();
  OffScreenContext(const OffScreenContext&) = delete;
  OffScreenContext& operator=(const OffScreenContext&) = delete;

 private:
  void* display_ = nullptr;
  void* context_ = nullptr;
};

/// The lower left part, of that size, of the framebuffer that is bound, as it has been drawn.
Image read_drawn(int width, int height);

/// A framebuffer of a fixed size, bound while it lives. Needs a current context.
class FrameBuffer {
 public:
  /// Throws std::runtime_error when OpenGL cannot make one of that size.
  FrameBuffer(int width, int height);
  ~FrameBuffer();
  FrameBuffer(const FrameBuffer&) = delete;
  FrameBuffer& operator=(const FrameBuffer&) = delete;

  /// What has been drawn.
  Image read() const;

 private:
  int width_, height_;
  unsigned frame_buffer_ = 0, color_ = 0;
};

}  // namespace warpscope::viewer
