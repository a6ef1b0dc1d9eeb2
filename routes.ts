/**
 * The table of routes: every handler of the API. The server hands calls straight to them (`lib/http/dispatch.ts`), by the
 * method and path of each one's contract; pages alone pass through Next. A structure test holds this list to `app/api`.
 */

import * as assistEndId from "./app/api/assist/end/[id]/route";
import * as assistJoinCode from "./app/api/assist/join/[code]/route";
import * as assistStart from "./app/api/assist/start/route";
import * as assistTicket from "./app/api/assist/ticket/route";
import * as auditCheck from "./app/api/audit/check/route";
import * as auditExportCsv from "./app/api/audit/export-csv/route";
import * as audit from "./app/api/audit/route";
import * as authLogin from "./app/api/auth/login/route";
import * as authLogout from "./app/api/auth/logout/route";
import * as authMe from "./app/api/auth/me/route";
import * as authNewUser from "./app/api/auth/new-user/route";
import * as authPassword from "./app/api/auth/password/route";
import * as authRefresh from "./app/api/auth/refresh/route";
import * as authRolesRole from "./app/api/auth/roles/[role]/route";
import * as authRoles from "./app/api/auth/roles/route";
import * as authSessionsId from "./app/api/auth/sessions/[id]/route";
import * as authSessions from "./app/api/auth/sessions/route";
import * as authUsersIdPassword from "./app/api/auth/users/[id]/password/route";
import * as authUsersId from "./app/api/auth/users/[id]/route";
import * as authUsersIdSessions from "./app/api/auth/users/[id]/sessions/route";
import * as authUsers from "./app/api/auth/users/route";
import * as backendBrowse from "./app/api/backend/browse/route";
import * as backendDownload from "./app/api/backend/download/route";
import * as backendOpenFolder from "./app/api/backend/open-folder/route";
import * as birthdaysCampaign from "./app/api/birthdays/campaign/route";
import * as birthdaysExportCsv from "./app/api/birthdays/export-csv/route";
import * as birthdaysExportVcf from "./app/api/birthdays/export-vcf/route";
import * as birthdaysFailedAll from "./app/api/birthdays/failed-all/route";
import * as birthdaysGenerateVouchersStream from "./app/api/birthdays/generate-vouchers-stream/route";
import * as birthdaysRetryAll from "./app/api/birthdays/retry-all/route";
import * as birthdays from "./app/api/birthdays/route";
import * as birthdaysStats from "./app/api/birthdays/stats/route";
import * as birthdaysVouchers from "./app/api/birthdays/vouchers/route";
import * as branchesKeyClose from "./app/api/branches/[key]/close/route";
import * as branchesKeyRename from "./app/api/branches/[key]/rename/route";
import * as branchesKeyReopen from "./app/api/branches/[key]/reopen/route";
import * as branches from "./app/api/branches/route";
import * as cancelSending from "./app/api/cancel-sending/route";
import * as cancelStatus from "./app/api/cancel-status/route";
import * as compareBook from "./app/api/compare-book/route";
import * as contactsIdCard from "./app/api/contacts/[id]/card/route";
import * as contactsIdVcf from "./app/api/contacts/[id]/vcf/route";
import * as contactsIdWhereFrom from "./app/api/contacts/[id]/where-from/route";
import * as contactsDecisionEnd from "./app/api/contacts/decision/end/route";
import * as contactsImportLast from "./app/api/contacts/import/last/route";
import * as contactsImport from "./app/api/contacts/import/route";
import * as contactsImportUndo from "./app/api/contacts/import/undo/route";
import * as contactsOnePerson from "./app/api/contacts/one-person/route";
import * as contacts from "./app/api/contacts/route";
import * as contactsTwoPeople from "./app/api/contacts/two-people/route";
import * as dedupeTable from "./app/api/dedupe-table/route";
import * as dedupeTableUndo from "./app/api/dedupe-table/undo/route";
import * as deleteContact from "./app/api/delete-contact/route";
import * as docs from "./app/api/docs/route";
import * as endOfDay from "./app/api/end-of-day/route";
import * as exportCsv from "./app/api/export-csv/route";
import * as exportVcf from "./app/api/export-vcf/route";
import * as healthMissingSeen from "./app/api/health/missing/seen/route";
import * as health from "./app/api/health/route";
import * as jobsIdCancel from "./app/api/jobs/[id]/cancel/route";
import * as jobsId from "./app/api/jobs/[id]/route";
import * as jobsIdStream from "./app/api/jobs/[id]/stream/route";
import * as jobs from "./app/api/jobs/route";
import * as logsDownloadFilename from "./app/api/logs/download/[filename]/route";
import * as logsPackZip from "./app/api/logs/pack-zip/route";
import * as loyaltyCustomers from "./app/api/loyalty/customers/route";
import * as loyaltyCustomersSearch from "./app/api/loyalty/customers/search/route";
import * as loyaltyVisit from "./app/api/loyalty/visit/route";
import * as mergeByDateAllBranches from "./app/api/merge-by-date/all-branches/route";
import * as mergeByDateWaiting from "./app/api/merge-by-date/waiting/route";
import * as mergeTables from "./app/api/merge-tables/route";
import * as openapiJson from "./app/api/openapi.json/route";
import * as personalDataErase from "./app/api/personal-data/erase/route";
import * as personalDataExport from "./app/api/personal-data/export/route";
import * as personalDataFind from "./app/api/personal-data/find/route";
import * as proxyEcho from "./app/api/proxy/echo/route";
import * as queueId from "./app/api/queue/[id]/route";
import * as queueCampaignsIdCancel from "./app/api/queue/campaigns/[id]/cancel/route";
import * as queueCampaignsIdPause from "./app/api/queue/campaigns/[id]/pause/route";
import * as queueCampaignsIdResume from "./app/api/queue/campaigns/[id]/resume/route";
import * as queueCampaignsId from "./app/api/queue/campaigns/[id]/route";
import * as queueCampaigns from "./app/api/queue/campaigns/route";
import * as queueCancelAll from "./app/api/queue/cancel-all/route";
import * as queueEnqueueBatch from "./app/api/queue/enqueue/batch/route";
import * as queueEnqueue from "./app/api/queue/enqueue/route";
import * as queueEnqueueSingle from "./app/api/queue/enqueue/single/route";
import * as queueEnqueueItems from "./app/api/queue/enqueue-items/route";
import * as queueInDoubt from "./app/api/queue/in-doubt/route";
import * as queueLimits from "./app/api/queue/limits/route";
import * as queueMenusRetry from "./app/api/queue/menus/retry/route";
import * as queueMenus from "./app/api/queue/menus/route";
import * as queueMenusSent from "./app/api/queue/menus/sent/route";
import * as queueMessagesIdArrived from "./app/api/queue/messages/[id]/arrived/route";
import * as queueMessagesIdSendDespiteDoubt from "./app/api/queue/messages/[id]/send-despite-doubt/route";
import * as queueOptedOut from "./app/api/queue/opted-out/route";
import * as queuePending from "./app/api/queue/pending/route";
import * as queueReplies from "./app/api/queue/replies/route";
import * as queueRepliesSeen from "./app/api/queue/replies/seen/route";
import * as queueSandboxIdFile from "./app/api/queue/sandbox/[id]/file/route";
import * as queueSandbox from "./app/api/queue/sandbox/route";
import * as queueStats from "./app/api/queue/stats/route";
import * as queueTemplate from "./app/api/queue/template/route";
import * as queueWorkersIdResume from "./app/api/queue/workers/[id]/resume/route";
import * as queueWorkers from "./app/api/queue/workers/route";
import * as rebuildBook from "./app/api/rebuild-book/route";
import * as resetCancel from "./app/api/reset-cancel/route";
import * as saveTable from "./app/api/save-table/route";
import * as savedTables from "./app/api/saved-tables/route";
import * as search from "./app/api/search/route";
import * as searchByDate from "./app/api/search-by-date/route";
import * as staffBranchAdd from "./app/api/staff/[branch]/add/route";
import * as staffBranchRemove from "./app/api/staff/[branch]/remove/route";
import * as staffBranchReset from "./app/api/staff/[branch]/reset-defaults/route";
import * as staffBranch from "./app/api/staff/[branch]/route";
import * as tableName from "./app/api/table/[name]/route";
import * as tableLog from "./app/api/table-log/route";
import * as updateCompanyByDate from "./app/api/update-company-by-date/route";
import * as updateCompanyByDateUndo from "./app/api/update-company-by-date/undo/route";
import * as updateContact from "./app/api/update-contact/route";
import * as vouchersIdImage from "./app/api/vouchers/[id]/image/route";
import * as vouchersIdPdf from "./app/api/vouchers/[id]/pdf/route";
import * as vouchersIdThumbnail from "./app/api/vouchers/[id]/thumbnail/route";
import * as vouchersCheck from "./app/api/vouchers/check/route";
import * as vouchersRedeem from "./app/api/vouchers/redeem/route";
import * as vouchersVerify from "./app/api/vouchers/verify/route";
import * as whatsappWebhook from "./app/api/whatsapp/webhook/route";
import * as workerAck from "./app/api/worker/ack/route";
import * as workerBegin from "./app/api/worker/begin/route";
import * as workerClaim from "./app/api/worker/claim/route";
import * as workerHeartbeat from "./app/api/worker/heartbeat/route";
import * as workerInbound from "./app/api/worker/inbound/route";
import * as workerMediaId from "./app/api/worker/media/[id]/route";
import * as workerReceipts from "./app/api/worker/receipts/route";
import * as workerRecover from "./app/api/worker/recover/route";
import * as workerRegister from "./app/api/worker/register/route";
import * as workerTokensIdRevoke from "./app/api/worker-tokens/[id]/revoke/route";
import * as workerTokens from "./app/api/worker-tokens/route";
import * as workers from "./app/api/workers/route";
import type { Route } from "./lib/http/route";

