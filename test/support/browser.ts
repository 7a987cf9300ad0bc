/**
 * A real Chromium for tests of pages. A package contains it in compressed form for Linux on x64; on other systems, set
 * CHROMIUM_PATH. The launcher of the package disables web security, so this file unpacks and starts the browser itself.
 */
import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { freePort } from '../../bench/support/server.ts';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { createTestApp, type TestApp, type TestAppOptions } from './test-app.ts';

export interface BrowserForTests {
  readonly browser: Browser;
  /** Origin of the application under test. */
  readonly origin: string;
  open(url: string, options?: OpenOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly phone?: boolean;
  readonly dark?: boolean;
  readonly withoutScript?: boolean;
  readonly locale?: string;
  /** Time zone of the device, such as `Asia/Tokyo`. */
  readonly timeZone?: string;
  /** Default: `networkidle`, half a second after the last request. */
  readonly waitUntil?: 'load';
}

export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors and violations of the content security policy so far. */
  readonly errors: readonly string[];
}

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Creates an app whose BASE_URL is the address that `startBrowser` opens, because browser sessions work only there. */
export async function createAppForBrowser(options: TestAppOptions = {}): Promise<TestApp> {
  const BASE_URL = `http://127.0.0.1:${await freePort()}`;
  return createTestApp({ ...options, env: { BASE_URL, ...options.env } });
}

/** Starts a browser on an app from `createAppForBrowser`, which listens at its BASE_URL. */
export async function startBrowser(t: TestApp): Promise<BrowserForTests> {
  const { hostname: host, port } = new URL(t.app.platform.config.baseUrl);
  if (host !== '127.0.0.1') throw new Error('create the app with createAppForBrowser');
  const origin = await t.http.listen({ port: Number(port), host });
  const browser = await sharedChromium();
  return {
    browser,
    origin,
    async open(url, options = {}) {
      const context = await browser.newContext({
        viewport: options.phone === true ? PHONE : DESKTOP,
        hasTouch: options.phone === true,
        colorScheme: options.dark === true ? 'dark' : 'light',
        javaScriptEnabled: options.withoutScript !== true,
        locale: options.locale ?? 'en-GB',
        ...(options.timeZone === undefined ? {} : { timezoneId: options.timeZone }),
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(`${origin}${url}`, { waitUntil: options.waitUntil ?? 'networkidle' });
      return { page, context, errors };
    },
    /** Closes the pages; the browser process stays open for the next file. */
    async close() {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
  };
}

let shared: Browser | undefined;

/** Returns the browser process shared by all files of a worker, which run one after the other. It ends with the worker. */
async function sharedChromium(): Promise<Browser> {
  if (shared?.isConnected() !== true) shared = await launchChromium();
  return shared;
}

export async function launchChromium(): Promise<Browser> {
  const { executable, libraries, fonts } = await findChromium();
  return chromium.launch({
    executablePath: executable,
    // Chromium cannot start its sandbox as root in a container.
    args: ['--no-sandbox'],
    env: {
      ...(process.env as Record<string, string>),
      LANG: 'en_US.UTF-8',
      ...(libraries === null ? {} : { LD_LIBRARY_PATH: libraries }),
      ...(fonts === null ? {} : { FONTCONFIG_PATH: fonts }),
    },
  });
}

interface Chromium {
  readonly executable: string;
  /** Directory of shared libraries and fonts that minimal systems lack; null if the system has its own. */
  readonly libraries: string | null;
  readonly fonts: string | null;
}

async function findChromium(): Promise<Chromium> {
  const configuredPath = process.env['CHROMIUM_PATH'];
  if (configuredPath !== undefined) return { executable: configuredPath, libraries: null, fonts: null };
  const require = createRequire(import.meta.url);
  const packageDirectory = path.dirname(path.dirname(path.dirname(require.resolve('@sparticuz/chromium'))));
  const manifest = JSON.parse(await readFile(path.join(packageDirectory, 'package.json'), 'utf8')) as {
    version: string;
  };
  const home = path.join(PACKAGE_ROOT, 'node_modules', '.cache', `chromium-${manifest.version}`);
  await access(home).catch(() => unpack(path.join(packageDirectory, 'bin'), home));
  return {
    executable: path.join(home, 'chromium'),
    libraries: path.join(home, 'al2023', 'lib'),
    fonts: path.join(home, 'fonts', 'fonts'),
  };
}

/** Unpacks to a temporary directory and renames it, so that no process starts a partly unpacked browser. */
async function unpack(from: string, home: string): Promise<void> {
  await mkdir(path.dirname(home), { recursive: true });
  const temporaryHome = await mkdtemp(`${home}-`);
  const inflate = (name: string, target: string, mode?: number): Promise<void> =>
    pipeline(
      createReadStream(path.join(from, `${name}.br`)),
      createBrotliDecompress(),
      createWriteStream(target, mode === undefined ? {} : { mode }),
    );
  await inflate('chromium', path.join(temporaryHome, 'chromium'), 0o755);
  for (const [name, directory] of [
    ['al2023.tar', 'al2023'],
    ['fonts.tar', 'fonts'],
    ['swiftshader.tar', '.'],
  ] as const) {
    const archive = path.join(temporaryHome, name);
    await inflate(name, archive);
    await mkdir(path.join(temporaryHome, directory), { recursive: true });
    const run = spawnSync('tar', ['xf', archive, '-C', path.join(temporaryHome, directory)]);
    if (run.status !== 0) throw new Error(`${name} could not be unpacked: ${run.stderr.toString()}`);
    await rm(archive);
  }
  await rename(temporaryHome, home).catch(async (error: NodeJS.ErrnoException) => {
    await rm(temporaryHome, { recursive: true, force: true });
    // Another process finished first.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}
