"use client";

import { Button } from "@mantine/core";
import { Hammer, House } from "lucide-react";
import Link from "next/link";
import { NoticePage } from "@/components/app-base/notice-page";
import { inList } from "@/components/ui/counted";
import type { WhoMaySee } from "@/lib/auth/who-may-see";
import type { PageToCome as Page } from "@/lib/pages-to-come";

/** A page that the specification names and that is not built yet: what it will be for, who may see it, and the way back. */
export function PageToCome({ page: { label, purpose }, who }: { page: Page; who: WhoMaySee }) {
  return (
    <NoticePage icon={<Hammer size={32} strokeWidth={1.75} aria-hidden />} title={`${label}: this page is not built yet.`}>
      <p className="note">{purpose}</p>
      <p className="note">{whoInWords(who)}</p>
      <Button component={Link} href="/" size="lg" leftSection={<House size={20} strokeWidth={1.75} aria-hidden />}>
        Home
      </Button>
    </NoticePage>
  );
}

/** `The roles admin and staff may see it. Among the people who may: Rima and Tony.`: by their role, or by keys of their own. */
function whoInWords({ roles, people }: WhoMaySee): string {
  const among = people.length > 0 ? ` Among the people who may: ${inList(people)}.` : "";
  return `The ${roles.length === 1 ? "role" : "roles"} ${inList(roles)} may see it.${among}`;
}
