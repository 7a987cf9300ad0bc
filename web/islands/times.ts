import { localizeTimes } from '../times.ts';

export function start(page: HTMLElement): void {
  localizeTimes(page);
}
