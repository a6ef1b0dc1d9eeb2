import type { Metadata } from "next";
import { BirthdaySearchScreen } from "@/components/birthdays/birthday-search-screen";
import { requirePage } from "@/lib/auth/page";

export const metadata: Metadata = { title: "Birthday Search" };

export default async function Page() {
  await requirePage("nav_birthdays");
  return <BirthdaySearchScreen />;
}
