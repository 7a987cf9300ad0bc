import { totalmem } from 'node:os';

/** Of the machine, or of the container. */
export function memoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity);
}
