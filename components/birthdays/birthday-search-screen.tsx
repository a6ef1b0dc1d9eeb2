"use client";

import { useSearchedDate } from "@/components/app-base/searched-date";
import { useToday } from "@/components/app-base/server-clock";
import { DateLine } from "@/components/ui/date-line";
import { PageHead } from "@/components/ui/page-head";
import { BIRTHDAY_TEXTS } from "@/lib/texts";
import { Results } from "./results";

export function BirthdaySearchScreen() {
  const { typed, type, isMissing, search, shown, presses } = useSearchedDate(useToday());
  return (
    <>
      <PageHead title={BIRTHDAY_TEXTS.title} />
      <DateLine
        value={typed}
        onChange={type}
        onSearch={search}
        error={isMissing ? BIRTHDAY_TEXTS.pickDate : undefined}
        unreadableText={BIRTHDAY_TEXTS.invalidDate}
        quiet
      />
      {shown && <Results key={shown} date={shown} presses={presses} onDate={search} />}
    </>
  );
}
