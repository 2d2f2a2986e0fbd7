#version 330 core
// One edge as a thin quad; the corner is told by the vertex number.
layout(location = 0) in vec4 ends;  // world coordinates of both ends
layout(location = 1) in vec4 tint;
uniform vec4 camera;                // world x, y in the middle of the view; pixels per world unit; 0
uniform vec2 view;                  // pixels
uniform float width;                // pixels
out float across;
flat out vec4 colour;
void main() {
  vec2 a = (ends.xy - camera.xy) * camera.z, b = (ends.zw - camera.xy) * camera.z;
  vec2 along = b - a;
  float size = max(length(along), 1e-6);
  vec2 normal = vec2(-along.y, along.x) / size;
  float side = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
  vec2 place = ((gl_VertexID & 2) == 0 ? a : b) + normal * side * (0.5 * width + 0.5);
  colour = tint;
  across = side * (0.5 * width + 0.5);
  gl_Position = vec4(2.0 * place / view, 0.0, 1.0);
}
