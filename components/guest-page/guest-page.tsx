import { Button, Skeleton } from "@mantine/core";
import { Tag } from "lucide-react";
import Link from "next/link";
import { type ComponentProps, type ReactNode, useMemo, useState } from "react";
import { useAppSettings, useBranch } from "@/components/app-base/app-settings";
import { useToday } from "@/components/app-base/server-clock";
import { MightBe, PutTogether } from "@/components/duplicates/might-be";
import { EditGuest } from "@/components/guest-search/edit-guest";
import { GuestActionsContext } from "@/components/guest-search/guest-actions";
import { EditButton, GuestButtons, GuestFields, Replies, VoucherPictures } from "@/components/guest-search/guest-details";
import type { EditingOfGuest } from "@/components/guest-search/use-editing";
import { WhereFrom } from "@/components/guest-search/where-from";
import { TierBadge } from "@/components/loyalty/tier-badge";
import { OptOutMark } from "@/components/opt-outs/opt-out-mark";
import { useOptOuts, useUnsure } from "@/components/opt-outs/queries";
import { AllergyMark } from "@/components/ui/allergy-mark";
import { FactChip } from "@/components/ui/fact-chip";
import { GuestAvatar } from "@/components/ui/guest-avatar";
import { GuestBirthday } from "@/components/ui/guest-birthday";
import { GuestName } from "@/components/ui/guest-name";
import { lazyComponent } from "@/components/ui/lazy-component";
import { dayAndTime } from "@/components/ui/local-times";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import type { GuestVouchers } from "@/components/vouchers/guest-vouchers";
import { useVouchersOf } from "@/components/vouchers/queries";
import { isApiError } from "@/lib/api/api-error";
import { GUEST_PAGE_TEXTS } from "@/lib/guest-page/guest-page-texts";
import type { Contact } from "@/lib/guest-search/contract";
import { GUEST_SEARCH_TEXTS } from "@/lib/guest-search/guest-search-texts";
import { valuesIn } from "@/lib/joined-values";
import { CENTRAL } from "@/lib/known-branches";
import { alsoNames } from "@/lib/names";
import { howTheySaidNo, OPT_OUT_TEXTS } from "@/lib/opt-outs/opt-out-texts";
import { FieldInPlace } from "./field-in-place";
import { History, Messages, Points, Visits, Vouchers } from "./guest-lists";
import styles from "./guest-page.module.css";
import { Part } from "./part";
import { PointsActions } from "./points-actions";
import { type BookOf, type GuestPageAnswer, useGuestPage } from "./queries";
import { useKeptEditing } from "./use-kept-editing";

const Viewer = lazyComponent<ComponentProps<typeof GuestVouchers>>(
  () => import("@/components/vouchers/guest-vouchers").then((module) => module.GuestVouchers),
  { onClose: (props) => props.onClose },
);

interface Props {
  id: string;
  branch?: BookOf;
  /** The element of the name: a page's or a drawer's. */
  heading: (name: ReactNode) => ReactNode;
}

/** A guest with all that is known, whatever stands around it. Of another branch's book nothing can be changed: calls are about this device's. */
export function GuestPage({ id, branch = null, heading }: Props) {
  const page = useGuestPage(id, branch);
  // Who was deleted or erased meanwhile, or may not be seen any more, must not stay on the screen as if nothing had happened.
  const isGone = isApiError(page.error) && [403, 404].includes(page.error.status);
  if (page.data && !isGone) {
    return (
      <>
        {page.error && <ErrorNotice title={GUEST_PAGE_TEXTS.stale} error={page.error} onRetry={() => void page.refetch()} isSearch />}
        <Opened page={page.data} branch={branch} heading={heading} />
      </>
    );
  }
  if (!page.error) return <Loading heading={heading} />;
  if (isApiError(page.error) && page.error.status === 404) {
    return (
      <>
        {heading(GUEST_PAGE_TEXTS.title)}
        <EmptyNotice title={GUEST_PAGE_TEXTS.nobody}>
          <p>{page.error.message}</p>
          <OtherBook />
        </EmptyNotice>
      </>
    );
  }
  return (
    <>
      {heading(GUEST_PAGE_TEXTS.title)}
      <ErrorNotice title={GUEST_PAGE_TEXTS.failed} error={page.error} onRetry={() => void page.refetch()} isSearch />
    </>
  );
}

/** Who is not in this book may be in another one, or under another number. */
function OtherBook() {
  return (
    <Button component={Link} href="/guest-search" variant="default">
      {GUEST_SEARCH_TEXTS.title}
    </Button>
  );
}

function Loading({ heading }: { heading: (name: ReactNode) => ReactNode }) {
  return (
    <div className={styles.page} role="status" aria-label="Loading the guest">
      {heading(<Skeleton component="span" display="inline-block" width={220} height={28} />)}
      <div className={styles.columns}>
        <Skeleton height={280} radius="md" />
        <Skeleton height={280} radius="md" />
      </div>
    </div>
  );
}

