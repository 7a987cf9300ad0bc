import { launch } from '../app/launch.ts';

const launched = await launch(undefined, { attach: true });
await launched.stop();
