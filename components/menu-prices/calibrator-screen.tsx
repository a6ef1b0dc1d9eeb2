"use client";

import { Skeleton } from "@mantine/core";
import { ErrorNotice } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { CALIBRATOR_TEXTS as TEXTS } from "@/lib/menu-prices/calibrator-texts";
import { Calibrating } from "./calibrating";
import { type MenuNamed, useCalibration } from "./queries";

/** Which numbers of a menu are prices, and of which dishes. */
export function CalibratorScreen(named: MenuNamed) {
  const { data, error, refetch } = useCalibration(named);
  return (
    <>
      <PageHead title={TEXTS.title}>{TEXTS.help}</PageHead>
      {error && <ErrorNotice title={TEXTS.failed} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={420} radius="md" aria-label="Loading" />}
      {data && <Calibrating key={`${data.version.id} ${data.number}`} calibration={data} />}
    </>
  );
}
