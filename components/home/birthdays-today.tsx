import { Cake } from "lucide-react";
import Link from "next/link";
import { useBranch } from "@/components/app-base/app-settings";
import { useSession } from "@/components/app-base/session";
import { counted } from "@/components/ui/counted";
import styles from "./birthdays-today.module.css";
import { greetingsInWords, useGreetedToday } from "./greeted-today";
import { useCelebrating } from "./queries";

/** Who comes in the morning asks first whose birthday it is: how many, and the way to them. It has its line before that is known. */
export function BirthdaysToday({ today }: { today: string }) {
  const mayOpen = useSession().can("nav_birthdays");
  const found = useCelebrating(today, mayOpen);
  const branch = useBranch();
  const isAny = (found?.count ?? 0) > 0;
  const greeted = useGreetedToday({ today, branch: found?.isInBooks ? null : branch }, mayOpen && isAny);
  if (!mayOpen) return null;
  return (
    <Link href="/birthdays" className={styles.line}>
      <Cake size={18} strokeWidth={1.75} aria-hidden />
      {birthdaysInWords(found?.count, found?.isInBooks ?? false)}
      {isAny && greeted && ` · ${greetingsInWords(greeted, found?.count ?? 0)}`}
    </Link>
  );
}

/** At central birthdays and not guests: somebody who stands in the books of two restaurants has one in each. */
export function birthdaysInWords(count: number | undefined, isInBooks: boolean): string {
  if (count === undefined) return "Today’s birthdays";
  if (count === 0) return "No guest has a birthday today";
  if (isInBooks) return `${counted(count, "birthday")} today in the restaurants’ books`;
  return count === 1 ? "1 guest has a birthday today" : `${count.toLocaleString("en")} guests have their birthday today`;
}
