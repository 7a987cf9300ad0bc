// Generated from openapi.admin.json by `npm run build`; do not edit.

export interface AdminAuditLogHeadData {
  head: {
    seq: number;
    hash: string;
    at: string;
  } | null;
}

export interface AdminAuditLogVerifyData {
  valid: boolean;
  checked: number;
  brokenAt: number | null;
  head: string | null;
}

export interface AdminAuditLogVerifyHeadsData {
  valid: boolean;
  checked: number;
  brokenAt: number | null;
  head: string | null;
  heads: {
    seq: number;
    hash: string;
    matches: boolean;
  }[];
}

export interface AdminAuditLogVerifyHeadsRequest {
  heads: {
    seq: number;
    hash: string;
  }[];
}

export interface AdminBrand {
  id: string;
  slug: string;
  name: string;
  logo: string | null;
  classes: string[];
  aliases: string[];
  models: string[];
  active: boolean;
  listingCount: number;
}

export interface AdminBrandsCreateRequest {
  /** Derived from the name when absent */
  slug?: string | undefined;
  name: string;
  logo?: string | null | undefined;
  /** What the brand makes; any vehicles when absent */
  classes?: ("TU" | "TR" | "VA" | "ST" | "TL" | "BU" | "CM" | "FL" | "AG")[] | undefined;
  aliases?: string[] | undefined;
  models?: (string | {
    name: string;
    aliases?: string[] | undefined;
  })[] | undefined;
  active?: boolean | undefined;
}

export interface AdminBrandsUpdateRequest {
  slug?: string | undefined;
  name?: string | undefined;
  logo?: string | null | undefined;
  /** What the brand makes; any vehicles when absent */
  classes?: ("TU" | "TR" | "VA" | "ST" | "TL" | "BU" | "CM" | "FL" | "AG")[] | undefined;
  aliases?: string[] | undefined;
  models?: (string | {
    name: string;
    aliases?: string[] | undefined;
  })[] | undefined;
  active?: boolean | undefined;
}

export interface AdminCategoriesCreateRequest {
  /** Derived from the name when absent */
  slug?: string | undefined;
  /** Short for names.en */
  name?: string | undefined;
  names?: Record<string, string> | undefined;
  /** Id or slug of a top category; also accepted as parentId */
  parent?: string | null | undefined;
  /** Id or slug of a top category; also accepted as parentId */
  parentId?: string | null | undefined;
  /** TR when absent; a subcategory has the class of its parent */
  class?: "TU" | "TR" | "VA" | "ST" | "TL" | "BU" | "CM" | "FL" | "AG" | undefined;
  aliases?: string[] | undefined;
  importKeys?: string[] | undefined;
  active?: boolean | undefined;
  position?: number | undefined;
}

export interface AdminCategoriesOrderRequest {
  parent?: string | null | undefined;
  ids: string[];
}

export interface AdminCategoriesUpdateRequest {
  slug?: string | undefined;
  /** Short for names.en */
  name?: string | undefined;
  names?: Record<string, string> | undefined;
  /** Id or slug of a top category; also accepted as parentId */
  parent?: string | undefined;
  /** Id or slug of a top category; also accepted as parentId */
  parentId?: string | null | undefined;
  aliases?: string[] | undefined;
  importKeys?: string[] | undefined;
  /** Technical attributes that forms do not ask for; of top categories, for those below them too. What listings already say stays */
  hiddenAttributes?: string[] | undefined;
  /** Technical attributes without which nothing is published; of top categories, for those below them too. What is live stays live */
  requiredAttributes?: string[] | undefined;
  active?: boolean | undefined;
  position?: number | undefined;
}

export interface AdminCategory {
  id: string;
  slug: string;
  parentId: string | null;
  class: string;
  /** In English */
  name: string;
  names: Record<string, string>;
  aliases: string[];
  importKeys: string[];
  hiddenAttributes: string[];
  requiredAttributes: string[];
  active: boolean;
  position: number;
  listingCount: number;
}

export interface AdminCouponsCreateRequest {
  /** Letters, digits and hyphens, in upper or lower case */
  code: string;
  /** For administrators */
  name: string;
  note?: string | null | undefined;
  percent?: number | null | undefined;
  amount?: {
    amount: number;
    /** ISO 4217 */
    currency: string;
  } | null | undefined;
  /** How many periods it reduces, months or years; null: as long as the subscription runs */
  periods?: number | null | undefined;
  /** Ids or slugs; null: all plans */
  planIds?: string[] | null | undefined;
  validFrom?: string | null | undefined;
  validUntil?: string | null | undefined;
  redemptionsMax?: number | null | undefined;
  active?: boolean | undefined;
}

