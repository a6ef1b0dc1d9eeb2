/** How a voucher's file can be looked at (docs/design/spec-guests.md 5). */
export type PreviewKind = "image" | "pdf" | null;

const IMAGES = ["png", "jpg", "jpeg", "webp", "gif"];

export function previewKind(fileName: string): PreviewKind {
  const end = fileName.toLowerCase().split(".").at(-1) ?? "";
  if (IMAGES.includes(end)) return "image";
  return end === "pdf" ? "pdf" : null;
}
