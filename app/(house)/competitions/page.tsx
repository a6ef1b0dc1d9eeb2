import type { Metadata } from "next";
import { CompetitionsScreen } from "@/components/competitions/competitions-screen";
import { requirePage } from "@/lib/auth/page";
import { COMPETITION_TEXTS } from "@/lib/competitions/competition-texts";

export const metadata: Metadata = { title: COMPETITION_TEXTS.page };

export default async function Page() {
  await requirePage("nav_competitions");
  return <CompetitionsScreen />;
}
