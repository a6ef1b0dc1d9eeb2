"use client";

import { CrashNotice } from "@/components/app-base/crash-notice";

export default function ErrorPage({ error }: { error: Error & { digest?: string } }) {
  return <CrashNotice error={error} />;
}
