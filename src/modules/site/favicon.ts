/** A fifth wheel from above: the plate of a tractor unit, with the slot for the kingpin. */
export const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#1f3a5f" fill-rule="evenodd" d="M16 2a14 14 0 0 1 14 14c0 6-4 11-9 13l-3-9a4.5 4.5 0 1 0-4 0l-3 9C6 27 2 22 2 16A14 14 0 0 1 16 2Z"/></svg>
`;
