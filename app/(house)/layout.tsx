import "@mantine/notifications/styles.css";

import type { ReactNode } from "react";
import { Frame } from "@/components/shell/frame";
import { Providers } from "@/components/shell/providers";

export default function HouseLayout({ children }: { children: ReactNode }) {
  return (
    <Providers>
      <Frame>{children}</Frame>
    </Providers>
  );
}
