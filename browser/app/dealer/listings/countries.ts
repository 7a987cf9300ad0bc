/** Where most vehicles of a European market stand; a listing from elsewhere keeps its own. */
export const COUNTRIES = (
  'AL AT BA BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO ' +
  'RS SE SI SK TR UA'
).split(' ');
