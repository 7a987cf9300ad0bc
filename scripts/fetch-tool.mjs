// Prints the folder with the packages of tools/NAME, and installs them first if need be. The folder is in node_modules/.cache under a
// hash of the lock file, so a new version gets a new folder, and a folder that exists is complete.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const tools = path.join(root, 'tools');
const cache = path.join(root, 'node_modules', '.cache', 'tools');

const [name] = process.argv.slice(2);
const names = readdirSync(tools);
if (!names.includes(name)) {
  console.error(`Usage: node scripts/fetch-tool.mjs ${names.join('|')}`);
  process.exit(1);
}
const manifests = ['package.json', 'package-lock.json'].map((file) => path.join(tools, name, file));
const hash = createHash('sha256');
for (const file of manifests) hash.update(readFileSync(file));
const folder = path.join(cache, `${name}-${hash.digest('hex').slice(0, 12)}`);
if (existsSync(folder) || install()) console.log(folder);

/** Installs next to the folder and renames, because two processes may install the same tool, and one may be interrupted. */
function install() {
  mkdirSync(cache, { recursive: true });
  const temporary = mkdtempSync(`${folder}-`);
  try {
    for (const file of manifests) cpSync(file, path.join(temporary, path.basename(file)));
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    // Standard output is for the folder.
    const { status, error } = spawnSync('npm', args, { cwd: temporary, stdio: ['ignore', 2, 2] });
    if (status !== 0) {
      console.error(
        `Cannot install tools/${name}: npm ${args.join(' ')} failed${error ? ` (${error.message})` : ''}.`,
      );
      process.exitCode = 1;
      return false;
    }
    renameSync(temporary, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return true;
}
