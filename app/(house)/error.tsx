"use client";

import { CrashNotice } from "@/components/shell/crash-notice";

export default function ErrorPage({ error }: { error: Error & { digest?: string } }) {
  return <CrashNotice error={error} />;
}
