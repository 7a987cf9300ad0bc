import { type DemoParts, ensureDemo } from '../modules/demo/index.ts';
import type { InfoPages } from '../modules/info-pages/index.ts';
import type { Media } from '../modules/media/index.ts';
import type { SandboxPorts } from '../modules/sandbox/index.ts';
import type { Settings } from '../modules/settings/index.ts';
import type { Taxonomy } from '../modules/taxonomy/index.ts';
import type { TranslationsModule } from '../modules/translations/index.ts';
import type { Webhooks } from '../modules/webhooks/index.ts';
import type { JobRunner } from '../platform/jobs/runner.ts';

export interface SandboxPortsInput {
  readonly demo: DemoParts;
  readonly settings: Settings;
  readonly taxonomy: Taxonomy;
  readonly translations: Pick<TranslationsModule, 'reload'>;
  readonly infoPages: Pick<InfoPages, 'reload'>;
  readonly webhooks: Webhooks;
  readonly media: Media;
  /** A function, since the runner is created after the modules. */
  readonly runner: () => JobRunner;
}

/** Connects the sandbox module to the parts that it resets and steps. */
export function sandboxPorts(input: SandboxPortsInput): SandboxPorts {
  const { demo, settings, taxonomy, translations, infoPages, webhooks, media, runner } = input;
  return {
    loadDemo: async () => void (await ensureDemo(demo, { logins: demo.platform.config.demoLogins })),
    async runDueWork() {
      // Until neither finds work: a job may emit events, and a delivery that fails for good enqueues a job.
      while ((await runner().drain()) + (await webhooks.deliverDue()) > 0);
    },
    async readAnew() {
      await settings.reload();
      await taxonomy.reload();
      await translations.reload();
      await infoPages.reload();
    },
    async startAnew() {
      await media.sweepFiles();
      await runner().scheduleRecurring();
    },
  };
}
