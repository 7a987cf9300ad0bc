import { AppError, asSentence, type ErrorDetail } from '../../platform/errors/app-error.ts';
import type { EventDefinition } from '../../platform/events/event.ts';
import { nearest } from '@fifthwheel/text/nearest';
import { type Message, t } from '../../platform/errors/sentence.ts';

export const EVERY_EVENT = '*';

export function publicEvents(catalogue: readonly EventDefinition[]): readonly EventDefinition[] {
  return catalogue.filter((definition) => definition.isPublic);
}

/** A problem for each name that no event has, with the name that was probably meant. */
export function findUnknownNames(
  names: readonly string[],
  catalogue: readonly EventDefinition[],
  field: string,
): ErrorDetail[] {
  const known = new Set(publicEvents(catalogue).map((definition) => definition.type));
  return names
    .filter((name) => !known.has(name))
    .map((name) => ({ field, message: describeUnknown(name, known) }));
}

/** Throws if a filter contains an unknown event. */
export function assertKnownNames(
  names: readonly string[],
  catalogue: readonly EventDefinition[],
  field: string,
): void {
  const [problem] = findUnknownNames(names, catalogue, field);
  if (problem === undefined) return;
  throw new AppError(
    'INVALID_FILTER',
    asSentence(t('{field}: {message}', { field: problem.field, message: problem.message })),
    {
      details: [problem],
    },
  );
}

function describeUnknown(name: string, known: ReadonlySet<string>): Message {
  const quoted = JSON.stringify(name.slice(0, 64));
  const suggestion = nearest(name, known);
  return suggestion === undefined
    ? t('{name} is not the name of an event; /openapi.json lists them under webhooks', { name: quoted })
    : t('{name} is not the name of an event; did you mean "{meant}"?', { name: quoted, meant: suggestion });
}