export interface AdminCouponsUpdateRequest {
  /** Letters, digits and hyphens, in upper or lower case */
  code?: string | undefined;
  /** For administrators */
  name?: string | undefined;
  note?: string | null | undefined;
  percent?: number | null | undefined;
  amount?: {
    amount: number;
    /** ISO 4217 */
    currency: string;
  } | null | undefined;
  /** How many periods it reduces, months or years; null: as long as the subscription runs */
  periods?: number | null | undefined;
  /** Ids or slugs; null: all plans */
  planIds?: string[] | null | undefined;
  validFrom?: string | null | undefined;
  validUntil?: string | null | undefined;
  redemptionsMax?: number | null | undefined;
  active?: boolean | undefined;
}

export interface AdminFeature {
  code: string;
  group: string;
  names: Record<string, string>;
  classes: string[];
  importKeys: string[];
  active: boolean;
}

export interface AdminFeaturesSetRequest {
  group: string;
  names: Record<string, string>;
  /** What the brand makes; any vehicles when absent */
  classes: ("TU" | "TR" | "VA" | "ST" | "TL" | "BU" | "CM" | "FL" | "AG")[];
  importKeys?: string[] | undefined;
  active?: boolean | undefined;
}

export interface AdminInfoPagesListData {
  pages: ({
    slug: string;
    ships: boolean;
    languages: ({
      language: string;
      title: string;
      version: number;
      publishedVersion: number;
      publishedAt: string | null;
    })[];
  })[];
}

export interface AdminInfoPagesPublishRequest {
  version: number;
}

export interface AdminInfoPagesWriteRequest {
  title: string;
  body: string;
}

export interface AdminInvoice {
  id: string;
  number: string;
  kind: "invoice" | "credit_note";
  status: "open" | "paid" | "void";
  currency: string;
  net: number;
  vat: number;
  total: number;
  creditApplied: number;
  amountDue: number;
  issuedAt: string;
  paidAt: string | null;
  seller: {
    id: string;
    name: string;
  };
}

export interface AdminInvoiceList {
  invoices: AdminInvoice[];
  pagination: KeysetPagination;
}

export interface AdminInvoicesGetData {
  invoice: InvoiceDetail;
  sellerId: string;
  payments: Payment[];
}

export interface AdminListingsDecideSeveralData {
  results: ({
    id: string;
    success: boolean;
    status: string | null;
    error: {
      code: string;
      message: string;
    } | null;
  })[];
}

export interface AdminListingsDecideSeveralRequest {
  ids: string[];
  action: "approve" | "reject" | "suspend" | "restore" | "feature" | "unfeature" | "delete";
  /** Such as wrong_category, contact_in_text or fraud_suspected; a general reason is recorded when absent */
  code?: string | undefined;
  reason?: string | undefined;
  days?: number | undefined;
}

export interface AdminListingsFeatureRequest {
  days?: number | undefined;
}

export interface AdminObjectionsJudgeRequest {
  outcome: "upheld" | "reversed";
  reason: string;
}

export interface AdminPayment {
  id: string;
  status: "pending" | "succeeded" | "failed" | "refund_due" | "refunded";
  amount: Money;
  invoiceId: string | null;
  createdAt: string;
  refunded: Money;
  credited: Money;
  seller: {
    id: string;
    name: string | null;
  };
  invoiceNumber: string | null;
  gateway: string;
  method: string | null;
  failure: string | null;
  settledAt: string | null;
}

export interface AdminPaymentList {
  payments: AdminPayment[];
  pagination: KeysetPagination;
}

export interface AdminPaymentsGetData {
  payment: AdminPayment;
  refunds: Refund[];
}

export interface AdminPaymentsRefundRequest {
  amount?: number | undefined;
  reason: string;
}

export interface AdminPlan {
  id: string;
  slug: string;
  name: string;
  description: string;
  price: Money | null;
  yearlyPrice: Money | null;
  billingCycles: string[];
  limits: PlanLimits;
  features: string[];
  trialDays: number;
  active: boolean;
  sortOrder: number;
  subscribers: number;
}

