/**
 * The sentences with which the server refuses, read from its sources. An expression is followed as far as its words are in the
 * sources: through constants, conditions, tables of words, functions that make sentences and those that pass them on. What is
 * only known when it runs is `{}`.
 */
import path from 'node:path';
import { type Node, parseSync } from 'oxc-parser';
import { sources } from './sources.ts';

/** A node of the tree, read without its types: the walk asks for what it needs. */
interface Tree {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface File {
  readonly name: string;
  readonly top: ReadonlyMap<string, Tree>;
  readonly imports: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
}

/** Where a name may stand for something that is known from the call. */
interface Scope {
  readonly file: File;
  /** From the function outwards. */
  readonly functions: readonly Tree[];
  readonly bound: ReadonlyMap<string, Value>;
}

interface Value {
  readonly node: Tree;
  readonly scope: Scope;
}

export interface Sentence {
  readonly text: string;
  readonly file: string;
}

const PLACE = '{}';
const VARIANTS_MAX = 200;
const DEPTH_MAX = 12;

/** Calls whose argument is a sentence: the name, and which argument. */
const SAYING = new Map<string, Set<number>>([
  ['AppError', new Set([1])],
  ['invalidField', new Set([1])],
  ['rateLimited', new Set([0])],
  ['errorAt', new Set([1])],
  ['warningAt', new Set([1])],
  ['problem', new Set([2])],
  ['FileProblem', new Set([1])],
  ['ImportFailure', new Set([1])],
  ['FetchFailure', new Set([0])],
  ['unreadable', new Set([1])],
]);
/** Properties that hold a sentence, in an object that has one of the others too, and what comes before it. */
const SAYING_PROPERTIES: Readonly<
  Record<string, { readonly beside?: readonly string[]; readonly before?: string }>
> = {
  message: { beside: ['field', 'reason'] },
  problem: {},
  errorMessage: {},
  patternHint: { before: 'must be ' },
  are: { before: 'is not a ' },
  refusal: { beside: ['isFor'] },
};

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

function* childrenOf(node: Tree): Generator<Tree> {
  for (const [key, value] of Object.entries(node)) {
    if (key === 'parent') continue;
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) if (isTree(each)) yield each;
  }
}

const isFunction = ({ type }: Tree): boolean =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';
const nameOf = (node: unknown): string =>
  isTree(node) && (node.type === 'Identifier' || node.type === 'PrivateIdentifier')
    ? String(node['name'])
    : '';
/** The name that is called: of a method its own. */
const calledName = (callee: Tree): string =>
  nameOf(callee) || (callee.type === 'MemberExpression' ? nameOf(callee['property']) : '');
const bare = (node: Tree): Tree =>
  [
    'TSAsExpression',
    'TSSatisfiesExpression',
    'TSNonNullExpression',
    'ParenthesizedExpression',
    'AwaitExpression',
    'ChainExpression',
  ].includes(node.type)
    ? bare((node['expression'] ?? node['argument']) as Tree)
    : node;

function parse(name: string, text: string): File & { readonly program: Tree } {
  const program = parseSync(name, text).program as Node as unknown as Tree;
  const top = new Map<string, Tree>();
  const imports = new Map<string, { file: string; name: string }>();
  for (const statement of program['body'] as Tree[]) {
    if (statement.type === 'ImportDeclaration') {
      const from = String((statement['source'] as Tree)['value']);
      if (!from.startsWith('.')) continue;
      const file = path.join(path.dirname(name), from);
      for (const specifier of statement['specifiers'] as Tree[])
        imports.set(nameOf(specifier['local']), { file, name: nameOf(specifier['imported']) });
      continue;
    }
    const declaration = (statement['declaration'] ?? statement) as Tree;
    if (isFunction(declaration)) top.set(nameOf(declaration['id']), declaration);
    if (declaration.type === 'VariableDeclaration')
      for (const each of declaration['declarations'] as Tree[]) {
        if (isTree(each['init'])) top.set(nameOf(each['id']), each['init']);
      }
    if (statement.type === 'ExportNamedDeclaration' && isTree(statement['source']))
      for (const each of statement['specifiers'] as Tree[])
        imports.set(nameOf(each['exported']), {
          file: path.join(path.dirname(name), String(statement['source']['value'])),
          name: nameOf(each['local']),
        });
  }
  return { name, top, imports, program };
}

