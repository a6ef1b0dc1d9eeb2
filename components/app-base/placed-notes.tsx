import { Notifications } from "@mantine/notifications";
import { useRoomBelowNotes } from "@/components/ui/notes-above";

/** Above the buttons of an open dialog. On the notes alone: what the whole page inherits is computed for all of it. */
export function PlacedNotes() {
  const room = useRoomBelowNotes();
  const vars = room === null ? undefined : { "--notes-above": `${room}px` };
  return <Notifications position="bottom-center" autoClose={3000} limit={3} style={vars} />;
}
