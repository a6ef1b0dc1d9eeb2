/**
 * Mantine puts `dir` on the frame around a field, where `auto` looks at the frame's text and not at what is typed:
 * Arabic then stays at the left. These go on the field itself.
 */
export const AUTO_DIR = { attributes: { input: { dir: "auto" } } };
export const LTR_DIR = { attributes: { input: { dir: "ltr" } } };
