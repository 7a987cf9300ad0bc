import { DIMENSIONS, type Dimension } from '../search/index.ts';
import { snakeCase } from '../text/snake-case.ts';

/** Fields of dimensions in the cluster's index. */
export const DIMENSION_FIELDS = Object.fromEntries(
  Object.keys(DIMENSIONS).map((name) => [name, snakeCase(name)]),
) as Readonly<Record<Dimension, string>>;
