// Ends the process under a Node.js that is too old. Old ones must be able to read this file, and whatever imports it
// statically: nothing here is newer than Node.js 12.
import { readFileSync } from 'fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = manifest.engines.node.replace('>=', '');

function isOlder(version, other) {
  const one = version.split('.').map(Number);
  const two = other.split('.').map(Number);
  for (let i = 0; i < 3; i++) if (one[i] !== two[i]) return one[i] < two[i];
  return false;
}

if (isOlder(process.versions.node, needed)) {
  console.error(
    'Node.js ' + process.versions.node + ' is too old: install ' + needed + ' or later (https://nodejs.org)',
  );
  process.exit(1);
}
