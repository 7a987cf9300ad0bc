import { Type } from 'typebox';
import { Currency, Literals, ownPageParameters } from '../../platform/http/schemas.ts';
import { DELIMITER_NAMES } from './options.ts';
import { PRESET_NAMES } from './presets/preset.ts';
import { IMPORT_STATES } from './tables.ts';
import { access, PRIVATE } from '../../platform/http/route.ts';
import { ENCODINGS } from './reading/encoding.ts';

const URL_LENGTH_MAX = 2000;
const NOTIFY_EMAILS_MAX = 3;

const Address = Type.String({
  minLength: 1,
  maxLength: URL_LENGTH_MAX,
  description: 'http or https, public, without credentials',
  documentedAs: { format: 'http-url', minLength: undefined },
});

/** Options that scheduled and single imports share. */
const options = {
  format: Type.Optional(Literals(['csv', 'xml', 'auto'], { default: 'auto' })),
  preset: Type.Optional(Literals(PRESET_NAMES, { default: 'own' })),
  mode: Type.Optional(
    Literals(['upsert', 'full'], {
      title: 'StockMode',
      description:
        'upsert: rows add or change listings, and empty cells keep the current value. full: the file is the whole stock, and empty cells clear the value. Listings with a stock number that is missing from the file are paused.',
    }),
  ),
  source: Type.Optional(
    Literals(['all', 'import'], {
      title: 'StockSource',
      default: 'all',
      description:
        'Listings that a full import may pause. all: every listing with a stock number, however it was created. import: only listings that an import created or changed.',
    }),
  ),
  publish: Type.Optional(
    Literals(['draft', 'submit'], {
      description: 'submit: listings go live. The status of a row takes precedence.',
    }),
  ),
  delimiter: Type.Optional(
    Literals(DELIMITER_NAMES, {
      title: 'ImportDelimiter',
      default: 'auto',
      description: 'Name of the delimiter; the character itself is also accepted',
      // Generators make constants of the values, which characters cannot name.
      documentedAs: { enum: DELIMITER_NAMES.filter((name) => name.length > 1) },
    }),
  ),
  encoding: Type.Optional(Literals([...ENCODINGS, 'auto'], { title: 'ImportEncoding', default: 'auto' })),
  hasHeader: Type.Optional(Type.Boolean()),
  currency: Type.Optional(Currency),
  confirmMassRemoval: Type.Optional(
    Type.Boolean({ description: 'Allows a full import to pause more than half of its listings' }),
  ),
  dontPublishOnFailedImages: Type.Optional(Type.Boolean()),
  notifyEmails: Type.Optional(
    Type.Array(Type.String({ format: 'email', maxLength: 254 }), { maxItems: NOTIFY_EMAILS_MAX }),
  ),
};

export const CreateImportBody = Type.Object({
  url: Type.Optional(Address),
  dryRun: Type.Optional(Type.Boolean({ description: 'Checks every row without writing any.' })),
  ...options,
});

export const InspectBody = Type.Pick(CreateImportBody, [
  'format',
  'preset',
  'delimiter',
  'encoding',
  'hasHeader',
]);

export const PullBody = Type.Object({ url: Address, ...options });

export const ImportsQuery = Type.Object({
  ...ownPageParameters,
  status: Type.Optional(Literals(IMPORT_STATES, { description: 'Filter by status' })),
});

export const ProblemsQuery = Type.Object({
  ...ownPageParameters,
  severity: Type.Optional(Literals(['error', 'warning'], { description: 'Filter by severity' })),
  format: Type.Optional(
    Literals(['json', 'csv'], {
      default: 'json',
      description:
        'csv: the rejected rows as they were sent, with their problems, so that you can correct and import them again.',
    }),
  ),
});

export const ProblemGroupsQuery = Type.Pick(ProblemsQuery, ['page', 'limit', 'severity']);

export const ExportQuery = Type.Object({
  format: Type.Optional(Literals(['csv', 'xml'], { default: 'csv', description: 'Format of the file' })),
});

export const base = '/seller/bulk-import';
const common = { tag: 'Bulk import', rateLimit: 'seller', cache: PRIVATE } as const;
export const reads = {
  ...common,
  access: access.seller('VIEWER', 'listings:read', 'listings:write'),
} as const;
export const writes = { ...common, access: access.seller('MANAGER', 'listings:write') } as const;
