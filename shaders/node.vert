#version 330 core
// One node as a square around a disc.
layout(location = 0) in vec2 place;   // world coordinates
layout(location = 1) in float radius; // pixels
layout(location = 2) in vec4 fill;
uniform vec4 camera;
uniform vec2 view;
out vec2 offset;
out float size;
out vec4 colour;
void main() {
  vec2 corner = vec2((gl_VertexID & 1) == 0 ? -1.0 : 1.0, (gl_VertexID & 2) == 0 ? -1.0 : 1.0);
  size = radius;
  offset = corner * (radius + 1.0);
  colour = fill;
  vec2 pixel = (place - camera.xy) * camera.z + offset;
  gl_Position = vec4(2.0 * pixel / view, 0.0, 1.0);
}
