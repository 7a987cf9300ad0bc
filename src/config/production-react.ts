/**
 * React decides when it is first loaded whether it checks what it is given, by NODE_ENV. Checking makes pages and mails take
 * nine times as long. NODE_ENV says something else here, so it is set for React alone.
 *
 * Imported before anything that imports React.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const nodeEnv = process.env['NODE_ENV'];
process.env['NODE_ENV'] = 'production';
for (const name of ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/server']) require(name);
if (nodeEnv === undefined) delete process.env['NODE_ENV'];
else process.env['NODE_ENV'] = nodeEnv;
