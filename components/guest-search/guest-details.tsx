import { Button, UnstyledButton } from "@mantine/core";
import { Download, Pencil, RefreshCw, Share, UserRound } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useToday } from "@/components/app-base/server-clock";
import { useMaySee } from "@/components/app-base/session";
import { OptOutButton } from "@/components/opt-outs/opt-out-button";
import { useAgreement, useOptOuts, useUnsure } from "@/components/opt-outs/queries";
import { UnsureDecision } from "@/components/opt-outs/unsure-decision";
import { EraseButton, TakeAllButton } from "@/components/personal-data/personal-data-buttons";
import { RepliesButton } from "@/components/queue/replies";
import { isOpen, useReplies } from "@/components/queue/reply-queries";
import { ReplyWords } from "@/components/queue/reply-words";
import { GuestBirthday } from "@/components/ui/guest-birthday";
import { PhoneActions } from "@/components/ui/guest-phones";
import { dayAndTime } from "@/components/ui/local-times";
import { saveFile, shareFile } from "@/components/ui/save-file";
import { toast } from "@/components/ui/toast";
import type { VouchersOf } from "@/components/vouchers/queries";
import { addressBelow } from "@/lib/api/client";
import { formatBirthday } from "@/lib/birthday-dates";
import { ASKED_FIELDS, type AskedField, GUEST_FIELDS, shownField } from "@/lib/guest-fields";
import { pageOf } from "@/lib/guest-page/guest-address";
import { GUEST_PAGE_TEXTS } from "@/lib/guest-page/guest-page-texts";
import type { Contact } from "@/lib/guest-search/contract";
import { GUEST_SEARCH_TEXTS } from "@/lib/guest-search/guest-search-texts";
import { OPT_OUT_TEXTS } from "@/lib/opt-outs/opt-out-texts";
import type { ShownNumber } from "@/lib/shown-number-schema";
import { shownSerial } from "@/lib/vouchers/shown-serial";
import { useGuestActions } from "./guest-actions";
import styles from "./guest-details.module.css";
import { GuestVisits } from "./guest-visits";
import { fetchVcard } from "./queries";
import { useSayVouchers } from "./voucher-badge";
import { WhoIsWhoButtons } from "./who-is-who";

const ICON = { size: 18, strokeWidth: 1.75, "aria-hidden": true } as const;

interface Props {
  contact: Contact;
  vouchers: VouchersOf;
}

/** All that is known of a guest, and what can be done. */
export function GuestDetails({ contact, vouchers }: Props) {
  return (
    <div className={styles.details}>
      <GuestFields contact={contact}>
        {contact.also && <Field name="Also">{contact.also.split("\n").join(", ")}</Field>}
        {contact.phones.trim() && (
          <Field name={OPT_OUT_TEXTS.offers}>
            <Offers phones={contact.phones} />
          </Field>
        )}
      </GuestFields>
      <Replies contact={contact} />
      {contact.not_in_book ? (
        <p className={styles.note}>
          At table {contact.tonight?.table_number} tonight, and not in the guest book before End of Day: edit this guest in Saved tables.
        </p>
      ) : (
        <GuestVisits id={contact.id} />
      )}
      <VoucherPictures contact={contact} vouchers={vouchers} />
      <div className={styles.actions}>
        {!contact.not_in_book && (
          <div className={styles.first}>
            <EditButton contact={contact} />
            <Button component={Link} href={pageOf(contact.id)} size="lg" variant="default" leftSection={<UserRound {...ICON} />}>
              {GUEST_PAGE_TEXTS.open}
            </Button>
          </div>
        )}
        <GuestButtons contact={contact} vouchers={vouchers} />
      </div>
    </div>
  );
}

interface FieldsProps {
  contact: Contact;
  children?: ReactNode;
  /** Puts something into a field's place, such as a way to edit it there; the name stands among the fields then. */
  inPlace?: (field: AskedField, said: ReactNode) => ReactNode;
}

/** Every field that somebody can say of a guest. */
export function GuestFields({ contact, children, inPlace }: FieldsProps) {
  const maySee = useMaySee();
  return (
    <dl className={styles.fields}>
      {(inPlace ? ASKED_FIELDS : DETAILS).filter(maySee).map((field) => {
        const said = contact[field].trim() && <Said contact={contact} field={field} />;
        return (
          <Field key={field} name={field === "phones" ? "Phone" : GUEST_FIELDS[field].label}>
            {inPlace ? inPlace(field, said || <Nothing />) : said}
          </Field>
        );
      })}
      {children}
    </dl>
  );
}

const Nothing = () => <span className={styles.none}>–</span>;

const DETAILS = ASKED_FIELDS.filter((field) => field !== "name");

/** What is known of one field, as people read it. */
function Said({ contact, field }: { contact: Contact; field: AskedField }) {
  if (field === "phones") return <Phones contact={contact} />;
  if (field === "birthday") return <Birthday contact={contact} />;
  if (field === "email") return <a href={`mailto:${contact.email}`}>{contact.email}</a>;
  return <bdi>{shownField(field, contact[field])}</bdi>;
}

function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children || <Nothing />}</dd>
    </div>
  );
}