class Reader {
  readonly #files: ReadonlyMap<string, File & { readonly program: Tree }>;
  readonly #found = new Map<string, Sentence>();
  /** Of methods and functions that have no name of their own. */
  readonly #methodNames: ReadonlyMap<Tree, readonly [file: string, name: string]>;
  readonly #saying = new Map(SAYING);
  #grew = true;

  constructor() {
    const read = sources.filter(({ file }) => !/^(?:bin|config|modules\/demo)\//.test(file));
    this.#files = new Map(read.map(({ file, text }) => [file, parse(file, text)]));
    this.#methodNames = new Map(
      [...this.#files.values()].flatMap(({ name, program }) =>
        [...methodsIn(program)].map(([node, called]) => [node, [name, called]] as const),
      ),
    );
  }

  /** Again as long as functions are found that pass a sentence on. */
  read(): readonly Sentence[] {
    while (this.#grew) {
      this.#grew = false;
      for (const file of this.#files.values())
        this.#visit(file.program, { file, functions: [], bound: new Map() });
    }
    return [...this.#found.values()];
  }

  #visit(node: Tree, scope: Scope): void {
    const inside = isFunction(node) ? { ...scope, functions: [node, ...scope.functions] } : scope;
    if (node.type === 'NewExpression' || node.type === 'CallExpression') {
      const name = calledName(node['callee'] as Tree);
      const given = node['arguments'] as Tree[];
      for (const at of this.#saying.get(name) ?? [])
        if (given[at] !== undefined) this.#keep(given[at], inside);
      if (name === 'notFound' || name === 'found')
        for (const text of given[0] === undefined ? [] : this.textsOf(given[0], inside))
          this.#add(`There is no such ${text}.`, inside);
    }
    if (node.type === 'ObjectExpression') this.#visitObject(node, inside);
    for (const child of childrenOf(node)) this.#visit(child, inside);
  }

  #visitObject(node: Tree, scope: Scope): void {
    const properties = (node['properties'] as Tree[]).filter(({ type }) => type === 'Property');
    const names = properties.map((property) => nameOf(property['key']));
    for (const property of properties) {
      const saying = SAYING_PROPERTIES[nameOf(property['key'])];
      if (saying === undefined || saying.beside?.some((name) => names.includes(name)) === false) continue;
      this.#keep(property['value'] as Tree, scope, saying.before);
    }
  }

  #keep(node: Tree, scope: Scope, before = ''): void {
    this.#passesOn(node, scope);
    for (const text of this.textsOf(node, scope)) this.#add(before + text, scope);
  }

  #add(text: string, { file }: Scope): void {
    // A single word is a name or a code.
    if (!/[a-z] |[A-Z] /.test(text.replaceAll(PLACE, ''))) return;
    if (!this.#found.has(text)) this.#found.set(text, { text, file: file.name });
  }

