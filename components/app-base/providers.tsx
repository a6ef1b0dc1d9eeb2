"use client";

import { useNotifications } from "@mantine/notifications";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from "react";
import { DialogsProvider } from "@/components/ui/dialogs";
import { afterPress } from "@/components/ui/hold-while-pressed";
import { preload } from "@/components/ui/preload";
import { whenIdle } from "@/components/ui/when-idle";
import { isApiError } from "@/lib/api/api-error";
import { endsSignIn } from "@/lib/api/client";
import type { SessionUser } from "@/lib/auth/contract";
import { FRAME_TEXTS } from "@/lib/frame-texts";
import { forgetAnswers, keepAnswers } from "./kept-answers";
import { useLoggedOut } from "./navigate-away";
import { NoticePage } from "./notice-page";
import { askRightsAfter } from "./queries";
import { FirstSession, loginAddress } from "./session";
import { firstSession, forgetSession, noteEnded } from "./session-store";

/** What the pages behind the sign-in need. */
export function Providers({ user, children }: { user: SessionUser | null; children: ReactNode }) {
  const isLoggedOut = useLoggedOut();
  const [client] = useState(makeQueryClient);
  const [first] = useState(() => user && firstSession(user));
  useEffect(() => keepAnswers(client), [client]);
  return (
    <QueryClientProvider client={client}>
      <FirstSession value={first}>
        <DialogsProvider>{isLoggedOut ? <LoggedOut /> : children}</DialogsProvider>
      </FirstSession>
      {!isLoggedOut && <Notes />}
    </QueryClientProvider>
  );
}

function LoggedOut() {
  return (
    <NoticePage icon={<LogOut size={48} strokeWidth={1.5} aria-hidden />} title={FRAME_TEXTS.loggedOut}>
      <p>{FRAME_TEXTS.signInComes}</p>
    </NoticePage>
  );
}

const getNotes = preload(() => import("./placed-notes").then(({ PlacedNotes }) => PlacedNotes));
/** How long after a failure the notes' own code is asked for again, in milliseconds. */
const NOTES_AGAIN_MS = 2_000;

/**
 * Where notes are shown. What draws them is larger than the dialog of a table, so it comes when the page stands still, or with the first
 * note: what is said before it is there is kept for it.
 */
function Notes() {
  const [Placed, setPlaced] = useState<ComponentType | null>(null);
  const isSaid = useNotifications().notifications.length > 0;
  useEffect(() => {
    if (Placed) return;
    let timer = 0;
    const show = () =>
      getNotes().then(
        (loaded) => startTransition(() => setPlaced(() => loaded)),
        () => {
          timer = window.setTimeout(show, NOTES_AGAIN_MS);
        },
      );
    if (isSaid) void show();
    const stop = whenIdle(() => void show());
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, [Placed, isSaid]);
  return Placed && <Placed />;
}

function makeQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    leaveWhenSignedOut(error);
    askRightsAfter(error, client);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // The server may stand in this very house: no internet does not mean no server.
        networkMode: "always",
        // An answer that timed out is not asked for again: the person is told now.
        retry: (failures, error) =>
          failures < 1 && isApiError(error) && error.code !== "timeout" && (error.status === 0 || error.status === 503),
        refetchOnWindowFocus: true,
        // Around every question; here an answer, or a failure, comes to the lists when nothing in them is being pressed.
        persister: (ask, context) => Promise.resolve(ask(context)).finally(() => new Promise<void>(afterPress)),
        staleTime: 2000,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
  return client;
}

/** A token that has ended cannot be mended here; the sign-in page brings people back to where they were. */
function leaveWhenSignedOut(error: unknown): void {
  if (!endsSignIn(error)) return;
  noteEnded();
  forgetSession();
  void forgetAnswers();
  window.location.assign(loginAddress());
}
