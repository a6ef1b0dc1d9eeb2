import { ASSIST_TEXTS } from "@/lib/assist/assist-texts";
import type { Preset } from "@/lib/assist/signals";
import { sizeOf } from "./presets";

const SOURCES = ["auto", "screen", "camera"] as const;
export type Source = (typeof SOURCES)[number];
export type Kind = "screen" | "camera";

/** What a host shares. */
export interface Captured {
  stream: MediaStream;
  track: MediaStreamTrack;
  kind: Kind;
  /** Said where something else is shared than was asked for. */
  note: string | null;
}

/** Why nothing is shared, in words for people. */
export class NotCaptured extends Error {
  /** @param offersCamera the screen did not work, and the camera is still there to be tried */
  constructor(
    message: string,
    readonly offersCamera = false,
  ) {
    super(message);
  }
}

/** What this device gives a page; older Chrome on Android has the call for screens, and always refuses it. */
function ability(): { isSecure: boolean; screen: boolean; camera: boolean } {
  const devices = window.isSecureContext ? navigator.mediaDevices : undefined;
  return {
    isSecure: window.isSecureContext,
    screen: typeof devices?.getDisplayMedia === "function" && !/Android/i.test(navigator.userAgent),
    camera: typeof devices?.getUserMedia === "function",
  };
}

/** Why this device cannot share at all; null where it can. */
export function whyNothing(): string | null {
  const { isSecure, screen, camera } = ability();
  if (!isSecure) return ASSIST_TEXTS.insecure;
  return screen || camera ? null : ASSIST_TEXTS.nothingToShare;
}

/**
 * Takes the picture of the screen or the camera, without sound. To be called by a press: browsers ask for one.
 * @throws NotCaptured
 */
export async function capture(source: Source, preset: Preset): Promise<Captured> {
  const can = ability();
  const nothing = whyNothing();
  if (nothing) throw new NotCaptured(nothing);
  if (source === "screen" && !can.screen) throw new NotCaptured(ASSIST_TEXTS.noScreen, can.camera);
  if (source === "camera" && !can.camera) throw new NotCaptured(ASSIST_TEXTS.noCamera);
  const kind = source === "camera" || !can.screen ? "camera" : "screen";
  const stream = await (kind === "screen" ? screenOf(preset, can.camera) : cameraOf(preset));
  const [track] = stream.getVideoTracks();
  if (!track) throw new NotCaptured(ASSIST_TEXTS.captureFailed);
  for (const sound of stream.getAudioTracks()) {
    sound.stop();
    stream.removeTrack(sound);
  }
  track.contentHint = kind === "screen" ? "detail" : "motion";
  return { stream, track, kind, note: source === "auto" && kind === "camera" ? ASSIST_TEXTS.cameraInstead : null };
}

/** What browsers know and TypeScript does not yet: our own tab may be shared, and another one chosen meanwhile. */
interface ScreenOptions extends DisplayMediaStreamOptions {
  selfBrowserSurface: "include";
  surfaceSwitching: "include";
}

async function screenOf(preset: Preset, offersCamera: boolean): Promise<MediaStream> {
  const options: ScreenOptions = { video: sizeOf(preset), audio: false, selfBrowserSurface: "include", surfaceSwitching: "include" };
  try {
    return await navigator.mediaDevices.getDisplayMedia(options);
  } catch (error) {
    const isDenied = error instanceof DOMException && error.name === "NotAllowedError";
    throw new NotCaptured(isDenied ? ASSIST_TEXTS.screenDenied : ASSIST_TEXTS.captureFailed, offersCamera);
  }
}

async function cameraOf(preset: Preset): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { ...sizeOf(preset), facingMode: { ideal: "environment" } }, audio: false });
  } catch (error) {
    const name = error instanceof DOMException ? error.name : "";
    if (name === "NotAllowedError" || name === "SecurityError") throw new NotCaptured(ASSIST_TEXTS.cameraDenied);
    throw new NotCaptured(name === "NotFoundError" ? ASSIST_TEXTS.noCamera : ASSIST_TEXTS.captureFailed);
  }
}

/** Changes the size and the pace of a picture that is taken already. */
export async function resize(track: MediaStreamTrack, preset: Preset): Promise<void> {
  await track.applyConstraints(sizeOf(preset)).catch(() => undefined); // a device that cannot keeps what it gives
}
