"use client";

import { Button } from "@mantine/core";
import { Search } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useLayoutEffect } from "react";
import { pageOf } from "@/lib/guest-page/guest-address";
import { GuestPage } from "./guest-page";
import styles from "./guest-page.module.css";
import { useGuestPage } from "./queries";

/** A guest as a page of its own, at an address that can be kept and sent. */
export function GuestScreen({ id }: { id: string }) {
  useAddressOf(id);
  // Opened from far down a list, the page would begin in the middle of what is known.
  useLayoutEffect(() => {
    window.scrollTo({ top: 0 }); // in braces: newer browsers answer a promise, which is no way to clean up
  }, []);
  return (
    <>
      <Button
        component={Link}
        href="/guest-search"
        variant="subtle"
        color="neutral"
        className={styles.back}
        leftSection={<Search size={18} strokeWidth={1.75} aria-hidden />}
      >
        Search Guest
      </Button>
      <GuestPage id={id} heading={(name) => <h1 className={styles.name}>{name}</h1>} />
    </>
  );
}

/** A guest who was merged into another has that one's address from now on. */
function useAddressOf(asked: string): void {
  const router = useRouter();
  const id = useGuestPage(asked).data?.contact.id;
  useEffect(() => {
    if (id !== undefined && id !== asked) router.replace(pageOf(id));
  }, [id, asked, router]);
}
