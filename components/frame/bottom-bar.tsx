import { Cake, House, type LucideIcon, Menu as MenuIcon, Plus, Search } from "lucide-react";
import Link, { useLinkStatus } from "next/link";
import { usePathname } from "next/navigation";
import { useHouseActions } from "@/components/app-base/house-actions";
import { useSession } from "@/components/app-base/session";
import styles from "./bottom-bar.module.css";

/** The phone's bar under the thumb. */
export function BottomBar({ moreOpened, onMore }: { moreOpened: boolean; onMore: () => void }) {
  const session = useSession();
  const newTable = useHouseActions().find((action) => action.name === "newTable");
  return (
    <nav aria-label="Bottom" className={styles.bar}>
      {session.can("nav_home") && <PageLink href="/" icon={House} label="Home" />}
      {session.can("nav_guest_search") && <PageLink href="/guest-search" icon={Search} label="Search" />}
      {newTable && (
        <button type="button" className={styles.plus} aria-label="New table" onClick={newTable.run}>
          <Plus size={28} strokeWidth={2} aria-hidden />
        </button>
      )}
      {session.can("nav_birthdays") && <PageLink href="/birthdays" icon={Cake} label="Birthdays" />}
      <button
        type="button"
        className={styles.item}
        aria-haspopup="dialog"
        aria-expanded={moreOpened}
        onClick={({ currentTarget }) => {
          // Safari, and a tap from before the page listened, give a pressed button no focus to come back to.
          currentTarget.focus();
          onMore();
        }}
      >
        <MenuIcon size={22} strokeWidth={1.75} aria-hidden />
        More
      </button>
    </nav>
  );
}

function PageLink({ href, ...face }: { href: string; icon: LucideIcon; label: string }) {
  const path = usePathname();
  return (
    <Link href={href} className={styles.item} aria-current={path === href ? "page" : undefined}>
      <Face {...face} />
    </Link>
  );
}

/** Takes the colour of the page that is open as soon as it is tapped: the page itself comes a moment later. */
function Face({ icon: Icon, label }: { icon: LucideIcon; label: string }) {
  const { pending } = useLinkStatus();
  return (
    <span className={styles.face} data-pending={pending || undefined}>
      <Icon size={22} strokeWidth={1.75} aria-hidden />
      {label}
    </span>
  );
}
