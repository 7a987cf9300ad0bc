import { launch } from '../app/launch.ts';
import { onShutdown } from '../app/shutdown.ts';

const launched = await launch(undefined, { attach: true });
onShutdown(launched);
await launched.app.start();
await launched.app.startJobs();
launched.log.info('this process does background work');
