"use client";

import { Button, Skeleton } from "@mantine/core";
import { Download, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { EmptyNotice, ErrorNotice, plainCause } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { saveFile } from "@/components/ui/save-file";
import { toast } from "@/components/ui/toast";
import { AUDIT_TEXTS } from "@/lib/audit/audit-texts";
import { AuditEntries } from "./audit-entries";
import { AuditFilters } from "./audit-filters";
import styles from "./audit-screen.module.css";
import { CheckResult } from "./check-result";
import { type AuditFilter, useAudit, useAuditCheck, useAuditExport } from "./queries";
import { storeInWords } from "./store-in-words";

/** Who did what, when and where, with which result: read-only, for those who may do everything. */
export function AuditScreen() {
  const [filter, setFilter] = useState<AuditFilter>({});
  const trail = useAudit(filter);
  const pages = trail.data?.pages ?? [];
  const entries = pages.flatMap((page) => page.entries);
  const unavailable = [...new Set(pages.flatMap((page) => page.unavailable))];
  return (
    <div className={styles.column}>
      <PageHead title={AUDIT_TEXTS.title}>{AUDIT_TEXTS.help}</PageHead>
      <Tools filter={filter} />
      <AuditFilters filter={filter} people={pages[0]?.people ?? []} onChange={setFilter} />
      {unavailable.length > 0 && (
        <p role="status" className={styles.unavailable}>
          Not read, and not in this list: {unavailable.map(storeInWords).join(", ")}.
        </p>
      )}
      {trail.isPending && <Loading />}
      {trail.error && <ErrorNotice title={AUDIT_TEXTS.failed} error={trail.error} onRetry={() => void trail.refetch()} />}
      {trail.data && entries.length === 0 && !trail.hasNextPage && (
        <EmptyNotice title={AUDIT_TEXTS.empty}>
          <p>Choose other days, or ask for everything.</p>
        </EmptyNotice>
      )}
      {entries.length > 0 && <AuditEntries entries={entries} onRequest={(request) => setFilter({ request })} />}
      {trail.hasNextPage && (
        <Button
          className={styles.more}
          variant="default"
          size="lg"
          loading={trail.isFetchingNextPage}
          onClick={() => void trail.fetchNextPage()}
        >
          {entries.length === 0 ? "Look further back" : "Show older"}
        </Button>
      )}
    </div>
  );
}

function Tools({ filter }: { filter: AuditFilter }) {
  const exporting = useAuditExport();
  const check = useAuditCheck();
  const save = async () => {
    try {
      saveFile(await exporting.mutateAsync(filter));
    } catch (error) {
      toast.error(`${AUDIT_TEXTS.exportFailed}. ${plainCause(error)}`, "audit-export");
    }
  };
  return (
    <>
      <div className={styles.tools}>
        <Button
          variant="default"
          leftSection={<ShieldCheck size={18} strokeWidth={1.75} aria-hidden />}
          loading={check.isPending}
          onClick={() => check.mutate()}
        >
          {AUDIT_TEXTS.check}
        </Button>
        <Button
          variant="default"
          leftSection={<Download size={18} strokeWidth={1.75} aria-hidden />}
          loading={exporting.isPending}
          onClick={() => void save()}
        >
          Export CSV
        </Button>
      </div>
      <div role="status">{check.data && <CheckResult answer={check.data} />}</div>
      {check.error && <ErrorNotice title={AUDIT_TEXTS.checkFailed} error={check.error} onRetry={() => check.mutate()} />}
    </>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the trail" className={styles.loading}>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} height={56} radius="md" />
      ))}
    </div>
  );
}
