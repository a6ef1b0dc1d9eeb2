import "@mantine/notifications/styles.css";

import type { ReactNode } from "react";
import { Providers } from "@/components/app-base/providers";
import { Frame } from "@/components/frame/frame";
import { signedInHere } from "@/lib/auth/page";

export default async function HouseLayout({ children }: { children: ReactNode }) {
  return (
    <Providers user={await signedInHere()}>
      <Frame>{children}</Frame>
    </Providers>
  );
}
