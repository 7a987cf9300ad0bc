/** The file of a check, so that what was checked need not be chosen again while the tab is open. */
const KEPT_MAX = 3;
const kept = new Map<string, File>();

export function keepFile(importId: string, file: File): void {
  kept.set(importId, file);
  for (const oldest of [...kept.keys()].slice(0, -KEPT_MAX)) kept.delete(oldest);
}

export const keptFile = (importId: string): File | undefined => kept.get(importId);
