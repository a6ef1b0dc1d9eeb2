"use client";

import { Button, PasswordInput, TextInput } from "@mantine/core";
import { CircleAlert, Store } from "lucide-react";
import { type FormEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { useAppSettings, useBackend, useBranch } from "@/components/app-base/app-settings";
import { shortAddress } from "@/components/app-base/backend-choice";
import { useEarlyTap } from "@/components/app-base/early-taps-replay";
import { isRemembered, readSession, wasEnded } from "@/components/app-base/session-store";
import { Mark } from "@/components/ui/logo";
import { loadEverything } from "@/components/ui/preload";
import { isPagesServer, pagesBase } from "@/lib/api/backends";
import { FRAME_TEXTS } from "@/lib/frame-texts";
import { branchName } from "@/lib/known-branches";
import styles from "./login-screen.module.css";
import { askForRemembered, goOnWithOtherTab, type Remembered, useGoOn, useSignIn } from "./use-sign-in";

/**
 * @param signedInAs who the page's cookie stands for: somebody whom this device remembers too has no need to sign in
 */
export function LoginScreen({ signedInAs }: { signedInAs: string | null }) {
  const { nameField, passwordField, username, setUsername, password, setPassword } = useTyped();
  const { busy, isThrough, failure, send } = useSignIn();
  const ready = useBegin(signedInAs, nameField);
  const said = useSaid(signedInAs, isThrough);
  useEarlyTap();
  const missing = username.trim() === "" ? "Enter your username." : password === "" ? "Enter your password." : "";
  useEffect(() => {
    if (failure.length > 0 && !busy) passwordField.current?.focus();
  }, [failure, busy, passwordField]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!missing) void send(username.trim(), password);
  };

  return (
    <main className={styles.page}>
      <Head />
      <form className={styles.card} onSubmit={submit} method="post" aria-label={FRAME_TEXTS.signIn}>
        <p role="status" className={styles.ended} hidden={!said || failure.length > 0}>
          {said}
        </p>
        <TextInput
          ref={nameField}
          size="lg"
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="auto"
          value={username}
          disabled={busy}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <PasswordInput
          ref={passwordField}
          size="lg"
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          disabled={busy}
          error={failure.length > 0}
          errorProps={{ hidden: true }}
          aria-describedby="sign-in-failure"
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ "aria-label": "Show the password", tabIndex: 0, size: 36 }}
        />
        <Button type="submit" size="lg" fullWidth loading={busy} disabled={!ready || Boolean(missing)} aria-describedby="sign-in-reason">
          {FRAME_TEXTS.signIn}
        </Button>
        <p id="sign-in-reason" className={styles.reason} hidden={!missing || failure.length > 0}>
          {missing}
        </p>
        <Failure lines={failure} />
      </form>
      <ServerLine />
    </main>
  );
}

/** What stands in the two fields. The server draws them, so somebody, or the browser itself, may fill them in before the page runs. */
function useTyped() {
  const nameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  // Before anything is drawn again: React would put its own empty values over what stands there.
  useLayoutEffect(() => {
    setUsername(nameField.current?.value ?? "");
    setPassword(passwordField.current?.value ?? "");
  }, []);
  return { nameField, passwordField, username, setUsername, password, setPassword };
}

/** Whether the form may be sent; it begins in the name, and who has no need to sign in goes on. */
function useBegin(signedInAs: string | null, nameField: RefObject<HTMLInputElement | null>): boolean {
  const [ready, setReady] = useState(false);
  const goOn = useGoOn();
  useEffect(() => loadEverything(), []);
  useEffect(() => goOnWithOtherTab(goOn), [goOn]);
  useEffect(() => {
    // Before the page runs, the form would send itself the browser's way: a password in an address.
    setReady(true);
    if (signedInAs !== null && readSession(pagesBase()).user?.id === signedInAs) return goOn();
    // Somebody may have begun before the page ran.
    if (document.activeElement === document.body) nameField.current?.focus();
  }, [signedInAs, nameField, goOn]);
  return ready;
}

/** How long the page behind the sign-in may take before somebody is told what they wait for. */
const OPENS_MS = 1_500;

/**
 * Why this page is shown, or still is. Kept on a device it opens without network too, and then knows nothing of a sign-in that
 * this device remembers: it is over when the server says so.
 */
function useSaid(signedInAs: string | null, isThrough: boolean): string {
  const goOn = useGoOn();
  const [isEnded, setEnded] = useState(false);
  const [remembered, setRemembered] = useState<Remembered | null>(null);
  const [isSlow, setSlow] = useState(false);
  const isOffline = useIsOffline();
  useEffect(() => {
    setEnded(wasEnded());
    return signedInAs === null && isRemembered() ? askForRemembered(goOn, setRemembered) : undefined;
  }, [signedInAs, goOn]);
  useEffect(() => {
    if (!isThrough) return;
    const timer = window.setTimeout(() => setSlow(true), OPENS_MS);
    return () => window.clearTimeout(timer);
  }, [isThrough]);
  if (isThrough) return isSlow ? FRAME_TEXTS.signedInOpens : "";
  if (isEnded || remembered === "over") return FRAME_TEXTS.signInEnded;
  if (remembered === "unanswered") return FRAME_TEXTS.signInUnanswered;
  return isOffline ? FRAME_TEXTS.signInOffline : "";
}

/** Whether the device itself knows of no network. */
function useIsOffline(): boolean {
  return useSyncExternalStore(
    (watcher) => {
      for (const event of ["online", "offline"]) window.addEventListener(event, watcher);
      return () => {
        for (const event of ["online", "offline"]) window.removeEventListener(event, watcher);
      };
    },
    () => !navigator.onLine,
    () => false,
  );
}

function Head() {
  return (
    <div className={styles.head}>
      <Mark size={64} />
      <h1 className={styles.name}>Daftar</h1>
      <p className={styles.subtitle}>The guest book</p>
    </div>
  );
}

function Failure({ lines }: { lines: readonly string[] }) {
  return (
    <p id="sign-in-failure" role="alert" className={styles.failure}>
      {lines.length > 0 && (
        <>
          <CircleAlert size={20} strokeWidth={1.75} aria-hidden />
          <span>{lines.join(". ")}</span>
        </>
      )}
    </p>
  );
}

function ServerLine() {
  const settings = useAppSettings();
  const branch = useBranch();
  const backend = useBackend();
  const isElsewhere = backend !== null && !isPagesServer(backend.base);
  return (
    <footer className={styles.server}>
      <p>
        <Store size={18} strokeWidth={1.75} aria-hidden />
        {branchName(isElsewhere ? settings.branch : branch)} · this server
      </p>
      {isElsewhere && (
        <p>
          Then {branchName(branch)} · <span dir="ltr">{shortAddress(backend.base)}</span>, which asks for its own sign-in
        </p>
      )}
      {backend && backend.ignored.length > 0 && (
        <p className={styles.ignored}>Not on the server's list, and not used: {[...new Set(backend.ignored)].join(", ")}</p>
      )}
      <p className={styles.version}>Daftar {settings.version}</p>
    </footer>
  );
}
