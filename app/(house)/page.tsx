import type { Metadata } from "next";
import { HomeScreen } from "@/components/home/home-screen";
import { requirePage } from "@/lib/auth/page";

export const metadata: Metadata = { title: "Home" };

export default async function Page() {
  await requirePage("nav_home");
  return <HomeScreen />;
}
