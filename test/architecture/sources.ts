import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';

const SRC = path.join(PACKAGE_ROOT, 'src');

export interface Import {
  readonly target: string;
  readonly isType: boolean;
}

export interface Source {
  /** Path relative to src/; a file of a package starts with `../packages/`. */
  readonly file: string;
  readonly text: string;
  /** Source text without comments. */
  readonly code: string;
  /** Imports of files of this project. */
  readonly imports: readonly Import[];
}

const IMPORT = /^(?:import|export)\s+(type\s)?(?:([^'"]*?)\sfrom\s)?['"](\.[^'"]+)['"]/gm;
const DYNAMIC_IMPORT = /\bimport\(\s*['"](\.[^'"]+)['"]/g;
const COMMENT = /^\s*\/\/.*$|\s\/\/ .*$|\/\*[\s\S]*?\*\//gm;

function read(file: string): Source {
  const full = path.join(SRC, file);
  const text = readFileSync(full, 'utf8');
  const targetOf = (specifier = ''): string =>
    path.relative(SRC, path.resolve(path.dirname(full), specifier));
  const imports = [
    ...[...text.matchAll(IMPORT)].map((match) => ({
      target: targetOf(match[3]),
      isType: match[1] !== undefined,
    })),
    ...[...text.matchAll(DYNAMIC_IMPORT)].map((match) => ({
      target: targetOf(match[1]),
      isType: false,
    })),
  ];
  return { file, text, code: text.replaceAll(COMMENT, ''), imports };
}

const PACKAGES = '../packages';

/** Source files of the program and its packages, without tests and build output. */
export const sources: readonly Source[] = [
  '',
  ...readdirSync(path.join(SRC, PACKAGES)).map((name) => `${PACKAGES}/${name}/src`),
].flatMap((folder) =>
  readdirSync(path.join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts') && !file.includes('/generated/'))
    .map((file) => read(path.join(folder, file))),
);

/** Returns the modules that a browser file imports. */
export function importsOf(file: string): readonly string[] {
  return [...readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(
    (match) => match[1] ?? '',
  );
}

/** Returns the directory of a file's package, relative to src/; null for a file of the program. */
export function packageOf(file: string): string | null {
  return /^\.\.\/packages\/[^/]+/.exec(file)?.[0] ?? null;
}

export function moduleOf(file: string): string | null {
  return /^modules\/([^/]+)\//.exec(file)?.[1] ?? null;
}

/** Returns the unit of a file: a module or a directory of src/. */
export function unitOf(file: string): string {
  return moduleOf(file) ?? file.split('/')[0] ?? '';
}

/** Returns the groups of nodes that can reach each other. */
export function cyclesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    lowest.set(node, order.get(node) ?? 0);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next))
        lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? Infinity));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) cycles.push(group.toSorted());
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return cycles;
}
