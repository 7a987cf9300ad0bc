import type { EventDefinition } from '../../events/event.ts';
import type { Components } from './components.ts';
import { capital, type Json, ref } from './json.ts';

/** Reference to the schema of an event's name, or `*`. */
export const EVENT_NAME_REFERENCE = ref('schemas', 'EventName');
/** Reference to the schema of any event, discriminated by `type`, for responses. */
export const EVENT_REFERENCE = ref('schemas', 'Event');

const SAMPLE_ID = 'evt_01JGFJJZ000000000000000000';
const SAMPLE_CREATED_AT = '2026-01-01T00:00:00.000Z';

const text = (description: string, keywords: Json = {}): Json => ({
  type: 'string',
  description,
  ...keywords,
});

/**
 * Headers for verifying deliveries. Inlined instead of components: client generators omit components that only webhooks
 * refer to, and then generate code that does not compile. Described once, at the webhook for any event.
 */
const HEADERS: readonly Json[] = [
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'ID of the event; the same in every attempt.',
    schema: { type: 'string' },
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'Time of the attempt in Unix seconds.',
    schema: { type: 'string' },
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      '`v1,` and the HMAC-SHA-256, in Base64, of `<webhook-id>.<webhook-timestamp>.<body>`; multiple signatures are separated by spaces.',
    schema: { type: 'string' },
  },
  {
    name: 'X-Service-Signature',
    in: 'header',
    required: true,
    description: '`sha256=` and the HMAC-SHA-256, in hex, of the body alone.',
    schema: { type: 'string' },
  },
];

/** Fields common to all events. */
const ENVELOPE: Readonly<Record<string, Json>> = {
  EventId: text('The same in every attempt. Use it to detect events that you have already processed.'),
  EventTime: text('Time of the event.', { format: 'date-time' }),
  IsSampleEvent: { type: 'boolean', description: 'true: a sample that a user requested.' },
};

/** Returns the `webhooks` of the document: a callback per event, and the union of all, discriminated by `type`. */
export function webhooksOf(catalogue: readonly EventDefinition[], components: Components): Json {
  const events = catalogue.filter((event) => event.isPublic).toSorted((a, b) => (a.type < b.type ? -1 : 1));
  const [id, createdAt, test] = Object.entries(ENVELOPE).map(([name, schema]) =>
    components.add(name, schema),
  );
  const mapping: Json = {};
  const webhooks: Json = {};
  for (const event of events) {
    const name = `${event.type.split(/[._]/).map(capital).join('')}Event`;
    const data = components.named(`${name}Data`, event.data, 'answered');
    const schema = components.add(name, {
      type: 'object',
      required: ['id', 'type', 'created_at', 'data'],
      properties: {
        id,
        type: { type: 'string', const: event.type },
        created_at: createdAt,
        test,
        data,
      },
    });
    mapping[event.type] = schema['$ref'];
    const scope =
      event.scope === null
        ? 'none; only webhooks created by a signed-in user receive it'
        : `\`${event.scope}\``;
    webhooks[event.type] = callback(event.type, `${event.when}\n\nScope: ${scope}.`, {
      schema,
      example: { id: SAMPLE_ID, type: event.type, created_at: SAMPLE_CREATED_AT, data: event.sample },
    });
  }
  const any = components.add('Event', {
    description: 'An event, as webhooks receive it.',
    oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
    discriminator: { propertyName: 'type', mapping },
  });
  webhooks['*'] = callback('*', 'Any event, for webhooks that subscribe to `*`.', { schema: any });
  components.response(
    'Delivered',
    'A 2xx response within ten seconds means that the event was delivered.',
    {},
  );
  components.response('NotDelivered', 'Any other response; the delivery is retried.', {});
  return webhooks;
}

function callback(type: string, description: string, content: Json): Json {
  return {
    post: {
      operationId: type === '*' ? 'on.any' : `on.${type}`,
      // A separate tag, because OpenAPI Generator writes a class per tag: this one would overwrite that of the operations.
      tags: ['Webhook events'],
      summary: type === '*' ? 'Any event' : type,
      description,
      security: [],
      parameters: type === '*' ? HEADERS : HEADERS.map(({ description: _description, ...header }) => header),
      requestBody: { required: true, content: { 'application/json': content } },
      responses: { '204': ref('responses', 'Delivered'), '4XX': ref('responses', 'NotDelivered') },
    },
  };
}
