"use client";

import "@/components/shell/tokens.css";
import "@/components/shell/base.css";

import { CrashNotice } from "@/components/shell/crash-notice";

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
