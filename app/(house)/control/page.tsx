import type { Metadata } from "next";
import { ControlScreen } from "@/components/shell/control-screen";
import { NoPermission } from "@/components/shell/no-permission";
import { requirePage } from "@/lib/auth/page";

export const metadata: Metadata = { title: "Control Panel" };

export default async function Page() {
  return (await requirePage("nav_control")) ? <ControlScreen /> : <NoPermission />;
}
