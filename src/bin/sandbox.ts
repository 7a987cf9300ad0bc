/** `fifthwheel sandbox`: the same program with test data, keys, emails and an adjustable clock. */
import '../config/production-react.ts';
import { takeNoOptions } from '../app/command-line.ts';

takeNoOptions('sandbox', 'runs a market to try things in');
await import('../app/run-sandbox.ts');
