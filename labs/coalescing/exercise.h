// The three functions of the coalescing lab. You write them, in one file; the driver calls them.
#pragma once

#include "kernels/grid/ceil_div.cuh"
#include "labs/driver/check.h"

using warpscope::driver::check;
using warpscope::grid::ceil_div;

/// Multiplies every field of every record by `factor`.
/// in, out: device memory, `records` * `fields` floats each; field f of record r is element
/// r * fields + f. They do not overlap and both begin at a multiple of 256 bytes.
/// records >= 0, fields >= 1, and their product is below 2^31.
void scale_records(const float* in, float* out, int records, int fields, float factor);

/// Adds 1 to data[offset] … data[offset + count - 1], in place, and touches nothing else.
/// data: device memory, offset + count floats, begins at a multiple of 256 bytes.
/// offset >= 0, count >= 0, and their sum is below 2^31 - 1024.
void add_one(float* data, int offset, int count);

/// A particle as the rest of the program keeps it: 32 bytes in host memory.
struct Particle {
  float x, y, z;     ///< position, m
  float vx, vy, vz;  ///< velocity, m/s
  float mass;        ///< kg
  float charge;      ///< C
};

/// Computes mass / 2 * (vx^2 + vy^2 + vz^2) of every particle, on the device.
/// host_particles: host memory, `count` particles. How they lie in device memory is your choice:
/// this function allocates, uploads, launches and frees.
/// energy: device memory, `count` floats, in joule.
void kinetic_energy(const Particle* host_particles, float* energy, int count);
