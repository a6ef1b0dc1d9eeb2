import { useRouter } from "next/navigation";
import { useCallback, useState } from "react";
import { useAppSettings, useBranch } from "@/components/app-base/app-settings";
import { settleBranch } from "@/components/app-base/backend-choice";
import { preload } from "@/components/ui/preload";
import { isApiError } from "@/lib/api/api-error";
import { STORAGE_KEYS } from "@/lib/api/base";
import { FRAME_TEXTS } from "@/lib/frame-texts";
import { redirectTarget } from "./redirect-target";

/** The contracts and the cookie's library are not needed to show the form; they come as soon as it stands there. */
const loadQueries = preload(() => import("./queries"));

const NO_ANSWER = "The server did not answer. Check the network, then try again.";

/** Sends a name and a password, and goes on to the page that was asked for. */
export function useSignIn() {
  const settings = useAppSettings();
  const here = useBranch();
  const goOn = useGoOn();
  const [failure, setFailure] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const [isThrough, setThrough] = useState(false);

  const send = async (username: string, password: string) => {
    if (busy) return;
    setBusy(true);
    setFailure([]);
    try {
      const { signInWith } = await loadQueries();
      const user = await signInWith(username, password);
      settleBranch(user.branches, here, settings);
      setThrough(true);
      goOn();
    } catch (error) {
      setFailure(wordsOf(error));
      setBusy(false);
    }
  };
  return { busy, isThrough, failure, send };
}

/** To where somebody wanted to go; not back to this page. Within the living page: without network it waits, and nothing is lost. */
export function useGoOn(): () => void {
  const router = useRouter();
  return useCallback(() => router.replace(redirectTarget(window.location.search, window.location.origin)), [router]);
}

const LOOK_MS = 500;
const LOOKS = 20;

/** Goes on when somebody signs in in another tab: as soon as the pages' cookie is there too. Returns the way to stop. */
export function goOnWithOtherTab(goOn: () => void): () => void {
  let stopped = false;
  const look = async (left: number): Promise<void> => {
    const answer = await fetch("/api/auth/me", { cache: "no-store" }).catch(() => null);
    if (stopped) return;
    if (answer?.ok) return goOn();
    if (left > 0) window.setTimeout(() => void look(left - 1), LOOK_MS);
  };
  const follow = (event: StorageEvent) => {
    if (event.key === STORAGE_KEYS.token && event.newValue) void look(LOOKS);
  };
  window.addEventListener("storage", follow);
  return () => {
    stopped = true;
    window.removeEventListener("storage", follow);
  };
}

const ASK_MS = 3_000;

/** What the server says of the sign-in that this device remembers: over, or nothing, because it does not answer. */
export type Remembered = "over" | "unanswered";

/** Asks until the server answers, and goes on where the sign-in holds. Returns the way to stop. */
export function askForRemembered(goOn: () => void, tell: (is: Remembered) => void): () => void {
  let timer = 0;
  let stopped = false;
  const ask = async (): Promise<void> => {
    window.clearTimeout(timer);
    const answer = await fetch("/api/auth/me", { cache: "no-store" }).catch(() => null);
    if (stopped) return;
    if (answer?.ok) return goOn();
    if (answer?.status === 401) return tell("over");
    tell("unanswered");
    timer = window.setTimeout(() => void ask(), ASK_MS);
  };
  window.addEventListener("online", ask);
  void ask();
  return () => {
    stopped = true;
    window.clearTimeout(timer);
    window.removeEventListener("online", ask);
  };
}

/** The server's own text; where none answered, that of docs/design/spec-shell.md 8 and what to do. */
function wordsOf(error: unknown): string[] {
  if (isApiError(error) && error.status > 0) return [error.message || FRAME_TEXTS.loginFailed];
  return [FRAME_TEXTS.loginFailed, isApiError(error) || isRefusedCookie(error) ? error.message : NO_ANSWER];
}

/** By name: its class comes with code that may be the very thing that did not arrive. */
function isRefusedCookie(error: unknown): error is Error {
  return error instanceof Error && error.name === "CookieRefused";
}
