import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect, useEffectEvent } from "react";
import { copyText } from "@/components/ui/copy-text";
import { dialogIsOpen, isTyping } from "@/components/ui/single-keys";
import { toast } from "@/components/ui/toast";
import type { Contact } from "@/lib/guest-search/contract";

interface Found {
  field: RefObject<HTMLInputElement | null>;
  found: readonly Contact[];
  openId: string | null;
  onEdit: (contact: Contact) => void;
}

/** Arrows walk through the guests, E edits, V shows the vouchers, Ctrl C copies the phone, / and Ctrl K go to the field. */
export function useGuestKeys({ field, found, openId, onEdit }: Found): void {
  useEffect(() => {
    // Whoever comes here comes to type; a phone would cover half of the screen with its keyboard.
    if (window.matchMedia("(pointer: fine)").matches) field.current?.focus();
  }, [field]);

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (dialogIsOpen()) return;
    if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    }
    if (isTyping(event.target)) return;
    const id = guestAt(event.target) ?? openId;
    const contact = found.find((one) => one.id === id);
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() === "c" && contact && window.getSelection()?.isCollapsed !== false) void copyPhone(contact);
      return;
    }
    if (event.altKey) return;
    if (event.key === "/") {
      event.preventDefault();
      field.current?.select();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (walk(event.target, event.key === "ArrowDown" ? 1 : -1, field.current)) event.preventDefault();
    } else if (event.key.toLowerCase() === "e" && contact && !contact.not_in_book) {
      // Else the letter is typed into the field that takes the focus.
      event.preventDefault();
      onEdit(contact);
    } else if (event.key.toLowerCase() === "v" && id) {
      document.querySelector<HTMLElement>(`[data-guest="${CSS.escape(id)}"] [data-voucher-badge]`)?.click();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}

const toggles = () => [...document.querySelectorAll<HTMLElement>("[data-guest-toggle]")];

/** From the field to the first guest. */
export function focusFirstGuest(event: ReactKeyboardEvent): void {
  const [first] = toggles();
  if (!first) return;
  event.preventDefault();
  first.focus();
}

function guestAt(target: EventTarget | null): string | null {
  return target instanceof Element ? (target.closest<HTMLElement>("[data-guest]")?.dataset.guest ?? null) : null;
}

/** To the guest above or below, and from the first one back to the field. */
function walk(from: EventTarget | null, by: 1 | -1, field: HTMLInputElement | null): boolean {
  const list = toggles();
  const at = from instanceof HTMLElement ? list.indexOf(from) : -1;
  if (at < 0) return false;
  if (at + by < 0) field?.focus();
  else list[at + by]?.focus();
  return true;
}

async function copyPhone({ phones, numbers }: Contact): Promise<void> {
  const digits = numbers?.[0]?.digits;
  const text = digits ? `+${digits}` : phones;
  if (!text) return;
  if (await copyText(text)) toast.success("Number copied");
  else toast.error("The number could not be copied.");
}
