import { launch } from '../app/launch.ts';
import { runProgram } from '../app/program.ts';

await runProgram(async () => {
  const launched = await launch(undefined, { attach: true });
  await launched.stop();
});
