import { Avatar } from "@mantine/core";
import type { SessionUser } from "@/lib/auth/contract";

export function Initials({ user }: { user: SessionUser }) {
  const words = user.name.trim().split(/\s+/);
  const letters = words.slice(0, 2).map((word) => [...word][0] ?? "");
  return (
    <Avatar size={32} color="primary" variant="light" aria-hidden="true">
      {letters.join("").toUpperCase()}
    </Avatar>
  );
}
