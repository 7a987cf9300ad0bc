import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import {
  countStatements,
  type ObjectionFigures,
  readObjections,
  type StatementCount,
} from '../decisions/index.ts';
import {
  countDecisions,
  countNotices,
  type DecisionCount,
  medianHoursToDecision,
  type NoticeCount,
  type Span,
} from './yearly-figures.repository.ts';

/** Actions that restrict a user, or lift a restriction. */
const ACTIONS = [
  'listing.rejected',
  'listing.suspended',
  'listing.deleted',
  'listing.restored',
  'review.rejected',
  'user.suspended',
  'user.reinstated',
  'seller.unverified',
  'seller.documents_refused',
  'objection.upheld',
  'objection.reversed',
  'report.resolved',
  'report.dismissed',
] as const;

const FIRST_YEAR = 2024;

export interface YearlyFigures {
  readonly year: number;
  readonly notices: readonly NoticeCount[];
  readonly medianHours: number | null;
  readonly decisions: readonly DecisionCount[];
  readonly statements: readonly StatementCount[];
  readonly objections: ObjectionFigures;
}

export const YEAR = /^\d{4}$/;

/** Figures that a marketplace must publish each year about its moderation (Digital Services Act, articles 15 and 24). */
export class YearlyFiguresService extends Service<Pick<Platform, 'db' | 'clock'>> {
  async read(text: string): Promise<YearlyFigures> {
    const { db, clock } = this.parts;
    const year = YEAR.test(text) ? Number(text) : Number.NaN;
    if (!(year >= FIRST_YEAR && year <= clock.now().getUTCFullYear())) throw notFound('year');
    const span: Span = { from: new Date(Date.UTC(year, 0)), until: new Date(Date.UTC(year + 1, 0)) };
    const [decisions, notices, medianHours, statements, objections] = await Promise.all([
      countDecisions(db, ACTIONS, span),
      countNotices(db, span),
      medianHoursToDecision(db, span),
      countStatements(db, span),
      readObjections(db, span),
    ]);
    return {
      year,
      notices,
      medianHours: toTenths(medianHours),
      decisions,
      statements,
      objections: { ...objections, medianHours: toTenths(objections.medianHours) },
    };
  }
}

function toTenths(hours: number | null): number | null {
  return hours === null ? null : Math.round(hours * 10) / 10;
}
