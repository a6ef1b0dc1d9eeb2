import { ASSIST_NAMES } from "./assist-names";
import type { EndReason } from "./signals";

/** Remote Assist (docs/design/spec-shell.md 1, 4, 8 and 9); of these, `invalidCode` is its own. */
export const ASSIST_TEXTS = {
  ...ASSIST_NAMES,
  invalidCode: "Invalid code.",
  /** Ours, as are the next ones. */
  viewByQr: "Scanned with a phone or tablet, it opens View there. The code is typed in; it is not in the picture.",
  viewByMenu: "The code is typed in under Options, Remote Assist: View.",
  shareAbout: "Somebody of the group sees your screen or camera. Video only: no sound, and nobody can control this device.",
  viewAbout: "See a screen that somebody shares. Video only: no sound, and you cannot control it.",
  insecure:
    "This page came over plain http, where browsers share neither screen nor camera. Open Daftar by its https address, or on the server's own PC, then share from there.",
  nothingToShare: "This browser can share neither a screen nor a camera. Take another browser or device.",
  cameraInstead: "This device cannot share its screen. Sharing the camera instead.",
  noScreen: "This device cannot share its screen. Choose the camera, or share from a PC.",
  noCamera: "No camera was found on this device. Choose the screen, or plug a camera in.",
  screenDenied: "Nothing is shared: the screen was not chosen, or this browser was not allowed to show it.",
  cameraDenied: "Nothing is shared: this browser was not allowed to use the camera. Allow it beside the address, then try again.",
  captureFailed: "Nothing is shared: the device did not give a picture. Close other programs that use it, then try again.",
  startFailed: "Sharing could not begin",
  denied: "The host did not let you in. Ask them for the new code.",
  unanswered: "The host did not answer within a minute. Ask them for the new code.",
  missed: "The connection was lost while the host was asked, and the answer did not come through. Ask them for the new code.",
} as const;

/** How a session ended, in words for the host and for the viewer. */
export const ENDED_TEXTS: Record<"host" | "viewer", Record<EndReason | "forgotten", string>> = {
  host: {
    host: "You ended the session.",
    viewer: "The viewer left. Nothing is shared any more.",
    expired: "Nobody joined within ten minutes. Nothing is shared any more.",
    network: "The connection was lost for too long. Nothing is shared any more.",
    forgotten: "The server was started anew, or the session ended while the line was cut. Nothing is shared any more.",
    replaced: "You began to share somewhere else. Nothing is shared from here any more.",
    revoked: "You or the viewer may not share any more. Nothing is shared.",
    limit: "A session lasts two hours at most. Nothing is shared any more.",
    shutdown: "The server was stopped. Nothing is shared any more; start again in a minute.",
  },
  viewer: {
    host: "The host ended the session.",
    viewer: "You left the session.",
    expired: "The session is over.",
    network: "The connection was lost for too long. Ask the host for a new code.",
    forgotten: "The server was started anew, or the session ended while the line was cut. Ask the host for a new code.",
    replaced: "The session goes on somewhere else.",
    revoked: "You or the host may not share any more. The session is over.",
    limit: "A session lasts two hours at most. Ask the host for a new code.",
    shutdown: "The server was stopped. Ask the host for a new code in a minute.",
  },
};
