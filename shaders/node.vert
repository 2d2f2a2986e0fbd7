#version 330 core
// One node as a square around a disc or a square.
layout(location = 0) in vec2 place;   // world coordinates
layout(location = 1) in float radius; // pixels
layout(location = 2) in vec4 fill;
layout(location = 3) in float shape;  // flags of render/node_shape.h: 1 square, 2 ring
uniform vec4 camera;
uniform vec2 view;
uniform float ringWidth;
out vec2 offset;
out float size;
flat out float outer;   // with the ring
flat out float square;  // 1 or 0
out vec4 colour;
void main() {
  vec2 corner = vec2((gl_VertexID & 1) == 0 ? -1.0 : 1.0, (gl_VertexID & 2) == 0 ? -1.0 : 1.0);
  square = mod(shape, 2.0);
  size = square > 0.5 ? 0.88622693 * radius : radius;
  outer = size + (shape > 1.5 ? ringWidth : 0.0);
  offset = corner * (outer + 1.0);
  colour = fill;
  vec2 pixel = (place - camera.xy) * camera.z + offset;
  gl_Position = vec4(2.0 * pixel / view, 0.0, 1.0);
}
