import "@fontsource/ibm-plex-sans-arabic/arabic-400.css";
import "@fontsource/ibm-plex-sans-arabic/arabic-500.css";
import "@fontsource/ibm-plex-sans-arabic/arabic-600.css";
import "@/components/app-base/mantine.css";
import "@/components/app-base/tokens.css";
import "@/components/app-base/base.css";
// Next preloads them for what may go wrong, and a browser complains of a style sheet that nothing shows: they are used here.
import "@/components/app-base/crash-notice.module.css";
import "@/components/app-base/notice-page.module.css";

import { ColorSchemeScript, mantineHtmlProps } from "@mantine/core";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { BaseProviders } from "@/components/app-base/base-providers";
import { CHOSEN_ELSEWHERE, EARLY_TAP, NOT_WHOLE } from "@/components/app-base/early-taps-record";
import { latinFont } from "@/components/app-base/fonts";
import { publicSettings } from "@/lib/env";
import { NONCE_HEADER } from "@/lib/http/nonce-header";

export const metadata: Metadata = {
  title: { default: "Daftar", template: "%s · Daftar" },
  description: "The guest book of a restaurant group.",
  manifest: "/manifest.webmanifest",
  icons: {
    icon: [{ url: "/icon.svg", type: "image/svg+xml" }],
    apple: [{ url: "/icon-192.png", sizes: "192x192" }],
  },
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  // A keyboard that comes up takes its room from the page, so that what is pinned to the bottom stays in sight.
  interactiveWidget: "resizes-content",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#182120" },
  ],
};

// The settings are those of the running server, not of the machine that built it.
export const dynamic = "force-dynamic";

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get(NONCE_HEADER) ?? undefined;
  return (
    <html lang="en" dir="ltr" className={latinFont.variable} {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} suppressHydrationWarning />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours that must run before any file is there. */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: CHOSEN_ELSEWHERE + EARLY_TAP + NOT_WHOLE }} />
      </head>
      <body>
        <BaseProviders settings={publicSettings()}>{children}</BaseProviders>
      </body>
    </html>
  );
}
