import type { Metadata } from "next";
import { AuditScreen } from "@/components/audit/audit-screen";
import { requirePage } from "@/lib/auth/page";

export const metadata: Metadata = { title: "Audit Trail" };

export default async function Page() {
  await requirePage("everything");
  return <AuditScreen />;
}
