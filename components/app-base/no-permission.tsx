"use client";

import { Button } from "@mantine/core";
import { House, Lock } from "lucide-react";
import Link from "next/link";
import { FRAME_TEXTS } from "@/lib/frame-texts";
import { NoticePage } from "./notice-page";

export function NoPermission() {
  return (
    <NoticePage icon={<Lock size={32} strokeWidth={1.75} aria-hidden />} title={FRAME_TEXTS.noPermission}>
      <Button component={Link} href="/" size="lg" leftSection={<House size={20} strokeWidth={1.75} aria-hidden />}>
        Home
      </Button>
    </NoticePage>
  );
}
