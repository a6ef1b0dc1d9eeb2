import { Button } from "@mantine/core";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { NativeDialog } from "@/components/ui/native-dialog";
import { codeInSight } from "./read-code";
import styles from "./redeem-screen.module.css";

const LOOK_EVERY_MS = 150;

const VOUCHER = "Hold the voucher's code before the camera";
const PICTURE = "Take a picture of the voucher instead, or type its number.";

interface Props {
  title?: string;
  /** What to do where no camera sees anything. */
  instead?: string;
  onCode: (code: string) => void;
  onClose: () => void;
}

/** The camera, until it sees a code. */
export function ScanDialog({ title = VOUCHER, instead = PICTURE, onCode, onClose }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const problem = useCamera(video, onCode);
  return (
    <NativeDialog
      opened
      role="dialog"
      title={title}
      onClose={onClose}
      actions={
        <Button size="lg" variant="default" onClick={onClose} data-autofocus>
          Close
        </Button>
      }
    >
      {problem ? (
        <p role="alert">
          {problem} {instead}
        </p>
      ) : (
        <video ref={video} className={styles.video} playsInline muted aria-label="What the camera sees" />
      )}
    </NativeDialog>
  );
}

/** Looks through the camera until a code is found, and lets the camera go. Returns why there is nothing to see. */
function useCamera(video: RefObject<HTMLVideoElement | null>, onCode: (code: string) => void): string | null {
  const [problem, setProblem] = useState<string | null>(null);
  const found = useEffectEvent(onCode);
  useEffect(() => {
    let stream: MediaStream | null = null;
    let timer = 0;
    let isOver = false;
    const canvas = document.createElement("canvas");
    const look = () => {
      const code = video.current && codeInSight(video.current, canvas);
      if (code) return found(code);
      timer = window.setTimeout(look, LOOK_EVERY_MS);
    };
    const begin = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: 1280 } } });
      if (isOver || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      look();
    };
    const stop = () => {
      isOver = true;
      window.clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    begin().catch((error: unknown) => !isOver && setProblem(whyNot(error)));
    return stop;
  }, [video]);
  return problem;
}

function whyNot(error: unknown): string {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError") return "The camera may not be used: allow it in the browser's settings for this page.";
  if (name === "NotReadableError") return "Another app holds the camera. Close it, or do without.";
  return "No camera was found on this device.";
}
