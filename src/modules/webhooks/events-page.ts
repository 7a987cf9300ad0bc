import type { TSchema } from 'typebox';
import type { EventDefinition } from '../../platform/events/event.ts';
import { publicEvents } from './event-names.ts';

interface SchemaNode {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly description?: string;
  readonly anyOf?: readonly SchemaNode[];
  readonly items?: SchemaNode;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
}

const SAMPLE_ID = 'evt_01JGFJJZ000000000000000000';
const SAMPLE_CREATED_AT = '2026-01-01T00:00:00.000Z';

/** `/docs/events.md`: every public event with its fields, the JSON Schema of its data and a sample, by area and name. */
export function renderEventsPage(catalogue: readonly EventDefinition[]): string {
  const events = publicEvents(catalogue).toSorted((a, b) => (a.type < b.type ? -1 : 1));
  return [
    '# Events',
    '',
    'The body of a callback is an envelope: `id` (the idempotency key), `type`, `created_at`, and the `data` described here.',
    'Fields may be added to `data`; existing fields are not removed and keep their meaning. To receive and verify callbacks,',
    'see docs/webhooks/receiving.md in the source.',
    '',
    'An event of a seller goes to the webhooks of that seller. A personal event (`user.*`, or a notification to a dealer as a',
    'buyer) goes to the webhooks that this user has created. A webhook created with an API key gets the events whose scope the',
    'key has. Events without a scope need a webhook that a signed-in user has created.',
    '',
    'Only managers and owners can read events about the subscription (`GET /events`, streams, the delivery log).',
    '',
    '| event | when | scope |',
    '| --- | --- | --- |',
    ...events.map(
      (event) =>
        `| [${event.type}](#${anchorOf(event.type)}) | ${cell(event.when)} | ${event.scope === null ? '' : `\`${event.scope}\``} |`,
    ),
    '',
    ...events.flatMap(renderEvent),
  ].join('\n');
}

function renderEvent(event: EventDefinition): string[] {
  const envelope = {
    id: SAMPLE_ID,
    type: event.type,
    created_at: SAMPLE_CREATED_AT,
    data: event.sample,
  };
  return [
    `## ${event.type}`,
    '',
    event.when,
    '',
    '| field of `data` | type | |',
    '| --- | --- | --- |',
    ...fieldRows(event.data as SchemaNode, ''),
    '',
    '```json',
    JSON.stringify(envelope, null, 2),
    '```',
    '',
    '<details><summary>JSON Schema of <code>data</code></summary>',
    '',
    '```json',
    JSON.stringify(plainSchema(event.data), null, 2),
    '```',
    '',
    '</details>',
    '',
  ];
}

function fieldRows(node: SchemaNode, prefix: string): string[] {
  const required = new Set(node.required);
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const path = prefix + name;
    const notes = [required.has(name) ? '' : 'may be missing', child.description ?? '']
      .filter(Boolean)
      .join('; ');
    const nested = nestedObject(child);
    const row = `| \`${path}\` | ${cell(typeOf(child))} | ${cell(notes)} |`;
    return nested === undefined ? [row] : [row, ...fieldRows(nested.node, path + nested.separator)];
  });
}

function nestedObject(node: SchemaNode): { node: SchemaNode; separator: string } | undefined {
  if (node.properties !== undefined) return { node, separator: '.' };
  if (node.items?.properties !== undefined) return { node: node.items, separator: '[].' };
  const branch = node.anyOf?.find((candidate) => candidate.properties !== undefined);
  return branch === undefined ? undefined : { node: branch, separator: '.' };
}

function typeOf(node: SchemaNode): string {
  if (node.anyOf !== undefined) return node.anyOf.map(typeOf).join(' or ');
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.enum !== undefined) return node.enum.map((value) => JSON.stringify(value)).join(', ');
  if (node.items !== undefined) return `list of ${typeOf(node.items)}`;
  return node.format === undefined ? (node.type ?? 'any') : `${node.type ?? 'string'} (${node.format})`;
}

/** Removes the schema library's internal marks, which JSON would drop or show. */
function plainSchema(schema: TSchema): unknown {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key.startsWith('~') ? undefined : value)),
  );
}

function anchorOf(type: string): string {
  return type.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
}
