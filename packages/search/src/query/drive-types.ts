export const DRIVE_TYPES: readonly string[] = [
  '4x2', '4x4', '6x2', '6x4', '6x6', '8x2', '8x4', '8x6', '8x8', '10x4', '10x6',
]; // prettier-ignore
