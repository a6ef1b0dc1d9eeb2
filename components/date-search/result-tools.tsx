import { Skeleton, TextInput } from "@mantine/core";
import { ListFilter } from "lucide-react";
import { useState } from "react";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { DateActions } from "./date-actions";
import styles from "./date-search-screen.module.css";
import { useDatedContacts } from "./queries";
import { SetCompanySheet } from "./set-company";

interface Props {
  date: string;
  filter: string;
  onFilter: (filter: string) => void;
}

/** What is done with the results of a date, beside the date: nothing where there are none. */
export function ResultTools({ date, filter, onFilter }: Props) {
  const { data, isPending } = useDatedContacts(date);
  const [settingCompany, setSettingCompany] = useState(false);
  if (isPending) return <Skeleton className={styles.tools} height="var(--control)" />;
  if (!data || data.total === 0) return null;
  return (
    <div className={styles.tools}>
      <TextInput
        className={styles.filter}
        aria-label="Filter the shown results"
        placeholder="Filter the shown results"
        {...AUTO_DIR}
        leftSection={<ListFilter size={18} strokeWidth={1.75} aria-hidden />}
        value={filter}
        onChange={(event) => onFilter(event.currentTarget.value)}
      />
      <DateActions date={date} onSetCompany={() => setSettingCompany(true)} />
      {settingCompany && <SetCompanySheet date={date} guests={data.total} onClose={() => setSettingCompany(false)} />}
    </div>
  );
}
