import type { Metadata } from "next";
import { MergeByDateScreen } from "@/components/merging/merge-by-date-screen";
import { requirePage } from "@/lib/auth/page";

export const metadata: Metadata = { title: "Merge by Date, All Branches" };

export default async function Page() {
  await requirePage("nav_merge_by_date_all");
  return <MergeByDateScreen />;
}
