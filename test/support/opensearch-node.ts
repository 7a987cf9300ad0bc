import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../bench/support/server.ts';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';

const run = promisify(execFile);
const SOURCES = path.join(PACKAGE_ROOT, 'test', 'opensearch', 'node');
/** Holds the libraries, which are downloaded once for all checkouts on a machine. */
const CACHE = path.join(os.homedir(), '.cache', 'fifthwheel');
const START_MS = 300_000;
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
/** Overrides the version of the project file. Version 3 requires Java 21 or newer; set JAVA_HOME. */
const VERSION = process.env['OPENSEARCH_TEST_VERSION'];
const JAVA_HOME = process.env['JAVA_HOME'];
const javaProgram = (name: string): string =>
  JAVA_HOME === undefined ? name : path.join(JAVA_HOME, 'bin', name);

export interface NodeOptions {
  readonly name?: string;
  /** Addresses of all nodes of the search cluster, including this one. Default: a cluster of one node. */
  readonly seeds?: readonly string[];
  readonly masters?: readonly string[];
  readonly httpPort?: number;
  readonly transportPort?: number;
  readonly home?: string;
  readonly heapMb?: number;
  /** Set for a node that runs for minutes: enables the optimizing compiler and the garbage collector of production nodes. */
  readonly lasts?: boolean;
}

/** An OpenSearch node in a child process that ends with this process. */
export class OpenSearchNode {
  readonly url: string;
  readonly home: string;
  readonly #process: ChildProcess;
  #output = '';

  private constructor(child: ChildProcess, url: string, home: string) {
    this.#process = child;
    this.url = url;
    this.home = home;
    const keepOutput = (chunk: Buffer) => (this.#output = (this.#output + String(chunk)).slice(-10_000));
    child.stdout?.on('data', keepOutput);
    child.stderr?.on('data', keepOutput);
  }

  static async start(options: NodeOptions = {}): Promise<OpenSearchNode> {
    const classPath = await buildClassPath();
    const httpPort = options.httpPort ?? (await freePort());
    const transportPort = options.transportPort ?? (await freePort());
    const home = options.home ?? (await mkdtemp(path.join(os.tmpdir(), 'fifthwheel-opensearch-')));
    await mkdir(path.join(home, 'config'), { recursive: true });
    await writeFile(path.join(home, 'config', 'log4j2.properties'), LOGGING);
    const heap = options.heapMb ?? 1024;
    const settings = {
      'cluster.name': 'fifthwheel-tests',
      'node.name': options.name ?? 'one',
      'http.host': '127.0.0.1',
      'http.port': httpPort,
      'transport.host': '127.0.0.1',
      'transport.port': transportPort,
      // A full disk on the test machine must not affect the result.
      'cluster.routing.allocation.disk.threshold_enabled': false,
      'action.auto_create_index': false,
      ...(options.seeds === undefined
        ? { 'discovery.type': 'single-node' }
        : {
            'discovery.seed_hosts': options.seeds.join(','),
            'cluster.initial_cluster_manager_nodes': (options.masters ?? []).join(','),
          }),
    };
    const child = spawn(
      javaProgram('java'),
      [
        `-Xmx${heap}m`,
        '-Xms256m',
        ...(options.lasts === true ? ['-XX:+UseG1GC'] : ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']),
        `-Dlog4j2.configurationFile=${path.join(home, 'config', 'log4j2.properties')}`,
        '-Dlog4j2.disable.jmx=true',
        '-cp',
        classPath,
        'OpenSearchNode',
        home,
        ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
      ],
      { stdio: ['pipe', 'pipe', 'pipe'] },
    );
    const node = new OpenSearchNode(child, `http://127.0.0.1:${httpPort}`, home);
    await node.#waitForNodes(options.seeds?.length ?? 1);
    return node;
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** Kills the process immediately, as if its machine failed. */
  kill(): void {
    this.#process.kill('SIGKILL');
  }

  pause(): void {
    this.#process.kill('SIGSTOP');
  }

  goOn(): void {
    this.#process.kill('SIGCONT');
  }

  async stop(options: { readonly keep?: boolean } = {}): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const exited = new Promise((resolve) => this.#process.once('exit', resolve));
      this.#process.kill('SIGKILL');
      await exited;
    }
    if (options.keep !== true) await rm(this.home, { recursive: true, force: true });
  }

  /** Waits until the node is part of a search cluster with this number of nodes. */
  async #waitForNodes(nodes: number): Promise<void> {
    const deadline = performance.now() + START_MS;
    while (performance.now() < deadline && this.#process.exitCode === null) {
      const health = `${this.url}/_cluster/health?wait_for_nodes=${nodes}&timeout=1s`;
      const response = await fetch(health, { signal: AbortSignal.timeout(5000) }).catch(() => null);
      if (response?.ok === true) return;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    await this.stop();
    throw new Error(`OpenSearch does not start:\n${this.#output}`);
  }
}

const LOGGING = `status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%d][%p][%c{1.}] %m%n
rootLogger.level = warn
rootLogger.appenderRef.console.ref = console
`;

/**
 * Downloads the libraries with Maven, compiles the launcher and returns the class path. The first process to finish
 * publishes the result for all others with an atomic rename.
 */
async function buildClassPath(): Promise<string> {
  const [project, launcher] = [path.join(SOURCES, 'pom.xml'), path.join(SOURCES, 'OpenSearchNode.java')];
  const digest = createHash('sha256');
  for (const source of [project, launcher]) digest.update(await readFile(source));
  // Classes compiled by a newer Java do not run on an older one.
  digest.update(JSON.stringify([VERSION, JAVA_HOME]));
  const place = path.join(CACHE, `opensearch-${digest.digest('hex').slice(0, 12)}`);
  const classPath = `${place}/classes:${place}/lib/*`;
  if (existsSync(place)) return classPath;
  await mkdir(CACHE, { recursive: true });
  const making = await mkdtemp(`${place}-`);
  const [libraries, classes] = [path.join(making, 'lib'), path.join(making, 'classes')];
  const version = VERSION === undefined ? [] : [`-Dopensearch=${VERSION}`];
  const copy = [COPY, `-DoutputDirectory=${libraries}`, ...version];
  await run('mvn', ['--batch-mode', '--quiet', '-f', project, ...copy]);
  await run(javaProgram('javac'), ['-cp', `${libraries}/*`, '-d', classes, launcher]);
  try {
    await rename(making, place);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    // Another process published the same build first.
    if (!existsSync(place)) throw error;
  }
  return classPath;
}