  /** A function whose parameter is the sentence, or all of it: its callers say it. */
  #passesOn(node: Tree, { functions, file }: Scope): void {
    const name = nameOf(bare(node));
    if (name === '') return;
    for (const each of functions) {
      const at = (each['params'] as Tree[]).findIndex((parameter) => nameOf(parameter) === name);
      if (at === -1) continue;
      const called =
        nameOf(each['id']) ||
        [...file.top].find(([, value]) => value === each)?.[0] ||
        this.#methodNames.get(each)?.[1] ||
        '';
      if (called === '' || called === 'constructor') return;
      const known = this.#saying.get(called) ?? new Set();
      if (!known.has(at)) {
        this.#saying.set(called, known.add(at));
        this.#grew = true;
      }
      return;
    }
  }

  #methodsOf(file: File, name: string): readonly Value[] {
    return [...this.#methodNames]
      .filter(([node, [of, called]]) => of === file.name && called === name && isFunction(node))
      .map(([node]) => ({ node, scope: { file, functions: [], bound: new Map() } }));
  }

  /** Every text that the expression can be. */
  textsOf(node: Tree, scope: Scope, depth = 0): readonly string[] {
    if (depth > DEPTH_MAX) return [PLACE];
    const of = (inner: unknown): readonly string[] => this.textsOf(inner as Tree, scope, depth + 1);
    const expression = bare(node);
    switch (expression.type) {
      case 'Literal':
        return typeof expression['value'] === 'string'
          ? [expression['value']]
          : typeof expression['value'] === 'number'
            ? [String(expression['value'])]
            : [];
      case 'TemplateLiteral': {
        const parts = (expression['quasis'] as Tree[]).map(
          (part) => (part['value'] as { cooked: string }).cooked,
        );
        const values = expression['expressions'] as Tree[];
        let texts: readonly string[] = [parts[0] ?? ''];
        values.forEach((value, at) => {
          texts = joined(joined(texts, orPlace(of(value))), [parts[at + 1] ?? '']);
        });
        return texts;
      }
      case 'ConditionalExpression':
        return [...of(expression['consequent']), ...of(expression['alternate'])];
      case 'LogicalExpression':
        return [...of(expression['left']), ...of(expression['right'])];
      case 'BinaryExpression':
        return expression['operator'] === '+'
          ? joined(orPlace(of(expression['left'])), orPlace(of(expression['right'])))
          : [PLACE];
      case 'Identifier': {
        if (nameOf(expression) === 'undefined') return [];
        const value = this.#valueOf(nameOf(expression), scope);
        return value === undefined ? [PLACE] : this.textsOf(value.node, value.scope, depth + 1);
      }
      case 'MemberExpression': {
        const owner = this.#objectOf(expression['object'] as Tree, scope);
        return owner === undefined
          ? [PLACE]
          : valuesIn(owner.node).flatMap((value) => this.textsOf(value, owner.scope, depth + 1));
      }
      case 'CallExpression': {
        const name = calledName(expression['callee'] as Tree);
        const given = expression['arguments'] as Tree[];
        if (name === 'asSentence')
          return joined(of(given[0]), ['.']).map((text) => text.replace(/\?\.$/, '?'));
        if (name === 'String' || name === 'JSON') return [PLACE];
        const functions = this.#functionsOf(expression['callee'] as Tree, scope, depth + 1);
        if (functions.length === 0) return [PLACE];
        return functions.flatMap((each) =>
          this.#returned(
            each,
            depth + 1,
            given.map((node) => ({ node, scope })),
          ),
        );
      }
      // What is said by keyword.
      case 'ObjectExpression':
        return valuesIn(expression).flatMap(of);
      case 'ArrowFunctionExpression':
        return this.#returned({ node: expression, scope }, depth + 1);
      default:
        return [PLACE];
    }
  }

  #returned({ node, scope }: Value, depth: number, given: readonly Value[] = []): readonly string[] {
    const bound = new Map(scope.bound);
    (node['params'] as Tree[]).forEach((parameter, at) => {
      const value = given[at];
      if (value !== undefined && nameOf(parameter) !== '') bound.set(nameOf(parameter), value);
    });
    const inner: Scope = { ...scope, functions: [node, ...scope.functions], bound };
    return returnsOf(node).flatMap((value) => this.textsOf(value, inner, depth + 1));
  }

  #functionsOf(callee: Tree, scope: Scope, depth: number): readonly Value[] {
    if (depth > DEPTH_MAX) return [];
    const expression = bare(callee);
    if (isFunction(expression)) return [{ node: expression, scope }];
    if (expression.type === 'Identifier') {
      const value = this.#valueOf(nameOf(expression), scope);
      return value === undefined ? [] : this.#functionsOf(value.node, value.scope, depth + 1);
    }
    if (expression.type === 'MemberExpression') {
      if ((expression['object'] as Tree).type === 'ThisExpression')
        return this.#methodsOf(scope.file, nameOf(expression['property']));
      const owner = this.#objectOf(expression['object'] as Tree, scope);
      return owner === undefined
        ? []
        : valuesIn(owner.node).flatMap((value) => this.#functionsOf(value, owner.scope, depth + 1));
    }
    if (expression.type !== 'CallExpression') return [];
    const given = (expression['arguments'] as Tree[]).map((node) => ({ node, scope }));
    return this.#functionsOf(expression['callee'] as Tree, scope, depth + 1).flatMap((made) => {
      const bound = new Map(made.scope.bound);
      (made.node['params'] as Tree[]).forEach((parameter, at) => {
        if (given[at] !== undefined) bound.set(nameOf(parameter), given[at]);
      });
      const inner = { ...made.scope, functions: [made.node, ...made.scope.functions], bound };
      return returnsOf(made.node).flatMap((value) => this.#functionsOf(value, inner, depth + 1));
    });
  }

  /** A table of words. */
  #objectOf(node: Tree, scope: Scope): Value | undefined {
    const name = nameOf(bare(node));
    const value = name === '' ? undefined : this.#valueOf(name, scope);
    const found = value === undefined ? undefined : bare(value.node);
    return value !== undefined && found?.type === 'ObjectExpression'
      ? { node: found, scope: value.scope }
      : undefined;
  }

  #valueOf(name: string, scope: Scope): Value | undefined {
    for (const each of scope.functions) {
      const local = localIn(each, name);
      if (local !== undefined) return { node: local, scope };
      if ((each['params'] as Tree[]).some((parameter) => nameOf(parameter) === name))
        return scope.bound.get(name);
    }
    if (scope.bound.has(name)) return scope.bound.get(name);
    return this.#topOf(name, scope.file);
  }

  #topOf(name: string, file: File): Value | undefined {
    const node = file.top.get(name);
    if (node !== undefined) return { node, scope: { file, functions: [], bound: new Map() } };
    const from = file.imports.get(name);
    const other = from === undefined ? undefined : this.#files.get(from.file);
    return from === undefined || other === undefined ? undefined : this.#topOf(from.name, other);
  }
}