/** Whether a guest has agreed to offers, how and when. */
function Offers({ phones }: { phones: string }) {
  const { timeZone } = useAppSettings();
  const saidNo = useOptOuts([phones])(phones);
  const agreed = useAgreement(phones);
  if (saidNo) return OPT_OUT_TEXTS.noOffers;
  if (!agreed) return agreed === null && OPT_OUT_TEXTS.neverAsked;
  return (
    <>
      Agreed: {OPT_OUT_TEXTS.agreedBy[agreed.by]}, <time dateTime={agreed.since}>{dayAndTime(agreed.since, timeZone)}</time>
    </>
  );
}

/** What the guest wrote within the last week, for those who may write to guests. */
export function Replies({ contact: { numbers } }: { contact: Contact }) {
  const theirs = new Set(numbers?.map(({ digits }) => digits));
  const replies = useReplies().data?.replies.filter(({ digits }) => theirs.has(digits)) ?? [];
  if (replies.length === 0) return null;
  return (
    <section aria-label="Replies">
      <h3 className={styles.replied}>They wrote</h3>
      <ReplyWords replies={replies.toReversed()} />
      {replies.some(isOpen) && <RepliesButton />}
    </section>
  );
}

function Phones({ contact: { phones, numbers } }: { contact: Contact }) {
  const shown: readonly ShownNumber[] = numbers?.length ? numbers : [{ shown: phones, digits: "" }];
  return (
    <span className={styles.phones}>
      {shown.map((number) => (
        <PhoneActions key={number.shown} phones={number.shown} numbers={[number]} />
      ))}
    </span>
  );
}

function Birthday({ contact: { birthday, birth_year } }: { contact: Contact }) {
  const today = useToday();
  return (
    <span className={styles.birthday}>
      {[formatBirthday(birthday), birth_year].filter(Boolean).join(" ")}
      <GuestBirthday birthday={birthday} today={today} />
    </span>
  );
}

/** The pictures of the vouchers, in small. */
export function VoucherPictures({ contact, vouchers }: Props) {
  const { view } = useGuestActions();
  const files = vouchers.data?.files ?? [];
  if (files.length === 0) return null;
  return (
    <div className={styles.thumbnails}>
      {files.map((file, index) => (
        <UnstyledButton key={file.id} aria-label={`Open voucher ${shownSerial(file.serial)}`} onClick={() => view(contact, index)}>
          {/* biome-ignore lint/performance/noImgElement: a signed address of the API, small already. */}
          <img src={addressBelow(file.thumbnail_url)} alt="" loading="lazy" />
        </UnstyledButton>
      ))}
    </div>
  );
}

/** Whether messages go to a guest, for somebody to change. */
function Messages(guest: { name: string; phones: string }) {
  const said = useOptOuts([guest.phones])(guest.phones);
  const unsure = useUnsure([guest.phones])(guest.phones);
  return !said && unsure ? <UnsureDecision {...guest} /> : <OptOutButton {...guest} said={said} />;
}

/** What is done most, which stands out. */
export function EditButton({ contact }: { contact: Contact }) {
  const { editing } = useGuestActions();
  return (
    <Button size="lg" data-edit={contact.id} leftSection={<Pencil {...ICON} />} onClick={() => editing.begin(contact)}>
      Edit
    </Button>
  );
}

/** The others, which are quiet; what cannot be undone is alone at the end. */
export function GuestButtons({ contact, vouchers }: Props) {
  const say = useSayVouchers();
  const vcard = useVcard(contact);
  const refresh = async () => {
    const { data, error, isError } = await vouchers.refetch();
    if (isError || data?.files.length === 0) void say({ error, isError });
  };
  const inBook = !contact.not_in_book;
  return (
    <>
      <div className={styles.others}>
        {inBook && (
          <Button variant="default" leftSection={<Download {...ICON} />} loading={vcard.busy === "download"} onClick={vcard.download}>
            Download vCard
          </Button>
        )}
        {inBook && (
          <Button variant="default" leftSection={<Share {...ICON} />} loading={vcard.busy === "save"} onClick={vcard.save}>
            Save vCard
          </Button>
        )}
        <Button variant="default" leftSection={<RefreshCw {...ICON} />} loading={vouchers.isFetching} onClick={refresh}>
          {GUEST_SEARCH_TEXTS.refresh}
        </Button>
        {inBook && <WhoIsWhoButtons contact={contact} />}
        {contact.phones.trim() && <Messages name={contact.name} phones={contact.phones} />}
        {inBook && <TakeAllButton id={contact.id} phones={contact.phones} />}
      </div>
      {inBook && (
        <div className={styles.end}>
          <EraseButton id={contact.id} name={contact.name} phones={contact.phones} />
        </div>
      )}
    </>
  );
}

/** The guest as a card for an address book: as a file, or handed to another app where the device can. */
function useVcard({ id }: Contact) {
  const [busy, setBusy] = useState<"download" | "save" | null>(null);
  const get = async (how: "download" | "save") => {
    setBusy(how);
    try {
      const file = await fetchVcard(id);
      if (how === "download" || !(await shareFile(file))) saveFile(file);
    } catch (error) {
      toast.error(`The vCard was not made, and nothing was changed. ${error instanceof Error ? error.message : ""}`, "vcard");
    } finally {
      setBusy(null);
    }
  };
  return { busy, download: () => get("download"), save: () => get("save") };
}
