import type { Metadata } from "next";
import { HomeScreen } from "@/components/home/home-screen";
import { NoPermission } from "@/components/shell/no-permission";
import { requirePage } from "@/lib/auth/page";

export const metadata: Metadata = { title: "Home" };

export default async function Page() {
  return (await requirePage("nav_home")) ? <HomeScreen /> : <NoPermission />;
}