function Opened({ page, branch, heading }: Required<Omit<Props, "id">> & { page: GuestPageAnswer }) {
  const { contact } = page;
  const editing = useKeptEditing(contact.id);
  const [viewing, setViewing] = useState<number | null>(null);
  const actions = useMemo(() => ({ editing, view: (_: Contact, index: number) => setViewing(index) }), [editing]);
  const guest = { id: contact.id, branch };
  const isHere = branch === null;
  // Points are spent where guests sit, and by hand beside it: central seats nobody.
  const isRestaurant = useBranch() !== CENTRAL && isHere;
  return (
    <GuestActionsContext value={actions}>
      <article className={styles.page} data-guest-page={contact.id}>
        <Head contact={contact} tier={page.points?.tier} heading={heading} />
        <div className={styles.columns}>
          <div className={styles.column}>
            {isHere && <MightBe id={contact.id} />}
            <Part title={GUEST_PAGE_TEXTS.known}>
              <Known contact={contact} editing={editing} isHere={isHere} />
            </Part>
            <div className={styles.last}>
              <Consent consent={page.consent} phones={contact.phones} />
              {isHere && (
                <Part title={GUEST_PAGE_TEXTS.more}>
                  <More contact={contact} />
                </Part>
              )}
            </div>
          </div>
          <div className={styles.column}>
            <Visits guest={guest} first={page.visits} />
            <Points guest={guest} first={page.points} />
            {page.points && isRestaurant && (
              <PointsActions
                guest={{ id: contact.id, name: contact.name }}
                total={page.points.total}
                isMember={page.points.items.length + page.points.elsewhere > 0}
                className={styles.pointsActions}
              />
            )}
            <Vouchers guest={guest} first={page.vouchers} />
            <Messages guest={guest} first={page.messages} name={contact.name} />
            <History guest={guest} first={page.history} />
          </div>
        </div>
      </article>
      {viewing !== null && <Viewer whose={contact} start={viewing} onClose={() => setViewing(null)} />}
    </GuestActionsContext>
  );
}

/** The fields of the guest with what can be done, or the form while they are edited. */
function Known({ contact, editing, isHere }: { contact: Contact; editing: EditingOfGuest; isHere: boolean }) {
  const vouchers = useVouchersOf(contact);
  const open = editing.editing?.contact.id === contact.id ? editing.editing : null;
  if (open && !open.field) return <EditGuest editing={open} state={editing} />;
  return (
    <div className={styles.facts}>
      <GuestFields
        contact={contact}
        {...(isHere && {
          inPlace: (field, said) => (
            <FieldInPlace field={field} said={said} editing={open?.field === field ? open : null} state={editing} contact={contact} />
          ),
        })}
      />
      {isHere && <EditButton contact={contact} />}
      <Replies contact={contact} />
      {isHere && <WhereFrom id={contact.id} />}
      {isHere && <PutTogether id={contact.id} />}
      <VoucherPictures contact={contact} vouchers={vouchers} />
    </div>
  );
}

function More({ contact }: { contact: Contact }) {
  return (
    <div className={styles.facts}>
      <GuestButtons contact={contact} vouchers={useVouchersOf(contact)} />
    </div>
  );
}

interface HeadProps {
  contact: Contact;
  tier: NonNullable<GuestPageAnswer["points"]>["tier"] | undefined;
  heading: (name: ReactNode) => ReactNode;
}

function Head({ contact, tier, heading }: HeadProps) {
  const today = useToday();
  const said = useOptOuts([contact.phones])(contact.phones);
  const unsure = useUnsure([contact.phones])(contact.phones);
  const also = alsoNames(contact.also);
  return (
    <header className={styles.head}>
      <GuestAvatar name={contact.name} />
      <div className={styles.title}>
        {heading(<GuestName name={contact.name} />)}
        {also.length > 0 && (
          <p className={styles.also}>
            also{" "}
            {also.map((name, index) => (
              <span key={name}>
                {index > 0 && ", "}
                <bdi>{name}</bdi>
              </span>
            ))}
          </p>
        )}
        <div className={styles.chips}>
          <AllergyMark allergies={contact.allergies} />
          <TierBadge tier={tier} whole />
          {valuesIn(contact.tags).map((tag) => (
            <FactChip key={tag} small tone="primary" icon={Tag}>
              <bdi>{tag}</bdi>
            </FactChip>
          ))}
          <GuestBirthday birthday={contact.birthday} today={today} />
          <OptOutMark said={said} unsure={unsure} />
        </div>
      </div>
    </header>
  );
}

/** What the guest has said of messages, how and when. */
function Consent({ consent: { opted_out, agreed, unsure }, phones }: { consent: GuestPageAnswer["consent"]; phones: string }) {
  const { timeZone } = useAppSettings();
  const when = (iso: string) => <time dateTime={iso}>{dayAndTime(iso, timeZone)}</time>;
  return (
    <Part title={GUEST_PAGE_TEXTS.consent}>
      <div className={styles.consent}>
        {opted_out && (
          <span>
            {OPT_OUT_TEXTS.mark}: <bdi>{howTheySaidNo(opted_out)}</bdi>, {when(opted_out.since)}
          </span>
        )}
        {unsure && (
          <span>
            {OPT_OUT_TEXTS.unsure}: wrote it {when(unsure)}
          </span>
        )}
        {agreed && !opted_out && (
          <span>
            {OPT_OUT_TEXTS.offers}: {OPT_OUT_TEXTS.agreedBy[agreed.by]}, {when(agreed.since)}
          </span>
        )}
        {!agreed && !opted_out && <span>{phones.trim() ? `${OPT_OUT_TEXTS.offers}: never asked` : "No number to write to"}</span>}
      </div>
    </Part>
  );
}
