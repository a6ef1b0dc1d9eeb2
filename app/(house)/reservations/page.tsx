import type { Metadata } from "next";
import { PageToCome } from "@/components/frame/page-to-come";
import { requirePage } from "@/lib/auth/page";
import { whoMaySee } from "@/lib/auth/who-may-see";
import { PAGES_TO_COME } from "@/lib/pages-to-come";

export const metadata: Metadata = { title: "Reservations" };

export default async function Page() {
  await requirePage("nav_reservations");
  return <PageToCome page={PAGES_TO_COME["/reservations"]} who={await whoMaySee("nav_reservations")} />;
}
