import type { Metadata } from "next";
import { CalibratorScreen } from "@/components/menu-prices/calibrator-screen";
import { requirePage } from "@/lib/auth/page";
import { CALIBRATOR_TEXTS } from "@/lib/menu-prices/calibrator-texts";

export const metadata: Metadata = { title: CALIBRATOR_TEXTS.title };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** `pdf` names a menu of the menus' folder, `docKey` which one where none is named; the server's call judges both. */
export default async function Page({ searchParams }: Props) {
  await requirePage("nav_menu_calibrator");
  const { pdf, docKey } = await searchParams;
  return (
    <CalibratorScreen pdf={typeof pdf === "string" ? pdf : undefined} docKey={typeof docKey === "string" && docKey ? docKey : "menu"} />
  );
}
