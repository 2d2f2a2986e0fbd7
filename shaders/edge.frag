#version 330 core
in float across;
flat in vec4 colour;
uniform float width;
out vec4 shown;
void main() {
  shown = vec4(colour.rgb, colour.a * clamp(0.5 * width + 0.5 - abs(across), 0.0, 1.0));
}
