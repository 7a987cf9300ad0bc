import { takeNoOptions } from './command-line.ts';
import { launch } from './launch.ts';
import { runProgram } from './program.ts';
import { onShutdown } from './shutdown.ts';

takeNoOptions('worker', 'does background work');
await runProgram(async () => {
  const launched = await launch(undefined, { attach: true });
  onShutdown(launched);
  await launched.app.start();
  await launched.app.startJobs();
  launched.log.info('this process does background work');
});
