/** Words that do not narrow a search: neither indexed nor required, in the languages of the marketplace. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'the an and or of for with in on at by to from near is are this that very all ' +
    'der die das den dem ein eine einen und oder mit ohne fur von vom zum zur im am bei ist sehr ' +
    'le la les un une des du et ou avec sans pour sur dans est ' +
    'el los las del una con para por es il lo gli di per ' +
    'het een en van voor met te na od dla do se'
  ).split(' '),
);

// Queries keep this function word. A user who types "van" means the vehicle, which listings have as "vans" in
// the names of their category; in their texts, "van" is mostly a Dutch "of".
export const FUNCTION_WORD_IN_QUERIES = 'van';
export const IGNORED_IN_QUERIES: ReadonlySet<string> = new Set(
  [...FUNCTION_WORDS].filter((word) => word !== FUNCTION_WORD_IN_QUERIES),
);

/** Units that people write directly after a number: "440ps" is the number 440 and the unit, never a code. */
export const UNIT_WORDS: ReadonlySet<string> = new Set(
  'ps hp cv kw km tkm t to kg m mm cm l h st ton tons eur'.split(' '),
);

/** Short brand names: "DAF 95" and "MAN 18" are a brand and a number, but "FH 16" is one code. */
export const SHORT_BRANDS: ReadonlySet<string> = new Set(
  'daf man maz vw mb jcb faw jac ud gaz lag bmc ldv vdl cat zf kia bpw saf'.split(' '),
);
