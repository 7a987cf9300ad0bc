import { localizeTimes } from '../shared/times.ts';

export function start(page: HTMLElement): void {
  localizeTimes(page);
}
