import { Button } from "@mantine/core";
import { Ticket, UserPlus, UserX } from "lucide-react";
import { useState } from "react";
import { changeFailure } from "@/components/ui/change-failure";
import { longDate } from "@/components/ui/local-times";
import { toast } from "@/components/ui/toast";
import { COMPETITION_TEXTS as TEXTS } from "@/lib/competitions/competition-texts";
import type { OpenedCompetition } from "@/lib/competitions/contract";
import type { PlaceShown } from "@/lib/competitions/shapes";
import { branchName } from "@/lib/known-branches";
import { shownSerial } from "@/lib/vouchers/shown-serial";
import styles from "./competitions.module.css";
import { GuestDialog } from "./guest-dialog";
import { OutDialog } from "./out-dialog";
import { useGiveVoucher } from "./queries";

const IS: Record<PlaceShown["is"], string> = { winner: "Winner", reserve: "In reserve", out: "Disqualified" };

/** Who has won, in the order in which they were drawn, and what is left to do for each. */
export function WinnersBox({ opened }: { opened: OpenedCompetition }) {
  const { places, figures } = opened;
  const sums = [
    ["Entries", figures.entries],
    ["People", figures.people],
    ["New guests", figures.new_guests],
    ["Vouchers given", figures.given],
    ["Redeemed", figures.redeemed],
  ] as const;
  return (
    <section className={styles.box} aria-labelledby="competition-winners">
      <h2 id="competition-winners" className={styles.title}>
        Winners and reserves
      </h2>
      <dl className={styles.figures}>
        {sums.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value.toLocaleString("en")}</dd>
          </div>
        ))}
      </dl>
      <ol className={styles.list} aria-label="Winners and reserves">
        {places.map((place) => (
          <Place key={place.id} opened={opened} place={place} />
        ))}
      </ol>
      <p className={styles.facts}>{TEXTS.unchecked}</p>
    </section>
  );
}

function Place({ opened, place }: { opened: OpenedCompetition; place: PlaceShown }) {
  const { position, username, is, reason, texts, guest, voucher } = place;
  return (
    <li className={styles.place} data-out={is === "out" || undefined}>
      <span className={styles.line}>
        <span>
          <span className="tabular">{position}.</span> <bdi className={styles.who}>@{username}</bdi>
        </span>
        <span className={styles.state} data-tone={is === "winner" ? "good" : is === "out" ? "bad" : undefined}>
          {IS[is]}
        </span>
      </span>
      {is === "out" && (
        <p className={styles.text}>
          Why: <bdi>{reason}</bdi>
        </p>
      )}
      {texts.map((text) => (
        <p key={text} className={styles.text} dir="auto">
          {text}
        </p>
      ))}
      {guest && (
        <p className={styles.facts}>
          Guest of {branchName(guest.branch)}: <bdi>{guest.name || "a guest of theirs"}</bdi>
          {guest.phones && (
            <>
              {" · "}
              <bdi dir="ltr">{guest.phones}</bdi>
            </>
          )}
          {guest.is_new && " · new in the book"}
        </p>
      )}
      {voucher && (
        <p className={styles.facts}>
          Voucher {shownSerial(voucher.serial)}, {voucher.state === "used" ? "redeemed" : `until ${longDate(voucher.valid_until)}`}.{" "}
          {voucher.told}
        </p>
      )}
      {opened.may.draw && <Actions opened={opened} place={place} />}
    </li>
  );
}

function Actions({ opened, place }: { opened: OpenedCompetition; place: PlaceShown }) {
  const { id, state, version } = opened.competition;
  const [dialog, setDialog] = useState<"out" | "guest" | null>(null);
  const give = useGiveVoucher(id, place.id);
  const isUnderWay = state === "DRAWN" || state === "VERIFIED";
  const isWinner = place.is === "winner";
  const hasVoucher = place.voucher !== null;
  if (!isUnderWay || place.is === "out") return null;
  const canGive = isWinner && state === "VERIFIED" && place.guest !== null && (!hasVoucher || place.voucher?.told === "");
  return (
    <>
      <div className={styles.actions}>
        {isWinner && !hasVoucher && (
          <Button variant="default" leftSection={<UserPlus size={18} strokeWidth={1.75} aria-hidden />} onClick={() => setDialog("guest")}>
            {place.guest ? "Change the guest" : "Say which guest this is"}
          </Button>
        )}
        {canGive && (
          <Button
            loading={give.isPending}
            leftSection={<Ticket size={18} strokeWidth={1.75} aria-hidden />}
            onClick={() => give.mutate({ version, tell: true }, { onSuccess: ({ message }) => toast.success(message) })}
          >
            {hasVoucher ? "Tell the winner" : "Give the voucher"}
          </Button>
        )}
        {!hasVoucher && (
          <Button
            variant="default"
            color="danger"
            leftSection={<UserX size={18} strokeWidth={1.75} aria-hidden />}
            onClick={() => setDialog("out")}
          >
            Disqualify
          </Button>
        )}
      </div>
      {isWinner && state === "DRAWN" && !hasVoucher && <p className={styles.facts}>Vouchers are given once the winners are verified.</p>}
      {give.error && <p role="alert">{changeFailure(give.error, "", TEXTS.shows)}</p>}
      {dialog === "out" && <OutDialog opened={opened} place={place} onClose={() => setDialog(null)} />}
      {dialog === "guest" && <GuestDialog opened={opened} place={place} onClose={() => setDialog(null)} />}
    </>
  );
}
