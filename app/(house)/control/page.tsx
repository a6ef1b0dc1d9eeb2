import type { Metadata } from "next";
import { ControlScreen } from "@/components/frame/control-screen";
import { requirePage } from "@/lib/auth/page";

export const metadata: Metadata = { title: "Control Panel" };

export default async function Page() {
  await requirePage("nav_control");
  return <ControlScreen />;
}
