// Writes clients/postman/fifthwheel.json, a collection for Postman, from docs/openapi.json. With --check it only reports when it is
// outdated.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const file = path.join(root, 'clients', 'postman', 'fifthwheel.json');
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const document = JSON.parse(readFileSync(path.join(root, 'docs', 'openapi.json'), 'utf8'));

const resolve = (part) =>
  part?.$ref === undefined
    ? part
    : part.$ref
        .split('/')
        .slice(1)
        .reduce((place, key) => place[key], document);
const pretty = (value) => JSON.stringify(value, null, 2);

/** What a sign-in fills, so that every later request has it. */
const SIGNED_IN = [
  'const answer = pm.response.json();',
  "pm.test('signed in', () => pm.expect(answer.data.accessToken).to.be.a('string'));",
  "pm.collectionVariables.set('accessToken', answer.data.accessToken);",
  "pm.collectionVariables.set('refreshToken', answer.data.refreshToken);",
];
const SCRIPTS = { 'auth.login': SIGNED_IN, 'auth.refresh': SIGNED_IN };
const BODIES = {
  'auth.login': { email: '{{email}}', password: '{{password}}' },
  'auth.refresh': { refreshToken: '{{refreshToken}}' },
};

function itemOf(template, method, operation, common = []) {
  const parameters = [...common, ...(operation.parameters ?? [])].map(resolve);
  const request = {
    method: method.toUpperCase(),
    description: operation.description ?? '',
    url: urlOf(template, parameters),
    header: [{ key: 'Accept', value: 'application/json' }],
    ...bodyOf(operation),
    ...authOf(operation),
  };
  const script = SCRIPTS[operation.operationId];
  return {
    name: operation.summary,
    id: operation.operationId,
    request,
    ...(script === undefined
      ? {}
      : { event: [{ listen: 'test', script: { type: 'text/javascript', exec: script } }] }),
    response: responsesOf(operation, request),
  };
}

function urlOf(template, parameters) {
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
  const asked = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  return {
    raw: `{{baseUrl}}/v1/${segments.join('/')}${asked.length === 0 ? '' : `?${asked.join('&')}`}`,
    host: ['{{baseUrl}}'],
    path: ['v1', ...segments],
    ...(query.length === 0 ? {} : { query }),
    ...(variable.length === 0 ? {} : { variable }),
  };
}

const textOf = (value) => (Array.isArray(value) ? value.join(',') : String(value));

function bodyOf({ operationId, requestBody }) {
  const content = requestBody?.content ?? {};
  const json = content['application/json'];
  if (json !== undefined) {
    const example = BODIES[operationId] ?? resolve(Object.values(json.examples ?? {})[0])?.value;
    return {
      body: { mode: 'raw', raw: pretty(example ?? {}), options: { raw: { language: 'json' } } },
    };
  }
  const form = resolve(content['multipart/form-data']?.schema);
  if (form === undefined) return {};
  const formdata = Object.entries(form.properties).map(([key, schema]) => {
    const isFile = (schema.items ?? schema).format === 'binary';
    return {
      key,
      type: isFile ? 'file' : 'text',
      ...(isFile ? { src: [] } : { value: textOf(schema.default ?? '') }),
      description: schema.description ?? '',
      disabled: !(form.required ?? []).includes(key),
    };
  });
  return { body: { mode: 'formdata', formdata } };
}

/** The collection's token, unless nobody needs one. */
function authOf({ security, operationId }) {
  const isOpen = (security ?? document.security).some((way) => Object.keys(way).length === 0);
  return isOpen || operationId in BODIES ? { auth: { type: 'noauth' } } : {};
}

function responsesOf(operation, request) {
  return Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, reference]) => {
      const answer = resolve(reference);
      const json = answer.content?.['application/json'];
      const value = json?.example ?? resolve(Object.values(json?.examples ?? {})[0])?.value;
      if (value === undefined) return [];
      return [
        {
          name: operation.summary,
          originalRequest: { method: request.method, url: request.url },
          status: answer.description,
          code: Number(status),
          _postman_previewlanguage: 'json',
          header: [{ key: 'Content-Type', value: 'application/json; charset=utf-8' }],
          body: pretty(value),
        },
      ];
    });
}

const items = Object.entries(document.paths).flatMap(([template, methods]) =>
  METHODS.filter((method) => methods[method] !== undefined).map((method) => ({
    tag: methods[method].tags[0],
    item: itemOf(template, method, methods[method], methods.parameters),
  })),
);
const variables = {
  baseUrl: 'http://127.0.0.1:3000',
  email: '',
  password: '',
  accessToken: '',
  refreshToken: '',
};
const collection = {
  info: {
    name: document.info.title,
    description:
      'Fill `baseUrl`, `email` and `password`, then send “Sign in”: it fills the tokens that all other requests use.',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  // Postman would send keys and bodies to wherever a redirect leads.
  protocolProfileBehavior: { followRedirects: false },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{accessToken}}', type: 'string' }] },
  variable: Object.entries(variables).map(([key, value]) => ({ key, value, type: 'string' })),
  item: document.tags
    .map(({ name, description }) => ({
      name,
      description,
      item: items.filter(({ tag }) => tag === name).map(({ item }) => item),
    }))
    .filter(({ item }) => item.length > 0),
};

const text = `${JSON.stringify(collection, null, 1)}\n`;
if (!process.argv.includes('--check')) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
  console.error('not up to date: clients/postman/fifthwheel.json; run npm run docs');
  process.exit(1);
}
