"use client";

import { Button, FileButton, TextInput } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { Camera, ScanLine } from "lucide-react";
import { type ComponentProps, useState, useSyncExternalStore } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { ErrorNotice } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { preload } from "@/components/ui/preload";
import { dialogIsOpen } from "@/components/ui/single-keys";
import styles from "./redeem-screen.module.css";
import type { ScanDialog } from "./scan-dialog";
import { useRedeeming } from "./use-redeeming";
import { VerdictCard } from "./verdict-card";

const Scan = lazyComponent<ComponentProps<typeof ScanDialog>>(() => import("./scan-dialog").then((module) => module.ScanDialog), {
  onClose: (props) => props.onClose,
});
const reader = preload(() => import("./read-code"));

const NO_CODE = "No code was found on the picture. Take it again, closer and without a reflection, or type the number.";
const NOTHING = "Scan the voucher, or type its number.";

/** For staff at a table with a phone: scan, read one word, press one button. */
export function RedeemScreen() {
  const redeeming = useRedeeming();
  const { checked, failed, check, take, takeBack, isChecking, isTaking, isTakingBack } = redeeming;
  const [asked, setAsked] = useState(0);
  const next = () => {
    redeeming.next();
    setAsked(asked + 1);
  };
  useWindowEvent("keydown", (event) => {
    const mayTake = checked && !checked.taken && !checked.takenBack && checked.verdict.state === "valid" && !isTaking && !dialogIsOpen();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && mayTake) void take(checked);
  });
  return (
    <div className={styles.page}>
      <PageHead title="Redeem a Voucher" />
      {failed && <ErrorNotice title={failed.title} error={failed.error} onRetry={failed.again} />}
      {checked ? (
        <VerdictCard
          checked={checked}
          isTaking={isTaking}
          isTakingBack={isTakingBack}
          onTake={() => void take(checked)}
          onTakeBack={() => void takeBack(checked)}
          onAgain={() => void check(checked.code)}
          onNext={next}
        />
      ) : (
        <Ask key={asked} isAgain={asked > 0} isChecking={isChecking} onCode={(code) => void check(code)} />
      )}
    </div>
  );
}

/** How a code comes in: by the camera, from a picture, by a scanner that types, or by hand. */
function Ask({ isAgain, isChecking, onCode }: { isAgain: boolean; isChecking: boolean; onCode: (code: string) => void }) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isScanning, setScanning] = useState(false);
  const submit = () => {
    setProblem(typed.trim() ? null : NOTHING);
    if (typed.trim()) onCode(typed.trim());
  };
  return (
    <>
      <Pictures isBusy={isChecking} onScan={() => setScanning(true)} onCode={onCode} onProblem={setProblem} />
      <form
        className={styles.typed}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextInput
          className={styles.number}
          size="lg"
          label="Number on the voucher"
          placeholder="7K3F-92QD"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={300}
          ref={isAgain ? focusForKeys : undefined}
          error={problem}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" size="lg" variant="default" loading={isChecking}>
          Check
        </Button>
      </form>
      {isScanning && (
        <Scan
          onClose={() => setScanning(false)}
          onCode={(code) => {
            setScanning(false);
            onCode(code);
          }}
        />
      )}
    </>
  );
}

/** The next number is typed where there are keys; on a phone they would cover the button that scans. */
function focusForKeys(field: HTMLInputElement | null): void {
  if (window.matchMedia("(pointer: fine)").matches) field?.focus();
}

interface PicturesProps {
  isBusy: boolean;
  onScan: () => void;
  onCode: (code: string) => void;
  onProblem: (problem: string | null) => void;
}

const never = () => () => {};

/** Browsers give pages a live camera over https alone; a picture can be taken everywhere. */
function Pictures({ isBusy, onScan, onCode, onProblem }: PicturesProps) {
  const hasCamera = useSyncExternalStore(
    never,
    () => Boolean(navigator.mediaDevices),
    () => true,
  );
  const look = async (picture: File | null) => {
    if (!picture) return;
    onProblem(null);
    const code = await reader().then(({ codeOnPicture }) => codeOnPicture(picture));
    if (code) onCode(code);
    else onProblem(NO_CODE);
  };
  return (
    <div className="stack">
      {hasCamera && (
        <Button
          size="lg"
          fullWidth
          className={styles.take}
          leftSection={<ScanLine size={24} strokeWidth={1.75} aria-hidden />}
          onClick={onScan}
          loading={isBusy}
        >
          Scan a voucher
        </Button>
      )}
      <FileButton accept="image/*" capture="environment" onChange={(picture) => void look(picture)}>
        {(button) => (
          <Button
            {...button}
            size="lg"
            fullWidth
            className={hasCamera ? undefined : styles.take}
            variant={hasCamera ? "default" : "filled"}
            leftSection={<Camera size={22} strokeWidth={1.75} aria-hidden />}
          >
            Take a picture of it
          </Button>
        )}
      </FileButton>
    </div>
  );
}
