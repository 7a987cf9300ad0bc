import { OffsetClock } from '../../platform/clock.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { sandboxRoutes } from './routes.ts';
import { type SandboxPorts, SandboxService } from './service.ts';

export { SANDBOX_KEY_HEADER, sandboxKey } from './key.ts';
export { sandboxMailer } from './sandbox.repository.ts';
export type { SandboxPorts } from './service.ts';

/** null outside sandbox mode: then none of its endpoints exists. */
export function createSandbox(platform: Platform, ports: SandboxPorts): Module | null {
  if (platform.config.mode !== 'sandbox') return null;
  if (!(platform.clock instanceof OffsetClock))
    throw new Error('the sandbox needs a clock that can be moved');
  const service = new SandboxService({ db: platform.db, clock: platform.clock, ports });
  return { name: 'sandbox', routes: sandboxRoutes(service, platform.keys), start: () => service.start() };
}
