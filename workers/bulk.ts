import type { MessagePort } from "node:worker_threads";
import { type ListForExportInput, listForExport, type WriteExportInput, writeExport } from "../lib/all-data/export/export-step";
import { type AllDataCountInput, type AllDataPageInput, allDataCount, allDataPage } from "../lib/all-data/page-step";
import { type BinInput, deletedGuests, type PutBackInput, putBack } from "../lib/all-data/together/bin-step";
import { type ChangeInput, changeTogether, type UndoChangeInput, undoChange } from "../lib/all-data/together/change-step";
import { type LookInput, lookAtBackup } from "../lib/backups/look-step";
import { type BirthdayStatsInput, birthdayStats, type CelebrantsInput, celebrantsOfDate } from "../lib/birthdays/search-step";
import { optimiseSearch } from "../lib/book/search-indexes";
import type { DrawInput } from "../lib/competitions/draw/draw-step";
import { type LockInput, lockList } from "../lib/competitions/draw/lock-step";
import { type JudgeCommentsInput, judgeComments } from "../lib/competitions/entries/judge-step";
import { type TakeCommentsInput, takeComments } from "../lib/competitions/entries/take-step";
import { type TakeWinnersInput, takeWinners } from "../lib/competitions/prize/take-winners-step";
import { type ContactsOfDateInput, contactsOfDate } from "../lib/date-search/search-step";
import { type CopyStoreInput, copyStore } from "../lib/db/backup";
import { answerWith, type BulkAnswer, type BulkStep, type BulkTask } from "../lib/db/bulk-steps";
import { checkpoint } from "../lib/db/checkpoint";
import type { StoreKind } from "../lib/db/files";
import { migrate } from "../lib/db/migrate";
import { openWriting } from "../lib/db/pragmas";
import { type FindDuplicatesInput, findDuplicates } from "../lib/duplicates/find-step";
import { type NotSameInput, notSameStep } from "../lib/duplicates/not-same-step";
import { findReceipts, type ReceiptsInput } from "../lib/duplicates/receipts-step";
import { type DuplicatesPageInput, duplicatesPage, type KeepDuplicatesInput, keepDuplicates } from "../lib/duplicates/worklist-step";
import { type BookGuestsInput, bookGuests, type MergeOpenTablesInput, mergeOpenTables } from "../lib/evening/merge-tables-step";
import { type GuestPageInput, guestInStores } from "../lib/guest-page/guest-page-step";
import { type CompanyInBookInput, type CompanyOfDateInput, setCompanyAtTables, setCompanyInBook } from "../lib/guests/company/set-step";
import { type TryAtTablesInput, type TryInBookInput, tryUndoAtTables, tryUndoInBook } from "../lib/guests/company/undo-preview";
import { type UndoAtTablesInput, type UndoInBookInput, undoCompanyAtTables, undoCompanyInBook } from "../lib/guests/company/undo-step";
import {
  type CorrectContactInput,
  correctContactStep,
  type DeleteContactInput,
  deleteContactStep,
} from "../lib/guests/correct-contact-step";
import { type DedupeInput, dedupeRows } from "../lib/guests/dedupe/dedupe-step";
import { type UndoDedupeInput, undoDedupe } from "../lib/guests/dedupe/undo-step";
import { type ListPeopleInput, listPeople, type WritePeopleInput, writePeople } from "../lib/guests/export-step";
import { findOrigins, type WhereFromInput } from "../lib/guests/where-from-step";
import { onePersonStep, twoPeopleStep } from "../lib/guests/who-is-who/decide-step";
import { endDecisionStep, tryEndDecision } from "../lib/guests/who-is-who/end-step";
import type { EndDecisionInput, OnePersonInput, TwoPeopleInput } from "../lib/guests/who-is-who/open-deciding";
import { type GivenSinceInput, givenSince } from "../lib/import/given-since-step";
import {
  type BeginImportInput,
  beginImport,
  type EndImportInput,
  endImport,
  type ImportPartInput,
  importPart,
} from "../lib/import/large-import-step";
import { type TakeBackPartInput, takeBackPart } from "../lib/import/large-import-take-back-step";
import { type BeginUndoInput, beginUndo, type SeeImportInput, seeImport, type TryUndoInput, tryUndo } from "../lib/import/large-undo-step";
import { type ReadFileInput, readFile } from "../lib/import/read-file";
import { type ImportInput, importRows } from "../lib/import/rows-step";
import { type UndoImportInput, undoImportStep } from "../lib/import/undo-step";
import { knowBranches } from "../lib/known-branches";
import { type LateVisitsInput, lostTooSoon } from "../lib/loyalty/expiry/late-visits-step";
import { type PointsDueInput, pointsDue } from "../lib/loyalty/expiry/points-due-step";
import { type CheckLedgerInput, checkLedger } from "../lib/loyalty/ledger/check-step";
import { type LoyaltyPanelInput, loyaltyFigures } from "../lib/loyalty/panel/panel-step";
import { type TiersInput, tiersStep } from "../lib/loyalty/tiers/tiers-step";
import { type MergeByDateInput, mergeByDate } from "../lib/merging/merge-by-date-step";
import { findWaitingDays, type WaitingDaysInput } from "../lib/merging/waiting-days-step";
import { type ErasePersonInput, erasePerson, type FindPersonInput, findPerson } from "../lib/personal-data/person-step";
import type { OpenCampaignInput } from "../lib/queue/birthday-campaign/campaign-step";
import type { ForecastInput, NotTodayInput } from "../lib/queue/forecast/forecast-step";
import { type CompareBookInput, compareBookOf, type RebuildBookInput, rebuildBookStep } from "../lib/rebuild/compare-step";
import { type MeasuresInput, measureReservations } from "../lib/reservations/day/measures-step";
import { foundReservations, type SearchReservationsInput } from "../lib/reservations/day/search-step";
import { type KnownBookersInput, knownBookers } from "../lib/reservations/guests/known-step";
import { type TakeBookersInput, takeBookers } from "../lib/reservations/guests/take-bookers-step";
import { type HistoryInput, historyStep } from "../lib/stats/history-step";
import { type CelebratingOnInput, celebratingOn, type MadeVouchersInput, madeVouchers } from "../lib/vouchers/vouchers-step";

