import type { WorkerShown } from "@/lib/queue/senders/contract";
import styles from "./link-phone-qr.module.css";
import cards from "./queue-card.module.css";

/** By what a phone is linked, for as long as the worker shows it. */
export function LinkPhoneQr({ name, pairing: { svg, code } }: { name: string; pairing: NonNullable<WorkerShown["pairing"]> }) {
  return (
    <div className={styles.linking}>
      {svg && (
        // biome-ignore lint/performance/noImgElement: it is on this page already.
        <img
          className={styles.square}
          src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          alt={`QR code that links a phone to ${name}`}
        />
      )}
      {code && (
        <p className={styles.code} dir="ltr">
          {code}
        </p>
      )}
      <p className={cards.facts}>Only with the phone that shall send: messages go out from its number, and it sees those of the guests.</p>
    </div>
  );
}
