import type { Metadata } from "next";
import { MergeByDateScreen } from "@/components/merging/merge-by-date-screen";
import { NoPermission } from "@/components/shell/no-permission";
import { requirePage } from "@/lib/auth/page";

export const metadata: Metadata = { title: "Merge by Date, All Branches" };

export default async function Page() {
  return (await requirePage("nav_merge_by_date_all")) ? <MergeByDateScreen /> : <NoPermission />;
}
