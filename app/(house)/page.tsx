import type { Metadata } from "next";
import { GET as savedTables } from "@/app/api/saved-tables/route";
import { GET as tableLog } from "@/app/api/table-log/route";
import { HomeScreen } from "@/components/home/home-screen";
import { requirePage } from "@/lib/auth/page";
import { answerForPage } from "@/lib/http/page-answer";

export const metadata: Metadata = { title: "Home" };

export default async function Page() {
  await requirePage("nav_home");
  const [log, saved] = await Promise.all([answerForPage(tableLog), answerForPage(savedTables)]);
  return <HomeScreen first={{ tableLog: log, savedTables: saved }} />;
}
