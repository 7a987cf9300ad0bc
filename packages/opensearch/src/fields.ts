import { DIMENSIONS, type Dimension } from '@fifthwheel/search';
import { snakeCase } from '@fifthwheel/text/snake-case';

/** Names of the dimensions' fields in the search cluster's index. */
export const DIMENSION_FIELDS = Object.fromEntries(
  Object.keys(DIMENSIONS).map((name) => [name, snakeCase(name)]),
) as Readonly<Record<Dimension, string>>;
