import { Menu, UnstyledButton } from "@mantine/core";
import { MessageCircle, MessageSquare, Phone } from "lucide-react";
import { useState } from "react";
import type { PhoneNumber } from "@/lib/phones";
import { ahead } from "./ahead";
import styles from "./phone-actions.module.css";

/** What a number is takes a big library to say. */
const loadPhones = ahead(() => import("@/lib/phones"));

/** A guest's phones; a tap offers Call, SMS and WhatsApp for each number. */
export function PhoneActions({ phones, countryCode }: { phones: string; countryCode: string }) {
  const [numbers, setNumbers] = useState<PhoneNumber[] | null>(null);
  if (!phones.trim()) return <span className={styles.none}>No phone</span>;

  const read = async () => {
    const { readPhones } = await loadPhones();
    // What nobody can have, and a fax, are not called.
    setNumbers(readPhones(phones, countryCode).filter((number) => number.key !== ""));
  };

  return (
    <Menu position="bottom-end" shadow="md" width={230} withArrow onOpen={read}>
      <Menu.Target>
        <UnstyledButton className={styles.phone} dir="ltr">
          {phones}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {numbers?.map((number) => (
          <Ways key={number.digits} number={number} labelled={numbers.length > 1} />
        ))}
        {numbers?.length === 0 && <Menu.Label>This is no phone number.</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}

function Ways({ number, labelled }: { number: PhoneNumber; labelled: boolean }) {
  const international = `+${number.digits}`;
  return (
    <>
      {labelled && (
        <Menu.Label>
          <span dir="ltr">{number.typed}</span>
        </Menu.Label>
      )}
      <Menu.Item component="a" href={`tel:${international}`} leftSection={<Phone size={20} strokeWidth={1.75} aria-hidden />}>
        Call
      </Menu.Item>
      <Menu.Item component="a" href={`sms:${international}`} leftSection={<MessageSquare size={20} strokeWidth={1.75} aria-hidden />}>
        SMS
      </Menu.Item>
      <Menu.Item
        component="a"
        href={`https://wa.me/${number.digits}`}
        target="_blank"
        rel="noopener noreferrer"
        leftSection={<MessageCircle size={20} strokeWidth={1.75} aria-hidden />}
      >
        WhatsApp
      </Menu.Item>
    </>
  );
}
