import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import type { Total } from '../../platform/db/count-up-to.ts';
import type { Config } from '../../config/config.ts';
import { addMs, DAY_MS } from '../../platform/clock.ts';
import { inTransaction, type Queryable, type Transaction } from '../../platform/db/transaction.ts';
import { found, invalidState, notFound } from '../../platform/errors/app-error.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { isId, newId } from '../../platform/ids.ts';
import { formatMoment } from '../../platform/text/time-zone.ts';
import { fillPlaceholders } from '../../platform/wording.ts';
import {
  addObjection,
  type DecisionRow,
  findDecision,
  insertDecision,
  liftDecisions,
  listDecisionsOf,
  listObjections,
  setOutcome,
} from './decisions.repository.ts';
import type { DecisionKind, DecisionTable, Outcome } from './tables.ts';
import { t } from '../../platform/errors/sentence.ts';

const RULES = ['fraud', 'goods', 'people', 'truth', 'conduct', 'terms'] as const;
type Rule = (typeof RULES)[number];

/** The rule behind each reason code; any other code violates the terms. */
const RULE_OF: Readonly<Record<string, Rule>> = {
  fraud_suspected: 'fraud',
  stolen_suspected: 'fraud',
  prohibited: 'goods',
  insulting: 'people',
  personal_data: 'people',
  wrong_category: 'truth',
  misleading_price: 'truth',
  photos_do_not_match: 'truth',
  incomplete: 'truth',
  invented: 'truth',
  contact_in_text: 'conduct',
  duplicate: 'conduct',
  not_about_seller: 'conduct',
};

function ruleKey(code: string): string {
  return `mails.decision.rule.${RULE_OF[code] ?? 'terms'}`;
}

function kindKey(kind: DecisionKind): string {
  return `mails.decision.kind.${kind.replace('.', '_')}`;
}

const PURPOSE = 'decision';
/** Period required by article 20 of the Digital Services Act. */
export const OBJECTION_MS = 183 * DAY_MS;

/** Account functions that decisions need. */
export interface Accounts {
  /** Undefined: the account has been erased. */
  readonly findAddressee: (
    db: Queryable,
    userId: string,
  ) => Promise<{ email: string; name: string; language: string } | undefined>;
  readonly hasOtherAdministrator: (db: Queryable, userId: string) => Promise<boolean>;
}

export interface DecisionParts extends Pick<Platform, 'db' | 'clock' | 'keys' | 'mails' | 'wording'> {
  readonly accounts: Accounts;
  readonly config: Pick<Config, 'baseUrl'>;
}

export interface StatementOfReasons {
  readonly kind: DecisionKind;
  readonly subjectId: string;
  /** User whom the decision affects. */
  readonly userId: string;
  readonly subject: string;
  readonly code: string;
  readonly reason: string;
  readonly foundBy: DecisionTable['found_by'];
  readonly decidedBy: string;
  /** When the measure expires. */
  readonly endsAt?: Date | null;
}

/** A decision, localized for its reader. */
export interface LocalizedDecision {
  readonly row: DecisionRow;
  readonly what: string;
  readonly rule: string;
  readonly found: string;
  readonly token: string;
  readonly objectUntil: Date;
}

/** Records moderation decisions against users, notifies them of the reasons, and handles appeals. */
export class Decisions extends Service<DecisionParts> {
  /** Records a decision in its transaction and emails the user, regardless of preferences, because the law requires the notice. */
  async state(trx: Transaction, statement: StatementOfReasons): Promise<void> {
    const { clock, mails } = this.parts;
    const now = clock.now();
    const row = {
      id: newId('dec', now),
      kind: statement.kind,
      subject_id: statement.subjectId,
      user_id: statement.userId,
      subject: statement.subject,
      code: statement.code,
      reason: statement.reason,
      found_by: statement.foundBy,
      decided_by: statement.decidedBy,
      decided_at: now,
      ends_at: statement.endsAt ?? null,
    };
    await insertDecision(trx, row);
    const to = await this.parts.accounts.findAddressee(trx, statement.userId);
    if (to === undefined) return;
    const { what, rule, found } = this.#localize(row, to.language);
    const ends = this.#endsIn(row.ends_at, to.language);
    const { subject, reason } = statement;
    await mails.enqueue(trx, {
      to: to.email,
      language: to.language,
      name: 'decision',
      values: { name: to.name, what, subject, reason, rule, found, ends },
      subjectValues: { label: what.replace(/\.$/, '') },
      actionUrl: this.#url(row.id),
      about: [statement.userId],
    });
  }

