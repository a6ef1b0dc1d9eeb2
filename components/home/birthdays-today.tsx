import { Cake } from "lucide-react";
import Link from "next/link";
import { useSession } from "@/components/app-base/session";
import styles from "./birthdays-today.module.css";
import { useCelebrating } from "./queries";

/** Who comes in the morning asks first whose birthday it is: how many, and the way to them. Nothing while it is not known, and for nobody. */
export function BirthdaysToday({ today }: { today: string }) {
  const count = useCelebrating(today, useSession().can("nav_birthdays"));
  if (!count) return null;
  return (
    <Link href="/birthdays" className={styles.line}>
      <Cake size={18} strokeWidth={1.75} aria-hidden />
      {count === 1 ? "1 guest has a birthday today" : `${count.toLocaleString("en")} guests have their birthday today`}
    </Link>
  );
}
