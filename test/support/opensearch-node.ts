import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../bench/support/server.ts';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';

const run = promisify(execFile);
const SOURCES = path.join(PACKAGE_ROOT, 'test', 'opensearch', 'node');
/** Libraries that are fetched once for all checkouts of a machine. */
const CACHE = path.join(os.homedir(), '.cache', 'fifthwheel', 'opensearch-2.19.3');
const START_MS = Number(process.env['OPENSEARCH_START_MS'] ?? 180_000);
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';

export interface NodeOptions {
  readonly name?: string;
  /** Of all nodes of the cluster, this one among them; one alone when left out. */
  readonly seeds?: readonly string[];
  readonly masters?: readonly string[];
  readonly httpPort?: number;
  readonly transportPort?: number;
  readonly home?: string;
  readonly heapMb?: number;
}

/** A node of OpenSearch in a process of its own, which ends with this one. */
export class OpenSearchNode {
  readonly url: string;
  readonly home: string;
  readonly #process: ChildProcess;
  #output = '';

  private constructor(child: ChildProcess, url: string, home: string) {
    this.#process = child;
    this.url = url;
    this.home = home;
    const keep = (chunk: Buffer) => (this.#output = (this.#output + String(chunk)).slice(-10_000));
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
  }

  static async start(options: NodeOptions = {}): Promise<OpenSearchNode> {
    const classPath = await built();
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
      // A full disk of the machine is not what is tested.
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
      'nice',
      [
        '-n',
        process.env['CI'] === undefined ? '19' : '0',
        'java',
        `-Xmx${heap}m`,
        '-Xms256m',
        '-XX:+UseSerialGC',
        '-XX:TieredStopAtLevel=1',
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
    await node.#answers(options.seeds === undefined ? 1 : 0);
    return node;
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** At once, as a machine that fails. */
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
      const gone = new Promise((resolve) => this.#process.once('exit', resolve));
      this.#process.kill('SIGKILL');
      await gone;
    }
    if (options.keep !== true) await rm(this.home, { recursive: true, force: true });
  }

  async #answers(nodes: number): Promise<void> {
    const deadline = performance.now() + START_MS;
    const wanted = nodes === 0 ? '' : `?wait_for_nodes=${nodes}&timeout=1s`;
    while (performance.now() < deadline) {
      if (this.#process.exitCode !== null) break;
      const path_ = nodes === 0 ? '/' : `/_cluster/health${wanted}`;
      const answer = await fetch(this.url + path_, { signal: AbortSignal.timeout(5000) }).catch(() => null);
      if (answer?.ok === true) return;
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

/** The class path: libraries by Maven, and the launcher compiled. */
async function built(): Promise<string> {
  const [libraries, classes] = [path.join(CACHE, 'lib'), path.join(CACHE, 'classes')];
  const done = path.join(CACHE, 'complete');
  if (!existsSync(done)) {
    await mkdir(libraries, { recursive: true });
    await run('mvn', [
      '--batch-mode',
      '--quiet',
      '-f',
      path.join(SOURCES, 'pom.xml'),
      COPY,
      `-DoutputDirectory=${libraries}`,
    ]);
    await writeFile(done, '');
  }
  await mkdir(classes, { recursive: true });
  await run('javac', ['-cp', `${libraries}/*`, '-d', classes, path.join(SOURCES, 'OpenSearchNode.java')]);
  return `${classes}:${libraries}/*`;
}
