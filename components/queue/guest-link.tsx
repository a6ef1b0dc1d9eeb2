import { Button } from "@mantine/core";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useAppSettings, useBranch } from "@/components/app-base/app-settings";
import { choosableBranches } from "@/components/app-base/backend-choice";
import { keepWork, keptWork } from "@/components/app-base/guest-search-work";
import { useMayOpen, useSession } from "@/components/app-base/session";
import { findGuestIn, SEARCH_PAGE } from "@/components/backends/switching";
import { branchName } from "@/lib/known-branches";

/** How the guest is found: what is typed for them into Search Guest of the branch whose book knows them; null for whoever may not search. */
function useFinding(typed: string, branch: string) {
  const user = useSession().user?.id ?? "";
  const mayOpen = useMayOpen();
  const settings = useAppSettings();
  const here = useBranch();
  const isAlreadyThere = usePathname() === SEARCH_PAGE; // a link to the same page changes nothing on it
  if (!mayOpen("nav_guest_search")) return null;
  const other = choosableBranches(settings).find((one) => one === branch && one !== here);
  return {
    other,
    isElsewhere: other !== undefined || isAlreadyThere,
    go: () => void findGuestIn(other ?? here, typed, user, settings),
    // A guest who is being edited there stays in their form.
    keep: () => keepWork({ ...keptWork(user), user, typed }),
  };
}

/** Leads to the guest in Search Guest, in the book of the branch that wrote to them, for those who may search. */
export function GuestLink({ phone, branch }: { phone: string; branch: string }) {
  const finding = useFinding(phone, branch);
  if (!finding) return null;
  const { other, isElsewhere, go, keep } = finding;
  if (isElsewhere) {
    return (
      <Button variant="default" onClick={go}>
        Open the guest{other && ` in ${branchName(other)}`}
      </Button>
    );
  }
  return (
    <Button component={Link} href={SEARCH_PAGE} variant="default" onClick={keep}>
      Open the guest
    </Button>
  );
}
