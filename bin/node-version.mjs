// Ends the process if Node.js is too old. Old versions must be able to parse this file and the files that import it statically, so
// they use nothing newer than Node.js 12.
import { readFileSync } from 'fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = manifest.engines.node.replace('>=', '');

function isOlder(version, other) {
  const parts = version.split('.').map(Number);
  const otherParts = other.split('.').map(Number);
  for (let i = 0; i < 3; i++) if (parts[i] !== otherParts[i]) return parts[i] < otherParts[i];
  return false;
}

if (isOlder(process.versions.node, needed)) {
  console.error(
    'Node.js ' + process.versions.node + ' is too old: install ' + needed + ' or later (https://nodejs.org)',
  );
  process.exit(1);
}
