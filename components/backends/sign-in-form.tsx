import { Button, PasswordInput, TextInput } from "@mantine/core";
import { CircleAlert } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { FRAME_TEXTS } from "@/lib/frame-texts";
import styles from "./backends.module.css";
import { useSignInThere } from "./use-sign-in-there";

interface Props {
  base: string;
  /** Beside the button. */
  children: ReactNode;
}

/** Name and password of another server's own sign-in. */
export function SignInForm({ base, children }: Props) {
  const form = useSignInThere(base);
  const id = useId();
  return (
    <form
      className={styles.form}
      aria-label={FRAME_TEXTS.signIn}
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void form.send();
      }}
    >
      <Fields form={form} describedBy={`${id}-failure`} />
      <p id={`${id}-failure`} role="alert" className={styles.failure}>
        {form.failure && (
          <>
            <CircleAlert size={20} strokeWidth={1.75} aria-hidden />
            <span>{form.failure}</span>
          </>
        )}
      </p>
      <div className={styles.buttons}>
        {children}
        <Button type="submit" size="lg" loading={form.busy} disabled={form.missing !== ""} aria-describedby={`${id}-reason`}>
          {FRAME_TEXTS.signIn}
        </Button>
      </div>
      <p id={`${id}-reason`} className={styles.reason} hidden={!form.missing}>
        {form.missing}
      </p>
    </form>
  );
}

/** The focus begins where something is missing, and comes back to the password that was wrong. */
function Fields({ form, describedBy }: { form: ReturnType<typeof useSignInThere>; describedBy: string }) {
  const nameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const { failure, busy } = form;
  // The name is mostly there already. A dialog looks for the mark itself, once it stands.
  const [begin] = useState<"name" | "password">(() => (form.username ? "password" : "name"));
  useEffect(() => {
    (begin === "password" ? passwordField : nameField).current?.focus();
  }, [begin]);
  useEffect(() => {
    if (failure && !busy) passwordField.current?.focus();
  }, [failure, busy]);
  return (
    <>
      <TextInput
        ref={nameField}
        data-autofocus={begin === "name" || undefined}
        size="lg"
        label="Username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        value={form.username}
        disabled={busy}
        onChange={(event) => form.setUsername(event.currentTarget.value)}
      />
      <PasswordInput
        ref={passwordField}
        data-autofocus={begin === "password" || undefined}
        size="lg"
        label="Password"
        // Else the browser offers the password of the server that gave the page.
        autoComplete="one-time-code"
        value={form.password}
        disabled={busy}
        error={failure !== ""}
        errorProps={{ hidden: true }}
        aria-describedby={describedBy}
        onChange={(event) => form.setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ "aria-label": "Show the password", tabIndex: 0, size: 36 }}
      />
    </>
  );
}
