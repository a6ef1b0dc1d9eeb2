import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import { FRAME_TEXTS } from "@/lib/frame-texts";
import { isMissingCode, useOpenedAgain } from "./navigate-away";

/** A page that broke inside of the frame, or did not come: the bars, the drafts and everything else go on. */
export function BrokenPage({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isMissing = isMissingCode(error);
  useOpenedAgain(isMissing);
  if (isMissing) return <EmptyNotice title={FRAME_TEXTS.pageNotLoaded}>{FRAME_TEXTS.opensByItself}</EmptyNotice>;
  return (
    <ErrorNotice
      title="This page could not be shown. Tables that you were recording are kept on this device."
      error={error}
      onRetry={onRetry}
    />
  );
}
