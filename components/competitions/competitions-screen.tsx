"use client";

import { Button, Skeleton } from "@mantine/core";
import { Plus, Users } from "lucide-react";
import { useEffect, useState } from "react";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { COMPETITION_TEXTS as TEXTS } from "@/lib/competitions/competition-texts";
import { CompetitionCard } from "./competition-card";
import { CompetitionView } from "./competition-view";
import styles from "./competitions.module.css";
import { MakeDialog } from "./form-dialog";
import { useCompetitions } from "./queries";
import { StaffDialog } from "./staff-dialog";

/** The competitions of a branch, or one of them: which one stands in the page's address. */
export function CompetitionsScreen() {
  const { data, error, refetch } = useCompetitions();
  const [open, show] = useShown();
  const [dialog, setDialog] = useState<"make" | "staff" | null>(null);
  if (open) return <CompetitionView id={open} list={data} onBack={() => show(null)} />;
  return (
    <>
      <PageHead title={TEXTS.page}>{TEXTS.help}</PageHead>
      <div className={styles.page}>
        {data?.may.edit && (
          <div className={styles.actions}>
            <Button leftSection={<Plus size={18} strokeWidth={1.75} aria-hidden />} onClick={() => setDialog("make")}>
              {TEXTS.make}
            </Button>
            {data.may.group && (
              <Button variant="default" leftSection={<Users size={18} strokeWidth={1.75} aria-hidden />} onClick={() => setDialog("staff")}>
                {TEXTS.staff}
              </Button>
            )}
          </div>
        )}
        {error && !data && <ErrorNotice title={TEXTS.failed} error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={160} radius="md" aria-label="Loading" />}
        {data?.competitions.length === 0 && (
          <EmptyNotice title={TEXTS.none}>
            <p>{data.may.edit ? TEXTS.noneHelp : TEXTS.notYours}</p>
          </EmptyNotice>
        )}
        {data && data.competitions.length > 0 && (
          <ul className={styles.cards} aria-label={TEXTS.page}>
            {data.competitions.map((one) => (
              <li key={one.id}>
                <CompetitionCard competition={one} onOpen={() => show(one.id)} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {dialog === "make" && (
        <MakeDialog
          onMade={(id) => {
            setDialog(null);
            show(id);
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === "staff" && data && <StaffDialog staff={data.staff} onClose={() => setDialog(null)} />}
    </>
  );
}

/** Which competition is shown: kept in the page's address, so that a link, a reload and Back come to it. */
function useShown(): [string | null, (id: string | null) => void] {
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    const read = () => setShown(new URLSearchParams(window.location.search).get("id"));
    read();
    window.addEventListener("popstate", read);
    return () => window.removeEventListener("popstate", read);
  }, []);
  const show = (id: string | null) => {
    window.history.pushState(null, "", id === null ? window.location.pathname : `?id=${encodeURIComponent(id)}`);
    setShown(id);
  };
  return [shown, show];
}