export interface AdminPlansUpdateRequest {
  name?: string | undefined;
  description?: string | undefined;
  price?: {
    amount: number;
  } | null | undefined;
  yearlyPrice?: {
    amount: number;
  } | null | undefined;
  limits?: {
    activeListings?: number | null | undefined;
    drafts?: number | null | undefined;
    imagesPerListing?: number | undefined;
    featuredSlots?: number | undefined;
    teamSeats?: number | null | undefined;
    apiKeys?: number | undefined;
    webhooks?: number | undefined;
    importRowsPerDay?: number | null | undefined;
    uploadMegabytesPerDay?: number | null | undefined;
    messageTemplates?: number | null | undefined;
    listingDays?: number | undefined;
    importPullMinutes?: number | null | undefined;
  } | undefined;
  features?: string[] | undefined;
  trialDays?: number | undefined;
  active?: boolean | undefined;
}

export interface AdminReportsDecideRequest {
  status: "resolved" | "dismissed";
  /** Such as wrong_category, contact_in_text or fraud_suspected; a general reason is recorded when absent */
  code?: string | undefined;
  decision: string;
  /** Takes the reported listing off the market, or hides the reported review */
  takeDown?: boolean | undefined;
  /** suspend_user: suspends the account behind what was reported */
  effect?: "none" | "suspend_user" | undefined;
}

export interface AdminReviewsDecideRequest {
  status: "published" | "rejected";
  /** Such as wrong_category, contact_in_text or fraud_suspected; a general reason is recorded when absent */
  code?: string | undefined;
  reason?: string | null | undefined;
}

export interface AdminSearchListMissesData {
  misses: SearchMiss[];
  pagination: Pagination;
}

export interface AdminSearchPreviewRequest {
  synonyms?: {
    word: string;
    meaning: string;
  }[] | undefined;
  stop_words?: string[] | undefined;
  /** Searches to compare; when absent, those that most often found nothing */
  queries?: string[] | undefined;
}

export interface AdminSession {
  id: string;
  device: string | null;
  ip: string | null;
  createdAt: string;
  lastUsedAt: string;
}

export interface AdminSessionList {
  sessions: AdminSession[];
  pagination: Pagination;
}

export interface AdminSettingsImportExchangeRatesRequest {
  csv: string;
  asOf: string;
  /** Currencies that the file does not name are dropped */
  replace?: boolean | undefined;
}

export interface AdminSettingsRollBackRequest {
  historyId: number;
}

export interface AdminSettingsSetRequest {
  value: unknown;
}

export interface AdminSettingsUpdateSeveralRequest {
  settings: Record<string, unknown> | {
    name: string;
    value: unknown;
  }[];
}

export interface AdminTrader {
  sellerId: string;
  companyName: string;
  slug: string;
  country: string | null;
  verified: boolean;
  ownerId: string | null;
  missing: ("address" | "phone" | "email" | "registration" | "certification")[];
  askedAt: string | null;
  createdAt: string;
}

export interface AdminTraderData {
  trader: AdminTrader;
}

export interface AdminTraderList {
  traders: AdminTrader[];
  pagination: KeysetPagination;
}

export interface AdminTranslationsGetData {
  language: string;
  texts: Record<string, string>;
}

export interface AdminTranslationsListData {
  languages: {
    language: string;
    keys: number;
    missing: number;
  }[];
}

export interface AdminTranslationsMissingData {
  language: string;
  texts: Record<string, string>;
}

export interface AdminTranslationsUpdateData {
  language: string;
  written: number;
}

export interface AdminTranslationsUpdateRequest {
  entries?: Record<string, string | null> | undefined;
  texts?: Record<string, string | null> | undefined;
}

export interface AdminUser {
  id: string;
  email: string;
  name: string;
  role: string;
  phone: string | null;
  emailVerified: boolean;
  phoneVerified: boolean;
  language: string;
  currency: string;
  country: string | null;
  status: string;
  suspendedReason: string | null;
  suspendedUntil: string | null;
  lastSeenAt: string | null;
  createdAt: string;
  updatedAt: string;
  seller: {
    id: string;
    companyName: string;
    slug: string;
    verified: boolean;
    status: string;
    trustScore: number;
    teamRole: string;
  } | null;
}

export interface AdminUserData {
  user: AdminUser;
}

export interface AdminUserDetail {
  user: AdminUser;
  activity: Record<string, number>;
  documents: VerificationDocument[];
}

