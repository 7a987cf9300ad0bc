/**
 * Program of an image process: renders one image at a time for the server that started it. An image that makes a
 * decoder crash, hang or use too much memory only affects this process. It exits when the server does.
 */
import type { ImageProfileName } from './image-profiles.ts';
import {
  type DrawingRequest,
  renderDrawing,
  renderImage,
  type RenderOutcome,
  restrictDecoders,
} from './image-renderer.ts';

/** A user's file, or a drawing of the demo market. */
export type RenderSource = { readonly file: string; readonly profile: ImageProfileName } | DrawingRequest;

type RenderRequest = RenderSource & {
  /** Processor time instead of wall-clock time: a valid image must not be rejected because the machine is busy. */
  readonly cpuMsMax: number;
};

/** Messages to the server: ready once, then one outcome per request. After `too_slow` the process must be replaced. */
export type ProcessMessage =
  | { readonly ready: true }
  | {
      readonly outcome: RenderOutcome;
      readonly cpuMs: number;
    };

const CPU_CHECKED_EVERY_MS = 50;

restrictDecoders();
const send = (message: ProcessMessage): void => void process.send?.(message);

async function render({ cpuMsMax, ...source }: RenderRequest): Promise<void> {
  const startUsage = process.cpuUsage();
  const spentMs = (): number => {
    const { user, system } = process.cpuUsage(startUsage);
    return (user + system) / 1000;
  };
  // Decoders run in separate threads, so this timer fires meanwhile.
  const watch = setInterval(() => {
    const cpuMs = spentMs();
    if (cpuMs <= cpuMsMax) return;
    clearInterval(watch);
    send({ outcome: { refusal: 'too_slow' }, cpuMs });
  }, CPU_CHECKED_EVERY_MS);
  const outcome =
    'svg' in source ? await renderDrawing(source) : await renderImage(source.file, source.profile);
  clearInterval(watch);
  send({ outcome, cpuMs: spentMs() });
}

process.on('message', (request: RenderRequest) => void render(request));
process.on('disconnect', () => process.exit(0));
send({ ready: true });
