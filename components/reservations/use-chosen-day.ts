import { useCallback, useEffect, useState } from "react";
import { useBackend, useBranch } from "@/components/app-base/app-settings";
import { useBusinessDay } from "@/components/app-base/server-clock";
import { useHealth } from "@/components/app-base/server-health";
import { useSession } from "@/components/app-base/session";
import { isRestaurant, openRestaurants } from "@/lib/known-branches";
import type { Place } from "./queries";

export const VIEWS = ["list", "slots", "floor", "waitlist"] as const;
export type View = (typeof VIEWS)[number];

/** Which day of which restaurant is looked at, and how: kept in the page's address, so that a link or a reload comes back to it. */
export function useChosenDay() {
  const today = useBusinessDay();
  const isDayKnown = useHealth().isFetched;
  const [chosen, setChosen] = useState<{ date: string | null; view: View; branch: string | null }>({
    date: null,
    view: "list",
    branch: null,
  });
  const branches = useOwnBranches();
  const here = useBranch();
  const backend = useBackend();
  const branch = [chosen.branch, here].find((one) => one !== null && branches.includes(one)) ?? branches[0] ?? null;

  useEffect(() => {
    const asked = new URLSearchParams(window.location.search);
    const date = asked.get("date") ?? "";
    const view = VIEWS.find((one) => one === asked.get("view"));
    const of = asked.get("branch");
    setChosen({
      date: /^\d{4}-\d\d-\d\d$/.test(date) ? date : null,
      view: view ?? "list",
      branch: of !== null && isRestaurant(of) ? of : null,
    });
  }, []);
  const choose = useCallback((changed: Partial<{ date: string | null; view: View; branch: string | null }>) => {
    setChosen((before) => {
      const next = { ...before, ...changed };
      const said = Object.entries(next).filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== "list");
      window.history.replaceState(window.history.state, "", said.length === 0 ? window.location.pathname : `?${new URLSearchParams(said)}`);
      return next;
    });
  }, []);
  const place: Place | null = backend && branch !== null ? { base: backend.base, branch } : null;
  return {
    /** Null until it is known whose they are; and where somebody works in no restaurant. */
    place,
    branches,
    today,
    date: chosen.date ?? today,
    isDayKnown: isDayKnown || chosen.date !== null,
    view: chosen.view,
    choose,
  };
}
export type ChosenDay = ReturnType<typeof useChosenDay>;

/** The open restaurants in which somebody may work. */
function useOwnBranches(): string[] {
  const own = useSession().user?.branches ?? null;
  return openRestaurants().filter((key) => own === null || own.includes(key));
}
