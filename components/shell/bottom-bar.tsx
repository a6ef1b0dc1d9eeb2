import { House, Menu as MenuIcon, Plus, Search } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useHouseActions } from "@/components/app-base/house-actions";
import { useSession } from "@/components/app-base/session";
import styles from "./bottom-bar.module.css";

/** The phone's bar under the thumb. */
export function BottomBar({ moreOpened, onMore }: { moreOpened: boolean; onMore: () => void }) {
  const path = usePathname();
  const session = useSession();
  const newTable = useHouseActions().find((action) => action.name === "newTable");
  return (
    <nav aria-label="Bottom" className={styles.bar}>
      {session.can("nav_home") && (
        <Link href="/" className={styles.item} aria-current={path === "/" ? "page" : undefined}>
          <House size={22} strokeWidth={1.75} aria-hidden />
          Home
        </Link>
      )}
      {session.can("nav_guest_search") && (
        <Link href="/guest-search" className={styles.item} aria-current={path === "/guest-search" ? "page" : undefined}>
          <Search size={22} strokeWidth={1.75} aria-hidden />
          Search
        </Link>
      )}
      {newTable && (
        <button type="button" className={styles.plus} aria-label="New table" onClick={newTable.run}>
          <Plus size={28} strokeWidth={2} aria-hidden />
        </button>
      )}
      <button type="button" className={styles.item} aria-haspopup="dialog" aria-expanded={moreOpened} onClick={onMore}>
        <MenuIcon size={22} strokeWidth={1.75} aria-hidden />
        More
      </button>
    </nav>
  );
}
