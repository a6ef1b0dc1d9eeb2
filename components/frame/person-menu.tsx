import { Menu } from "@mantine/core";
import { LogOut } from "lucide-react";
import { logOut } from "@/components/app-base/log-out";
import { usePersonShown } from "@/components/app-base/session";
import { AnchoredMenu } from "@/components/ui/anchored";
import type { PanelProps } from "@/components/ui/opens-panel";
import { FRAME_TEXTS } from "@/lib/frame-texts";

/** Who is signed in, and the way out. */
export function PersonMenu(place: PanelProps) {
  const { user, mayLogOut } = usePersonShown();
  if (!user) return null;
  return (
    <AnchoredMenu {...place} label={user.name} position="bottom-end" width={220}>
      <Menu.Label>
        <bdi>{user.name}</bdi> · {user.roles.join(", ")}
      </Menu.Label>
      {mayLogOut && (
        <Menu.Item leftSection={<LogOut size={20} strokeWidth={1.75} aria-hidden />} onClick={logOut}>
          {FRAME_TEXTS.logOut}
        </Menu.Item>
      )}
    </AnchoredMenu>
  );
}
