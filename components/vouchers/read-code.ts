import decodeQR from "qr/decode.js";

/** The longest side that is looked at, in pixels: a voucher's code is read from less, and a phone's picture has many more. */
const SIDES = [1200, 2000, 700];
/** How long one look may take, in milliseconds: a picture has time, the next frame of a camera comes anyway. */
const PICTURE_MS = 600;
const FRAME_MS = 60;

const canvas = () => document.createElement("canvas");

/** The text of the QR code in a picture; null if none is found. */
export async function codeOnPicture(picture: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(picture).catch(() => null);
  if (!bitmap) return null;
  for (const side of SIDES) {
    const code = read(bitmap, bitmap.width, bitmap.height, side, PICTURE_MS, canvas());
    if (code) return code;
  }
  return null;
}

/** The same for what a camera sees now. */
export function codeInSight(video: HTMLVideoElement, on: HTMLCanvasElement): string | null {
  return video.videoWidth > 0 ? read(video, video.videoWidth, video.videoHeight, 900, FRAME_MS, on) : null;
}

function read(
  source: CanvasImageSource,
  width: number,
  height: number,
  side: number,
  timeLimit: number,
  on: HTMLCanvasElement,
): string | null {
  const scale = Math.min(1, side / Math.max(width, height));
  on.width = Math.round(width * scale);
  on.height = Math.round(height * scale);
  const context = on.getContext("2d", { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(source, 0, 0, on.width, on.height);
  try {
    return decodeQR(context.getImageData(0, 0, on.width, on.height), { timeLimit }) || null;
  } catch {
    return null; // there is no code in sight
  }
}
