"use client";

import { Button, Skeleton } from "@mantine/core";
import { FileUp } from "lucide-react";
import { useState } from "react";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import type { MenuDocument, MenuVersion } from "@/lib/menu-versions/contract";
import { VERSION_TEXTS as TEXTS } from "@/lib/menu-versions/version-texts";
import { menuInWords } from "@/lib/menu-versions/words";
import { MenuCard } from "./menu-card";
import styles from "./menu-versions.module.css";
import { PricesDialog } from "./prices-dialog";
import { useMenuVersions } from "./queries";
import { UploadDialog } from "./upload-dialog";
import { VersionDialog } from "./version-dialog";

/** Whether other prices are asked for, and from where: closed, it leads back there. */
type Pricing = "card" | "version" | null;

/** The menus that guests get, with every version. */
export function MenuVersionsScreen() {
  const { data, error, refetch } = useMenuVersions();
  const [isUploading, setUploading] = useState(false);
  const [open, setOpen] = useState<string | null>(null);
  const [pricing, setPricing] = useState<Pricing>(null);
  const opened = data && open ? findVersion(data.menus, open) : null;
  const mayPublish = (menu: MenuDocument) => data?.may_publish === true && (menu.branch !== "" || data.may_change_group);
  return (
    <>
      <PageHead title={TEXTS.title}>{TEXTS.help}</PageHead>
      <div className={styles.page}>
        <div className={styles.actions}>
          <Button leftSection={<FileUp size={18} strokeWidth={1.75} aria-hidden />} onClick={() => setUploading(true)}>
            {TEXTS.upload}
          </Button>
        </div>
        {error && <ErrorNotice title={TEXTS.failed} error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={240} radius="md" aria-label="Loading" />}
        {data?.menus.length === 0 && data.files.length === 0 && <EmptyNotice title={TEXTS.none} />}
        {data?.menus.map((menu) => (
          <MenuCard
            key={menuInWords(menu)}
            menu={menu}
            today={data.today}
            mayPublish={mayPublish(menu)}
            onOpen={setOpen}
            onPrices={(id) => {
              setOpen(id);
              setPricing("card");
            }}
          />
        ))}
        {data && data.files.length > 0 && <Files files={data.files} />}
      </div>
      {isUploading && data && (
        <UploadDialog
          mayChangeGroup={data.may_change_group}
          onUploaded={({ id }) => {
            setUploading(false);
            setOpen(id);
          }}
          onClose={() => setUploading(false)}
        />
      )}
      {opened && data && (
        <Opened
          {...opened}
          today={data.today}
          mayPublish={mayPublish(opened.of)}
          pricing={pricing}
          onPricing={setPricing}
          onOpen={setOpen}
        />
      )}
    </>
  );
}

interface OpenedProps {
  version: MenuVersion;
  of: MenuDocument;
  today: string;
  mayPublish: boolean;
  pricing: Pricing;
  onPricing: (pricing: Pricing) => void;
  onOpen: (id: string | null) => void;
}

/** The version that is looked at, or the question for other prices on it. */
function Opened({ version, of, today, mayPublish, pricing, onPricing, onOpen }: OpenedProps) {
  if (pricing)
    return (
      <PricesDialog
        version={version}
        onMade={({ id }) => {
          onPricing(null);
          onOpen(id);
        }}
        onClose={() => {
          if (pricing === "card") onOpen(null);
          onPricing(null);
        }}
      />
    );
  return (
    <VersionDialog
      version={version}
      menu={menuInWords(of)}
      today={today}
      mayPublish={mayPublish}
      onPrices={() => onPricing("version")}
      onClose={() => onOpen(null)}
    />
  );
}

function findVersion(menus: readonly MenuDocument[], id: string): { version: MenuVersion; of: MenuDocument } | null {
  for (const of of menus) {
    const version = of.versions.find((one) => one.id === id);
    if (version) return { version, of };
  }
  return null;
}

function Files({ files }: { files: readonly { pdf_path: string; name: string }[] }) {
  return (
    <section className={styles.box} aria-label={TEXTS.files}>
      <h2 className={styles.title}>{TEXTS.files}</h2>
      <p className={styles.facts}>{TEXTS.filesHelp}</p>
      <ul className={styles.list}>
        {files.map(({ pdf_path, name }) => (
          <li key={pdf_path} className={styles.row}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
