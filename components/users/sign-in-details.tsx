import { Button } from "@mantine/core";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { copyText } from "@/components/ui/copy-text";
import { toast } from "@/components/ui/toast";
import styles from "./people.module.css";

/** What somebody needs to sign in, to be handed over once: the password is shown nowhere afterwards. */
export function SignInDetails({ username, password }: { username: string; password: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const text = `${window.location.origin}\nUsername: ${username}\nPassword: ${password}`;
    if (!(await copyText(text))) return toast.error("Could not copy to clipboard");
    setCopied(true);
    window.setTimeout(() => setCopied(false), 1200);
  };
  return (
    <div className={styles.details}>
      <dl>
        <dt>Username</dt>
        <dd>
          <bdi>{username}</bdi>
        </dd>
        <dt>Password</dt>
        <dd>
          <code>{password}</code>
        </dd>
      </dl>
      <Button
        variant="light"
        leftSection={copied ? <Check size={18} aria-hidden /> : <Copy size={18} strokeWidth={1.75} aria-hidden />}
        onClick={() => void copy()}
      >
        {copied ? "Copied" : "Copy sign-in details"}
      </Button>
      <p className="note">The password is shown here once. Whoever gets it can change it under Password and Sign-ins.</p>
    </div>
  );
}
