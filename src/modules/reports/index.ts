/** What users report to the administrators: messages, reviews and listings. */
export { fileReport, getOwnReport, REPORT_REASONS } from './reports.ts';
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
