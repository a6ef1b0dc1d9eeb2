/**
 * What is being pressed stays where it is. A list that is drawn anew between the two halves of a press takes the press away:
 * a mouse clicks nothing then, and a finger presses whatever stands under it when it is lifted, which may be the neighbour.
 * So whatever draws without having been asked for by this press (answers, a clock's tick, what another tab did) waits.
 */

/** A finger that rests longer is no press; and of a few presses, as on a list of the system's own, no end is ever heard. */
const PRESS_MS = 5_000;

const holders = new Set<() => void>();
const waiting: (() => void)[] = [];

/** Until this is over, nothing moves. @returns the way to end it; it ends by itself after `longest` ms */
export function holdStill(longest: number): () => void {
  const end = () => {
    window.clearTimeout(timer);
    if (!holders.delete(end) || holders.size > 0) return;
    for (const work of waiting.splice(0)) work();
  };
  const timer = window.setTimeout(end, longest);
  holders.add(end);
  return end;
}

/** Does it at once, or as soon as nothing is being pressed. */
export function afterPress(work: () => void): void {
  if (holders.size === 0) work();
  else waiting.push(work);
}

let endPress = () => {};

if (typeof window !== "undefined") {
  const begin = ({ isPrimary }: PointerEvent) => {
    if (!isPrimary) return;
    endPress();
    endPress = holdStill(PRESS_MS);
  };
  // The press's own effects come first, then what was held.
  const end = () => void window.setTimeout(endPress);
  window.addEventListener("pointerdown", begin, true);
  window.addEventListener("click", end, true);
  window.addEventListener("pointercancel", end, true);
}