export interface AdminUserList {
  users: AdminUser[];
  pagination: KeysetPagination;
}

export type AdminUsersExportData = Record<string, unknown>;

export interface AdminUsersGrantPlanRequest {
  /** A plan's id or slug */
  planId: string;
}

export interface AdminUsersMakeSellerRequest {
  /** 2 to 100 characters */
  companyName: DisplayName;
  /** ISO 3166-1 alpha-2 */
  country: CountryCode;
}

export interface AdminUsersSignOutData {
  ended: number;
}

export interface AdminUsersUpdateRequest {
  role?: "BUYER" | "SELLER" | "ADMIN" | undefined;
  status?: "active" | "suspended" | undefined;
  reason?: string | undefined;
}

export interface AdminUsersVerifySellerRequest {
  verified?: boolean | undefined;
}

export interface AdminUsersViewData {
  until: string;
}

export interface AdminUsersViewRequest {
  reason: string;
}

export interface AdminVerificationsDecideRequest {
  verified: boolean;
  reason?: string | null | undefined;
}

export interface AdminWebhook {
  id: string;
  /** null: belongs to an administrator */
  sellerId: string | null;
  url: string;
  status: string;
  disabledReason: string | null;
  disabledAt: string | null;
}

export interface AdminWebhookData {
  webhook: AdminWebhook;
}

export interface AdminWebhooksReplayRequest {
  since: string;
  until?: string | undefined;
  /** Only these; default: all that the webhook gets */
  events?: EventName[] | undefined;
  /** Also resend delivered events */
  includeDelivered?: boolean | undefined;
}

export interface AdminWebhooksUpdateRequest {
  status: "active" | "disabled";
}

export interface AuditEntry {
  id: string;
  seq: number;
  at: string;
  actor: {
    kind: string;
    id: string | null;
  };
  action: string;
  subject: {
    type: string;
    id: string | null;
  };
  before: unknown;
  after: unknown;
  ip: string | null;
  requestId: string | null;
  hash: string;
}

export interface AuditEntryList {
  entries: AuditEntry[];
  pagination: KeysetPagination;
}

export interface BrandsData {
  brands: AdminBrand[];
}

export interface CategoriesData {
  categories: AdminCategory[];
}

/** ISO 3166-1 alpha-2. */
export type CountryCode = "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW";

export interface Coupon {
  id: string;
  code: string;
  name: string;
  note: string | null;
  percent: number | null;
  amount: Money | null;
  periods: number | null;
  planIds: string[] | null;
  validFrom: string | null;
  validUntil: string | null;
  redemptionsMax: number | null;
  redeemed: number;
  active: boolean;
  createdAt: string;
}

export interface CouponData {
  coupon: Coupon;
}

export interface CouponList {
  coupons: Coupon[];
  pagination: KeysetPagination;
}

export interface CouponRedemption {
  id: string;
  seller: {
    id: string;
    name: string | null;
  };
  periodsUsed: number;
  redeemedAt: string;
  endedAt: string | null;
}

export interface CouponRedemptionList {
  redemptions: CouponRedemption[];
  pagination: KeysetPagination;
}

export interface CouponUse {
  code: string;
  percent: number | null;
  amount: Money | null;
  /** Periods to come that it reduces; null: as long as the subscription runs */
  periodsLeft: number | null;
  /** false: it rests, since the plan of the next period is not among its plans */
  fitsPlan: boolean;
}

export type DisplayName = string;

export interface EndpointFigures {
  method: string;
  route: string;
  requests: number;
  /** Answered with 5xx */
  failed: number;
  averageMs: number;
  /** 95 of 100 were answered within it; null: longer than is measured */
  within95Ms: number | null;
}

export interface ErrorBody {
  code: ErrorCode;
  /** For people. */
  message: string;
  details?: ErrorDetail[] | undefined;
}

