import type { Metadata } from "next";
import { ReservationsScreen } from "@/components/reservations/reservations-screen";
import { requirePage } from "@/lib/auth/page";
import { RESERVATION_RIGHTS } from "@/lib/reservations/rights";

export const metadata: Metadata = { title: "Reservations" };

export default async function Page() {
  await requirePage(RESERVATION_RIGHTS.view);
  return <ReservationsScreen />;
}
