"use client";

import "@/components/app-base/tokens.css";
import "@/components/app-base/base.css";

import { CrashNotice } from "@/components/app-base/crash-notice";

/** The page's own frame is broken, so this one brings its own document. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en">
      <body>
        <CrashNotice error={error} />
      </body>
    </html>
  );
}
