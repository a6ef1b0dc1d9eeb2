import { useEffect, useRef } from "react";

/** What is known beside a value has changed too whenever the value does. @param value null while it is not known, which is no change */
export function useOnChange(value: string | null, changed: () => unknown): void {
  const before = useRef(value);
  useEffect(() => {
    const hadOne = before.current !== null;
    if (value === before.current) return;
    before.current = value;
    if (hadOne) changed();
  }, [value, changed]);
}
