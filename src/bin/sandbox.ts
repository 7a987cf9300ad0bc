/** `fifthwheel sandbox`: the same program with data, keys, mail and a clock to try things with. */
import '../config/production-react.ts';
import { takeNoOptions } from '../app/command-line.ts';

takeNoOptions('sandbox', 'runs a market to try things in');
await import('../app/run-sandbox.ts');