/** What went wrong, for programs; codes may be added. */
export type ErrorCode = "BAD_REQUEST" | "VALIDATION_ERROR" | "INVALID_FILTER" | "INVALID_SORT" | "LOCATION_NOT_FOUND" | "INVALID_CODE" | "INVALID_RESET_TOKEN" | "INVALID_CREDENTIALS" | "UNAUTHORIZED" | "INVALID_TOKEN" | "TOKEN_EXPIRED" | "EXPIRED_TOKEN" | "INVALID_API_KEY" | "INVALID_SIGNATURE" | "SIGNATURE_REPLAYED" | "PAYMENT_FAILED" | "FORBIDDEN" | "INSUFFICIENT_SCOPE" | "LISTING_LIMIT_EXCEEDED" | "PLAN_LIMIT_EXCEEDED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "ALREADY_EXISTS" | "INVALID_STATE" | "COUPON_UNKNOWN" | "COUPON_EXPIRED" | "COUPON_USED_UP" | "COUPON_NOT_FOR_PLAN" | "COUPON_ALREADY_REDEEMED" | "IDEMPOTENCY_CONFLICT" | "VERSION_CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";

export interface ErrorDetail {
  /** Path of the field, as `location.city` or `images[0]`. */
  field: string;
  /** What is wrong with it. */
  message: string;
  /** Of a conflict: your listing that has the same key. */
  listingId?: string | undefined;
  /** Of a limit of the plan: what it allows. */
  limit?: number | undefined;
  /** Of a limit of the plan: how much of it is used. */
  used?: number | undefined;
}

/** The name of an event, or `*` for all. */
export type EventName = "*" | "subscription.created" | "subscription.updated" | "subscription.canceled" | "subscription.renewed" | "payment.succeeded" | "payment.failed" | "invoice.created" | "invoice.paid" | "user.created" | "user.verified" | "listing.created" | "listing.updated" | "listing.published" | "listing.unpublished" | "listing.approved" | "listing.rejected" | "listing.suspended" | "listing.deleted" | "listing.sold" | "conversation.created" | "message.received" | "message.read" | "inquiry.created" | "inquiry.responded" | "import.completed";

export interface ExportInPreparation {
  status: "preparing";
  requestedAt: string;
  /** Put together so far */
  rows: number;
}

export interface FeaturesData {
  features: AdminFeature[];
}

export interface InfoPageText {
  slug: string;
  language: string;
  title: string;
  /** Markdown without HTML; {operator}, {address}, {country}, {vatId} and {email} are filled in from the settings. */
  body: string;
  /** 0 is the text that ships. */
  version: number;
  /** What readers see. */
  publishedVersion: number;
  publishedAt: string | null;
  writtenBy: string | null;
  writtenAt: string | null;
}

export interface InfoPageVersion {
  version: number;
  title: string;
  writtenBy: string | null;
  writtenAt: string;
}

export interface InfoPageVersionList {
  versions: InfoPageVersion[];
  pagination: Pagination;
}

export interface InterpretedQuery {
  min_year?: number | undefined;
  max_year?: number | undefined;
  min_price?: number | undefined;
  max_price?: number | undefined;
  min_mileage?: number | undefined;
  max_mileage?: number | undefined;
  drive_type?: string[] | undefined;
  category?: string[] | undefined;
  brand?: string[] | undefined;
  model?: string[] | undefined;
  features?: string[] | undefined;
  fuel_type?: string[] | undefined;
  transmission?: string[] | undefined;
  euro_standard?: string[] | undefined;
  condition?: string[] | undefined;
  country?: string[] | undefined;
  region?: string[] | undefined;
  city?: string[] | undefined;
  cab?: string[] | undefined;
  color?: string[] | undefined;
  axle_make?: string[] | undefined;
  cooling_make?: string[] | undefined;
  postal_code?: string[] | undefined;
  min_power?: number | undefined;
  max_power?: number | undefined;
  min_gross_weight?: number | undefined;
  max_gross_weight?: number | undefined;
  min_payload?: number | undefined;
  max_payload?: number | undefined;
  min_operating_weight?: number | undefined;
  max_operating_weight?: number | undefined;
  min_hours?: number | undefined;
  max_hours?: number | undefined;
  min_seats?: number | undefined;
  max_seats?: number | undefined;
  min_axles?: number | undefined;
  max_axles?: number | undefined;
  lat?: number | undefined;
  lng?: number | undefined;
  /** Kilometres around `lat` and `lng` */
  radius?: number | undefined;
  /** Values that results must not have */
  without?: string[] | undefined;
  /** Words that were given up because nothing has it all */
  left_out?: string[] | undefined;
  /** The stock or vehicle identification number asked for, which no listing has */
  unknown_number?: string | undefined;
  /** Words that were taken for misspelt ones */
  did_you_mean?: {
    typed: string;
    meant: string;
  }[] | undefined;
}

