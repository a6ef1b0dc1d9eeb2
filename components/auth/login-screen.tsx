"use client";

import { Button, PasswordInput, TextInput } from "@mantine/core";
import { CircleAlert, Store } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useAppSettings, useBackend, useBranch } from "@/components/app-base/app-settings";
import { Mark } from "@/components/ui/mark";
import { ownBase } from "@/lib/api/base";
import { isApiError } from "@/lib/api/client";
import { BRANCH_NAMES } from "@/lib/branches";
import { FRAME_TEXTS } from "@/lib/texts";
import styles from "./login-screen.module.css";
import { redirectTarget } from "./redirect-target";

/** The contracts and the cookie's library are not needed to show the form; they come while the name is typed. */
const loadQueries = () => import("./queries");

export function LoginScreen() {
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);
  const [ready, setReady] = useState(false);
  const passwordField = useRef<HTMLInputElement>(null);
  const missing = username.trim() === "" ? "Enter your username." : password === "" ? "Enter your password." : "";

  // Before the page runs, the form would send itself the browser's way: a password in an address.
  useEffect(() => setReady(true), []);
  useEffect(() => {
    if (failure && !busy) passwordField.current?.focus();
  }, [failure, busy]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (missing || busy) return;
    setBusy(true);
    setFailure("");
    try {
      const { signInWith } = await loadQueries();
      await signInWith(username.trim(), password);
      window.location.assign(redirectTarget(window.location.search, window.location.origin));
    } catch (error) {
      setFailure(wordsOf(error));
      setBusy(false);
    }
  };

  return (
    <main className={styles.page}>
      <div className={styles.head}>
        <Mark size={64} />
        <h1 className={styles.name}>Daftar</h1>
        <p className={styles.subtitle}>The guest book</p>
      </div>
      <form className={styles.card} onSubmit={submit} method="post" aria-label={FRAME_TEXTS.signIn}>
        <TextInput
          size="lg"
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="auto"
          value={username}
          disabled={busy}
          onFocus={() => void loadQueries().catch(() => undefined)}
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
          error={Boolean(failure)}
          errorProps={{ hidden: true }}
          aria-describedby="sign-in-failure"
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ "aria-label": "Show the password", tabIndex: 0, size: 36 }}
        />
        <Button type="submit" size="lg" fullWidth loading={busy} disabled={!ready || Boolean(missing)} aria-describedby="sign-in-reason">
          {FRAME_TEXTS.signIn}
        </Button>
        <p id="sign-in-reason" className={styles.reason} hidden={!missing || Boolean(failure)}>
          {missing}
        </p>
        <p id="sign-in-failure" role="alert" className={styles.failure}>
          {failure && (
            <>
              <CircleAlert size={20} strokeWidth={1.75} aria-hidden />
              {failure}
            </>
          )}
        </p>
      </form>
      <ServerLine />
    </main>
  );
}

/** The server's own text, else the specification's. */
function wordsOf(error: unknown): string {
  if (isApiError(error)) return error.message || FRAME_TEXTS.loginFailed;
  return error instanceof Error && error.message ? error.message : FRAME_TEXTS.loginFailed;
}

function ServerLine() {
  const settings = useAppSettings();
  const branch = useBranch();
  const backend = useBackend();
  const own = backend ? ownBase(new URL(window.location.href)) : "";
  return (
    <footer className={styles.server}>
      <p>
        <Store size={18} strokeWidth={1.75} aria-hidden />
        {BRANCH_NAMES[branch]} · {!backend || backend.base === own ? "this server" : backend.base}
      </p>
      {backend && backend.ignored.length > 0 && (
        <p className={styles.ignored}>Not on the server's list, and not used: {[...new Set(backend.ignored)].join(", ")}</p>
      )}
      <p className={styles.version}>Daftar {settings.version}</p>
    </footer>
  );
}
