import encodeQR from "qr";
import type { TransportState } from "../../lib/queue/workers/contract";

/**
 * What a terminal shows for linking a phone; null when there is nothing to link. Who has the code links a phone of their own, so
 * where no person looks on it goes nowhere: a service's output is a log.
 */
export function linkingText({ pairing }: Pick<TransportState, "pairing">, isSeen: boolean): string | null {
  if (!pairing) return null;
  const how = "On the phone: WhatsApp, Settings, Linked devices, Link a device";
  if (!isSeen) return "No phone is linked yet. The code is shown in Daftar: More, Whatsapp Live Queue, on the card of this worker.";
  if (pairing.code) return `${how}, Link with phone number instead. Type ${pairing.code}`;
  return `${how}. Scan this:\n\n${encodeQR(pairing.qr ?? "", "ascii", { ecc: "low" })}`;
}
