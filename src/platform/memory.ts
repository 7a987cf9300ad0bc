import { totalmem } from 'node:os';

/** Memory of the machine or the container. */
export function memoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity);
}
