import encodeQR from "qr";
import { currentBackend, isPagesServer } from "@/lib/api/backends";
import { ASSIST_TEXTS } from "@/lib/assist/assist-texts";
import { codeSvg } from "@/lib/code-svg";
import styles from "./assist.module.css";
import { viewAddress } from "./view-address";

/** A QR code by which a phone opens View, where the code is then typed. */
export function ViewQr() {
  const { base } = currentBackend();
  const address = viewAddress(window.location.href, base, isPagesServer(base));
  if (address === null) return <p className={styles.hint}>{ASSIST_TEXTS.viewByMenu}</p>;
  const svg = codeSvg(encodeQR(address, "raw", { ecc: "low", border: 2 }));
  return (
    <div className={styles.viewCode}>
      {/* biome-ignore lint/performance/noImgElement: it is on this page already. */}
      <img
        className={styles.viewSquare}
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        alt="QR code that opens Remote Assist: View"
      />
      <p className={styles.hint}>{ASSIST_TEXTS.viewByQr}</p>
    </div>
  );
}
