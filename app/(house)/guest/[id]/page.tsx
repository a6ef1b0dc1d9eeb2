import type { Metadata } from "next";
import { GuestScreen } from "@/components/guest-page/guest-screen";
import { requirePage } from "@/lib/auth/page";

export const metadata: Metadata = { title: "Guest" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  await requirePage("nav_guest_search");
  return <GuestScreen id={(await params).id} />;
}
