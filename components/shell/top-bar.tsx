import { Avatar, Button, Menu } from "@mantine/core";
import { LogIn, LogOut } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { Can } from "@/components/app-base/can";
import { logOut } from "@/components/app-base/log-out";
import { useSession } from "@/components/app-base/session";
import { LayerMenu } from "@/components/ui/layer-menu";
import { Mark } from "@/components/ui/mark";
import type { SessionUser } from "@/lib/auth/contract";
import { FRAME_TEXTS } from "@/lib/texts";
import { BackendSelector } from "./backend-selector";
import { HealthBadge } from "./health-badge";
import { NavMenus } from "./nav-menus";
import { titleOf } from "./navigation";
import { ThemeToggle } from "./theme-toggle";
import styles from "./top-bar.module.css";

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
  const { status, user } = useSession();
  if (status === "unknown") return <span className={styles.unknown} />;
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
        <Can permission="auth_logout">
          <Button variant="subtle" color="neutral" px="xs" onClick={logOut}>
            {FRAME_TEXTS.logOut}
          </Button>
        </Can>
      </span>
      <span className={styles.personMenu}>
        <LayerMenu position="bottom-end" shadow="md" width={220} withArrow>
          <Menu.Target>
            <button type="button" className={styles.avatarButton} aria-label={`Signed in as ${user.name}`}>
              <Initials user={user} />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>
              <bdi>{user.name}</bdi> · {user.roles.join(", ")}
            </Menu.Label>
            <Can permission="auth_logout">
              <Menu.Item leftSection={<LogOut size={20} strokeWidth={1.75} aria-hidden />} onClick={logOut}>
                {FRAME_TEXTS.logOut}
              </Menu.Item>
            </Can>
          </Menu.Dropdown>
        </LayerMenu>
      </span>
    </>
  );
}

export function Initials({ user }: { user: SessionUser }) {
  const words = user.name.trim().split(/\s+/);
  const letters = words.slice(0, 2).map((word) => [...word][0] ?? "");
  return (
    <Avatar size={32} color="primary" variant="light" aria-hidden="true">
      {letters.join("").toUpperCase()}
    </Avatar>
  );
}
