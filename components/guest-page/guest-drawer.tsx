import { Button } from "@mantine/core";
import { UserRound } from "lucide-react";
import Link from "next/link";
import type { GuestToOpen } from "@/components/app-base/open-guest";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { leaveByLink } from "@/components/ui/layers";
import { pageOf } from "@/lib/guest-page/guest-address";
import { GUEST_PAGE_TEXTS } from "@/lib/guest-page/guest-page-texts";
import { branchName } from "@/lib/known-branches";
import { GuestPage } from "./guest-page";
import styles from "./guest-page.module.css";
import { useGuestPage } from "./queries";

/** A guest over the list in which they were found. In another branch's book they are only read. */
export function GuestDrawer({ who: { id, branch }, onClose }: { who: GuestToOpen; onClose: () => void }) {
  const known = useGuestPage(id, branch).data?.contact.id;
  return (
    <DialogFrame
      size="wide"
      title={GUEST_PAGE_TEXTS.title}
      subtitle={branch !== null && `In the book of ${branchName(branch)}: to change something, go to that branch.`}
      onClose={onClose}
      action={
        <>
          {branch === null && known !== undefined && (
            <Button
              component={Link}
              href={pageOf(known)}
              variant="default"
              leftSection={<UserRound size={18} strokeWidth={1.75} aria-hidden />}
              replace
              onClick={() => {
                leaveByLink();
                onClose();
              }}
            >
              {GUEST_PAGE_TEXTS.open}
            </Button>
          )}
          <Button variant="subtle" color="neutral" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className={styles.drawer}>
        <GuestPage id={id} branch={branch} heading={(name) => <p className={styles.name}>{name}</p>} />
      </div>
    </DialogFrame>
  );
}