  /** Marks the decision as lifted, in the transaction that ends the measure. */
  lift(trx: Transaction, kind: DecisionKind, subjectId: string): Promise<void> {
    return liftDecisions(trx, kind, subjectId, this.parts.clock.now());
  }

  /** Returns the decision for the link from the email, because a suspended account cannot sign in. */
  async read(token: string, language: string): Promise<LocalizedDecision> {
    const id = this.parts.keys.readToken(PURPOSE, token);
    const row = found('decision', id !== null && isId('dec', id) && (await findDecision(this.parts.db, id)));
    return this.localize(row, language);
  }

  async listOf(userId: string, page: Page): Promise<{ rows: DecisionRow[] } & Total> {
    return listDecisionsOf(this.parts.db, userId, page);
  }

  localize(row: DecisionRow, language: string): LocalizedDecision {
    return {
      row,
      ...this.#localize(row, language),
      token: this.parts.keys.token(PURPOSE, row.id),
      objectUntil: addMs(row.decided_at, OBJECTION_MS),
    };
  }

  /** Throws INVALID_STATE after the deadline, or if there already is an appeal. */
  async object(token: string, text: string): Promise<void> {
    const { db, clock } = this.parts;
    const { row, objectUntil } = await this.read(token, 'en');
    const now = clock.now();
    if (now > objectUntil) throw invalidState(t('The appeal period of six months has passed.'));
    await inTransaction(db, async (trx) => {
      if (await addObjection(trx, row.id, text, now)) return;
      throw invalidState(t('There is already an appeal against this decision.'));
    });
  }

  objections(status: 'open' | 'decided', page: Page): Promise<{ rows: DecisionRow[] } & Total> {
    return listObjections(this.parts.db, status, page);
  }

  async get(id: string): Promise<DecisionRow> {
    const row = isId('dec', id) ? await findDecision(this.parts.db, id) : undefined;
    if (row === undefined || row.objected_at === null) throw notFound('appeal');
    return row;
  }

  /** Returns a check of whether an administrator can decide on an appeal: against their own decision only if there is no other. */
  async judgeOf(userId: string): Promise<(row: Pick<DecisionRow, 'decided_by'>) => boolean> {
    const hasOther = await this.parts.accounts.hasOtherAdministrator(this.parts.db, userId);
    return (row) => row.decided_by !== userId || !hasOther;
  }

  /** Decides on an appeal and notifies the user. If two administrators decide concurrently, one gets INVALID_STATE. */
  async judge(
    trx: Transaction,
    row: DecisionRow,
    judged: { readonly outcome: Outcome; readonly reason: string; readonly by: string },
  ): Promise<void> {
    const { clock, mails, wording } = this.parts;
    const isOwn = row.decided_by === judged.by;
    if (isOwn && (await this.parts.accounts.hasOtherAdministrator(trx, judged.by)))
      throw invalidState(t('You made this decision, so another administrator must decide on the appeal.'));
    if (!(await setOutcome(trx, row.id, { ...judged, at: clock.now() })))
      throw invalidState(t('The appeal has already been decided.'));
    const to = await this.parts.accounts.findAddressee(trx, row.user_id);
    if (to === undefined) return;
    const textOf = (key: string): string =>
      wording.find([to.language], `mails.decision_judged.${key}`)?.text ?? '';
    await mails.enqueue(trx, {
      to: to.email,
      language: to.language,
      name: 'decision_judged',
      values: {
        name: to.name,
        outcome: textOf(judged.outcome),
        subject: row.subject,
        reason: judged.reason,
        judge: textOf(isOwn ? 'same_person' : 'other_person'),
      },
      actionUrl: this.#url(row.id),
      about: [row.user_id],
    });
  }

  #localize(row: Pick<DecisionRow, 'kind' | 'code' | 'found_by'>, language: string) {
    const text = (key: string): string => this.parts.wording.find([language], key)?.text ?? '';
    return {
      what: text(kindKey(row.kind)),
      rule: text(ruleKey(row.code)),
      found: text(`mails.decision.found.${row.found_by}`),
    };
  }

  /** Returns when the measure expires; empty if it does not expire. */
  #endsIn(endsAt: Date | null, language: string): string {
    if (endsAt === null) return '';
    const { wording } = this.parts;
    const day = formatMoment(endsAt, language, wording.timeZone);
    return fillPlaceholders(wording.find([language], 'mails.decision.ends')?.text ?? '', { day });
  }

  #url(id: string): string {
    return `${this.parts.config.baseUrl}/decisions/${this.parts.keys.token(PURPOSE, id)}`;
  }
}