type TellProgress = (done: number, total: number) => void;

/** Every step that runs beside the server's event loop. */
const STEPS: Record<BulkStep, (input: never, tell: TellProgress) => unknown> = {
  "merge-open-tables": (input: MergeOpenTablesInput) => mergeOpenTables(input),
  "book-guests": (input: BookGuestsInput) => bookGuests(input),
  "merge-by-date": (input: MergeByDateInput, tell) => mergeByDate(input, tell),
  "find-waiting-days": (input: WaitingDaysInput) => findWaitingDays(input),
  "dedupe-rows": (input: DedupeInput, tell) => dedupeRows(input, tell),
  "undo-dedupe": (input: UndoDedupeInput) => undoDedupe(input),
  "set-company-at-tables": (input: CompanyOfDateInput) => setCompanyAtTables(input),
  "set-company-in-book": (input: CompanyInBookInput) => setCompanyInBook(input),
  "undo-company-at-tables": (input: UndoAtTablesInput) => undoCompanyAtTables(input),
  "undo-company-in-book": (input: UndoInBookInput) => undoCompanyInBook(input),
  "try-undo-company-at-tables": (input: TryAtTablesInput) => tryUndoAtTables(input),
  "try-undo-company-in-book": (input: TryInBookInput) => tryUndoInBook(input),
  "read-file": (input: ReadFileInput) => readFile(input),
  "import-rows": (input: ImportInput, tell) => importRows(input, tell),
  "begin-import": (input: BeginImportInput) => beginImport(input),
  "import-part": (input: ImportPartInput) => importPart(input),
  "end-import": (input: EndImportInput) => endImport(input),
  "take-back-part": (input: TakeBackPartInput) => takeBackPart(input),
  "undo-import": (input: UndoImportInput, tell) => undoImportStep(input, tell),
  "begin-undo": (input: BeginUndoInput) => beginUndo(input),
  "try-undo": (input: TryUndoInput, tell) => tryUndo(input, tell),
  "correct-contact": (input: CorrectContactInput) => correctContactStep(input),
  "delete-contact": (input: DeleteContactInput) => deleteContactStep(input),
  "two-people": (input: TwoPeopleInput) => twoPeopleStep(input),
  "one-person": (input: OnePersonInput) => onePersonStep(input),
  "end-decision": (input: EndDecisionInput) => endDecisionStep(input),
  "not-same": (input: NotSameInput) => notSameStep(input),
  "keep-duplicates": (input: KeepDuplicatesInput) => keepDuplicates(input),
  "find-duplicates": (input: FindDuplicatesInput, tell) => findDuplicates(input, tell),
  "loyalty-panel": (input: LoyaltyPanelInput) => loyaltyFigures(input),
  "tiers-preview": (input: TiersInput) => tiersStep(input),
  "points-due": (input: PointsDueInput) => pointsDue(input),
  "lost-too-soon": (input: LateVisitsInput) => lostTooSoon(input),
  "check-ledger": (input: CheckLedgerInput) => checkLedger(input),
  "find-receipts": (input: ReceiptsInput) => findReceipts(input),
  "duplicates-page": (input: DuplicatesPageInput) => duplicatesPage(input),
  "try-end-decision": (input: EndDecisionInput) => tryEndDecision(input),
  "find-origins": (input: WhereFromInput) => findOrigins(input),
  "guest-page": (input: GuestPageInput) => guestInStores(input),
  "known-bookers": (input: KnownBookersInput) => knownBookers(input),
  "search-reservations": (input: SearchReservationsInput) => foundReservations(input),
  "measure-reservations": (input: MeasuresInput) => measureReservations(input),
  "take-bookers": (input: TakeBookersInput) => takeBookers(input),
  "judge-comments": (input: JudgeCommentsInput) => judgeComments(input),
  "take-comments": (input: TakeCommentsInput) => takeComments(input),
  "lock-competition": (input: LockInput) => lockList(input),
  "take-winners": (input: TakeWinnersInput) => takeWinners(input),
  "find-person": (input: FindPersonInput) => findPerson(input),
  "erase-person": (input: ErasePersonInput) => erasePerson(input),
  "list-people": (input: ListPeopleInput) => listPeople(input),
  "write-people": (input: WritePeopleInput) => writePeople(input),
  "contacts-of-date": (input: ContactsOfDateInput) => contactsOfDate(input),
  "birthdays-of-date": (input: CelebrantsInput) => celebrantsOfDate(input),
  "birthday-stats": (input: BirthdayStatsInput) => birthdayStats(input),
  // The curve of the signatures, once a draw.
  "draw-competition": async (input: DrawInput) => (await import("../lib/competitions/draw/draw-step")).drawList(input),
  // By far the most code, for three steps: a thread that does another begins in two thirds of the time without it.
  "open-campaign": async (input: OpenCampaignInput) => (await import("../lib/queue/birthday-campaign/campaign-step")).openCampaign(input),
  forecast: async (input: ForecastInput) => (await import("../lib/queue/forecast/forecast-step")).forecastStep(input),
  "not-today": async (input: NotTodayInput) => (await import("../lib/queue/forecast/forecast-step")).notTodayStep(input),
  "celebrating-on": (input: CelebratingOnInput) => celebratingOn(input),
  "see-import": (input: SeeImportInput) => seeImport(input),
  "given-since": (input: GivenSinceInput) => givenSince(input),
  "all-data-page": (input: AllDataPageInput) => allDataPage(input),
  "all-data-count": (input: AllDataCountInput) => allDataCount(input),
  "history-stats": (input: HistoryInput) => historyStep(input),
  "all-data-bin": (input: BinInput) => deletedGuests(input),
  "list-all-data": (input: ListForExportInput) => listForExport(input),
  "write-all-data": (input: WriteExportInput) => writeExport(input),
  "change-together": (input: ChangeInput) => changeTogether(input),
  "undo-change": (input: UndoChangeInput) => undoChange(input),
  "put-back": (input: PutBackInput) => putBack(input),
  "made-vouchers": (input: MadeVouchersInput) => madeVouchers(input),
  "compare-book": (input: CompareBookInput, tell) => compareBookOf(input, tell),
  "rebuild-book": (input: RebuildBookInput) => rebuildBookStep(input),
  "copy-store": (input: CopyStoreInput) => copyStore(input),
  "look-at-backup": (input: LookInput) => lookAtBackup(input),
  checkpoint: ({ file }: { file: string }) => checkpoint(file),
  "migrate-store": ({ file, kind }: { file: string; kind: StoreKind }) => migrate(file, kind),
  "optimise-search": ({ file }: { file: string }) => {
    const database = openWriting(file, 5_000);
    try {
      optimiseSearch(database);
    } finally {
      database.close();
    }
  },
};

/** How often progress is told, in milliseconds: more often nobody sees. */
const TELL_EVERY = 200;

function teller(port: MessagePort): TellProgress {
  let told = 0;
  return (done, total) => {
    if (performance.now() - told < TELL_EVERY) return;
    told = performance.now();
    port.postMessage([done, total]);
  };
}

export default async function run({ step, input, branches, port }: BulkTask): Promise<BulkAnswer> {
  knowBranches(branches);
  try {
    if (!Object.hasOwn(STEPS, step)) throw new Error(`There is no bulk step named ${step}.`);
    return { result: await STEPS[step](input as never, teller(port)) };
  } catch (error) {
    return answerWith(error);
  } finally {
    port.close();
  }
}
