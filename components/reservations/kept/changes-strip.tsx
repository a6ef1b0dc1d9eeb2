import { Button } from "@mantine/core";
import { CalendarClock, CloudOff, CloudUpload } from "lucide-react";
import Link from "next/link";
import { useServerState } from "@/components/app-base/server-health";
import { useMayOpen } from "@/components/app-base/session";
import { counted } from "@/components/ui/counted";
import { Strip } from "@/components/ui/strip";
import { useKeptChanges, useSelfSending } from "./use-changes";

/** "2 reservation changes waiting to be sent." under the bar, on whichever page: what the server lacks of them. Else nothing. */
export function ChangesStrip() {
  const changes = useKeptChanges();
  const isOff = useServerState() === "off";
  const mayOpen = useMayOpen();
  const { isSending, said } = useSelfSending(changes);
  const refused = changes.filter((change) => change.refused !== null).length;
  const waiting = changes.length - refused;
  const words = [
    said,
    refused > 0 && `${counted(refused, "reservation change")} could not be made. Nothing of ${refused === 1 ? "it" : "them"} is lost.`,
    waiting > 0 && isOff && `${counted(waiting, "reservation change")} waiting to be sent.`,
    waiting > 0 && !isOff && isSending && "Sending what waits of the reservations…",
  ].filter(Boolean);
  const strip = (
    <Strip
      icon={isSending ? CloudUpload : changes.length > 0 ? CloudOff : CalendarClock}
      words={words.join(" ")}
      tone={changes.length > 0 ? "waiting" : "calm"}
    >
      {changes.length > 0 && mayOpen("nav_reservations") && (
        <Button component={Link} href="/reservations?look=kept" variant="subtle" color="accent">
          {refused > 0 ? "Look" : "Show"}
        </Button>
      )}
    </Strip>
  );
  // Its button would else stand outside of every part of the page that has a name.
  return words.length > 0 ? <section aria-label="Reservations on this device">{strip}</section> : strip;
}
