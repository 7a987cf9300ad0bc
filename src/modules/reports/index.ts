/** What users report to the administrators: messages, reviews and listings. */
export { fileReport, getOwnReport, REPORT_REASONS, type Reported } from './reports.ts';
export { fileGuestReport, forgetGuestsJob, getGuestReport, type Guest } from './guest-reports.ts';
export { GUEST_LANGUAGES, guestMailTexts, guestReportDecidedMail, measureKey } from './mail-templates.ts';
export {
  decideOpenReport,
  eraseFromReports,
  eraseReportedReplies,
  exportReports,
  findReport,
  listReports,
  type OwnReport,
  type ReportFilters,
  type ReportRow,
} from './reports.repository.ts';