export interface InvoiceDetail {
  id: string;
  number: string;
  kind: "invoice" | "credit_note";
  status: "open" | "paid" | "void";
  currency: string;
  net: number;
  vat: number;
  total: number;
  creditApplied: number;
  amountDue: number;
  issuedAt: string;
  paidAt: string | null;
  lines: InvoiceLine[];
  taxes: Tax[];
  taxNote: "reverse_charge" | "outside_eu" | null;
  /** Number of the invoice that this credit note cancels */
  corrects: string | null;
  issuer: InvoiceParty;
  customer: InvoiceParty;
}

export interface InvoiceLine {
  kind: "plan" | "unused" | "refund" | "discount";
  description: string;
  periodStart: string;
  periodEnd: string;
  net: number;
  vatRate: number;
}

export interface InvoiceParty {
  name: string;
  address: string[];
  country: string;
  vatId: string | null;
  email: string | null;
}

export interface Job {
  id: string;
  name: string;
  state: "waiting" | "running" | "failed";
  recurring: boolean;
  subject: Record<string, string>;
  runAt: string;
  attempts: number;
  attemptsMax: number;
  lockedUntil: string | null;
  failedAt: string | null;
  lastError: string | null;
  createdAt: string;
}

export interface JobList {
  jobs: Job[];
  pagination: Pagination;
}

export interface KeysetPagination {
  page: number;
  limit: number;
  total: number;
  totalPages: number;
  hasMore: boolean;
  /** There are more than total */
  totalIsCapped: boolean;
  nextCursor: string | null;
}

export interface ListingImage {
  id: string;
  url: string;
  position: number;
  width: number | null;
  height: number | null;
  bytes?: number | undefined;
  /** SHA-256 of the file sent in */
  checksum?: string | undefined;
  createdAt?: string | undefined;
  sizes?: Record<string, {
    width: number;
    height: number;
    webp: string;
    jpeg: string;
  }> | undefined;
}

export interface Mail {
  id: string;
  /** Of its texts: `mails.<kind>.subject` */
  kind: string;
  recipient: string;
  language: string;
  /** With codes covered */
  subject: string;
  state: "queued" | "sent" | "failed";
  attempts: number;
  /** Why the last attempt has failed */
  reason: string | null;
  canRetry: boolean;
  createdAt: string;
  doneAt: string | null;
}

export interface MailList {
  mails: Mail[];
  pagination: Pagination;
}

export interface MergeTarget {
  /** Id or slug of the one that stays */
  into: string;
}

export interface Merging {
  status: string;
  into: string;
}

export interface ModeratedListing {
  id: string;
  slug: string;
  title: string;
  description: string | null;
  category: {
    slug: string;
    name: string;
  } | null;
  location: {
    country: string | null;
    city: string | null;
  };
  status: string;
  price: number | null;
  currency: string | null;
  /** The price is net; null: not recorded */
  vatDeductible: boolean | null;
  year: number | null;
  mileage: number | null;
  thumbnail: string | null;
  images: ListingImage[];
  source: string;
  flags: Record<string, unknown>;
  rejection: Record<string, unknown> | null;
  suspension: Record<string, unknown> | null;
  qualityScore: number;
  featured: boolean;
  featuredUntil: string | null;
  views: number;
  createdAt: string;
  submittedAt: string | null;
  publishedAt: string | null;
  seller: {
    id: string;
    slug: string;
    companyName: string;
    verified: boolean;
    trustScore: number;
    createdAt: string;
  };
}

export interface ModeratedListingData {
  listing: ModeratedListing;
}

export interface ModeratedListingList {
  listings: ModeratedListing[];
  pagination: KeysetPagination;
}

export interface ModeratedReview {
  id: string;
  sellerId: string;
  rating: number;
  title: string | null;
  text: string | null;
  reply: string | null;
  status: string;
  createdAt: string;
}

export interface ModeratedReviewList {
  reviews: ModeratedReview[];
  pagination: Pagination;
}

export interface ModerationQueue {
  waiting: number;
  oldestMinutes: number | null;
}

export interface ModerationReason {
  /** Such as wrong_category, contact_in_text or fraud_suspected; a general reason is recorded when absent */
  code?: string | undefined;
  reason: string;
  /** What led to the decision, as the person is told */
  foundBy?: "administrator" | "report" | undefined;
}

export interface Money {
  amount: number;
  currency: string;
}

