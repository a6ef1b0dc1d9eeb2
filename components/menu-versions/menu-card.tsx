import { Button } from "@mantine/core";
import { Eye, Tags, Undo2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useMayOpen } from "@/components/app-base/session";
import { FactChip } from "@/components/ui/fact-chip";
import { HeldButton } from "@/components/ui/held-button";
import { longDate } from "@/components/ui/local-times";
import { failureText } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import type { MenuDocument, MenuVersion, VersionState } from "@/lib/menu-versions/contract";
import { STATE_WORDS, VERSION_TEXTS as TEXTS } from "@/lib/menu-versions/version-texts";
import { menuInWords, versionInWords } from "@/lib/menu-versions/words";
import styles from "./menu-versions.module.css";
import { useDiscardMenu, useEndOwnMenu, usePublishMenu, useWithdrawMenu } from "./queries";

const TONES: Record<VersionState, "success" | "info" | "warning" | "neutral"> = {
  draft: "warning",
  planned: "info",
  current: "success",
  earlier: "neutral",
  folder: "neutral",
};

/** So many versions are shown at once; the others are a tap away. */
const FIRST = 4;

const said = {
  onSuccess: ({ message }: { message: string }) => toast.success(message),
  onError: (error: unknown) => toast.error(failureText(error, TEXTS.notDone)),
};

interface Props {
  menu: MenuDocument;
  today: string;
  mayPublish: boolean;
  onOpen: (id: string) => void;
  /** Asks for other prices on a version. */
  onPrices: (id: string) => void;
}

/** One menu: what guests get, what they got before, and what is to come. */
export function MenuCard({ menu, mayPublish, onOpen, onPrices }: Props) {
  const [isWhole, setWhole] = useState(false);
  const back = usePublishMenu();
  const end = useEndOwnMenu();
  const name = menuInWords(menu);
  const previous = menu.versions.find(({ id }) => id === menu.previous);
  const shown = isWhole
    ? menu.versions
    : menu.versions.filter((one, place) => place < FIRST || one.state === "current" || one.id === menu.previous);
  const canEnd = mayPublish && menu.branch !== "" && menu.current !== null;
  const { key, language } = menu;
  return (
    <section className={styles.box} aria-label={name}>
      <h2 className={styles.title}>
        <bdi>{name}</bdi>
      </h2>
      <ul className={styles.list}>
        {shown.map((version) => (
          <Version key={version.id} menu={menu} version={version} mayPublish={mayPublish} onOpen={onOpen} onPrices={onPrices} />
        ))}
      </ul>
      <div className={styles.actions}>
        {mayPublish && previous && (
          <HeldButton
            variant="default"
            loading={back.isPending}
            leftSection={<Undo2 size={18} strokeWidth={1.75} aria-hidden />}
            onClick={() => back.mutate({ id: previous.id, counts_from: null }, said)}
          >
            Back to {versionInWords(previous)}
          </HeldButton>
        )}
        {canEnd && (
          <HeldButton variant="default" loading={end.isPending} onClick={() => end.mutate({ key, language: language as "" }, said)}>
            Send the group’s menu instead
          </HeldButton>
        )}
        {shown.length < menu.versions.length && (
          <Button variant="subtle" onClick={() => setWhole(true)}>
            All {menu.versions.length} versions
          </Button>
        )}
      </div>
    </section>
  );
}

/** Where the numbers of what guests get of a menu are said to be prices. */
const calibratorOf = ({ key, language }: MenuDocument) =>
  `/menu-price-calibrator?${new URLSearchParams({ pdf: `menus/${key}${language ? `-${language}` : ""}.pdf`, docKey: key })}`;

function Version({ menu, version, mayPublish, onOpen, onPrices }: Omit<Props, "today"> & { version: MenuVersion }) {
  const mayOpen = useMayOpen();
  const withdraw = useWithdrawMenu();
  const discard = useDiscardMenu();
  const label = versionInWords(version);
  return (
    <li className={styles.row}>
      <span className={styles.what}>
        <span className={styles.name}>
          <bdi>{label}</bdi>
          <FactChip small tone={TONES[version.state]}>
            {STATE_WORDS[version.state]}
          </FactChip>
          {version.is_missing && (
            <FactChip small tone="danger">
              File missing
            </FactChip>
          )}
        </span>
        <span className={styles.facts}>{factsOf(version)}</span>
      </span>
      <span className={styles.actions}>
        {version.state === "planned" && mayPublish && (
          <Button variant="default" size="xs" loading={withdraw.isPending} onClick={() => withdraw.mutate(version.id, said)}>
            Take the plan back
          </Button>
        )}
        {version.state === "draft" && (
          <HeldButton variant="default" size="xs" loading={discard.isPending} onClick={() => discard.mutate(version.id, said)}>
            Discard
          </HeldButton>
        )}
        <Button
          variant="default"
          size="xs"
          aria-label={`Look at ${label}`}
          leftSection={<Eye size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => onOpen(version.id)}
        >
          {mayPublish && version.state !== "current" ? "Look and publish" : "Look"}
        </Button>
        {version.state === "current" && !version.is_missing && (
          <Button
            variant="default"
            size="xs"
            aria-label={`Change prices of ${label}`}
            leftSection={<Tags size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => onPrices(version.id)}
          >
            Change prices
          </Button>
        )}
        {version.state === "current" && !version.is_missing && mayOpen("nav_menu_calibrator") && (
          <Button component={Link} href={calibratorOf(menu)} variant="default" size="xs" aria-label={`Calibrate ${label}`}>
            Calibrate
          </Button>
        )}
      </span>
    </li>
  );
}

function factsOf({ state, counts_from, decided, pages }: MenuVersion): string {
  const facts = [
    state === "current" && counts_from && `since ${longDate(counts_from)}`,
    state === "planned" && counts_from && `from ${longDate(counts_from)} on`,
    state === "earlier" && counts_from && `from ${longDate(counts_from)}`,
    decided && `decided by ${decided.by}`,
    pages !== null && `${pages} ${pages === 1 ? "page" : "pages"}`,
  ];
  return facts.filter(Boolean).join(" · ");
}
