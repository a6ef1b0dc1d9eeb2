import { Button, FileButton, NativeSelect, TextInput } from "@mantine/core";
import { FileUp } from "lucide-react";
import { useState } from "react";
import { useBranch } from "@/components/app-base/app-settings";
import { changeFailure } from "@/components/ui/change-failure";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { NativeDialog } from "@/components/ui/native-dialog";
import { toast } from "@/components/ui/toast";
import { branchName, CENTRAL } from "@/lib/known-branches";
import { LANGUAGES } from "@/lib/languages";
import type { MenuLanguage, MenuVersion } from "@/lib/menu-versions/contract";
import { VERSION_TEXTS as TEXTS } from "@/lib/menu-versions/version-texts";
import styles from "./menu-versions.module.css";
import { useUploadMenu } from "./queries";

interface Props {
  mayChangeGroup: boolean;
  /** The version, to be looked at before anybody gets it. */
  onUploaded: (version: MenuVersion) => void;
  onClose: () => void;
}

/** The server's limit, in bytes (contract of /menus/versions). */
const LARGEST = 32 * 1024 * 1024;

/** What is chosen and typed of a new version. */
function useUploadForm(mayChangeGroup: boolean, onUploaded: Props["onUploaded"]) {
  const here = useBranch();
  const upload = useUploadMenu();
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState("");
  const [key, setKey] = useState("menu");
  const [language, setLanguage] = useState<MenuLanguage>("");
  const [group, setGroup] = useState(here === CENTRAL);
  const isTooLarge = file !== null && file.size > LARGEST;
  const isReady = file !== null && !isTooLarge && name.trim() !== "" && key.trim() !== "" && (group ? mayChangeGroup : here !== CENTRAL);
  const take = (chosen: File | null) => {
    if (!chosen) return;
    setFile(chosen);
    if (name === "") setName(chosen.name.replace(/\.pdf$/i, ""));
  };
  const submit = () => {
    if (!file || !isReady) return;
    upload.mutate(
      { file, key, language, group, name },
      {
        onSuccess: ({ message, version }) => {
          toast.success(message);
          onUploaded(version);
        },
      },
    );
  };
  return {
    upload,
    file,
    take,
    name,
    setName,
    which: { here, keyOfMenu: key, setKey, language, setLanguage, group, setGroup },
    isTooLarge,
    isReady,
    submit,
  };
}

/** A file is chosen, and said which menu it is; it becomes a draft. */
export function UploadDialog({ mayChangeGroup, onUploaded, onClose }: Props) {
  const { upload, file, take, name, setName, which, isTooLarge, isReady, submit } = useUploadForm(mayChangeGroup, onUploaded);
  return (
    <NativeDialog
      opened
      role="dialog"
      title={TEXTS.upload}
      onClose={onClose}
      actions={
        <>
          <Button size="lg" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" disabled={!isReady} loading={upload.isPending} onClick={submit}>
            Upload and look at it
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p className={styles.facts}>{TEXTS.file}</p>
        <div className={styles.actions}>
          <FileButton onChange={take} accept=".pdf,application/pdf">
            {(opener) => (
              <Button {...opener} variant={file ? "default" : "filled"} leftSection={<FileUp size={18} strokeWidth={1.75} aria-hidden />}>
                {file ? "Another file" : "Choose a PDF"}
              </Button>
            )}
          </FileButton>
          {file && <bdi>{file.name}</bdi>}
        </div>
        {isTooLarge && <p role="alert">This file is larger than 32 MB. Nothing was sent: export the menu with smaller pictures.</p>}
        <TextInput
          label="What this version is called, as guests read it"
          {...AUTO_DIR}
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Which {...which} />
        {which.group && !mayChangeGroup && <p role="alert">{TEXTS.onlyEverywhere}</p>}
        {upload.error && <p role="alert">{changeFailure(upload.error, "", TEXTS.shows)}</p>}
      </div>
    </NativeDialog>
  );
}

interface WhichProps {
  here: string;
  keyOfMenu: string;
  setKey: (key: string) => void;
  language: MenuLanguage;
  setLanguage: (language: MenuLanguage) => void;
  group: boolean;
  setGroup: (group: boolean) => void;
}

/** Which menu the file is: of whom, in which language, and what it is called. */
function Which({ here, keyOfMenu, setKey, language, setLanguage, group, setGroup }: WhichProps) {
  const places = [
    ...(here === CENTRAL ? [] : [{ value: "branch", label: `${branchName(here)} alone` }]),
    { value: "group", label: "Every branch without a menu of its own" },
  ];
  const languages = [{ value: "", label: "All, or not said" }, ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))];
  return (
    <>
      <NativeSelect
        label="For"
        value={group ? "group" : "branch"}
        data={places}
        onChange={(event) => setGroup(event.currentTarget.value === "group")}
      />
      <NativeSelect
        label="Language"
        value={language}
        data={languages}
        onChange={(event) => setLanguage(event.currentTarget.value as MenuLanguage)} // the choices above
      />
      <TextInput
        label="Which menu (“menu” is the usual one)"
        {...AUTO_DIR}
        maxLength={60}
        value={keyOfMenu}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
    </>
  );
}
