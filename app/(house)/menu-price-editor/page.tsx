import type { Metadata } from "next";
import { MenuVersionsScreen } from "@/components/menu-versions/versions-screen";
import { requirePage } from "@/lib/auth/page";
import { VERSION_TEXTS } from "@/lib/menu-versions/version-texts";

export const metadata: Metadata = { title: VERSION_TEXTS.title };

export default async function Page() {
  await requirePage("nav_menu_prices");
  return <MenuVersionsScreen />;
}
