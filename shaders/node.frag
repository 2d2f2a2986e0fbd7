#version 330 core
in vec2 offset;
in float size;
flat in float outer;
flat in float square;
in vec4 colour;
uniform vec4 rim;
uniform vec4 ring;
out vec4 shown;
// The share of the pixel that lies within a reach.
float covered(float reach) {
  vec2 sides = clamp(reach + 0.5 - abs(offset), 0.0, 1.0);
  return square > 0.5 ? sides.x * sides.y : clamp(reach + 0.5 - length(offset), 0.0, 1.0);
}
void main() {
  // A thin rim in the ground's colour keeps neighbours apart, and a ring from what it is around.
  float edge = size > 2.5 ? 1.0 - covered(size - 1.0) : 0.0;
  vec3 inner = mix(colour.rgb, rim.rgb, edge * rim.a);
  if (outer > size) inner = mix(ring.rgb, inner, covered(size));
  shown = vec4(inner, colour.a * covered(outer));
}
