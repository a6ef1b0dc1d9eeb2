import { Button, Textarea } from "@mantine/core";
import { ExternalLink } from "lucide-react";
import { FormDialog } from "@/components/loyalty/form-dialog";
import { changeFailure } from "@/components/ui/change-failure";
import { LTR_DIR } from "@/components/ui/input-direction";
import { toast } from "@/components/ui/toast";
import { COMPETITION_TEXTS as TEXTS } from "@/lib/competitions/competition-texts";
import type { OpenedCompetition } from "@/lib/competitions/contract";
import { addressOfRound, PUBLIC_DRAND } from "@/lib/competitions/draw/quicknet";
import styles from "./competitions.module.css";
import { type PastedRound, readRound } from "./pasted-round";
import { useDraw } from "./queries";
import { useTyped } from "./typed";

interface Props {
  opened: OpenedCompetition;
  /** The server fetches rounds by itself. */
  canFetch: boolean;
  onClose: () => void;
}

/** The winners are drawn: by the secret, by the round that the server fetches, or by what somebody pastes of the round's page. */
export function DrawDialog({ opened, canFetch, onClose }: Props) {
  const { id, version, lock } = opened.competition;
  const [pasted, setPasted, forget] = useTyped(`round_${id}`, "");
  const draw = useDraw(id);
  const named = lock?.way === "drand" ? (lock.round ?? 0) : null;
  const read = named === null || pasted.trim() === "" ? null : readRound(pasted, named);
  const round: PastedRound | null = read && "signature" in read ? read : null;
  const isReady = named === null || round !== null || (canFetch && pasted.trim() === "");
  return (
    <FormDialog
      title="Draw the winners?"
      submit="Draw now"
      isReady={isReady}
      isSaving={draw.isPending}
      problem={draw.error ? changeFailure(draw.error, "", TEXTS.shows) : null}
      onClose={onClose}
      onSubmit={() =>
        draw.mutate(
          { version, round },
          {
            onSuccess: ({ message }) => {
              forget();
              toast.success(message);
              onClose();
            },
          },
        )
      }
    >
      <p>{TEXTS.drawHelp}</p>
      {named !== null && (
        <>
          <p>{canFetch ? `The server fetches round ${named} by itself. Or paste it:` : `Round ${named} draws. ${TEXTS.pasteRound}`}</p>
          <div className={styles.actions}>
            <Button
              component="a"
              href={addressOfRound(PUBLIC_DRAND, named)}
              target="_blank"
              rel="noreferrer"
              variant="default"
              leftSection={<ExternalLink size={18} strokeWidth={1.75} aria-hidden />}
            >
              Open the page of round {named}
            </Button>
          </div>
          <Textarea
            label="What the round’s page says, or the signature alone"
            {...LTR_DIR}
            autosize
            minRows={3}
            maxRows={8}
            maxLength={2_000}
            value={pasted}
            error={read && "wrong" in read ? read.wrong : undefined}
            onChange={(event) => setPasted(event.currentTarget.value)}
          />
        </>
      )}
      {lock?.way === "secret" && <p>{TEXTS.secretHelp}</p>}
    </FormDialog>
  );
}
