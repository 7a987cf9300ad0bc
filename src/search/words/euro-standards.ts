// The later letters of Euro VI are Euro VI too: whoever asks for euro6 means at least that.
const INCLUDED: Readonly<Record<string, readonly string[]>> = { euro6: ['euro6d', 'euro6e'] };

export function withIncludedStandards(standards: readonly string[]): string[] {
  return [...new Set(standards.flatMap((standard) => [standard, ...(INCLUDED[standard] ?? [])]))];
}
