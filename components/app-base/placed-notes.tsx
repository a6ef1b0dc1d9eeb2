import { Notifications } from "@mantine/notifications";
import { useNotesHeight, useRoomBelowNotes } from "@/components/ui/notes-above";

const POSITION = "bottom-center";

/** Beside what an open dialog has to press. On the notes alone: what the whole page inherits is computed for all of it. */
export function PlacedNotes() {
  const room = useRoomBelowNotes();
  useNotesHeight(`.mantine-Notifications-root[data-position="${POSITION}"]`);
  const vars = room === null ? undefined : { "--notes-above": `${room}px` };
  return <Notifications position={POSITION} autoClose={3000} limit={3} style={vars} />;
}
