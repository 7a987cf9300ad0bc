/** Numbers as people type them. */

/** `61.900`, `61,900.50`, `1'250'000`: a mark before three digits, which is no decimal one where no field has three decimals. */
const GROUPED = /^-?[1-9]\d{0,2}([.,'’])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d{1,2})?$/;

/**
 * @param canGroup of whole numbers and of money; a coordinate or a length may well have three decimals
 * @returns null for what is no number
 */
export function numberIn(text: string, canGroup: boolean): number | null {
  const plain = text.replaceAll(/\s/g, '');
  const mark = canGroup ? GROUPED.exec(plain)?.[1] : undefined;
  const number = Number((mark === undefined ? plain : plain.replaceAll(mark, '')).replace(',', '.'));
  return plain === '' || Number.isNaN(number) ? null : number;
}
