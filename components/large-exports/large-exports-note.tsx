import { Button } from "@mantine/core";
import { FileOutput } from "lucide-react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { counted } from "@/components/ui/counted";
import { dayAndTime } from "@/components/ui/local-times";
import { failureText } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { branchName } from "@/lib/known-branches";
import styles from "./large-exports-note.module.css";
import { useLargeExports, useSeenLargeExports } from "./queries";

/** On Home of whoever may do everything, until they have seen it: somebody took very many guests out of the house. */
export function LargeExportsNote() {
  const { timeZone } = useAppSettings();
  const { data } = useLargeExports(true);
  const seen = useSeenLargeExports();
  if (!data || data.up_to === null) return null;
  const upTo = data.up_to;
  return (
    <section className={styles.line} aria-label="Large exports">
      <div className={styles.text}>
        <FileOutput size={20} strokeWidth={1.75} aria-hidden />
        <ul className={styles.told}>
          {data.exports.map(({ at, who, branch, guests, files, reason }) => (
            <li key={`${at} ${who} ${branch}`}>
              <b>
                <bdi>{who}</bdi> took {counted(guests, "guest")} of {branchName(branch)} out as{" "}
                {files === 1 ? "a file" : counted(files, "file")}
              </b>
              , <time dateTime={at}>{dayAndTime(at, timeZone)}</time>. Reason: <bdi>{reason}</bdi>
            </li>
          ))}
          {data.more > 0 && <li>{data.more} more are told when you have seen these.</li>}
        </ul>
      </div>
      <Button
        variant="default"
        loading={seen.isPending}
        onClick={() => seen.mutate(upTo, { onError: (error) => toast.error(failureText(error, "It is still told here.")) })}
      >
        I have seen it
      </Button>
    </section>
  );
}
