/** Shapes of an OpenAPI document, as far as the collection uses them. */
interface Reference {
  readonly $ref?: string;
}
interface Schema extends Reference {
  readonly format?: string;
  readonly default?: unknown;
  readonly description?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}
interface Parameter extends Reference {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly schema: Schema;
}
interface Content {
  readonly schema?: Schema;
  readonly examples?: Readonly<Record<string, Reference & { readonly value?: unknown }>>;
}
interface Answer extends Reference {
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Answer;
  readonly responses: Readonly<Record<string, Answer>>;
}
type Method = (typeof METHODS)[number];
type PathItem = Readonly<Partial<Record<Method, Operation>>> & { readonly parameters?: readonly Parameter[] };
interface Document {
  readonly info: { readonly title: string };
  readonly security: readonly object[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const VARIABLES = {
  baseUrl: 'http://127.0.0.1:3000',
  email: '',
  password: '',
  accessToken: '',
  refreshToken: '',
};

/** Stores the tokens of a sign-in, which all later requests use. */
const STORE_TOKENS = [
  'const answer = pm.response.json();',
  "pm.test('signed in', () => pm.expect(answer.data.accessToken).to.be.a('string'));",
  "pm.collectionVariables.set('accessToken', answer.data.accessToken);",
  "pm.collectionVariables.set('refreshToken', answer.data.refreshToken);",
];

/** The bodies of operations that sign in. */
const SIGN_IN_BODIES = new Map<string, object>([
  ['auth.login', { email: '{{email}}', password: '{{password}}' }],
  ['auth.refresh', { refreshToken: '{{refreshToken}}' }],
]);

/** A collection for Postman (format v2.1), with a request for each operation of the document. */
export function postmanCollection(openApi: object): object {
  const document = openApi as Document;
  const items = Object.entries(document.paths).flatMap(([template, path]) =>
    METHODS.flatMap((method) => {
      const operation = path[method];
      if (operation === undefined) return [];
      const parameters = [...(path.parameters ?? []), ...(operation.parameters ?? [])];
      return [{ tag: operation.tags[0], item: itemOf(document, template, method, operation, parameters) }];
    }),
  );
  return {
    info: {
      name: document.info.title,
      description:
        'Set `baseUrl`, `email` and `password`, then send “Sign in”: it stores the tokens that all other requests use.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    // Postman would send keys and bodies to wherever a redirect leads.
    protocolProfileBehavior: { followRedirects: false },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{accessToken}}', type: 'string' }] },
    variable: Object.entries(VARIABLES).map(([key, value]) => ({ key, value, type: 'string' })),
    item: document.tags
      .map(({ name, description }) => ({
        name,
        description,
        item: items.filter(({ tag }) => tag === name).map(({ item }) => item),
      }))
      .filter(({ item }) => item.length > 0),
  };
}

function itemOf(
  document: Document,
  template: string,
  method: Method,
  operation: Operation,
  parameters: readonly Parameter[],
): object {
  const request = {
    method: method.toUpperCase(),
    description: operation.description ?? '',
    url: urlOf(
      template,
      parameters.map((parameter) => resolve(document, parameter)),
    ),
    header: [{ key: 'Accept', value: 'application/json' }],
    ...bodyOf(document, operation),
    ...authOf(document, operation),
  };
  const signsIn = SIGN_IN_BODIES.has(operation.operationId);
  return {
    name: operation.summary,
    id: operation.operationId,
    request,
    ...(signsIn
      ? { event: [{ listen: 'test', script: { type: 'text/javascript', exec: STORE_TOKENS } }] }
      : {}),
    response: responsesOf(document, operation, request),
  };
}

function urlOf(template: string, parameters: readonly Parameter[]): object {
  const segments = template
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/');
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => ({
      key: parameter.name,
      value: textOf(parameter.example ?? parameter.schema.default ?? ''),
      description: parameter.description,
      disabled: parameter.required !== true,
    }));
  const variable = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, description, example }) => ({ key: name, value: textOf(example ?? ''), description }));
  const required = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  return {
    raw: `{{baseUrl}}/v1/${segments.join('/')}${required.length === 0 ? '' : `?${required.join('&')}`}`,
    host: ['{{baseUrl}}'],
    path: ['v1', ...segments],
    ...(query.length === 0 ? {} : { query }),
    ...(variable.length === 0 ? {} : { variable }),
  };
}

function bodyOf(document: Document, { operationId, requestBody }: Operation): object {
  const content = requestBody?.content ?? {};
  const json = content['application/json'];
  if (json !== undefined) {
    const body = SIGN_IN_BODIES.get(operationId) ?? exampleOf(document, json) ?? {};
    return { body: { mode: 'raw', raw: pretty(body), options: { raw: { language: 'json' } } } };
  }
  const form = content['multipart/form-data']?.schema;
  if (form === undefined) return {};
  const { properties = {}, required = [] } = resolve(document, form);
  const formdata = Object.entries(properties).map(([key, schema]) => {
    const isFile = (schema.items ?? schema).format === 'binary';
    return {
      key,
      type: isFile ? 'file' : 'text',
      ...(isFile ? { src: [] } : { value: textOf(schema.default ?? '') }),
      description: schema.description ?? '',
      disabled: !required.includes(key),
    };
  });
  return { body: { mode: 'formdata', formdata } };
}

/** Requests use the collection's token unless the operation takes none. */
function authOf(document: Document, { security, operationId }: Operation): object {
  const isPublic = (security ?? document.security).some((scheme) => Object.keys(scheme).length === 0);
  return isPublic || SIGN_IN_BODIES.has(operationId) ? { auth: { type: 'noauth' } } : {};
}

function responsesOf(
  document: Document,
  operation: Operation,
  request: { readonly method: string; readonly url: object },
): object[] {
  return Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, reference]) => {
      const response = resolve(document, reference);
      const value = exampleOf(document, response.content?.['application/json']);
      if (value === undefined) return [];
      return [
        {
          name: operation.summary,
          originalRequest: { method: request.method, url: request.url },
          status: response.description,
          code: Number(status),
          _postman_previewlanguage: 'json',
          header: [{ key: 'Content-Type', value: 'application/json; charset=utf-8' }],
          body: pretty(value),
        },
      ];
    });
}

function exampleOf(document: Document, content: Content | undefined): unknown {
  const [example] = Object.values(content?.examples ?? {});
  return example === undefined ? undefined : resolve(document, example).value;
}

function resolve<Part extends Reference>(document: Document, part: Part): Part {
  if (part.$ref === undefined) return part;
  const keys = part.$ref.split('/').slice(1);
  return keys.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document) as Part;
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
