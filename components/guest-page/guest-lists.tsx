import { useAppSettings } from "@/components/app-base/app-settings";
import { MessageState } from "@/components/queue/message-state";
import { StateBadge } from "@/components/queue/state-badge";
import { BranchMark } from "@/components/ui/branch-mark";
import { counted, inList } from "@/components/ui/counted";
import { FactChip } from "@/components/ui/fact-chip";
import { dayAndTime, longDate } from "@/components/ui/local-times";
import { VoucherState } from "@/components/vouchers/voucher-state";
import type { GuestChange, GuestLists, GuestVisit, PointsLine } from "@/lib/guest-page/contract";
import { GUEST_PAGE_TEXTS as TEXTS } from "@/lib/guest-page/guest-page-texts";
import { branchName, isBranchKey } from "@/lib/known-branches";
import { lineInWords, signed } from "@/lib/loyalty/ledger/line-types";
import { versionInWords } from "@/lib/menu-versions/words";
import { namesAgree } from "@/lib/names";
import { KIND_NAMES } from "@/lib/queue/task-kinds";
import { shownSerial } from "@/lib/vouchers/shown-serial";
import styles from "./guest-page.module.css";
import { ListPart } from "./part";
import type { BookOf } from "./queries";

interface Props<List extends keyof GuestLists> {
  guest: { id: string; branch: BookOf };
  first: GuestLists[List];
}

/** The evenings of the guest in all branches. */
export function Visits({ guest, first }: Props<"visits">) {
  const { elsewhere = 0, unavailable = [], elsewhere_unread = false } = first ?? {};
  return (
    <ListPart
      guest={guest}
      of="visits"
      title={TEXTS.visits}
      beside={first && countOf(first.items.length + first.more, elsewhere)}
      first={first}
      listOf={({ visits }) => visits}
      keyOf={({ business_day, branch }) => `${business_day} ${branch}`}
      line={(visit) => <Visit visit={visit} />}
      empty={elsewhere > 0 ? "None in the branches that you may see." : TEXTS.noVisits}
      notes={[
        elsewhere > 0 && `${counted(elsewhere, "evening")} in branches that you may not see.`,
        unavailable.length > 0 && `Not read: ${inList(unavailable.map(branchName))}. The guest may have been there too.`,
        elsewhere_unread && "Some other branches could not be read.",
      ]}
    />
  );
}

const countOf = (seen: number, elsewhere: number) => (seen + elsewhere === 0 ? null : counted(seen + elsewhere, "evening"));

function Visit({ visit: { business_day, branch, table_number, hostess, waiter, is_open } }: { visit: GuestVisit }) {
  const staff = [hostess, waiter].filter(Boolean);
  return (
    <div className={styles.line}>
      <time className={styles.when} dateTime={business_day}>
        {longDate(business_day)}
      </time>
      <span className={styles.what}>
        <BranchMark branch={branch} />
        {table_number && (
          <span>
            Table <bdi>{table_number}</bdi>
          </span>
        )}
        {is_open && (
          <FactChip small tone="info">
            open
          </FactChip>
        )}
      </span>
      {staff.length > 0 && (
        <span className={styles.who}>
          {hostess && (
            <span>
              Hostess <bdi>{hostess}</bdi>
            </span>
          )}
          {waiter && (
            <span>
              Waiter <bdi>{waiter}</bdi>
            </span>
          )}
        </span>
      )}
    </div>
  );
}

function LedgerLine({ line, timeZone }: { line: PointsLine; timeZone: string }) {
  const { at, branch, table_number, points, type, reason } = line;
  const what = lineInWords(type, points);
  return (
    <div className={styles.line}>
      <time className={styles.when} dateTime={at}>
        {dayAndTime(at, timeZone)}
      </time>
      <span className={styles.what}>
        {branch && <BranchMark branch={branch} />}
        {what && <span>{what}</span>}
        {table_number && (
          <span>
            Table <bdi>{table_number}</bdi>
          </span>
        )}
        {reason && <bdi className={styles.who}>{reason}</bdi>}
      </span>
      <span className={styles.amount}>{signed(points)}</span>
    </div>
  );
}

