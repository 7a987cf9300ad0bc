import { DIMENSIONS, type Dimension } from '@fifthwheel/search';
import { snakeCase } from '@fifthwheel/text/snake-case';

/** Fields of dimensions in the cluster's index. */
export const DIMENSION_FIELDS = Object.fromEntries(
  Object.keys(DIMENSIONS).map((name) => [name, snakeCase(name)]),
) as Readonly<Record<Dimension, string>>;