export interface Objection {
  id: string;
  kind: string;
  subjectId: string;
  subject: string;
  userId: string;
  code: string;
  reason: string;
  foundBy: string;
  decidedBy: string;
  decidedAt: string;
  objection: string | null;
  objectedAt: string | null;
  outcome: string | null;
  outcomeReason: string | null;
  outcomeBy: string | null;
  outcomeAt: string | null;
  outcomeBySamePerson: boolean | null;
  /** Whether you can judge it: it is open, and the decision is not yours unless you are the only administrator */
  mayJudge: boolean;
}

export interface ObjectionList {
  objections: Objection[];
  pagination: Pagination;
}

export interface Overview {
  users: Record<string, number>;
  sellers: Record<string, number>;
  listings: Record<string, number>;
  queues: {
    listings: ModerationQueue;
    reports: ModerationQueue;
    documents: ModerationQueue;
    reviews: ModerationQueue;
    objections: ModerationQueue;
  };
  jobs: {
    waiting: number;
    failed: number;
    oldestMinutes: number | null;
  };
  monthlyRevenue: Money;
  /** What was invoiced in each of twelve months, without VAT and less what was credited; plans without any are left out. Each plan in its own currency */
  revenueByPlan: {
    planId: string;
    name: string;
    currency: string;
    months: {
      month: string;
      amount: number;
    }[];
  }[];
  webhooks: WebhookHealth;
  series: {
    date: string;
    users: number;
    listings: number;
    messages: number;
  }[];
}

export interface Pagination {
  page: number;
  limit: number;
  total: number;
  totalPages: number;
  hasMore: boolean;
  /** There are more than total */
  totalIsCapped?: boolean | undefined;
}

export interface Payment {
  id: string;
  status: "pending" | "succeeded" | "failed" | "refund_due" | "refunded";
  amount: Money;
  invoiceId: string | null;
  createdAt: string;
}

export interface Plan {
  id: string;
  slug: string;
  name: string;
  description: string;
  price: Money | null;
  yearlyPrice: Money | null;
  billingCycles: string[];
  limits: PlanLimits;
  features: string[];
  trialDays: number;
  active: boolean;
  sortOrder: number;
}

export interface PlanData {
  plan: Plan;
}

export interface PlanLimits {
  activeListings: number | null;
  drafts: number | null;
  imagesPerListing: number;
  featuredSlots: number;
  teamSeats: number | null;
  apiKeys: number;
  webhooks: number;
  importRowsPerDay: number | null;
  uploadMegabytesPerDay: number | null;
  messageTemplates: number | null;
  listingDays: number;
  importPullMinutes: number | null;
}

export interface PlanReference {
  id: string;
  slug: string;
  name: string;
}

export interface PlansData {
  plans: AdminPlan[];
}

export interface QueriesData {
  queries: SearchPreview[];
}

export interface Refund {
  id: string;
  paymentId: string;
  /** failed: the amount has become credit of the seller */
  status: "pending" | "succeeded" | "failed";
  amount: Money;
  reason: string;
  creditNote: {
    id: string;
    number: string;
  };
  failure: string | null;
  createdAt: string;
  settledAt: string | null;
}

export interface RefundData {
  refund: Refund;
}

export interface Report {
  id: string;
  kind: string;
  subjectId: string;
  reporterId: string | null;
  reporterName: string | null;
  /** What somebody without an account says of themselves */
  guest: {
    name: string | null;
    email: string | null;
  } | null;
  reportedUserId: string | null;
  reportedUserName: string | null;
  reason: string;
  details: string | null;
  context: unknown;
  status: string;
  decision: string | null;
  /** Decisions against the reported content or account that it led to */
  measures: ("listing.rejected" | "listing.suspended" | "listing.deleted" | "review.rejected" | "user.suspended")[];
  decidedBy: string | null;
  decidedAt: string | null;
  createdAt: string;
}

export interface ReportList {
  reports: Report[];
  pagination: Pagination;
}

export interface SearchMiss {
  words: string;
  /** How often it found nothing */
  times: number;
  last_at: string;
}

export interface SearchPreview {
  q: string;
  before: {
    total: number;
    interpreted?: InterpretedQuery | undefined;
  };
  after: {
    total: number;
    interpreted?: InterpretedQuery | undefined;
  };
}

