"use client";

import { useMemo } from "react";
import { useBackend } from "@/components/app-base/app-settings";
import { useSearchedDate } from "@/components/app-base/searched-date";
import { useToday } from "@/components/app-base/server-clock";
import { QueueServerContext } from "@/components/queue/queries";
import { DateLine } from "@/components/ui/date-line";
import { PageHead } from "@/components/ui/page-head";
import { BIRTHDAY_TEXTS } from "@/lib/birthdays/birthday-texts";
import { Results } from "./results";

export function BirthdaySearchScreen() {
  const { typed, type, isMissing, search, shown, presses } = useSearchedDate(useToday());
  const backend = useBackend();
  const at = backend?.birthdaysBase;
  // The queue that sends greetings is the one of the server that has the birthdays.
  const server = useMemo(() => (!backend || !at || at === backend.base ? null : { base: at, branch: backend.branch }), [backend, at]);
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
      <QueueServerContext value={server}>
        {shown && <Results key={shown} date={shown} presses={presses} onDate={search} />}
      </QueueServerContext>
    </>
  );
}
