import type { Metadata } from "next";
import { ImportScreen } from "@/components/import/import-screen";
import { requirePage } from "@/lib/auth/page";
import { MAY_IMPORT } from "@/lib/permissions";

export const metadata: Metadata = { title: "Import Contacts" };

export default async function Page() {
  await requirePage(MAY_IMPORT);
  return <ImportScreen />;
}
