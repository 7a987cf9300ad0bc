/** Checks compose.yaml and the Dockerfile without a container runtime: their form, and the files that they name. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { NAMES } from '../../src/config/variables.ts';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';

interface Service {
  readonly build?: string;
  readonly image: string;
  readonly environment?: Readonly<Record<string, unknown>>;
  readonly command?: readonly string[];
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly privileged?: boolean;
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly profiles?: readonly string[];
}

const read = (name: string): string => readFileSync(path.join(PACKAGE_ROOT, name), 'utf8');
const compose = read('compose.yaml');
const { services } = parse(compose, { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
};
const dockerfile = read('Dockerfile');
const instructions = (name: string): string[] =>
  [...dockerfile.matchAll(new RegExp(`^${name} (.+)$`, 'gm'))].map((match) => match[1] ?? '');
const PINNED = /^(?:[a-z]+\/)?[a-z]+:\d+\.\d+(?:\.\d+)?(?:-[a-z-]+)?@sha256:[0-9a-f]{64}$/;
const ownServices = Object.entries(services).filter(([, { build }]) => build !== undefined);
const otherServices = Object.entries(services).filter(([, { build }]) => build === undefined);

describe('compose.yaml', () => {
  it.each(Object.entries(services))('%s has no right that it does not need, and bounds', (name, service) => {
    expect(service).toMatchObject({
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      read_only: true,
      mem_limit: expect.stringMatching(/^(?:\$\{[A-Z_]+:-)?\d+[mg]\}?$/),
      pids_limit: expect.any(Number),
    });
    expect(service.privileged).toBeUndefined();
    if (name !== 'proxy') expect(service.cap_add).toBeUndefined();
  });

  it.each(otherServices)('%s is an image by digest, which a variable may replace', (_, { image }) => {
    const [, fallback] = /^\$\{[A-Z]+_IMAGE:-(.+)\}$/.exec(image) ?? [];
    expect(fallback).toMatch(PINNED);
  });

  it('has a search cluster of three nodes that find each other, each with its own data, for those who ask for it', () => {
    const nodes = Object.entries(services).filter(([, { profiles }]) => profiles !== undefined);
    const names = nodes.map(([name]) => name);
    expect(names).toEqual(['search-1', 'search-2', 'search-3']);
    for (const [name, { environment, profiles, volumes }] of nodes) {
      expect(profiles).toEqual(['search']);
      expect(environment).toMatchObject({
        'node.name': name,
        'discovery.seed_hosts': names.join(),
        'cluster.initial_cluster_manager_nodes': names.join(),
        OPENSEARCH_INITIAL_ADMIN_PASSWORD: '${OPENSEARCH_PASSWORD:-}',
      });
      expect(volumes?.map((volume) => volume.split(':')[0])).toEqual([name, `${name}-config`]);
    }
  });

  it('gives its servers settings that the program has, and no role that owns anything', () => {
    expect(ownServices.map(([name]) => name)).toEqual(['migrate', 'server-1', 'server-2', 'server-3']);
    for (const [name, { environment = {} }] of ownServices) {
      expect(Object.keys(environment).filter((key) => !NAMES.includes(key))).toEqual([]);
      expect(environment['DATABASE_URL']).toMatch(/^postgres:\/\/fifthwheel_app:/);
      expect(Object.hasOwn(environment, 'DATABASE_OWNER_URL')).toBe(name === 'migrate');
      expect(environment['REDIS_URL']).toMatch(/^redis:\/\/:\$\{REDIS_PASSWORD:\?/);
    }
    expect(services['redis']?.command?.join('\n')).toContain('requirepass $$REDIS_PASSWORD');
  });

  it('asks for every password, and has none itself', () => {
    const variables = [...compose.matchAll(/\$\{([A-Z0-9_]*(?:PASSWORD|SECRET)[A-Z0-9_]*)(.*?)\}/g)];
    expect(variables.length).toBeGreaterThan(8);
    // Required variables have no default; optional ones default to an empty value.
    expect(variables.filter(([, , rest]) => !/^:(?:\?.*|-)$/.test(rest ?? ''))).toEqual([]);
    const needed = new Set(variables.filter(([, , rest]) => rest?.startsWith(':?')).map(([, name]) => name));
    expect([...needed].toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
      'APP_SECRET',
      'DATABASE_OWNER_PASSWORD',
      'DATABASE_PASSWORD',
      'POSTGRES_PASSWORD',
      'REDIS_PASSWORD',
    ]);
    const written = [...compose.matchAll(/^ +\w*(?:PASSWORD|SECRET)\w*: *(?!\$\{)(\S.*)$/gm)];
    expect(written.map(([line]) => line)).toEqual([]);
  });

  it('mounts files and runs programs that are there', () => {
    const mounted = Object.values(services)
      .flatMap(({ volumes = [] }) => volumes)
      .map((volume) => volume.split(':')[0] ?? '')
      .filter((source) => source.startsWith('.'));
    expect(mounted.length).toBeGreaterThan(0);
    const programs = ownServices.flatMap(([, { command = [] }]) => command.slice(0, 1));
    expect(programs).toEqual(['migrate']);
    const sources = programs.map((program) => `src/bin/${program}.ts`);
    expect([...mounted, ...sources].filter((file) => !existsSync(path.join(PACKAGE_ROOT, file)))).toEqual([]);
  });
});

describe('the Dockerfile', () => {
  it('begins from one image by digest, which an argument may replace', () => {
    expect(instructions('ARG')).toEqual([expect.stringMatching(/^NODE_IMAGE=/)]);
    expect(instructions('ARG')[0]?.replace('NODE_IMAGE=', '')).toMatch(PINNED);
    expect(instructions('FROM').map((from) => from.split(' ')[0])).toEqual([
      '${NODE_IMAGE}',
      '${NODE_IMAGE}',
    ]);
    // A syntax directive would download an image.
    expect(dockerfile).not.toMatch(/^# *syntax *=/m);
  });

  it('copies existing files that are sent to the builder', () => {
    const sent = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = instructions('COPY')
      .filter((words) => !words.startsWith('--from'))
      .flatMap((words) => words.split(' ').slice(0, -1))
      .map((source) => source.replace(/\*$/, ''));
    expect(copied).toContain('src');
    expect(copied.filter((source) => !existsSync(path.join(PACKAGE_ROOT, source)))).toEqual([]);
    const isSent = (source: string): boolean => sent.some((prefix) => `${source}/`.startsWith(`${prefix}/`));
    expect(copied.filter((source) => !isSent(source))).toEqual([]);
  });

  it('runs the program itself, as an ordinary user', () => {
    expect(instructions('USER')).toEqual(['node']);
    expect(instructions('ENTRYPOINT')).toEqual(['["fifthwheel"]']);
    expect(instructions('CMD').at(-1)).toBe('["server"]');
  });
});
