import { Button } from "@mantine/core";
import { Store } from "lucide-react";
import { useEffect } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { serverName, shortAddress } from "@/components/app-base/backend-choice";
import { focusOr } from "@/components/ui/return-focus";
import styles from "./backends.module.css";
import { SignInForm } from "./sign-in-form";
import { switchBackend } from "./switching";

/** In the page's place while nobody has signed in at the chosen server from this device. */
export function SignInCard({ base }: { base: string }) {
  const settings = useAppSettings();
  const name = serverName(base, settings);
  // It goes with the field that had the focus: the page in its place has it then, unless that begins in a field of its own.
  useEffect(() => () => void (document.activeElement === document.body && focusOr(null)), []);
  return (
    <section className={styles.card} aria-labelledby="sign-in-there">
      <h1 id="sign-in-there" className={styles.title}>
        <Store size={24} strokeWidth={1.75} aria-hidden />
        Sign in at {name}
      </h1>
      <p className={styles.words}>
        <span dir="ltr">{shortAddress(base)}</span> is another server and asks for its own sign-in, once. Your sign-in here goes on.
      </p>
      <SignInForm base={base}>
        <Button size="lg" variant="default" onClick={() => void switchBackend(null, settings)}>
          Back to this server
        </Button>
      </SignInForm>
    </section>
  );
}
