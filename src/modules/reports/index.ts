import type { Module, Platform } from '../../platform/module.ts';
import { forgetGuestsJob } from './guest-reports.ts';
import { reportRoutes } from './report-moderation.routes.ts';
import { type Measures, ReportAdminService } from './report-moderation.service.ts';
import { yearlyFiguresRoutes } from './yearly-figures.routes.ts';
import { YearlyFiguresService } from './yearly-figures.service.ts';

export { fileReport, getOwnReport, REPORT_REASONS, type Reported } from './reports.ts';
export { fileGuestReport, getGuestReport, type Guest } from './guest-reports.ts';
export {
  countReportsOf,
  eraseFromReports,
  eraseReportedReplies,
  exportReports,
  type OwnReport,
} from './reports.repository.ts';

/** Reports by users and guests: messages, reviews and listings. */
export function createReports(platform: Platform, measures: Measures): { module: Module } {
  return {
    module: {
      name: 'reports',
      routes: [
        ...reportRoutes(new ReportAdminService({ ...platform, measures })),
        ...yearlyFiguresRoutes(new YearlyFiguresService(platform)),
      ],
      jobs: [forgetGuestsJob(platform)],
    },
  };
}