const MODULES: Record<string, Route>[] = [
  audit,
  auditCheck,
  auditExportCsv,
  personalDataErase,
  personalDataExport,
  personalDataFind,
  assistEndId,
  assistJoinCode,
  assistStart,
  assistTicket,
  authLogin,
  authLogout,
  authMe,
  authNewUser,
  authRolesRole,
  authRoles,
  authPassword,
  authRefresh,
  authSessions,
  authSessionsId,
  authUsers,
  authUsersId,
  authUsersIdPassword,
  authUsersIdSessions,
  backendBrowse,
  backendDownload,
  backendOpenFolder,
  birthdays,
  birthdaysCampaign,
  birthdaysExportCsv,
  birthdaysExportVcf,
  birthdaysFailedAll,
  birthdaysGenerateVouchersStream,
  birthdaysRetryAll,
  birthdaysStats,
  birthdaysVouchers,
  branches,
  branchesKeyClose,
  branchesKeyRename,
  branchesKeyReopen,
  contactsImport,
  contactsImportLast,
  contactsImportUndo,
  compareBook,
  contacts,
  contactsIdCard,
  contactsIdVcf,
  contactsIdWhereFrom,
  contactsDecisionEnd,
  contactsOnePerson,
  contactsTwoPeople,
  dedupeTable,
  dedupeTableUndo,
  deleteContact,
  docs,
  endOfDay,
  exportCsv,
  exportVcf,
  rebuildBook,
  healthMissingSeen,
  health,
  jobsIdCancel,
  jobsId,
  jobsIdStream,
  jobs,
  logsDownloadFilename,
  logsPackZip,
  loyaltyCustomers,
  loyaltyCustomersSearch,
  loyaltyVisit,
  mergeByDateAllBranches,
  mergeByDateWaiting,
  mergeTables,
  openapiJson,
  proxyEcho,
  saveTable,
  savedTables,
  search,
  searchByDate,
  staffBranch,
  staffBranchAdd,
  staffBranchRemove,
  staffBranchReset,
  tableLog,
  tableName,
  updateCompanyByDate,
  updateCompanyByDateUndo,
  updateContact,
  vouchersCheck,
  vouchersIdImage,
  vouchersIdPdf,
  vouchersIdThumbnail,
  vouchersRedeem,
  vouchersVerify,
  cancelSending,
  cancelStatus,
  queueId,
  queueCampaigns,
  queueCampaignsId,
  queueCampaignsIdCancel,
  queueCampaignsIdPause,
  queueCampaignsIdResume,
  queueCancelAll,
  queueEnqueue,
  queueEnqueueItems,
  queueEnqueueBatch,
  queueEnqueueSingle,
  queueInDoubt,
  queueLimits,
  queueMenus,
  queueMenusRetry,
  queueMenusSent,
  queueMessagesIdArrived,
  queueMessagesIdSendDespiteDoubt,
  queueOptedOut,
  queuePending,
  queueReplies,
  queueRepliesSeen,
  queueSandbox,
  queueSandboxIdFile,
  queueStats,
  queueTemplate,
  queueWorkers,
  queueWorkersIdResume,
  resetCancel,
  workerAck,
  workerBegin,
  workerClaim,
  workerHeartbeat,
  whatsappWebhook,
  workerInbound,
  workerMediaId,
  workerReceipts,
  workerRecover,
  workerRegister,
  workerTokens,
  workerTokensIdRevoke,
  workers,
];

export const ROUTES: Route[] = MODULES.flatMap((module) => Object.values(module));
