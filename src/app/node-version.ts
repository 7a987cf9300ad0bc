// Exits if the compiled program is run directly with an unsupported version of Node.js.
import { NODE_VERSION_MIN } from '../platform/package-root.ts';

const have = process.versions.node.split('.').map(Number);
const need = NODE_VERSION_MIN.split('.').map(Number);
const different = need.findIndex((part, i) => part !== have[i]);
if (different !== -1 && (have[different] ?? 0) < (need[different] ?? 0)) {
  process.stderr.write(
    `Node.js ${process.versions.node} is too old: install ${NODE_VERSION_MIN} or later (https://nodejs.org)\n`,
  );
  process.exit(1);
}
