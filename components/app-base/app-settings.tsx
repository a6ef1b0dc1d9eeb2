import { createContext, type ReactNode, useCallback, useContext, useMemo, useState, useSyncExternalStore } from "react";
import { configureBackend, currentBackend } from "@/lib/api/backends";
import type { Backend } from "@/lib/api/base";
import { knowDateFormat } from "@/lib/date-format";
import { type BranchKey, knowBranches } from "@/lib/known-branches";
import type { PublicSettings } from "@/lib/public-settings";

const SettingsContext = createContext<PublicSettings | null>(null);

type Branches = Pick<PublicSettings, "branches" | "branchRows">;

const LearnContext = createContext<(branches: Branches) => void>(() => {});

export function AppSettingsProvider({ settings, children }: { settings: PublicSettings; children: ReactNode }) {
  // In a state's initialiser, so that it has happened before any child makes its first query key.
  useState(() => {
    configureBackend(settings);
    if (typeof window === "undefined") return; // the server knows them by its hub
    knowBranches(settings.branchRows);
    knowDateFormat(settings.dateFormat);
  });
  const [branches, setBranches] = useState<Branches>(settings);
  const learn = useCallback((said: Branches) => {
    knowBranches(said.branchRows); // before anything is drawn anew, and without waiting for the page to be asked for again
    setBranches((known) => (isSame(known, said) ? known : said));
  }, []);
  const now = useMemo(() => ({ ...settings, branches: branches.branches, branchRows: branches.branchRows }), [settings, branches]);
  return (
    <LearnContext value={learn}>
      <SettingsContext value={now}>{children}</SettingsContext>
    </LearnContext>
  );
}

const wordsOf = ({ branches, branchRows }: Branches) =>
  JSON.stringify([branches, branchRows.map(({ key, name, isClosed }) => [key, name, isClosed])]);
const isSame = (one: Branches, other: Branches) => wordsOf(one) === wordsOf(other);

/** Tells this page which branches there are now. */
export const useLearnBranches = () => useContext(LearnContext);

export function useAppSettings(): PublicSettings {
  const settings = useContext(SettingsContext);
  if (!settings) throw new Error("useAppSettings needs AppSettingsProvider around it.");
  return settings;
}

const never = () => () => {};

/** The backend of this page; null while the server renders, which knows neither the address bar nor the storage. */
export function useBackend(): Backend | null {
  return useSyncExternalStore(never, currentBackend, () => null);
}

/** The branch that calls are about: this device's choice, else the one of the chosen server, else the own one of the page's. */
export function useBranch(): BranchKey {
  const { branch } = useAppSettings();
  // Not by way of `useBackend`: most devices have chosen nothing, and need not be drawn a second time.
  return useSyncExternalStore(
    never,
    () => currentBackend().branch ?? currentBackend().listedAs ?? branch,
    () => branch,
  );
}
