__global__ void sample(cudaTextureObject_t texture, cudaSurfaceObject_t surface, float4* out) {
  const float x = threadIdx.x;
  const float4 a = tex2D<float4>(texture, x, 0.5f);
  const float4 b = tex2DLod<float4>(texture, x, 0.25f, 1.0f);
  const float c = tex1Dfetch<float>(texture, static_cast<int>(threadIdx.x));
  const float4 d = tex3D<float4>(texture, x, x, x);
  surf2Dwrite(a, surface, static_cast<int>(threadIdx.x) * 16, 0);
  out[threadIdx.x] = make_float4(a.x + b.y, b.z, c, d.w);
}
