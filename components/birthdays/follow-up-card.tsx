import type { Campaign } from "@/lib/queue/birthday-campaign/contract";
import styles from "./sending-card.module.css";

interface Props {
  came: NonNullable<Campaign["came"]>;
}

/** What came of a campaign, from the message on the guest's phone to the voucher at the table; nothing before anything was sent. */
export function FollowUpCard({ came: { sent, delivered, read, replied, redeemed } }: Props) {
  if (sent === 0 && redeemed === 0) return null;
  const counts = [
    { word: "Arrived", count: delivered },
    { word: "Read", count: read },
    { word: "Replied", count: replied },
    { word: "Redeemed", count: redeemed },
  ];
  return (
    <section className={styles.card} aria-label="Follow up">
      <h2 className={styles.title}>Follow up</h2>
      <dl className={styles.came}>
        {counts.map(({ word, count }) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{count.toLocaleString("en")}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        Of {sent.toLocaleString("en")} sent, as WhatsApp tells it: some guests hide that they read. Redeemed are vouchers of this date’s
        guests.
      </p>
    </section>
  );
}
