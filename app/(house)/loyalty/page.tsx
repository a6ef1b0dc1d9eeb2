import type { Metadata } from "next";
import { LoyaltyScreen } from "@/components/loyalty/loyalty-screen";
import { requirePage } from "@/lib/auth/page";
import { LOYALTY_TEXTS } from "@/lib/loyalty/loyalty-texts";

export const metadata: Metadata = { title: LOYALTY_TEXTS.page };

export default async function Page() {
  await requirePage("nav_loyalty");
  return <LoyaltyScreen />;
}
