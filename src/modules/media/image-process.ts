/**
 * The program of an image process: renders one picture at a time for the server that started it. A picture that makes
 * a decoder crash, hang or grow takes down this process and nothing else. It ends when the server is gone.
 */
import type { ImageProfileName } from './image-profiles.ts';
import {
  type DrawingRequest,
  renderDrawing,
  renderImage,
  type RenderOutcome,
  restrictDecoders,
} from './image-renderer.ts';

/** A file of somebody, or a drawing of our own. */
export type RenderSource = { readonly file: string; readonly profile: ImageProfileName } | DrawingRequest;

export type RenderRequest = RenderSource & {
  /** Processor time rather than wall-clock time: a good picture must not be refused because the machine is busy. */
  readonly cpuMsMax: number;
};

/** Its messages: once that it is ready, then one outcome per request. After `too_slow` it must be replaced. */
export type ProcessMessage =
  | { readonly ready: true }
  | {
      readonly outcome: RenderOutcome;
      /** Processor time that the picture took. */
      readonly cpuMs: number;
    };

const CPU_CHECKED_EVERY_MS = 50;

restrictDecoders();
const say = (message: ProcessMessage): void => void process.send?.(message);

async function render({ cpuMsMax, ...source }: RenderRequest): Promise<void> {
  const begun = process.cpuUsage();
  const spentMs = (): number => {
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1000;
  };
  // Decoders work in their own threads, so this timer runs meanwhile.
  const watch = setInterval(() => {
    const cpuMs = spentMs();
    if (cpuMs <= cpuMsMax) return;
    clearInterval(watch);
    say({ outcome: { refusal: 'too_slow' }, cpuMs });
  }, CPU_CHECKED_EVERY_MS);
  const outcome =
    'svg' in source ? await renderDrawing(source) : await renderImage(source.file, source.profile);
  clearInterval(watch);
  say({ outcome, cpuMs: spentMs() });
}

process.on('message', (request: RenderRequest) => void render(request));
process.on('disconnect', () => process.exit(0));
say({ ready: true });
