"use client";

import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import type { PublicSettings } from "@/lib/public-settings";
import { useAppFiles } from "./app-files";
import { AppSettingsProvider } from "./app-settings";
import { useBusyButtonFocus } from "./busy-button-focus";
import { useServiceWorker } from "./service-worker";
import { cssVariables, theme } from "./theme";

/** What every page needs, the sign-in page too: dialogs, toasts and queries come with `providers.tsx`, after signing in. */
export function BaseProviders({ settings, children }: { settings: PublicSettings; children: ReactNode }) {
  useServiceWorker();
  useAppFiles();
  useBusyButtonFocus();
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <AppSettingsProvider settings={settings}>{children}</AppSettingsProvider>
    </MantineProvider>
  );
}
