import { useEffect, useState } from "react";
import { useSession } from "@/components/app-base/session";
import { keyHere } from "@/lib/api/backends";

/** What was typed and not sent yet: closing a dialog or the page must not cost it. */
interface Kept<Value> {
  user: string;
  value: Value;
}

function keptOf<Value>(key: string, user: string): Value | null {
  try {
    const kept = JSON.parse(window.localStorage.getItem(key) ?? "null") as Kept<Value> | null; // nobody else writes it
    return kept?.user === user ? kept.value : null;
  } catch {
    return null;
  }
}

function keep<Value>(key: string, kept: Kept<Value> | null): void {
  try {
    if (kept === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A blocked storage keeps nothing; the form itself goes on.
  }
}

/**
 * What somebody types into a form, kept on the device until it was sent.
 * @param name which form, and of what
 * @returns the value, a setter, and what forgets it
 */
export function useTyped<Value>(name: string, empty: Value): [Value, (value: Value) => void, () => void] {
  const user = useSession().user?.id ?? "";
  const key = keyHere(`daftar_competition_${name}`);
  const [value, setValue] = useState<Value>(() => keptOf<Value>(key, user) ?? empty);
  const [isChanged, setChanged] = useState(false);
  useEffect(() => {
    if (isChanged) keep(key, { user, value });
  }, [key, user, value, isChanged]);
  const change = (next: Value) => {
    setChanged(true);
    setValue(next);
  };
  const forget = () => {
    setChanged(false);
    setValue(empty);
    keep(key, null);
  };
  return [value, change, forget];
}
