/** The issuer or recipient of an invoice, as of the day of issue. */
export interface Party {
  readonly name: string;
  /** Lines below the name, without the country. */
  readonly address: readonly string[];
  readonly country: string;
  readonly vatId: string | null;
  readonly email: string | null;
}
