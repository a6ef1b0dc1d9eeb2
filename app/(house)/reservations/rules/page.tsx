import type { Metadata } from "next";
import { RulesScreen } from "@/components/reservations/rules/rules-screen";
import { requirePage } from "@/lib/auth/page";
import { RESERVATION_RIGHTS } from "@/lib/reservations/rights";

export const metadata: Metadata = { title: "Rules of reservations" };

export default async function Page() {
  await requirePage(RESERVATION_RIGHTS.view);
  return <RulesScreen />;
}
