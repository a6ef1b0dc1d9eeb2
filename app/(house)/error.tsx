"use client";

import { BrokenPage } from "@/components/app-base/broken-page";

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <BrokenPage error={error} onRetry={reset} />;
}
