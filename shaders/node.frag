#version 330 core
in vec2 offset;
in float size;
in vec4 colour;
uniform vec4 rim;
out vec4 shown;
void main() {
  float distance = length(offset);
  float inside = clamp(size + 0.5 - distance, 0.0, 1.0);
  // A thin rim in the ground's colour keeps neighbours apart.
  float edge = size > 2.5 ? clamp(distance - (size - 1.0) + 0.5, 0.0, 1.0) : 0.0;
  shown = vec4(mix(colour.rgb, rim.rgb, edge * rim.a), colour.a * inside);
}
