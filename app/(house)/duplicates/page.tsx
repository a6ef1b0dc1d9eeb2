import type { Metadata } from "next";
import { DuplicatesScreen } from "@/components/duplicates/duplicates-screen";
import { requirePage } from "@/lib/auth/page";
import { MAY_SEE_DUPLICATES } from "@/lib/permissions";

export const metadata: Metadata = { title: "Possible duplicates" };

export default async function Page() {
  await requirePage(MAY_SEE_DUPLICATES);
  return <DuplicatesScreen />;
}
