"use client";

import { useIsMutating, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useBranch } from "@/components/app-base/app-settings";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { useSameKey } from "@/components/app-base/idempotency-key";
import { isApiError } from "@/lib/api/api-error";
import { call, fetchFile } from "@/lib/api/client";
import type { AnswerOf, QueryInputOf } from "@/lib/api/endpoint";
import type { ColumnChoice } from "@/lib/contact-files/column-choices";
import type { ImportAnswer, importContacts, lastImport } from "@/lib/import/contract";

const contracts = contractsOf(() => import("@/lib/import/contract"));
const jobs = contractsOf(() => import("@/lib/jobs/contract"));

type WrongQuery = Pick<NonNullable<QueryInputOf<typeof importContacts>>, "lost_number" | "no_number" | "bad_email" | "bad_birthday">;

/** A file, and how it is to be read. */
export interface FileChoice {
  file: File;
  /** What somebody says that columns hold, by their headings. */
  columns: Readonly<Record<string, ColumnChoice>>;
  /** What somebody says is done with wrong rows. */
  wrong: Partial<WrongQuery>;
  /** Undefined: as the file itself proves. */
  dates: "dmy" | "mdy" | undefined;
}

const fileKey = (choice: FileChoice | null) => choice && `${choice.file.name} ${choice.file.size} ${choice.file.lastModified}`;

/** How it is to be read. */
const readingOf = ({ columns, dates, wrong }: FileChoice) => ({ form: formOf(columns), query: { ...(dates ? { dates } : {}), ...wrong } });

const formOf = (columns: FileChoice["columns"]) => ({ columns: Object.entries(columns).map(([column, as]) => ({ column, as })) });

const TRIES = 10;
const TRY_EVERY_MS = 500;

/** A trial run: what the file would bring, without a change of the guest book. */
export function useTrial(choice: FileChoice | null) {
  return useQuery<ImportAnswer>({
    queryKey: [...backendKey(), "import-trial", fileKey(choice), choice && readingOf(choice)],
    enabled: choice !== null,
    // Two columns changed one after the other are two trials: the second waits until the server has let go of the first.
    retry: (count, error) => isApiError(error) && error.code === "already_running" && count < TRIES,
    retryDelay: TRY_EVERY_MS,
    gcTime: 0, // the guest book moves on: another look is another trial
    // Another way to read the same file keeps the screen, and the keyboard's place on it, until its figures are there.
    placeholderData: (before, query) => (query?.queryKey[3] === fileKey(choice) ? before : undefined),
    queryFn: ({ signal }) => {
      if (!choice) throw new Error("There is no file to try.");
      const { form, query } = readingOf(choice);
      return call(contracts.importContacts, { file: choice.file, form, query: { dry_run: "true", ...query }, signal });
    },
  });
}

/** The import: a file that nobody answered for comes in once, however often it is sent. */
export function useImport() {
  const withSameKey = useSameKey();
  const client = useQueryClient();
  return useMutation({
    onSettled: () => client.invalidateQueries({ queryKey: lastKey() }),
    mutationFn: (choice: FileChoice) =>
      withSameKey([fileKey(choice), readingOf(choice)], (idempotencyKey) =>
        call(contracts.importContacts, { file: choice.file, ...readingOf(choice), idempotencyKey }),
      ),
  });
}

/** The wrong rows of a file, in its own columns. */
export function useWrongRows() {
  return useMutation({
    mutationFn: ({ file, columns, dates }: FileChoice) =>
      fetchFile(contracts.wrongRows, { file, form: formOf(columns), query: dates ? { dates } : {} }),
  });
}

const lastKey = () => [...backendKey(), "last-import"];

/** How often is looked how far a large import is, in milliseconds. */
const LOOK_AT_LARGE_MS = 2_000;

/** The branch's newest import that can be undone, from whatever device, and a large one that has not ended. */
export function useLastOfBranch(isRunning: boolean) {
  return useQuery<AnswerOf<typeof lastImport>>({
    queryKey: lastKey(),
    refetchInterval: ({ state }) => (isRunning || state.data?.unfinished ? LOOK_AT_LARGE_MS : false),
    queryFn: ({ signal }) => call(contracts.lastImport, { signal }),
  });
}

const undoKey = () => [...backendKey(), "undo-import"];

/** Whether an undo is on its way, whoever asked for it on this page: a large one goes by steps. */
export const useIsUndoing = () => useIsMutating({ mutationKey: undoKey() }) > 0;

export function useUndoImport() {
  const withSameKey = useSameKey();
  const client = useQueryClient();
  return useMutation({
    mutationKey: undoKey(),
    onSettled: () => client.invalidateQueries({ queryKey: lastKey() }),
    mutationFn: (body: { import_id: string; accept_loss: string | undefined }) =>
      withSameKey(body, (idempotencyKey) => call(contracts.undoImport, { body, idempotencyKey })),
  });
}

const LOOK_EVERY_MS = 500;

/** How far the branch's import is; null while it has not begun: the file is still on its way. */
export function useImportProgress(isRunning: boolean): { done: number; total: number } | null {
  const branch = useBranch();
  const { data } = useQuery({
    queryKey: [...backendKey(), "import-progress"],
    enabled: isRunning,
    gcTime: 0,
    refetchInterval: LOOK_EVERY_MS,
    queryFn: async ({ signal }) => {
      const answer = await call(jobs.listJobs, { signal });
      return answer.jobs.find((job) => job.kind === "import" && job.state === "running" && job.branch === branch) ?? null;
    },
  });
  return data ?? null;
}
