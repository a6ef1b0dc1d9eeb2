import "@mantine/notifications/styles.css";

import type { ReactNode } from "react";
import { Providers } from "@/components/app-base/providers";
import { Frame } from "@/components/shell/frame";

export default function HouseLayout({ children }: { children: ReactNode }) {
  return (
    <Providers>
      <Frame>{children}</Frame>
    </Providers>
  );
}
