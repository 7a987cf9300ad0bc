import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import type { UserActor } from '../../platform/actor.ts';
import { isUniqueViolation } from '../../platform/db/sql-errors.ts';
import {
  inTransaction,
  recordCreated,
  type Queryable,
  type Transaction,
} from '../../platform/db/transaction.ts';
import {
  alreadyExists,
  found,
  invalidField,
  invalidFields,
  notFound,
  overPlanLimit,
} from '../../platform/errors/app-error.ts';
import { isId, newId } from '../../platform/ids.ts';
import { lockAccount } from '../auth/index.ts';
import { assertWithinPlan, lockSellerPlan } from '../billing/index.ts';
import { assertCanWrite, viewerOf } from './sides.ts';
import type { MessageTemplateTable } from './tables.ts';
import {
  countTemplates,
  deleteTemplate,
  findTemplate,
  insertTemplate,
  listTemplates,
  type TemplateOwner,
  templateOwnerOf,
  updateTemplate,
} from './templates.repository.ts';
import { fillTemplate, findBrokenPlaceholder } from './template-text.ts';
import { t } from '../../platform/errors/sentence.ts';

const CATEGORY_DEFAULT = 'general';
/** As on the free plan. */
const TEMPLATES_PER_BUYER_MAX = 10;

export interface TemplateFields {
  readonly name: string;
  readonly category: string;
  readonly content: string;
}

export class Templates extends Service<Pick<Platform, 'db' | 'clock'>> {
  list(actor: UserActor): Promise<MessageTemplateTable[]> {
    return listTemplates(this.parts.db, ownerOf(actor));
  }

  async get(actor: UserActor, id: string): Promise<MessageTemplateTable> {
    return found(
      'message template',
      isId('tpl', id) && (await findTemplate(this.parts.db, ownerOf(actor), id)),
    );
  }

  async create(
    actor: UserActor,
    fields: Omit<TemplateFields, 'category'> & { readonly category?: string },
  ): Promise<MessageTemplateTable> {
    assertMayEdit(actor);
    assertPlaceholders(fields.content);
    const owner = ownerOf(actor);
    const now = this.parts.clock.now();
    const template = {
      id: newId('tpl', now),
      category: CATEGORY_DEFAULT,
      ...tidy(fields),
      created_at: now,
    };
    return inTransaction(this.parts.db, async (trx) => {
      await assertRoom(trx, owner);
      recordCreated(trx, template.id);
      return insertTemplate(trx, owner, template);
    }).catch(refuseDuplicates);
  }

  async update(
    actor: UserActor,
    id: string,
    changes: { readonly [K in keyof TemplateFields]?: TemplateFields[K] },
  ): Promise<MessageTemplateTable> {
    assertMayEdit(actor);
    if (changes.content !== undefined) assertPlaceholders(changes.content);
    await this.get(actor, id);
    return found(
      'message template',
      await updateTemplate(this.parts.db, ownerOf(actor), id, {
        ...tidy(changes),
        updated_at: this.parts.clock.now(),
      }).catch(refuseDuplicates),
    );
  }

  async delete(actor: UserActor, id: string): Promise<void> {
    assertMayEdit(actor);
    const deleted = isId('tpl', id) && (await deleteTemplate(this.parts.db, ownerOf(actor), id));
    if (!deleted) throw notFound('message template');
  }

  /** The text of the actor's own template with its variables. */
  async fill(
    db: Queryable,
    actor: UserActor,
    id: string,
    variables: Readonly<Record<string, string>>,
  ): Promise<string> {
    const template = found(
      'message template',
      isId('tpl', id) && (await findTemplate(db, ownerOf(actor), id)),
    );
    const filled = fillTemplate(template.content, variables);
    if ('text' in filled) return filled.text;
    throw invalidFields(
      filled.missing.map((name) => ({
        field: `variables.${name}`,
        message: t('is required by the template'),
      })),
    );
  }
}

function ownerOf(actor: UserActor): TemplateOwner {
  return templateOwnerOf(viewerOf(actor));
}

function assertMayEdit(actor: UserActor): void {
  if (actor.seller !== null) assertCanWrite(actor, 'seller');
}

function assertPlaceholders(content: string): void {
  const broken = findBrokenPlaceholder(content);
  if (broken === null) return;
  throw invalidField(
    'content',
    t(
      'contains "{text}", which is not a placeholder: write one name of letters, digits, "_", "-" or "." between double braces',
      { text: broken },
    ),
  );
}

function tidy<F extends { readonly [K in keyof TemplateFields]?: string }>(fields: F): F {
  return {
    ...fields,
    ...(fields.name === undefined ? {} : { name: fields.name.trim() }),
    ...(fields.category === undefined ? {} : { category: fields.category.trim() }),
  };
}

async function assertRoom(trx: Transaction, owner: TemplateOwner): Promise<void> {
  if (owner.column === 'seller_id') {
    const plan = await lockSellerPlan(trx, owner.id);
    assertWithinPlan(plan, 'messageTemplates', await countTemplates(trx, owner));
    return;
  }
  await lockAccount(trx, owner.id);
  if ((await countTemplates(trx, owner)) >= TEMPLATES_PER_BUYER_MAX) {
    throw overPlanLimit(
      t('You have {max} message templates, which is the maximum.', { max: TEMPLATES_PER_BUYER_MAX }),
    );
  }
}

function refuseDuplicates(error: unknown): never {
  if (
    isUniqueViolation(error, 'message_templates_seller_name_key') ||
    isUniqueViolation(error, 'message_templates_user_name_key')
  )
    throw alreadyExists(t('A message template with this name already exists.'));
  throw error;
}
