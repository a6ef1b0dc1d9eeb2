import type { Metadata } from "next";
import { DateSearchScreen } from "@/components/contacts/date-search-screen";
import { NoPermission } from "@/components/shell/no-permission";
import { requirePage } from "@/lib/auth/page";

export const metadata: Metadata = { title: "Search Contacts by Date" };

export default async function Page() {
  return (await requirePage("nav_search_date")) ? <DateSearchScreen /> : <NoPermission />;
}
