import { generate } from 'orval';

const [target, output, market] = process.argv.slice(2);
await generate({
  input: { target },
  output: { mode: 'single', target: output, client: 'fetch', baseUrl: `${market}/v1` },
});
