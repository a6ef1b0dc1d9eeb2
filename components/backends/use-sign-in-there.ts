import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { signInSettled } from "@/components/app-base/other-server-sign-ins";
import { readSession } from "@/components/app-base/session-store";
import { isApiError } from "@/lib/api/api-error";
import { pagesBase } from "@/lib/api/backends";
import { FRAME_TEXTS } from "@/lib/frame-texts";
import { signInAt } from "./queries";

const NO_ANSWER =
  "That server did not answer, or takes no calls from this page. Check the network; if it stays so, the manager has to add this page's address there.";

/** The form of another server's sign-in: what is typed, what went wrong, and the sending. */
export function useSignInThere(base: string) {
  const client = useQueryClient();
  const before = readSession(base).user;
  // Most people have the same name at every server of their group.
  const [username, setUsername] = useState(() => before?.username ?? readSession(pagesBase()).user?.username ?? "");
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const missing = username.trim() === "" ? "Enter your username." : password === "" ? "Enter your password." : "";

  const send = async () => {
    if (busy || missing) return;
    setBusy(true);
    setFailure("");
    try {
      const user = await signInAt(base, username.trim(), password);
      signInSettled(base);
      // What stands on the page was asked for as somebody else.
      if (before && before.id !== user.id) return window.location.reload();
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === base });
    } catch (error) {
      setFailure(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { username, setUsername, password, setPassword, busy, failure, missing, send };
}

function wordsOf(error: unknown): string {
  if (!isApiError(error)) return `${FRAME_TEXTS.loginFailed}. ${NO_ANSWER}`;
  return error.status === 0 ? `${FRAME_TEXTS.loginFailed}. ${NO_ANSWER}` : error.message || FRAME_TEXTS.loginFailed;
}
