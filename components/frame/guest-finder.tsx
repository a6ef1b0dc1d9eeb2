import { Search } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { type FormEvent, useEffect, useRef } from "react";
import { keepWork, keptWork } from "@/components/app-base/guest-search-work";
import { useMayOpen, useSession } from "@/components/app-base/session";
import { dialogIsOpen } from "@/components/ui/single-keys";
import styles from "./guest-finder.module.css";

const SEARCH_PAGE = "/guest-search";

/** A name or a number, and Enter leads to the guest search with it. Ctrl K comes here, or to the page where there is no room. */
export function GuestFinder() {
  const router = useRouter();
  const user = useSession().user?.id ?? "";
  const mayOpen = useMayOpen();
  const path = usePathname();
  const isOffered = mayOpen("nav_guest_search") && path !== SEARCH_PAGE; // the page has its own field
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!isOffered) return;
    const press = (event: KeyboardEvent) => {
      if (!isFindKey(event) || dialogIsOpen()) return;
      event.preventDefault();
      const input = field.current;
      if (!input?.offsetParent) return router.push(SEARCH_PAGE);
      input.focus();
      input.select();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [isOffered, router]);

  const search = (event: FormEvent) => {
    event.preventDefault();
    const typed = field.current?.value.trim();
    // A guest who is being edited there stays in their form.
    if (typed) keepWork({ ...keptWork(user), user, typed });
    router.push(SEARCH_PAGE);
  };
  if (!isOffered) return null;
  return (
    <search>
      <form className={styles.finder} onSubmit={search}>
        <Search size={18} strokeWidth={1.75} aria-hidden />
        <input
          ref={field}
          className={styles.field}
          aria-label="Find a guest"
          aria-keyshortcuts="Control+K"
          placeholder="Find a guest"
          dir="auto"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
        />
        <kbd aria-hidden>Ctrl K</kbd>
      </form>
    </search>
  );
}

/** Ctrl K, and on a Mac Cmd K; in fields too, where it is no text. */
function isFindKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "k" && (ctrlKey || metaKey) && !altKey && !shiftKey;
}
