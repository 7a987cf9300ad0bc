// The sentences of the program, read from its sources: the first argument of `t()`, and what `notFound()` and `found()` name.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from './catalogs.mjs';

const ANYTHING = '.+';
const SOURCE = /(?<!\.test)\.tsx?$/;

/** @returns `{ pattern, text, file }` of each: text is null where words of the sentence come from a table */
export function readSentences() {
  const sources = path.join(root, 'src');
  return readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => SOURCE.test(name))
    .flatMap((name) => sentencesIn(path.join(sources, name)));
}

function sentencesIn(file) {
  const found = [];
  visit(parseSync(file, readFileSync(file, 'utf8')).program, ({ callee, arguments: [first] }) => {
    if (first === undefined) return;
    if (callee.name === 't') found.push(...textsOf(first));
    if (callee.name === 'notFound' || callee.name === 'found')
      found.push(...textsOf(first).map((parts) => around('There is no such ', parts, '.')));
  });
  return found.map((parts) => ({
    file: path.relative(root, file),
    text: parts.length === 1 ? parts[0] : null,
    pattern: new RegExp(`^${parts.map(escaped).join(ANYTHING)}$`, 's'),
  }));
}

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const around = (before, parts, after) =>
  parts.map((part, i) => (i === 0 ? before : '') + part + (i === parts.length - 1 ? after : ''));

/** Returns the fixed parts of the texts that an expression can produce, if they are literal. */
function textsOf(node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return [[node.value]];
  if (node.type === 'TemplateLiteral') return [node.quasis.map(({ value }) => value.cooked)];
  if (node.type === 'ConditionalExpression') return [...textsOf(node.consequent), ...textsOf(node.alternate)];
  return [];
}

function visit(node, onCall) {
  if (node.type === 'CallExpression') onCall(node);
  for (const child of Object.values(node))
    for (const each of Array.isArray(child) ? child : [child])
      if (typeof each?.type === 'string') visit(each, onCall);
}
