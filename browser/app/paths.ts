/** Paths of the application as types, made from the areas of the workspace and the console: a link to an unknown page does not compile. */
import type { ADMIN_AREAS } from './admin/areas.ts';
import type { Area } from './areas.ts';
import type { DEALER_AREAS } from './dealer/areas.ts';

/** `info/$slug` with any text as the parameter. */
type Filled<Path extends string> = Path extends `${infer Part}/${infer Rest}`
  ? `${FilledPart<Part>}/${Filled<Rest>}`
  : FilledPart<Path>;
type FilledPart<Part extends string> = Part extends `$${string}` ? string : Part;
type PathOf<Areas extends readonly Area[]> = Filled<Areas[number]['pages'][number]['path']>;

type Path = `/admin/${PathOf<typeof ADMIN_AREAS>}` | `/dealer/${PathOf<typeof DEALER_AREAS>}`;
/** A page, optionally with a query string. */
export type Address = Path | `${Path}?${string}`;
