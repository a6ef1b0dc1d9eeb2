import type { Metadata } from "next";
import { AllDataScreen } from "@/components/all-data/all-data-screen";
import { requirePage } from "@/lib/auth/page";

export const metadata: Metadata = { title: "All data" };

export default async function Page() {
  await requirePage("nav_all_data");
  return <AllDataScreen />;
}
