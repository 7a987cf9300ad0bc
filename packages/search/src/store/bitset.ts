// Sets of document offsets as words of 32 bits. They are free functions over Uint32Array, so that the loops
// stay monomorphic. Words are made signed (| 0) for computations; otherwise they would be floating-point
// numbers.

export type Bits = Uint32Array;

export function setBit(bits: Bits, i: number): void {
  bits[i >>> 5] = (bits[i >>> 5] as number) | (1 << (i & 31));
}

export function clearBit(bits: Bits, i: number): void {
  bits[i >>> 5] = (bits[i >>> 5] as number) & ~(1 << (i & 31));
}

export function hasBit(bits: Bits, i: number): boolean {
  return (((bits[i >>> 5] as number) >>> (i & 31)) & 1) !== 0;
}

export function andInto(target: Bits, other: Bits): void {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] as number) & (other[i] as number);
}

export function orInto(target: Bits, other: Bits): void {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] as number) | (other[i] as number);
}

export function countWord(word: number): number {
  let rest = word - ((word >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function countCommonBits(bits: Bits, other: Bits): number {
  let count = 0;
  for (let i = 0; i < bits.length; i++) {
    const word = ((bits[i] as number) & (other[i] as number)) | 0;
    if (word !== 0) count += countWord(word);
  }
  return count;
}

/** Counts eight words per step: adds them bit by bit and counts only the carries into eights. */
export function countBits(bits: Bits): number {
  let ones = 0;
  let twos = 0;
  let fours = 0;
  let eights = 0;
  let i = 0;
  for (; i + 7 < bits.length; i += 8) {
    let a = (bits[i] as number) | 0;
    let b = (bits[i + 1] as number) | 0;
    let half = ones ^ a;
    let twosA = (ones & a) | (half & b);
    ones = half ^ b;
    a = (bits[i + 2] as number) | 0;
    b = (bits[i + 3] as number) | 0;
    half = ones ^ a;
    let twosB = (ones & a) | (half & b);
    ones = half ^ b;
    half = twos ^ twosA;
    const foursA = (twos & twosA) | (half & twosB);
    twos = half ^ twosB;
    a = (bits[i + 4] as number) | 0;
    b = (bits[i + 5] as number) | 0;
    half = ones ^ a;
    twosA = (ones & a) | (half & b);
    ones = half ^ b;
    a = (bits[i + 6] as number) | 0;
    b = (bits[i + 7] as number) | 0;
    half = ones ^ a;
    twosB = (ones & a) | (half & b);
    ones = half ^ b;
    half = twos ^ twosA;
    const foursB = (twos & twosA) | (half & twosB);
    twos = half ^ twosB;
    half = fours ^ foursA;
    eights += countWord((fours & foursA) | (half & foursB));
    fours = half ^ foursB;
  }
  let count = 8 * eights + 4 * countWord(fours) + 2 * countWord(twos) + countWord(ones);
  for (; i < bits.length; i++) count += countWord((bits[i] as number) | 0);
  return count;
}

export function countBoth(a: Bits, b: Bits): number {
  let count = 0;
  for (let i = 0; i < a.length; i++) {
    const word = (a[i] as number) & (b[i] as number);
    if (word !== 0) count += countWord(word);
  }
  return count;
}

/** Writes the members in ascending order. Returns their number. */
export function listBits(bits: Bits, list: Uint16Array): number {
  let count = 0;
  for (let i = 0; i < bits.length; i++) {
    let word = (bits[i] as number) | 0;
    const base = i << 5;
    while (word !== 0) {
      const lowest = word & -word;
      list[count++] = base + 31 - Math.clz32(lowest);
      word ^= lowest;
    }
  }
  return count;
}

export function setAll(bits: Bits, docs: Uint16Array, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const doc = docs[i] as number;
    bits[doc >>> 5] = (bits[doc >>> 5] as number) | (1 << (doc & 31));
  }
}

export function clearAll(bits: Bits, docs: Uint16Array, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const doc = docs[i] as number;
    bits[doc >>> 5] = (bits[doc >>> 5] as number) & ~(1 << (doc & 31));
  }
}