function* methodsIn(node: Tree): Generator<readonly [Tree, string]> {
  if (node.type === 'MethodDefinition') yield [node['value'] as Tree, nameOf(node['key'])];
  if (node.type === 'VariableDeclarator' && isTree(node['init']) && isFunction(node['init']))
    yield [node['init'], nameOf(node['id'])];
  for (const child of childrenOf(node)) yield* methodsIn(child);
}

const orPlace = (texts: readonly string[]): readonly string[] => (texts.length === 0 ? [PLACE] : texts);

function joined(left: readonly string[], right: readonly string[]): readonly string[] {
  const all = left.flatMap((before) => right.map((after) => before + after));
  return all.length > VARIANTS_MAX ? left.slice(0, VARIANTS_MAX).map((before) => before + PLACE) : all;
}

function valuesIn(object: Tree): readonly Tree[] {
  return (object['properties'] as Tree[]).flatMap((property) =>
    isTree(property['value']) ? [property['value']] : [],
  );
}

function returnsOf(node: Tree): readonly Tree[] {
  const body = node['body'];
  if (!isTree(body)) return [];
  if (body.type !== 'BlockStatement') return [body];
  return [...returnsIn(body)];
}

function* returnsIn(node: Tree): Generator<Tree> {
  if (node.type === 'ReturnStatement' && isTree(node['argument'])) yield node['argument'];
  for (const child of childrenOf(node)) if (!isFunction(child)) yield* returnsIn(child);
}

/** What a constant of the function stands for. */
function localIn(node: Tree, name: string): Tree | undefined {
  if (node.type === 'VariableDeclarator' && nameOf(node['id']) === name)
    return isTree(node['init']) ? node['init'] : undefined;
  for (const child of childrenOf(node)) {
    const found = localIn(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function readSentences(): readonly Sentence[] {
  return new Reader().read();
}
