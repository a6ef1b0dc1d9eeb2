import type { Metadata } from "next";
import { GuestSearchScreen } from "@/components/guest-search/guest-search-screen";
import { requirePage } from "@/lib/auth/page";

export const metadata: Metadata = { title: "Search Guest" };

export default async function Page() {
  await requirePage("nav_guest_search");
  return <GuestSearchScreen />;
}
