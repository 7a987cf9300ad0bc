// Prettier's own Markdown printer, except for tables: a cell is as wide as its content. With aligned columns, one longer word
// changes every row.
import { doc } from 'prettier';
import { parsers as read, printers as shipped } from 'prettier/plugins/markdown';

const { hardline, join } = doc.builders;
const RULES = { left: ':--', center: ':-:', right: '--:' };

const row = (cells) => ['| ', join(' | ', cells), ' |'];

function print(path, options, printChild, args) {
  if (path.node.type !== 'table') return shipped.mdast.print(path, options, printChild, args);
  const rule = row(path.node.align.map((align) => RULES[align] ?? '---'));
  const [head, ...rows] = path.map(() => row(path.map(printChild, 'children')), 'children');
  return join(hardline, [head, rule, ...rows]);
}

// Prettier takes the printer from where the parser is.
export const parsers = { markdown: read.markdown };
export const printers = { mdast: { ...shipped.mdast, print } };
