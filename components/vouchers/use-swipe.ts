import { type PointerEvent, useRef, useState } from "react";

/** From where on a sideways move is a gesture, and from where on it changes the voucher (docs/design/spec-guests.md 9). */
const GESTURE_PX = 16;
const CHANGE_PX = 40;

/** Sideways swipes with a finger or the mouse: what to put on the element, and how far it follows. */
export function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  const [shift, setShift] = useState(0);
  const end = () => {
    start.current = null;
    setShift(0);
  };
  const moved = (event: PointerEvent): number => {
    if (!start.current) return 0;
    const sideways = event.clientX - start.current.x;
    const isGesture = Math.abs(sideways) > GESTURE_PX && Math.abs(sideways) > Math.abs(event.clientY - start.current.y);
    return isGesture ? sideways : 0;
  };
  return {
    shift,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        start.current = event.isPrimary && event.button === 0 ? { x: event.clientX, y: event.clientY } : null;
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const by = moved(event);
        // Else a mouse that leaves the picture takes the end of the gesture with it.
        if (by !== 0 && !event.currentTarget.hasPointerCapture(event.pointerId)) event.currentTarget.setPointerCapture(event.pointerId);
        setShift(by);
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const by = moved(event);
        end();
        if (Math.abs(by) > CHANGE_PX) onSwipe(by < 0 ? 1 : -1);
      },
      onPointerCancel: end,
    },
  };
}
