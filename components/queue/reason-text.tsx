import { useSession } from "@/components/app-base/session";
import { reasonOf } from "@/lib/queue/error-codes";
import { MENDS_TEMPLATES, toWhoCan } from "@/lib/queue/who-may-send";
import { ForSupport } from "./support-details";

/** Why a message did not go, in plain words; folded away after them, by what WhatsApp's support finds it. */
export function ReasonText({ text }: { text: string }) {
  const mayMend = useSession().can(MENDS_TEMPLATES);
  const { plain, trace } = reasonOf(mayMend ? toWhoCan(text) : text);
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
