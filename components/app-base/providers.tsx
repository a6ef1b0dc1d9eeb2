"use client";

import { Notifications } from "@mantine/notifications";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { type ReactNode, startTransition, useEffect, useState } from "react";
import { DialogsProvider } from "@/components/ui/dialogs";
import { afterPress } from "@/components/ui/hold-while-pressed";
import { useRoomBelowNotes } from "@/components/ui/notes-above";
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

/** Where notes are shown. What is said before it stands there is kept for it: its drawing would hold up the first one, and can be put off. */
function Notes() {
  const [isReady, setReady] = useState(false);
  useEffect(() => startTransition(() => setReady(true)), []);
  return isReady && <PlacedNotes />;
}

/** Above the buttons of an open dialog. On the notes alone: what the whole page inherits is computed for all of it. */
function PlacedNotes() {
  const room = useRoomBelowNotes();
  const vars = room === null ? undefined : { "--notes-above": `${room}px` };
  return <Notifications position="bottom-center" autoClose={3000} limit={3} style={vars} />;
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
