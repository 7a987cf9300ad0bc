// Polish towns are declined after prepositions of place: "koło Drezna", "w Warszawie".

const ENDINGS: readonly (readonly [ending: string, nominatives: readonly string[]])[] = [
  ['niem', ['n', 'no']],
  ['wiem', ['w']],
  ['ami', ['y', 'i', 'e']],
  ['owie', ['ow', 'owo', 'owa']],
  ['dzie', ['d', 'da']],
  ['dze', ['ga', 'g']],
  ['cie', ['t', 'ta']],
  ['nie', ['n', 'no', 'na']],
  ['nia', ['n', 'nia']],
  ['niu', ['n', 'nie']],
  ['wiu', ['w']],
  ['wia', ['w']],
  ['ach', ['y', 'e', 'i']],
  ['ego', ['e', 'y', 'i']],
  ['iu', ['', 'ie']],
  ['ie', ['', 'a', 'o']],
  ['ia', ['']],
  ['em', ['', 'o']],
  ['ow', ['y', 'i']],
  ['c', ['ce']],
  ['y', ['a', '']],
  ['i', ['a', '']],
  ['a', ['', 'o', 'e']],
  ['u', ['', 'o', 'e']],
  ['e', ['a', '']],
];
const LENGTH_MIN = 4;

/** Returns the possible nominatives of a declined town name, the likeliest first. */
export function polishNominatives(name: string): string[] {
  const found = ENDINGS.filter(([ending]) => name.endsWith(ending)).flatMap(([ending, nominatives]) =>
    nominatives.map((nominative) => name.slice(0, -ending.length) + nominative),
  );
  return [...new Set(found)].filter((candidate) => candidate.length >= LENGTH_MIN && candidate !== name);
}
