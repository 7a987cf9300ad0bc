export type Json = Record<string, unknown>;

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** `listings.create` → `ListingsCreate`. */
export function pascal(operationId: string): string {
  return operationId.split('.').map(capital).join('');
}

export const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });
