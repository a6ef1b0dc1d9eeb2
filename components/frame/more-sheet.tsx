import { Drawer, getDefaultZIndex } from "@mantine/core";
import { Check, LogIn, LogOut, Store } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { useAppSettings, useBackend, useBranch } from "@/components/app-base/app-settings";
import { choosableBranches, isAutomatic } from "@/components/app-base/backend-choice";
import { type HouseAction, inParts, useHouseActions } from "@/components/app-base/house-actions";
import { logOut, signOutThere } from "@/components/app-base/log-out";
import { useMayOpen, usePersonShown, useSignedInThere } from "@/components/app-base/session";
import { leaveByLink, useLayer } from "@/components/ui/layers";
import { useScrollLock } from "@/components/ui/scroll-lock";
import { FRAME_TEXTS } from "@/lib/frame-texts";
import { branchLabel, branchName } from "@/lib/known-branches";
import { resetChoices, ServerOf, switchTo } from "./branch-server-label";
import { Initials } from "./initials";
import { MenuIcon } from "./menu-icon";
import styles from "./more-sheet.module.css";
import { PAGES } from "./navigation";
import { ThemeChoice } from "./theme-choice";

interface Props {
  opened: boolean;
  onClose: () => void;
  /** It has been closed, and its movement is over. */
  onGone: () => void;
}

/** Everything that the top bar's groups hold, for a thumb; the API section last, the person at the bottom. */
export function MoreSheet({ opened, onClose, onGone }: Props) {
  useLayer(opened, onClose);
  useScrollLock(opened);
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onGone}
      lockScroll={false}
      // A note lies beneath while somebody chooses here, or it would cover what is pressed next. Going away, the sheet lies
      // beneath the dialog that was chosen.
      zIndex={opened ? getDefaultZIndex("overlay") + 1 : getDefaultZIndex("modal")}
      // The frame gives the focus back, before a dialog that is chosen here takes it.
      returnFocus={false}
      position="bottom"
      size="85%"
      radius="lg"
      classNames={{ content: styles.content }}
    >
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
          <ActionSection group="Options" onClose={onClose}>
            <ThemeChoice />
          </ActionSection>
          <ApiSection />
          <PersonRow />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

interface ActionSectionProps {
  group: HouseAction["group"];
  onClose: () => void;
  /** What else belongs to the group. */
  children?: ReactNode;
}

function ActionSection({ group, onClose, children }: ActionSectionProps) {
  const actions = useHouseActions().filter((action) => action.group === group);
  if (actions.length === 0 && !children) return null;
  return (
    <Section title={group}>
      {inParts(actions).map(({ heading, actions: own }) => (
        <div key={heading ?? group}>
          {heading && <h4 className={styles.partTitle}>{heading}</h4>}
          {own.map(({ name, label, run }) => (
            <button
              key={name}
              type="button"
              className={styles.row}
              onClick={() => {
                onClose();
                run();
              }}
            >
              <MenuIcon of={name} />
              {label}
            </button>
          ))}
        </div>
      ))}
      {children}
    </Section>
  );
}

function PageSection({ onClose }: { onClose: () => void }) {
  const mayOpen = useMayOpen();
  const path = usePathname();
  return (
    <Section title="Navigate">
      {PAGES.filter((page) => mayOpen(page.permission)).map(({ href, label }) => (
        <Link
          key={href}
          href={href}
          replace
          className={styles.row}
          aria-current={href === path ? "page" : undefined}
          onClick={() => {
            leaveByLink();
            onClose();
          }}
        >
          <MenuIcon of={href} />
          {label}
        </Link>
      ))}
    </Section>
  );
}

function PersonRow() {
  const { user, mayLogOut } = usePersonShown();
  return (
    <div className={styles.person}>
      {user ? (
        <>
          <Initials user={user} />
          <bdi className={styles.userName}>{user.name}</bdi>
          {mayLogOut && (
            <button type="button" className={styles.logOut} onClick={logOut}>
              <LogOut size={20} strokeWidth={1.75} aria-hidden />
              {FRAME_TEXTS.logOut}
            </button>
          )}
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
  const there = useSignedInThere();
  return (
    <Section title="API">
      <p className={styles.base}>{backend?.base}</p>
      {choosableBranches(settings).map((choice) => (
        <button
          key={choice}
          type="button"
          className={styles.row}
          aria-current={choice === branch ? "true" : undefined}
          onClick={() => switchTo(choice, settings)}
        >
          <Store size={20} strokeWidth={1.75} aria-hidden />
          <span className={styles.words}>
            {branchLabel(choice)}
            <ServerOf branch={choice} />
          </span>
          {choice === branch && <Check size={18} aria-hidden />}
        </button>
      ))}
      <button type="button" className={styles.row} onClick={() => switchTo(null, settings)}>
        <span className={styles.noIcon} />
        Automatic (this server){isAutomatic() && ", in use now"}
      </button>
      <button type="button" className={styles.row} onClick={resetChoices}>
        <span className={styles.noIcon} />
        <span className={styles.words}>
          Reset
          <span className={styles.note}>forgets every server that was chosen on this device</span>
        </span>
      </button>
      {there && (
        <button type="button" className={styles.row} onClick={() => void signOutThere()}>
          <LogOut size={20} strokeWidth={1.75} aria-hidden />
          <span className={styles.words}>
            Sign out at {branchName(branch)} only
            <span className={styles.note}>
              <bdi>{there.name}</bdi>; your sign-in here goes on
            </span>
          </span>
        </button>
      )}
    </Section>
  );
}
