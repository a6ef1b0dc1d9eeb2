"use client";

import { Button, TextInput } from "@mantine/core";
import { House, Search as SearchIcon } from "lucide-react";
import Link from "next/link";
import { type ComponentProps, type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { keepWork, keptWork } from "@/components/app-base/guest-search-work";
import { useSession } from "@/components/app-base/session";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { lazyComponent } from "@/components/ui/lazy-component";
import { PageHead } from "@/components/ui/page-head";
import type { GuestVouchers } from "@/components/vouchers/guest-vouchers";
import type { Contact } from "@/lib/guest-search/contract";
import { GUEST_SEARCH_TEXTS } from "@/lib/guest-search/guest-search-texts";
import { GuestActionsContext } from "./guest-actions";
import styles from "./guest-search-screen.module.css";
import { SearchResults } from "./search-results";
import { useEditing } from "./use-editing";
import { focusFirstGuest, useGuestKeys } from "./use-guest-keys";
import { useSearch } from "./use-search";

const Viewer = lazyComponent<ComponentProps<typeof GuestVouchers>>(
  () => import("@/components/vouchers/guest-vouchers").then((module) => module.GuestVouchers),
  { onClose: (props) => props.onClose },
);

export function GuestSearchScreen() {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [isBlank, setBlank] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const [viewing, setViewing] = useState<{ contact: Contact; index: number } | null>(null);
  const editing = useEditing();
  const search = useSearch(typed);
  useKeptWork({ typed, setTyped, openId, setOpenId, editing });
  const enter = useEnter(search, (id) => setOpenId(id));
  const edit = (contact: Contact) => {
    setOpenId(contact.id);
    editing.begin(contact);
  };
  useGuestKeys({ field, found: search.found, openId, onEdit: edit });
  const actions = useMemo(() => ({ editing, view: (contact: Contact, index: number) => setViewing({ contact, index }) }), [editing]);

  const submit = () => {
    setBlank(search.text === "");
    if (search.text === "") return field.current?.focus();
    search.hurry();
    enter();
  };
  return (
    <GuestActionsContext value={actions}>
      <PageHead title={GUEST_SEARCH_TEXTS.title} />
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <HomeLink />
        <TextInput
          ref={field}
          className={styles.field}
          aria-label={GUEST_SEARCH_TEXTS.placeholder}
          placeholder={GUEST_SEARCH_TEXTS.placeholder}
          {...AUTO_DIR}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          leftSection={<SearchIcon size={18} strokeWidth={1.75} aria-hidden />}
          error={isBlank ? "Type at least one letter or digit." : undefined}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setBlank(false);
          }}
          onKeyDown={(event: KeyboardEvent) => event.key === "ArrowDown" && focusFirstGuest(event)}
        />
        <Button type="submit">Search</Button>
      </form>
      <SearchResults search={search} openId={openId} onOpen={setOpenId} editing={editing} />
      {viewing && <Viewer whose={viewing.contact} start={viewing.index} onClose={() => setViewing(null)} />}
    </GuestActionsContext>
  );
}

function HomeLink() {
  const session = useSession();
  if (!session.can("nav_home")) return null;
  return (
    <Button
      component={Link}
      href="/"
      variant="subtle"
      color="neutral"
      className={styles.home}
      leftSection={<House size={18} aria-hidden />}
    >
      Home
    </Button>
  );
}

/** Enter, before or after the answer is there, opens the first guest of it. */
function useEnter({ isSettled, text, found }: ReturnType<typeof useSearch>, onOpen: (id: string) => void): () => void {
  const [pressedFor, setPressedFor] = useState<string | null>(null);
  const first = found[0];
  useEffect(() => {
    if (pressedFor === null || pressedFor !== text || !isSettled) return;
    setPressedFor(null);
    if (first && !first.written_otherwise) onOpen(first.id);
  }, [pressedFor, text, isSettled, first, onOpen]);
  return () => setPressedFor(text);
}

interface Kept {
  typed: string;
  setTyped: (typed: string) => void;
  openId: string | null;
  setOpenId: (id: string | null) => void;
  editing: ReturnType<typeof useEditing>;
}

/** What was typed, the open guest, and one who was being edited come back after a reload, and after the guest's page. */
function useKeptWork({ typed, setTyped, openId, setOpenId, editing: { editing, setEditing } }: Kept): void {
  const user = useSession().user?.id ?? "";
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    if (!user) return;
    if (isRead) return keepWork({ user, typed, editing, open: openId });
    const kept = keptWork(user);
    setRead(true);
    setTyped(kept.typed);
    setEditing(kept.editing);
    setOpenId(kept.editing?.contact.id ?? kept.open ?? null);
  }, [isRead, user, typed, editing, openId, setTyped, setEditing, setOpenId]);
}