/** The ledger of a guest: what points were given for, and what became of them. */
export function Points({ guest, first }: Props<"points">) {
  const { timeZone } = useAppSettings();
  const elsewhere = first?.elsewhere ?? 0;
  return (
    <ListPart
      guest={guest}
      of="points"
      title={TEXTS.points}
      beside={first && counted(first.total, "point")}
      first={first}
      listOf={({ points }) => points}
      keyOf={(line) => line.id}
      line={(line) => <LedgerLine line={line} timeZone={timeZone} />}
      empty={elsewhere > 0 ? "None in the branches that you may see." : TEXTS.noPoints}
      notes={[
        elsewhere > 0 && `${counted(elsewhere, "award")} in branches that you may not see.`,
        first?.tier?.falls_on ? `${first.tier.name} until ${longDate(first.tier.falls_on)}, without another visit.` : false,
        first?.expires
          ? `${counted(first.expires.points, "point")} will be lost on ${longDate(first.expires.on)}, unless they come before.`
          : false,
      ]}
    />
  );
}

export function Vouchers({ guest, first }: Props<"vouchers">) {
  return (
    <ListPart
      guest={guest}
      of="vouchers"
      title={TEXTS.vouchers}
      first={first}
      listOf={({ vouchers }) => vouchers}
      keyOf={(voucher) => voucher.id}
      line={(voucher) => (
        <div className={styles.line}>
          <time className={styles.when} dateTime={voucher.date}>
            {longDate(voucher.date)}
          </time>
          <span className={styles.what}>
            <span className="tabular">{shownSerial(voucher.serial)}</span>
            {voucher.prize ? <bdi>{voucher.prize}</bdi> : <span>{voucher.percent} %</span>}
            <BranchMark branch={voucher.branch} />
          </span>
          <span className={styles.who}>
            <VoucherState voucher={voucher} />
            {voucher.used?.by && (
              <span>
                by <bdi>{voucher.used.by}</bdi>
              </span>
            )}
          </span>
        </div>
      )}
      empty={TEXTS.noVouchers}
    />
  );
}

export function Messages({ guest, first, name }: Props<"messages"> & { name: string }) {
  const { timeZone } = useAppSettings();
  return (
    <ListPart
      guest={guest}
      of="messages"
      title={TEXTS.messages}
      first={first}
      listOf={({ messages }) => messages}
      keyOf={(message) => message.id}
      line={(message) => (
        <div className={styles.line}>
          <time className={styles.when} dateTime={message.at}>
            {dayAndTime(message.at, timeZone)}
          </time>
          <span className={styles.what}>
            <span>{KIND_NAMES[message.kind]}</span>
            {message.menu && (
              <span title={`SHA-256 ${message.menu.sha256}`}>
                <bdi>{versionInWords(message.menu)}</bdi>
              </span>
            )}
            <BranchMark branch={message.branch} />
            {!namesAgree(message.name, name) && (
              <span>
                to <bdi>{message.name}</bdi>
              </span>
            )}
          </span>
          <span className={styles.who}>
            <StateBadge status={message.status} undecided={message.undecided} sandbox={message.sandbox} unanswered={message.unanswered} />
            <MessageState message={message} />
          </span>
        </div>
      )}
      empty={TEXTS.noMessages}
    />
  );
}

/** Who changed what of the guest, and when. */
export function History({ guest, first }: Props<"history">) {
  return (
    <ListPart
      guest={guest}
      of="history"
      title={TEXTS.history}
      first={first}
      listOf={({ history }) => history}
      keyOf={(change) => change.id}
      line={(change) => <Change change={change} />}
      empty={TEXTS.noHistory}
    />
  );
}

function Change({ change: { at, who, where, what, changed } }: { change: GuestChange }) {
  const { timeZone } = useAppSettings();
  return (
    <div className={styles.line}>
      <time className={styles.when} dateTime={at}>
        {dayAndTime(at, timeZone)}
      </time>
      <span className={styles.what}>
        <span>{what}</span>
      </span>
      <span className={styles.who}>
        <span>
          by <bdi>{who}</bdi>
        </span>
        {isBranchKey(where) && <BranchMark branch={where} />}
      </span>
      {changed.length > 0 && (
        <ul className={styles.changed} aria-label="What changed">
          {changed.map(({ field, old, new: now }) => (
            <li key={field}>
              {field}: <bdi>{old || "nothing"}</bdi> → <bdi>{now || "nothing"}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
