import { reasonOf } from "@/lib/queue/error-codes";
import { ForSupport } from "./support-details";

/** Why a message did not go, in plain words; folded away after them, by what WhatsApp's support finds it. */
export function ReasonText({ text }: { text: string }) {
  const { plain, trace } = reasonOf(text);
  return (
    <>
      {plain}
      {trace && (
        <>
          {" "}
          <ForSupport>
            WhatsApp’s code <bdi>{trace}</bdi>
          </ForSupport>
        </>
      )}
    </>
  );
}
