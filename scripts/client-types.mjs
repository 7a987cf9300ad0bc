// Writes the generated part of clients/typescript from the built openapi.json: the types of all schemas, the methods, and the
// table of requests behind them; and the same from openapi.admin.json for the admin console.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const TARGETS = [
  { from: 'openapi.json', folder: 'clients/typescript/src/generated', calls: '../call.ts' },
  {
    from: 'openapi.admin.json',
    folder: 'browser/app/admin/generated',
    calls: '../../../../clients/typescript/src/call.ts',
  },
];

const nameOf = (ref) => ref.slice(ref.lastIndexOf('/') + 1);
const isName = (key) => /^[A-Za-z_$][\w$]*$/.test(key);
const keyOf = (key) => (isName(key) ? key : JSON.stringify(key));

function comment(text, indent = '') {
  if (text === undefined) return '';
  const lines = text.replaceAll('*/', '* /').split('\n');
  return lines.length === 1
    ? `${indent}/** ${lines[0]} */\n`
    : `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/** The type of a schema, as text. */
function typeOf(schema, indent = '') {
  if (schema === undefined || schema === true) return 'unknown';
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined && schema.properties === undefined)
    return [...new Set(union.map((part) => typeOf(part, indent)))].join(' | ');
  const parts = (schema.allOf ?? []).filter((part) => part.if === undefined);
  if (parts.length > 0) return parts.map((part) => typeOf(part, indent)).join(' & ');
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ');
  switch (schema.type) {
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array': {
      const items = typeOf(schema.items, indent);
      return / [|&] /.test(items) ? `(${items})[]` : `${items}[]`;
    }
    default:
      return objectType(schema, indent);
  }
}

function objectType(schema, indent) {
  const properties = Object.entries(schema.properties ?? {});
  const { additionalProperties: others } = schema;
  if (properties.length === 0) {
    if (others === undefined) return schema.type === 'object' ? 'Record<string, unknown>' : 'unknown';
    return others === false ? 'Record<string, never>' : `Record<string, ${typeOf(others, indent)}>`;
  }
  return `{\n${propertiesOf(properties, new Set(schema.required), indent)}${indent}}`;
}

function propertiesOf(properties, required, indent) {
  const inner = `${indent}  `;
  return properties
    .map(([key, schema]) => {
      const type = typeOf(schema, inner);
      const line = required.has(key) ? `${keyOf(key)}: ${type}` : `${keyOf(key)}?: ${type} | undefined`;
      return `${comment(schema.description, inner)}${inner}${line};\n`;
    })
    .join('');
}

function named([name, schema]) {
  const isPlain = schema.type === 'object' && schema.properties !== undefined && schema.anyOf === undefined;
  if (isPlain && !(schema.allOf ?? []).some((part) => part.if === undefined)) {
    const body = propertiesOf(Object.entries(schema.properties), new Set(schema.required), '');
    return `${comment(schema.description)}export interface ${name} {\n${body}}\n`;
  }
  return `${comment(schema.description)}export type ${name} = ${typeOf(schema)};\n`;
}

function readOperation({ resolve, components }, template, method, operation, common = []) {
  const sharedOr = (kind, part) => (part.$ref === undefined ? part : components[kind][nameOf(part.$ref)]);
  const parameters = [...common, ...(operation.parameters ?? [])].map((parameter) =>
    sharedOr('parameters', parameter),
  );
  const content = operation.requestBody?.content ?? {};
  const responses = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => answerOf(resolve, sharedOr('responses', response).content));
  const paged = responses.find(({ items }) => items !== undefined);
  const [group, verb] = operation.operationId.split('.').slice(-2);
  return {
    group,
    verb,
    request: `${method.toUpperCase()} ${template}`,
    text: `${operation.summary}${operation.description === undefined ? '' : `\n\n${operation.description}`}`,
    path: parameters.filter((parameter) => parameter.in === 'path'),
    query: parameters.filter((parameter) => parameter.in === 'query'),
    body: [...new Set(Object.values(content).map(({ schema }) => typeOf(schema)))],
    isForm: content['multipart/form-data'] !== undefined && content['application/json'] === undefined,
    needsBody: operation.requestBody?.required === true,
    isRepeatable: parameters.some(({ name }) => name === 'Idempotency-Key'),
    answer: [...new Set(responses.flatMap(({ types }) => types))].join(' | '),
    ...(paged === undefined ? {} : { list: paged.list, items: paged.items }),
  };
}

/** Result type of a call: the data of the envelope, or a file. */
function answerOf(resolve, content) {
  const types = Object.entries(content ?? {}).map(([mediaType, { schema }]) =>
    mediaType === 'application/json' ? typeOf(resolve(schema).properties?.data) : 'Blob',
  );
  const data = resolve(resolve(content?.['application/json']?.schema)?.properties?.data);
  if (data?.properties?.pagination === undefined) return { types: types.length === 0 ? ['void'] : types };
  const [list, schema] = Object.entries(data.properties).find(([, value]) => value.type === 'array');
  return { types, list, items: typeOf(schema.items) };
}

function methodOf(operation) {
  const { path: inPath, query, body } = operation;
  const pathArguments = inPath.map(({ name }) => `${name}: string`);
  if (body.length > 0)
    pathArguments.push(`body${operation.needsBody ? '' : '?'}: ${body.join(' | ')} | FormData`);
  if (query.length > 0) {
    const required = new Set(query.filter((parameter) => parameter.required).map(({ name }) => name));
    const properties = query.map(({ name, schema, description }) => [
      name,
      schema.$ref === undefined ? { description, ...schema } : schema,
    ]);
    pathArguments.push(
      `query${required.size > 0 ? '' : '?'}: {\n${propertiesOf(properties, required, '    ')}    }`,
    );
  }
  pathArguments.push('options?: CallOptions');
  const response =
    operation.items === undefined
      ? `Call<${operation.answer}>`
      : `PagedCall<${operation.answer}, ${operation.items}>`;
  return `${comment(operation.text, '    ')}    ${operation.verb}(${pathArguments.join(', ')}): ${response};\n`;
}

/** `METHOD /path` and, after it, what the client must know: `#list` that pages hold, `f` form, `k` key, `q` query, `b` body. */
function tableRow(operation) {
  const marks = [
    operation.isForm ? 'f' : '',
    operation.isRepeatable ? 'k' : '',
    operation.body.length > 0 ? 'b' : '',
    operation.query.length > 0 ? 'q' : '',
  ].join('');
  const list = operation.list === undefined ? '' : `#${operation.list}`;
  return `    ${operation.verb}: '${operation.request} ${marks}${list}',\n`;
}

/** By the first part of their names; Map.groupBy needs Node.js 21. */
function groupsOf(list) {
  const found = new Map();
  for (const item of list) found.set(item.group, [...(found.get(item.group) ?? []), item]);
  return found;
}

/** The generated files of a document, by name. */
function filesOf({ from, calls }) {
  const document = JSON.parse(readFileSync(path.join(root, 'dist', 'reference', from), 'utf8'));
  const { components } = document;
  const { schemas } = components;
  const resolve = (schema) => (schema?.$ref === undefined ? schema : schemas[nameOf(schema.$ref)]);
  const isEnvelope = (schema) => schema.properties?.success !== undefined;
  const note = `// Generated from ${from} by \`npm run build\`; do not edit.\n`;
  const operations = Object.entries(document.paths).flatMap(([template, methods]) =>
    METHODS.filter((method) => methods[method] !== undefined).map((method) =>
      readOperation({ resolve, components }, template, method, methods[method], methods.parameters),
    ),
  );
  const groups = [...groupsOf(operations)];
  const types = Object.entries(schemas).filter(([, schema]) => !isEnvelope(schema));
  const names = types.map(([name]) => name);
  const methods = groups
    .map(([group, rows]) => `  ${group}: {\n${rows.map(methodOf).join('')}  };\n`)
    .join('');
  const used = names.filter((name) =>
    new RegExp(`\\b${name}\\b`).test(methods.replaceAll(/\/\*\*[\s\S]*?\*\//g, '')),
  );
  return {
    'types.ts': `${note}\n${types.map(named).join('\n')}`,
    'api.ts': `${note}import type { Call, CallOptions, PagedCall } from '${calls}';\nimport type {\n${used.map((name) => `  ${name},\n`).join('')}} from './types.ts';\n\n/** The methods of the client. */\nexport interface Api {\n${methods}}\n`,
    'requests.ts': `${note}\n/** The request of each method. */\nexport const REQUESTS = {\n${groups
      .map(([group, rows]) => `  ${group}: {\n${rows.map(tableRow).join('')}  },\n`)
      .join('')}};\n`,
  };
}

for (const target of TARGETS) {
  const folder = path.join(root, target.folder);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(filesOf(target))) writeFileSync(path.join(folder, name), text);
}
