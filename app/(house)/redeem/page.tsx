import type { Metadata } from "next";
import { RedeemScreen } from "@/components/vouchers/redeem-screen";
import { requirePage } from "@/lib/auth/page";

export const metadata: Metadata = { title: "Redeem a Voucher" };

export default async function Page() {
  await requirePage({ any: ["create_table", "nav_guest_search"] });
  return <RedeemScreen />;
}
