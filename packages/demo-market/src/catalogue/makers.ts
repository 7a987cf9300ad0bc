/** A manufacturer of a kind of vehicle. */
export interface KindMaker {
  readonly brand: string;
  readonly name: string;
  readonly models: readonly string[];
}

/** Parses makers, ranked by share: "brand:Name:model,model; brand:Name:model". */
export function makersOf(row: string): KindMaker[] {
  return row.split('; ').map((text) => {
    const [brand = '', name = '', models = ''] = text.split(':');
    return { brand, name, models: models.split(',') };
  });
}
