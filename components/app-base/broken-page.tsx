import { ErrorNotice } from "@/components/ui/notice";

/** A page that broke inside of the frame: the bars, the drafts and everything else go on. */
export function BrokenPage({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <ErrorNotice
      title="This page could not be shown. Tables that you were recording are kept on this device."
      error={error}
      onRetry={onRetry}
    />
  );
}
