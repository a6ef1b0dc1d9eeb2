import type { Metadata } from "next";
import { DateSearchScreen } from "@/components/date-search/date-search-screen";
import { requirePage } from "@/lib/auth/page";

export const metadata: Metadata = { title: "Search Contacts by Date" };

export default async function Page() {
  await requirePage("nav_search_date");
  return <DateSearchScreen />;
}
