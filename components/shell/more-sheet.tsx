import { Drawer, NavLink, SegmentedControl, useMantineColorScheme } from "@mantine/core";
import { Check, LogIn, LogOut, Store } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { useAppSettings, useBackend, useBranch } from "@/components/app-base/app-settings";
import { choosableBranches } from "@/components/app-base/backend-choice";
import { Can } from "@/components/app-base/can";
import { type HouseAction, useHouseActions } from "@/components/app-base/house-actions";
import { logOut } from "@/components/app-base/log-out";
import { useSession } from "@/components/app-base/session";
import { leaveByLink, useLayer } from "@/components/ui/layers";
import { BRANCH_NAMES } from "@/lib/branches";
import { FRAME_TEXTS } from "@/lib/texts";
import { Initials } from "./initials";
import styles from "./more-sheet.module.css";
import { PAGES } from "./navigation";
import { ServerOf, switchTo } from "./server-of";
import { THEMES } from "./themes";

/** Everything that the top bar's groups hold, for a thumb; the API section last, the person at the bottom. */
export function MoreSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  useLayer(opened, onClose);
  return (
    <Drawer.Root opened={opened} onClose={onClose} position="bottom" size="85%" radius="lg" classNames={{ content: styles.content }}>
      <Drawer.Overlay />
      <Drawer.Content>
        {/* Mantine's own header would be a second banner of the page. */}
        <div className={styles.header}>
          <Drawer.Title className={styles.title}>More</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </div>
        <Drawer.Body className={styles.body}>
          <ActionSection group="Actions" onClose={onClose} />
          <PageSection onClose={onClose} />
          <ActionSection group="End" onClose={onClose} />
          <ThemeSection />
          <ApiSection />
          <PersonRow />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function ActionSection({ group, onClose }: { group: HouseAction["group"]; onClose: () => void }) {
  const actions = useHouseActions().filter((action) => action.group === group);
  return (
    <Section title={group}>
      {actions.map(({ name, label, icon: Icon, run }) => (
        <NavLink
          key={name}
          component="button"
          className={styles.row}
          label={label}
          leftSection={<Icon size={20} strokeWidth={1.75} aria-hidden />}
          onClick={() => {
            onClose();
            run();
          }}
        />
      ))}
    </Section>
  );
}

function PageSection({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const path = usePathname();
  return (
    <Section title="Navigate">
      {PAGES.filter((page) => session.can(page.permission)).map(({ href, label, icon: Icon }) => (
        <NavLink
          key={href}
          component={Link}
          href={href}
          replace
          className={styles.row}
          label={label}
          active={href === path}
          aria-current={href === path ? "page" : undefined}
          leftSection={<Icon size={20} strokeWidth={1.75} aria-hidden />}
          onClick={() => {
            leaveByLink();
            onClose();
          }}
        />
      ))}
    </Section>
  );
}

function ThemeSection() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title="Options">
      <SegmentedControl
        fullWidth
        aria-label="Theme"
        value={colorScheme}
        onChange={(value) => setColorScheme(value as typeof colorScheme)}
        data={THEMES.map(({ value, label }) => ({ value, label }))}
        classNames={{ root: styles.themes, label: styles.themeLabel }}
      />
    </Section>
  );
}

function PersonRow() {
  const session = useSession();
  return (
    <div className={styles.person}>
      {session.user ? (
        <>
          <Initials user={session.user} />
          <bdi className={styles.userName}>{session.user.name}</bdi>
          <Can permission="auth_logout">
            <button type="button" className={styles.logOut} onClick={logOut}>
              <LogOut size={20} strokeWidth={1.75} aria-hidden />
              {FRAME_TEXTS.logOut}
            </button>
          </Can>
        </>
      ) : (
        <Link href="/login" className={styles.logOut}>
          <LogIn size={20} strokeWidth={1.75} aria-hidden />
          {FRAME_TEXTS.signIn}
        </Link>
      )}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  if (Array.isArray(children) && children.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className={styles.sectionTitle}>{title}</h3>
      {children}
    </section>
  );
}

function ApiSection() {
  const settings = useAppSettings();
  const branch = useBranch();
  const backend = useBackend();
  return (
    <Section title="API">
      <p className={styles.base}>{backend?.base}</p>
      {choosableBranches(settings).map((choice) => (
        <NavLink
          key={choice}
          component="button"
          className={styles.row}
          label={BRANCH_NAMES[choice]}
          description={<ServerOf branch={choice} />}
          active={choice === branch}
          aria-current={choice === branch ? "true" : undefined}
          leftSection={<Store size={20} strokeWidth={1.75} aria-hidden />}
          rightSection={choice === branch && <Check size={18} aria-hidden />}
          onClick={() => switchTo(choice, settings)}
        />
      ))}
      <NavLink
        component="button"
        className={styles.row}
        label="Automatic (this server)"
        leftSection={<span className={styles.noIcon} />}
        onClick={() => switchTo(null, settings)}
      />
    </Section>
  );
}
