// What the functions of exercise.h must give, on the CPU.
#pragma once

/// out: as in scale_records.
inline void scale_records_on_cpu(const float* in, float* out, int records, int fields,
                                 float factor) {
  for (int i = 0; i < records * fields; ++i) out[i] = in[i] * factor;
}

inline void add_one_on_cpu(float* data, int offset, int count) {
  for (int i = 0; i < count; ++i) data[offset + i] += 1.0f;
}

/// energy: in double, so that only the roundings of the device's floats count.
inline void kinetic_energy_on_cpu(const Particle* particles, double* energy, int count) {
  for (int i = 0; i < count; ++i) {
    const double vx = particles[i].vx, vy = particles[i].vy, vz = particles[i].vz;
    energy[i] = 0.5 * particles[i].mass * (vx * vx + vy * vy + vz * vz);
  }
}
