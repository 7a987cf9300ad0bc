/**
 * The program of an image process: it renders one picture at a time for the server that started it. A picture that makes
 * a decoder crash, hang or grow takes this process with it and nothing else. It ends when the server is gone.
 */
import type { ImageProfileName } from './image-profiles.ts';
import { type RenderOutcome, renderImage, restrictDecoders } from './image-renderer.ts';

export interface RenderRequest {
  readonly file: string;
  readonly profile: ImageProfileName;
  /** Work, not waiting: an honest picture must not be refused because the machine is busy. */
  readonly cpuMsMax: number;
}

/** What it says: once that it can work, then one outcome for each request. After `too_slow` it is of no more use. */
export type ProcessMessage = { readonly ready: true } | { readonly outcome: RenderOutcome };

const CPU_CHECKED_EVERY_MS = 50;

restrictDecoders();
const say = (message: ProcessMessage): void => void process.send?.(message);

async function render({ file, profile, cpuMsMax }: RenderRequest): Promise<void> {
  const begun = process.cpuUsage();
  // Decoders work in threads of their own, so this is heard meanwhile.
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(begun);
    if ((user + system) / 1000 <= cpuMsMax) return;
    clearInterval(watch);
    say({ outcome: { refusal: 'too_slow' } });
  }, CPU_CHECKED_EVERY_MS);
  const outcome = await renderImage(file, profile);
  clearInterval(watch);
  say({ outcome });
}

process.on('message', (request: RenderRequest) => void render(request));
process.on('disconnect', () => process.exit(0));
say({ ready: true });
