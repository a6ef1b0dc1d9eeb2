import { Button } from "@mantine/core";
import { LogIn } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { logOut } from "@/components/app-base/log-out";
import { usePersonShown } from "@/components/app-base/session";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Mark } from "@/components/ui/logo";
import { OpensPanel, type PanelProps } from "@/components/ui/opens-panel";
import { FRAME_TEXTS } from "@/lib/frame-texts";
import { BackendSelector } from "./backend-selector";
import { GuestFinder } from "./guest-finder";
import { HealthBadge } from "./health-badge";
import { Initials } from "./initials";
import { NavMenus } from "./nav-menus";
import { titleOf } from "./navigation";
import { ThemeToggle } from "./theme-toggle";
import styles from "./top-bar.module.css";

const PersonMenu = lazyComponent<PanelProps>(() => import("./person-menu").then((module) => module.PersonMenu), {
  onClose: (props) => props.onClose,
});

export function TopBar({ onKeys }: { onKeys: () => void }) {
  const path = usePathname();
  const title = titleOf(path);
  return (
    <header className={styles.bar}>
      <Link href="/" className={styles.home} aria-label="Daftar, Home">
        <Mark size={28} />
        <span className={styles.name} aria-hidden="true">
          Daftar
        </span>
        <span className={styles.page} aria-hidden="true">
          {title === "Home" ? "Daftar" : title}
        </span>
      </Link>
      <div className={styles.menus}>
        <NavMenus onKeys={onKeys} />
      </div>
      <GuestFinder />
      <div className={styles.end}>
        <HealthBadge />
        <span className={styles.selector}>
          <BackendSelector />
        </span>
        <span className={styles.theme}>
          <ThemeToggle />
        </span>
        <Person />
      </div>
    </header>
  );
}

function Person() {
  const { user, mayLogOut, isKnown } = usePersonShown();
  if (!isKnown) return <span className={styles.unknown} />;
  if (!user) {
    return (
      <Button component={Link} href="/login" variant="subtle" leftSection={<LogIn size={18} aria-hidden />}>
        {FRAME_TEXTS.signIn}
      </Button>
    );
  }
  return (
    <>
      <span className={styles.person}>
        <Initials user={user} />
        <bdi className={styles.userName}>{user.name}</bdi>
        {mayLogOut && (
          <Button variant="subtle" color="neutral" px="xs" onClick={logOut}>
            {FRAME_TEXTS.logOut}
          </Button>
        )}
      </span>
      <span className={styles.personMenu}>
        <OpensPanel
          kind="menu"
          button={(opener) => (
            <button type="button" className={styles.avatarButton} aria-label={`Signed in as ${user.name}`} {...opener}>
              <Initials user={user} />
            </button>
          )}
          panel={(place) => <PersonMenu {...place} />}
        />
      </span>
    </>
  );
}
