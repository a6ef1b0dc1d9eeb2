import { Button, Kbd, Switch } from "@mantine/core";
import { useMayOpen, useSession } from "@/components/app-base/session";
import { useKeysOn } from "@/components/app-base/single-keys-on";
import { NativeDialog } from "@/components/ui/native-dialog";
import styles from "./key-list.module.css";
import { PAGES } from "./navigation";

/** The keyboard keys that work, and the switch for those who do not want them. */
export function KeyList({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const session = useSession();
  const mayOpen = useMayOpen();
  const [on, setOn] = useKeysOn();
  const rows: { keys: string[]; does: string }[] = [
    ...(session.can("create_table") ? [{ keys: ["N"], does: "New table" }] : []),
    ...PAGES.filter((page) => mayOpen(page.permission)).map((page) => ({ keys: ["G", page.key], does: page.label })),
    ...(mayOpen("nav_guest_search")
      ? [
          { keys: ["/"], does: "Find a guest" },
          { keys: ["Ctrl", "K"], does: "Find a guest, from a field too" },
        ]
      : []),
    ...(mayOpen("nav_birthdays")
      ? [
          { keys: ["V"], does: "Generate Vouchers, in Birthday Search" },
          { keys: ["T"], does: "Show Statistics, in Birthday Search" },
        ]
      : []),
    { keys: ["?"], does: "This list" },
    { keys: ["Esc"], does: "Close the top layer" },
  ];
  return (
    <NativeDialog
      opened={opened}
      role="dialog"
      title="Keyboard keys"
      onClose={onClose}
      actions={
        <Button size="lg" onClick={onClose} data-autofocus>
          Close
        </Button>
      }
    >
      <Switch checked={on} onChange={(event) => setOn(event.currentTarget.checked)} label="Single keys work outside fields" />
      <dl className={styles.list}>
        {rows.map(({ keys, does }) => (
          <div key={does} className={styles.row}>
            <dt>{does}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </NativeDialog>
  );
}
