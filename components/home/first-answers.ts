import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useState, useSyncExternalStore } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { backendKey } from "@/components/app-base/backend-key";
import { currentBackend } from "@/lib/api/backends";
import { rememberAnswer } from "@/lib/api/client";
import type { AnswerOf, FirstAnswer } from "@/lib/api/endpoint";
import type { listSavedTables, tableLog } from "@/lib/tables/contract";

/** What the server drew Home with; null for what this person may not see, or what could not be read. */
export interface FirstAnswers {
  tableLog: FirstAnswer | null;
  savedTables: FirstAnswer | null;
}

const never = () => () => {};

/** Gives the queries of Home what the server has read already, so that the first drawing shows tonight's tables. */
export function useFirstAnswers({ tableLog: log, savedTables }: FirstAnswers): void {
  const client = useQueryClient();
  const { branch } = useAppSettings();
  const isFirstDrawing = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  // In a state's initialiser, so that it has happened before the floor is drawn, on the server and here.
  const [isForOthers] = useState(() => {
    const isOurs = isForThisDevice(branch);
    // The first drawing here must be the server's own, word for word, whatever this device has chosen.
    if (!isOurs && !isFirstDrawing) return false;
    const give = <Answer>(name: string, first: FirstAnswer | null) => {
      const key = [...backendKey(), name];
      // Whoever comes back to Home has newer ones.
      if (!first || client.getQueryData(key) !== undefined) return;
      // The wrapper has held it to its contract a moment ago, in this very build.
      const answer = JSON.parse(first.json) as Answer;
      // The server keeps nothing of one page for the next.
      if (isOurs && typeof window !== "undefined") rememberAnswer(`/${name}`, first, answer);
      client.setQueryData(key, answer, { updatedAt: Math.min(first.at, Date.now()) });
    };
    give<AnswerOf<typeof tableLog>>("table-log", log);
    give<AnswerOf<typeof listSavedTables>>("saved-tables", savedTables);
    return !isOurs;
  });
  // Before anything is painted or asked for: nothing of one branch is shown for another.
  useLayoutEffect(() => {
    if (isForOthers) for (const name of ["table-log", "saved-tables"]) void client.resetQueries({ queryKey: [...backendKey(), name] });
  }, [client, isForOthers]);
}

/** The server answered about its own branch; a device may have chosen another one, or another server. */
function isForThisDevice(serversBranch: string): boolean {
  if (typeof window === "undefined") return true;
  const { branch, source } = currentBackend();
  return source === "default" && (branch === null || branch === serversBranch);
}
