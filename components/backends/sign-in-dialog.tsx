import { Button } from "@mantine/core";
import { Store } from "lucide-react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { serverName, shortAddress } from "@/components/app-base/backend-choice";
import { readSession } from "@/components/app-base/session-store";
import { NativeDialog } from "@/components/ui/native-dialog";
import styles from "./backends.module.css";
import { SignInForm } from "./sign-in-form";

/** Over the page: a sign-in at another server has ended, or a table of another server was opened. */
export function SignInDialog({ base, onClose }: { base: string; onClose: () => void }) {
  const name = serverName(base, useAppSettings());
  const hadOne = readSession(base).user !== null;
  return (
    <NativeDialog
      opened
      role="dialog"
      title={`Sign in at ${name}`}
      icon={<Store size={24} strokeWidth={1.75} aria-hidden />}
      onClose={onClose}
      actions={null}
    >
      <p className={styles.words}>
        {hadOne ? "Your sign-in at " : ""}
        <span dir="ltr">{shortAddress(base)}</span>
        {hadOne ? " has ended. " : " is another server and asks for its own sign-in, once. "}
        Your sign-in here goes on, and what you typed stays.
      </p>
      <SignInForm base={base}>
        <Button size="lg" variant="default" onClick={onClose}>
          Not now
        </Button>
      </SignInForm>
    </NativeDialog>
  );
}
