import { Button } from "@mantine/core";
import { useAppSettings, useBranch } from "@/components/app-base/app-settings";
import { choosableBranches } from "@/components/app-base/backend-choice";
import { useSession } from "@/components/app-base/session";
import { branchName } from "@/lib/known-branches";
import styles from "./backends.module.css";
import { findGuestIn } from "./switching";

/** The name of the book that a search looked through, for a search without results. */
export function useBookSearched(): string {
  return `Only the book of ${branchName(useBranch())} was searched.`;
}

/** The books of the other branches that one may see: a guest who is not in this one may be in theirs. */
export function OtherBooks({ typed }: { typed: string }) {
  const settings = useAppSettings();
  const here = useBranch();
  const user = useSession().user?.id ?? "";
  const others = choosableBranches(settings).filter((branch) => branch !== here);
  if (others.length === 0) return null;
  return (
    <div className={styles.books}>
      {others.map((branch) => (
        <Button key={branch} variant="default" size="sm" onClick={() => void findGuestIn(branch, typed, user, settings)}>
          Search in {branchName(branch)}
        </Button>
      ))}
    </div>
  );
}
