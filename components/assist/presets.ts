import type { Preset } from "@/lib/assist/signals";

/** docs/design/spec-shell.md 9; the bits are for a picture of text that stands still most of the time. */
export const QUALITY: Record<Preset, { width: number; height: number; fps: number; bits: number }> = {
  low: { width: 1280, height: 720, fps: 15, bits: 1_500_000 },
  normal: { width: 1920, height: 1080, fps: 30, bits: 5_000_000 },
};

export const sizeOf = (preset: Preset) => ({
  width: { ideal: QUALITY[preset].width, max: QUALITY[preset].width },
  height: { ideal: QUALITY[preset].height, max: QUALITY[preset].height },
  frameRate: { ideal: QUALITY[preset].fps, max: QUALITY[preset].fps },
});