export interface Setting {
  name: string;
  value: unknown;
  default: unknown;
  isDefault: boolean;
  /** In the language of the request, else in English */
  description: string;
  schema: unknown;
  updatedBy: string | null;
  updatedAt: string | null;
}

export interface SettingChange {
  id: number;
  name: string;
  before: unknown;
  after: unknown;
  changedBy: string | null;
  changedAt: string;
}

export interface SettingChangeList {
  history: SettingChange[];
  pagination: Pagination;
}

export interface SettingsData {
  settings: Setting[];
}

export interface Subscription {
  id: string;
  plan: PlanReference;
  status: "trialing" | "active" | "past_due" | "canceled" | "expired";
  billingCycle: "monthly" | "yearly" | null;
  /** For a whole cycle, net of VAT */
  price: {
    amount: number;
    currency: string;
  };
  currentPeriodStart: string;
  currentPeriodEnd: string | null;
  trialEnd: string | null;
  trialAvailable: boolean;
  cancelAtPeriodEnd: boolean;
  canceledAt: string | null;
  scheduledChange: {
    plan: PlanReference;
    billingCycle: "monthly" | "yearly" | null;
    at: string | null;
  } | null;
  coupon: CouponUse | null;
  paymentMethod: {
    label: string;
  } | null;
  nextAttemptAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface SubscriptionData {
  subscription: Subscription;
}

export interface SuspensionRequest {
  /** Such as wrong_category, contact_in_text or fraud_suspected; a general reason is recorded when absent */
  code?: string | undefined;
  reason: string;
  /** What led to the decision, as the person is told */
  foundBy?: "administrator" | "report" | undefined;
  /** When it ends by itself; never when absent */
  until?: string | undefined;
}

export interface SystemHealth {
  /** The slowest first, without event streams */
  slowEndpoints: EndpointFigures[];
  failingEndpoints: EndpointFigures[];
  /** The longest time of each in the last five minutes; the log has their texts */
  slowStatements: {
    statement: string;
    ms: number;
  }[];
  failingJobs: {
    job: string;
    done: number;
    retried: number;
    failed: number;
  }[];
  /** How far the index is behind the change log; null while nobody knows */
  searchIndex: {
    lagSeconds: number | null;
    lagPositions: number | null;
  };
  mails: {
    queued: number;
    oldestMinutes: number | null;
    lastDay: {
      sent: number;
      failed: number;
    };
    /** Why the newest of those that failed or wait again failed */
    lastReason: string | null;
  };
}

export interface Tax {
  rate: number;
  net: number;
  amount: number;
}

export interface VerificationDocument {
  id: string;
  filename: string;
  contentType: string;
  bytes: number;
  createdAt: string;
  refusedAt: string | null;
  /** Of the administrator who did not accept it */
  refusalReason: string | null;
}

export interface WaitingVerification {
  sellerId: string;
  companyName: string;
  slug: string;
  country: string | null;
  address: string | null;
  vatId: string | null;
  userId: string;
  since: string;
  documents: VerificationDocument[];
}

export interface WaitingVerificationList {
  verifications: WaitingVerification[];
  pagination: Pagination;
}

/** What was done differently from what was asked, or ignored. Left out where there is nothing to say. */
export type Warnings = ErrorDetail[];

export interface WebhookHealth {
  active: number;
  disabled: number;
  pending: number;
  oldestDueSeconds: number;
  lastDay: {
    delivered: number;
    failed: number;
  };
  failing: ({
    id: string;
    /** null: belongs to an administrator */
    sellerId: string | null;
    url: string;
    status: string;
    failed: number;
  })[];
  /** By administrators */
  paused: ({
    id: string;
    sellerId: string | null;
    url: string;
  })[];
}

export interface WebhookReplay {
  /** Number of events resent */
  replayed: number;
  /** There are more: ask again once these are sent */
  hasMore: boolean;
}

export interface YearlyFigures {
  year: number;
  notices: {
    kind: string;
    reason: string;
    status: string;
    count: number;
    /** Of these, by people without an account */
    byGuests: number;
  }[];
  /** From a report to its decision; half took less */
  medianHours: number | null;
  decisions: {
    action: string;
    month: string;
    count: number;
  }[];
  /** Statements of reasons */
  statements: {
    kind: string;
    code: string;
    foundBy: string;
    count: number;
  }[];
  objections: {
    made: number;
    upheld: number;
    reversed: number;
    /** From an objection to its outcome */
    medianHours: number | null;
  };
}
