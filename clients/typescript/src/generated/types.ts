// Generated from docs/openapi.json by `npm run docs`; do not edit.

export interface Account {
  id: string;
  email: string;
  name: string;
  role: "BUYER" | "SELLER" | "ADMIN";
  phone: string | null;
  avatar: string | null;
  emailVerified: boolean;
  phoneVerified: boolean;
  language: string;
  currency: string;
  createdAt: string;
  updatedAt: string;
  seller?: AccountSeller | undefined;
}

export interface AccountBecomeSellerRequest {
  /** 2 to 100 characters */
  companyName: DisplayName;
  /** ISO 3166-1 alpha-2 */
  country: CountryCode;
}

export interface AccountChangeEmailRequest {
  email: string;
  /** The password of the account */
  password: string;
}

export interface AccountEraseRequest {
  password: string;
}

export type AccountExportData = Record<string, unknown>;

export interface AccountSecurity {
  ipRestriction: {
    enabled: boolean;
    addresses: string[];
  };
  requireSignature: boolean;
}

export interface AccountSecurityUpdateRequest {
  ipRestriction?: {
    enabled: boolean;
    /** IPv4 or IPv6 addresses, or CIDR ranges */
    addresses: string[];
  } | undefined;
  requireSignature?: boolean | undefined;
  /** The password of the account; required to loosen a restriction: to turn it off, to allow other addresses, or to accept unsigned requests */
  password?: string | undefined;
}

export interface AccountSeller {
  id: string;
  companyName: string;
  slug: string;
  verified: boolean;
  trustScore: number;
  subscription: {
    plan: string;
    status: string;
  };
}

export interface AccountUpdateRequest {
  /** 2 to 100 characters */
  name?: DisplayName | undefined;
  /** With country code; kept in E.164, as +4940123456 */
  phone?: string | null | undefined;
  /** ISO 639-1, such as de */
  language?: string | undefined;
  /** ISO 4217 */
  currency?: string | undefined;
}

export interface AccountVerifyPhoneRequest {
  /** With country code, as +4940123456; that of the account when absent */
  phone?: string | undefined;
}

export interface ApiKey {
  id: string;
  name: string;
  scopes: Scope[];
  /** The first and last characters of the value, to recognise it */
  prefix: string;
  environment: "live" | "test";
  expiresAt: string | null;
  lastUsedAt: string | null;
  lastUsedIp: string | null;
  createdAt: string;
}

export interface ApiKeyData {
  apiKey: ApiKey;
}

export interface ApiKeyList {
  apiKeys: ApiKey[];
  pagination: Pagination;
}

export interface ApiKeyMaker {
  userId: string;
  name: string;
}

export interface ApiKeyVerification {
  valid: boolean;
  scopes: Scope[];
  expires_at: string | null;
}

export interface ApiKeysCreateRequest {
  name: string;
  scopes: Scope[];
  expiresAt?: string | null | undefined;
  /** The password of the account */
  password: string;
}

export interface ApiKeysRegenerateRequest {
  /** How long the old value keeps working beside the new one */
  graceMinutes?: number | undefined;
  /** The password of the account */
  password: string;
}

export interface Attachment {
  filename: string;
  content_type: string;
  bytes: number;
  /** Valid for 15 minutes, without a credential. */
  url: string;
}

export interface AuthChangePasswordRequest {
  currentPassword: string;
  newPassword: NewPassword;
  confirmPassword: string;
  /** Whether the API keys of the account keep working */
  keepApiKeys?: boolean | undefined;
}

export interface AuthLoginRequest {
  email: string;
  password: string;
  /** A refresh token that this device has had, for clients without cookies; wrong guesses by strangers do not make a known device wait */
  refreshToken?: string | undefined;
}

export interface AuthRefreshRequest {
  refreshToken: string;
}

export interface AuthRegisterRequest {
  email: string;
  /** At least 8 characters, an uppercase letter and a number */
  password: NewPassword;
  /** 2 to 100 characters */
  name: DisplayName;
  role: "BUYER" | "SELLER";
  /** With country code; kept in E.164, as +4940123456 */
  phone?: string | undefined;
  /** Required for sellers; 2 to 100 characters */
  companyName?: DisplayName | undefined;
  /** ISO 3166-1 alpha-2 */
  country?: CountryCode | undefined;
  /** ISO 639-1, such as de */
  language?: string | undefined;
  /** ISO 4217 */
  currency?: string | undefined;
}

export interface AuthResetPasswordRequest {
  token: string;
  password: NewPassword;
  confirmPassword: string;
}

export interface AuthVerifyEmailByLinkRequest {
  /** The `token` parameter of the emailed link */
  token: string;
}

export interface AuthVerifyEmailRequest {
  email: string;
  code: string;
}

export interface Block {
  participant: {
    id: string;
    name: string;
    type: "buyer" | "seller";
  };
  created_at: string;
}

export interface BlockData {
  block: Block;
}

export interface BlocksCreateRequest {
  participant_id: string;
}

export interface BlocksData {
  blocks: Block[];
}

/** Brakes. */
export type BrakeType = "disc" | "drum" | "mixed";

export interface Brand {
  id: string;
  slug: string;
  name: string;
  logo: string | null;
  categories: CategoryReference[];
  listingCount: number;
  models: string[];
}

export interface BrandsData {
  brands: Brand[];
}

/** Kind of bus. */
export type BusClass = "city" | "intercity" | "coach" | "school" | "minibus" | "double_decker" | "articulated";

/** Cab. */
export type CabType = "day" | "sleeper" | "high_sleeper" | "mega_sleeper" | "double" | "local";

export interface CategoriesData {
  categories: Category[];
}

export interface Category {
  id: string;
  slug: string;
  name: string;
  parent: CategoryReference | null;
  listingCount: number;
  attributes: CategoryAttribute[];
  children: Subcategory[];
}

export interface CategoryAttribute {
  name: string;
  group: string;
  /** Who reads it. public: everybody. chosen: everybody, if the seller chooses so with vinPublic. dealers: signed-in sellers. owner: the seller's own team */
  visibility: "public" | "chosen" | "dealers" | "owner";
  /** Members of an object that only the seller's own team reads */
  ownerParts: string[];
  type: string;
  unit: string | null;
  values: string[] | null;
  min: number | null;
  max: number | null;
  description: string;
  /** Nothing of the category is published without it; beside what every listing needs */
  required: boolean;
}

export interface CategoryReference {
  id: string;
  slug: string;
  name: string;
}

/** Climate control. */
export type Climate = "none" | "manual" | "automatic";

/** Colour outside. */
export type Color = "black" | "grey" | "beige" | "brown" | "red" | "green" | "blue" | "purple" | "gold" | "white" | "orange" | "silver" | "yellow";

export interface CommercialData {
  priceType?: PriceType | undefined;
  /** Price without VAT. Enough by itself: sets price and vatDeductible. */
  priceNet?: number | undefined;
  /** Price with VAT. Enough by itself: sets price and vatDeductible. */
  priceGross?: number | undefined;
  /** VAT rate; default: the standard rate of your country. Unit: %. */
  vatRate?: number | undefined;
  /** The buyer may deduct the VAT, so price is net. */
  vatDeductible?: boolean | undefined;
  vatScheme?: VatScheme | undefined;
  /** Leasing offer. */
  leasing?: {
    /** Monthly rate. */
    monthly: number;
    /** Currency of the rate; that of the listing when absent. */
    currency?: string | undefined;
    /** Term. Unit: months. */
    months?: number | undefined;
    /** First payment. */
    deposit?: number | undefined;
  } | undefined;
  /** The vehicle can be rented too. */
  rentable?: boolean | undefined;
  usageType?: UsageType | undefined;
  /** Has damage that is not repaired. */
  damaged?: boolean | undefined;
  /** Has been in an accident, repaired or not. */
  accidentHistory?: boolean | undefined;
  /** Of a damaged vehicle: can be driven. */
  roadworthy?: boolean | undefined;
  /** Number of previous owners. */
  previousOwners?: number | undefined;
  serviceHistory?: ServiceHistory | undefined;
  /** Warranty. Unit: months. */
  warrantyMonths?: number | undefined;
  /** When the buyer can have it. */
  availability?: {
    /** Now, from a date, or some days after the order. */
    type: "now" | "from_date" | "order";
    /** First day, with from_date only. */
    date?: string | undefined;
    /** Delivery time in days, with order only. */
    days?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 14 | 21 | 28 | 42 | 60 | 90 | 120 | 150 | 180 | 270 | 360 | undefined;
  } | undefined;
  /** Price before the last reduction. */
  previousPrice?: number | undefined;
  /** When the price fell last. */
  priceReducedAt?: string | undefined;
}

export interface ComparedAttribute {
  field: string;
  label: string;
  group: string;
  unit: string | null;
  /** One for each listing, in their order. */
  values: unknown[];
  /** What the values are called in your language, where they are slugs. */
  names: (string | null)[] | null;
  isDifferent: boolean;
}

export interface ComparedFeature {
  code: string;
  name: string;
  values: (boolean | null)[];
  isDifferent: boolean;
}

export interface ComparedListing {
  id: string;
  title: string;
  slug: string | null;
  thumbnail: string | null;
  status: string;
  /** false: gone from the market; its column is empty. */
  available: boolean;
  /** In the currency of the listing. */
  price: number | null;
  currency: string | null;
  /** The price is net; null: not recorded */
  vatDeductible: boolean | null;
  /** In the currency of the comparison. */
  convertedPrice: number | null;
}

export interface Comparison {
  id: string;
  name: string;
  listingIds: string[];
  shared: boolean;
  createdAt: string;
  updatedAt: string;
  /** Of every amount in the matrix. */
  currency: string;
  listings: ComparedListing[];
  attributes: ComparedAttribute[];
  features: ComparedFeature[];
}

export interface ComparisonData {
  comparison: Comparison;
}

export interface ComparisonMatrix {
  /** Of every amount in the matrix. */
  currency: string;
  listings: ComparedListing[];
  attributes: ComparedAttribute[];
  features: ComparedFeature[];
}

export interface ComparisonMatrixData {
  comparison: ComparisonMatrix;
}

export interface ComparisonSummary {
  id: string;
  name: string;
  listingIds: string[];
  shared: boolean;
  createdAt: string;
  updatedAt: string;
}

export interface ComparisonSummaryList {
  comparisons: ComparisonSummary[];
  pagination: Pagination;
}

export interface ComparisonsCreateRequest {
  listingIds: string[];
  name?: string | undefined;
}

export interface ComparisonsShareData {
  token: string;
  url: string;
}

export interface ComparisonsUpdateRequest {
  listingIds?: string[] | undefined;
  name?: string | undefined;
}

/** Condition; used when absent. */
export type Condition = "new" | "used" | "certified";

export interface Conversation {
  id: string;
  listing: ConversationListing;
  last_message: LastMessage | null;
  unread_count: number;
  archived: boolean;
  created_at: string;
  updated_at: string;
  participant: Participant;
}

export interface ConversationArchival {
  conversation: {
    id: string;
    archived: boolean;
  };
}

export interface ConversationCreatedEvent {
  id: EventId;
  type: "conversation.created";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: ConversationCreatedEventData;
}

export interface ConversationCreatedEventData {
  conversation: {
    id: string;
    listing: EventListingReference;
    buyer: EventPerson;
    seller_id: string;
    created_at: string;
  };
}

export interface ConversationDetail {
  id: string;
  listing: ConversationListing;
  last_message: LastMessage | null;
  unread_count: number;
  archived: boolean;
  created_at: string;
  updated_at: string;
  participant: ParticipantDetail;
}

export interface ConversationList {
  conversations: Conversation[];
  pagination: {
    page: number;
    limit: number;
    total: number;
  };
  summary: {
    /** Conversations, including archived ones. */
    total: number;
    /** Conversations with unread messages. */
    unread: number;
  };
}

export interface ConversationListing {
  id: string;
  title: string;
  thumbnail: string | null;
  price: number | null;
  currency: string | null;
  /** The price is net; null: not recorded */
  vat_deductible: boolean | null;
  /** DELETED also when the listing no longer exists. */
  status: string;
}

export interface ConversationMessages {
  conversation: ConversationDetail;
  /** Newest first. */
  messages: Message[];
  pagination: {
    page: number;
    limit: number;
    total: number;
    has_more: boolean;
  };
}

export interface ConversationsMarkReadRequest {
  message_ids?: string[] | undefined;
}

export interface ConversationsSendRequest {
  content?: string | undefined;
  type?: "text" | "image" | "document" | "quick_reply" | undefined;
  template_id?: string | undefined;
  /** In a form: JSON in the field `variables`, or a field `variables[name]` for each. */
  variables?: Record<string, string> | undefined;
}

export interface ConversationsStartRequest {
  listing_id: string;
  message: string;
  /** What of your account the seller may have besides your name; told with your first message about a listing, to the seller’s own systems. */
  share_contact?: ("email" | "phone")[] | undefined;
}

/** ISO 3166-1 alpha-2. */
export type CountryCode = "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW";

export interface CouponUse {
  code: string;
  percent: number | null;
  amount: Money | null;
  /** Periods to come that it reduces; null: as long as the subscription runs */
  periodsLeft: number | null;
  /** false: it rests, since the plan of the next period is not among its plans */
  fitsPlan: boolean;
}

export interface CurrenciesListData {
  base: string;
  rates: Record<string, number>;
  asOf: string;
}

export interface CurrentSubscription {
  subscription: Subscription;
  limits: PlanLimits;
  usage: {
    activeListings: Usage;
    drafts: Usage;
    featuredSlots: Usage;
    teamSeats: Usage;
    apiKeys: Usage;
    webhooks: Usage;
    importRowsPerDay: Usage;
    uploadMegabytesPerDay: Usage;
    messageTemplates: Usage;
  };
  credit: Money;
  openInvoice: Invoice | null;
  pendingPayment: Payment | null;
}

export interface Dashboard {
  period: {
    from: string;
    to: string;
  };
  listings: {
    total: number;
    byStatus: Record<string, number>;
  };
  views: number;
  visitors: number;
  inquiries: number;
  favorites: number;
  conversionPercent: number;
  responseTimeMinutes: number | null;
  responseRatePercent: number | null;
  series: DashboardDay[];
  topListings: ({
    id: string;
    slug: string;
    title: string;
    status: string;
    thumbnail: string | null;
    views: number;
    inquiries: number;
    favorites: number;
  })[];
  quality: {
    averageScore: number | null;
    weakest: {
      id: string;
      slug: string;
      title: string;
      score: number;
      images: number;
    }[];
  };
  plan: {
    slug: string;
    name: string;
    usage: {
      activeListings: Usage;
      drafts: Usage;
      featuredSlots: Usage;
      teamSeats: Usage;
      apiKeys: Usage;
      webhooks: Usage;
      importRowsPerDay: Usage;
      uploadMegabytesPerDay: Usage;
      messageTemplates: Usage;
    };
  };
}

export interface DashboardDay {
  date: string;
  views: number;
  visitors: number;
  inquiries: number;
  favorites: number;
}

export interface Decision {
  id: string;
  /** Reads it and objects to it, without an account too */
  token: string;
  kind: "listing.rejected" | "listing.suspended" | "listing.deleted" | "review.rejected" | "user.suspended";
  subject: string;
  what: string;
  reason: string;
  rule: string;
  found: string;
  decidedAt: string;
  endsAt: string | null;
  objectUntil: string;
  objection: string | null;
  objectedAt: string | null;
  outcome: "upheld" | "reversed" | null;
  outcomeReason: string | null;
  outcomeAt: string | null;
  /** Whether the objection was judged by the person who decided, as the only administrator */
  outcomeBySamePerson: boolean | null;
}

export interface DecisionList {
  decisions: Decision[];
  pagination: Pagination;
}

export interface DeliveryAttempt {
  id: string;
  event_id: string;
  event_type: string;
  status: "delivered" | "failed";
  response_code: number | null;
  response_time_ms: number;
  delivered_at?: string | undefined;
  error?: DeliveryError | undefined;
  /** Number of attempts before this one */
  retry_count?: number | undefined;
  next_retry?: string | null | undefined;
  created_at: string;
}

export interface DeliveryAttemptData {
  delivery: DeliveryAttempt;
}

export interface DeliveryAttemptList {
  logs: DeliveryAttempt[];
  pagination: KeysetPagination;
}

export type DeliveryError = "timeout" | "connection_refused" | "connection_reset" | "dns_error" | "tls_error" | "blocked_address" | "response_too_large" | "http_status";

export interface DeliveryExchange {
  id: string;
  event_id: string;
  event_type: string;
  status: "delivered" | "failed";
  response_code: number | null;
  response_time_ms: number;
  delivered_at?: string | undefined;
  error?: DeliveryError | undefined;
  /** Number of attempts before this one */
  retry_count?: number | undefined;
  next_retry?: string | null | undefined;
  created_at: string;
  request: SentDelivery;
  response: ReceiverAnswer | null;
}

export interface DeliveryExchangeData {
  log: DeliveryExchange;
}

export interface DeliveryRetry {
  event_id: string;
  event_type: string;
  status: "pending";
  next_retry: string;
  /** The log entry of the attempt, once it has been made */
  log_id?: string | undefined;
}

export interface DeliveryRetryData {
  delivery: DeliveryRetry;
}

export type DisplayName = string;

export interface DocumentsData {
  documents: VerificationDocument[];
}

/** Axle formula: wheel positions × driven wheel positions. */
export type DriveType = "4x2" | "6x2" | "6x4" | "8x4" | "4x4" | "6x6" | "8x2" | "8x6" | "8x8" | "10x4" | "10x6";

export interface EmailAddress {
  email: string;
}

/** German emission sticker. */
export type EmissionSticker = "green" | "yellow" | "red" | "none";

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

/** EU vehicle category; derived from class, weight and seats when absent. */
export type EuCategory = "N1" | "N2" | "N3" | "M2" | "M3" | "O1" | "O2" | "O3" | "O4" | "T" | "none";

/** Emission standard of road vehicles. */
export type EuroStandard = "euro3" | "euro4" | "euro5" | "euro6" | "euro1" | "euro2" | "eev" | "euro6d" | "euro6e";

/** An event, as webhooks receive it. */
export type Event = ConversationCreatedEvent | ImportCompletedEvent | InquiryCreatedEvent | InquiryRespondedEvent | InvoiceCreatedEvent | InvoicePaidEvent | ListingApprovedEvent | ListingCreatedEvent | ListingDeletedEvent | ListingPublishedEvent | ListingRejectedEvent | ListingSoldEvent | ListingSuspendedEvent | ListingUnpublishedEvent | ListingUpdatedEvent | MessageReadEvent | MessageReceivedEvent | PaymentFailedEvent | PaymentSucceededEvent | SubscriptionCanceledEvent | SubscriptionCreatedEvent | SubscriptionRenewedEvent | SubscriptionUpdatedEvent | UserCreatedEvent | UserVerifiedEvent;

export interface EventCreatedListing {
  id: string;
  title: string;
  price: number | null;
  currency: string | null;
  /** Slug */
  category: string;
  status: "draft" | "pending_review" | "active" | "paused" | "rejected" | "suspended" | "expired" | "sold" | "deleted";
  seller_id: string;
  created_at: string;
  /** The seller's own stock number */
  external_id: string | null;
}

/** The same in every attempt: what has been handled already can be told by it. */
export type EventId = string;

export interface EventImport {
  id: string;
  status: "completed" | "completed_with_errors" | "failed" | "canceled";
  mode: "upsert" | "full";
  preset: "own" | "mobile_de_csv" | "truckradar_xml" | "ax10_csv";
  dry_run: boolean;
  source: "upload" | "url" | "pull";
  filename: string | null;
  totals: ImportTotals;
  images: {
    total: number;
    stored: number;
    failed: number;
    replaced: number;
  };
  error: {
    code: string;
    message: string;
  } | null;
  seller_id: string;
  created_at: string;
  finished_at: string | null;
  pictures_finished_at: string | null;
}

export interface EventInquiryMessage {
  id: string;
  content: string;
  sender_id: string;
  sent_at: string;
}

export interface EventInvoice {
  invoice: {
    id: string;
    number: string;
    kind: "invoice" | "credit_note";
    subscription_id: string;
    user_id: string | null;
    status: "open" | "paid" | "void";
    net: number;
    vat: number;
    total: number;
    amount_due: number;
    currency: string;
    issued_at: string;
    paid_at: string | null;
  };
}

export interface EventLead {
  id: string;
  name: string;
  /** Where the buyer lets you have it */
  email?: string | null | undefined;
  /** Where the buyer lets you have it; null: the account has none */
  phone?: string | null | undefined;
}

export interface EventListing {
  id: string;
  title: string;
  price: number | null;
  currency: string | null;
  /** Slug */
  category: string;
  status: "draft" | "pending_review" | "active" | "paused" | "rejected" | "suspended" | "expired" | "sold" | "deleted";
  seller_id: string;
  created_at: string;
  /** The seller's own stock number */
  external_id: string | null;
  slug: string;
  /** Slug */
  subcategory: string | null;
  /** Slug */
  brand: string | null;
  model: string | null;
  year: number | null;
  mileage: number | null;
  condition: string;
  location: {
    country: string | null;
    city: string | null;
  };
  featured: boolean;
  version: number;
  updated_at: string;
  published_at: string | null;
  expires_at: string | null;
}

export interface EventListingReference {
  id: string;
  title: string;
  /** The seller's own stock number, where the seller is told */
  external_id?: string | null | undefined;
}

/** The name of an event, or `*` for all. */
export type EventName = "*" | "subscription.created" | "subscription.updated" | "subscription.canceled" | "subscription.renewed" | "payment.succeeded" | "payment.failed" | "invoice.created" | "invoice.paid" | "user.created" | "user.verified" | "listing.created" | "listing.updated" | "listing.published" | "listing.unpublished" | "listing.approved" | "listing.rejected" | "listing.suspended" | "listing.deleted" | "listing.sold" | "conversation.created" | "message.received" | "message.read" | "inquiry.created" | "inquiry.responded" | "import.completed";

export interface EventPayment {
  payment: {
    id: string;
    subscription_id: string;
    invoice_id: string | null;
    user_id: string | null;
    status: "pending" | "succeeded" | "failed" | "refund_due" | "refunded";
    amount: number;
    currency: string;
    failure_code: string | null;
    failure_message: string | null;
    created_at: string;
  };
}

export interface EventPerson {
  id: string;
  name: string;
}

export interface EventSeller {
  id: string;
  company_name: string;
  slug: string;
}

export interface EventSubscription {
  subscription: {
    id: string;
    plan: {
      id: string;
      name: string;
    };
    user_id: string | null;
    status: "trialing" | "active" | "past_due" | "canceled" | "expired";
    billing_cycle: "monthly" | "yearly" | null;
    price: Money;
    created_at: string;
  };
}

/** When it happened. */
export type EventTime = string;

export interface EventsListData {
  events: Event[];
  pagination: Pagination;
}

export interface ExportInPreparation {
  status: "preparing";
  requestedAt: string;
  /** Put together so far */
  rows: number;
}

export interface Favorite {
  id: string;
  listing: {
    id: string;
    title: string;
    slug: string | null;
    price: number | null;
    currency: string | null;
    /** The price is net; null: not recorded */
    vatDeductible: boolean | null;
    year: number | null;
    mileage: number | null;
    location: {
      country: string | null;
      city: string | null;
    };
    thumbnail: string | null;
    /** DELETED also when the listing no longer exists. */
    status: string;
  };
  priceAtAdded: number | null;
  /** Current price minus the price when it was added, in the currency of the listing; null when either is missing, or the currency has changed, or one is net and the other gross. */
  priceChange: number | null;
  createdAt: string;
}

export interface FavoriteData {
  favorite: Favorite;
}

export interface FavoriteList {
  favorites: Favorite[];
  pagination: Pagination;
}

export interface FavoritesAddRequest {
  listingId: string;
}

export interface Feature {
  code: string;
  group: string;
  name: string;
}

export interface FeaturesData {
  features: Feature[];
}

export interface FieldProblem {
  field: string;
  message: string;
}

/** Floor of the bus. */
export type FloorType = "low" | "step" | "high";

/** Fuel or drive energy. */
export type FuelType = "diesel" | "petrol" | "electric" | "hybrid" | "cng" | "lng" | "lpg" | "hydrogen" | "ethanol" | "other";

export interface GuestReportRequest {
  reason: "fraud" | "stolen" | "misleading" | "sold" | "duplicate" | "inappropriate" | "spam" | "other";
  /** What is wrong */
  details: string;
  name?: DisplayName | undefined;
  /** Gets the receipt and the decision */
  email?: string | undefined;
}

/** Hydraulic installation. */
export type Hydraulics = "none" | "tipper" | "walking_floor" | "tanker" | "other";

export interface Image {
  id: string;
  url: string;
  position: number;
  width: number;
  height: number;
  bytes: number;
  checksum: string;
  sizes: {
    thumbnail: ImageSize;
    medium: ImageSize;
    large: ImageSize;
  };
  createdAt: string;
}

export interface ImageSize {
  width: number;
  height: number;
  jpeg: string;
  webp: string;
}

export interface ImagesData {
  images: Image[];
}

export interface Import {
  id: string;
  status: "queued" | "running" | "completed" | "completed_with_errors" | "failed" | "canceled";
  mode: "upsert" | "full";
  preset: ImportPresetName;
  format: "csv" | "xml" | null;
  publish: "draft" | "submit";
  dryRun: boolean;
  source: "upload" | "url" | "pull";
  filename: string | null;
  url: string | null;
  totals: ImportTotals;
  progress: {
    processed: number;
    rows: number | null;
    percent: number | null;
  };
  images: {
    total: number;
    stored: number;
    failed: number;
    /** Not fetched, since a later order names other pictures of the same listing */
    replaced: number;
  };
  /** How each column of a CSV file is read, in the order of the file; not in lists */
  columns?: ImportedColumn[] | undefined;
  /** Words of the file that were read as others, and in how many rows */
  aliases: {
    field: string;
    written: string;
    meant: string;
    rows: number;
  }[];
  error: {
    code: string;
    message: string;
  } | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  /** When the last of its pictures had come or failed; they are fetched after the rows are written */
  picturesFinishedAt: string | null;
}

export interface ImportCompletedEvent {
  id: EventId;
  type: "import.completed";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: ImportCompletedEventData;
}

export interface ImportCompletedEventData {
  import: EventImport;
}

export interface ImportData {
  job: Import;
}

/** By name; the character itself is taken too */
export type ImportDelimiter = "comma" | "semicolon" | "pipe" | "tab" | "auto";

export type ImportEncoding = "utf-8" | "utf-16le" | "utf-16be" | "iso-8859-1" | "iso-8859-2" | "iso-8859-15" | "windows-1250" | "windows-1251" | "windows-1252" | "auto";

export interface ImportFeed {
  url: string;
  preset: ImportPresetName;
  mode: "upsert" | "full";
  publish: "draft" | "submit";
  /** Set by the plan; null: the plan no longer includes fetching feeds */
  everyMinutes: number | null;
  nextAt: string;
  lastImportId: string | null;
  lastError: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface ImportFeedData {
  pull: ImportFeed;
}

export interface ImportFeedSetRequest {
  /** http or https, public, without credentials */
  url: string;
  format?: "csv" | "xml" | "auto" | undefined;
  preset?: "own" | "mobile_de_csv" | "truckradar_xml" | "ax10_csv" | undefined;
  mode?: StockMode | undefined;
  source?: StockSource | undefined;
  /** submit: rows go live. A row's status wins. */
  publish?: "draft" | "submit" | undefined;
  delimiter?: ImportDelimiter | undefined;
  encoding?: ImportEncoding | undefined;
  hasHeader?: boolean | undefined;
  /** ISO 4217 */
  currency?: string | undefined;
  /** Allows a full import to pause more than half of the listings it covers */
  confirmMassRemoval?: boolean | undefined;
  dontPublishOnFailedImages?: boolean | undefined;
  notifyEmails?: string[] | undefined;
}

export interface ImportInspection {
  preset: ImportPresetName;
  format: "csv" | "xml";
  encoding: string;
  /** Of CSV */
  delimiter: string | null;
  /** Of CSV */
  hasHeader: boolean | null;
  columns: ImportedColumn[];
}

export interface ImportInspectionData {
  inspection: ImportInspection;
}

export interface ImportLimits {
  /** Of one file */
  rows: number;
  /** Of one file, and of what an archive unpacks to */
  bytes: number;
}

export interface ImportList {
  jobs: Import[];
  pagination: Pagination;
}

export interface ImportMapping {
  preset: ImportPresetName;
  columns: ({
    /** Of your files, as the header names it */
    column: string;
    /** A column of the format; null: the column is not read */
    readAs: string | null;
  })[];
  values: ImportedValue[];
  updatedAt: string;
}

export interface ImportMappingData {
  mapping: ImportMapping;
}

export interface ImportMappingsSetRequest {
  columns?: ({
    /** Of your files, as the header names it */
    column: string;
    /** A column of the format; null: the column is not read */
    readAs: string | null;
  })[] | undefined;
  values?: ({
    /** Of your files, as the header names it */
    column: string;
    /** As your files write it */
    value: string;
    /** What it means, as a cell of the format; null: it is left out */
    readAs: string | null;
  })[] | undefined;
}

export interface ImportPreset {
  name: ImportPresetName;
  title: string;
  description: string;
  formats: ("csv" | "xml")[];
  defaults: {
    mode: "upsert" | "full";
    publish: "draft" | "submit";
    delimiter: string;
    /** Of prices that name none; of our own format that of the account */
    currency: string;
  };
  columns: ({
    column: string;
    field: string | null;
    required: boolean;
    description: string;
  })[];
}

export type ImportPresetName = "own" | "mobile_de_csv" | "truckradar_xml" | "ax10_csv";

export interface ImportProblem {
  /** 1 is the first row of data; null: the file as a whole */
  row: number | null;
  externalId: string | null;
  column: string | null;
  /** Of the listing, as in a body */
  field: string | null;
  value: string | null;
  severity: "error" | "warning";
  code: "REQUIRED" | "INVALID_ENUM" | "INVALID_NUMBER" | "INVALID_DATE" | "INVALID_VALUE" | "OUT_OF_RANGE" | "UNKNOWN_BRAND" | "UNKNOWN_CATEGORY" | "UNKNOWN_FEATURE" | "UNKNOWN_COLUMN" | "DUPLICATE_KEY" | "INVALID_VIN" | "INVALID_STATE" | "IMAGE_FETCH_FAILED" | "LISTING_LIMIT_EXCEEDED" | "PLAN_LIMIT_EXCEEDED" | "MALFORMED_ROW" | "REMOVAL_SKIPPED" | "MASS_REMOVAL" | "QUESTIONABLE";
  message: string;
  suggestion: string | null;
}

export interface ImportProblemGroup {
  column: string | null;
  /** Of the listing, as in a body */
  field: string | null;
  /** As the file has it */
  value: string | null;
  severity: "error" | "warning";
  code: "REQUIRED" | "INVALID_ENUM" | "INVALID_NUMBER" | "INVALID_DATE" | "INVALID_VALUE" | "OUT_OF_RANGE" | "UNKNOWN_BRAND" | "UNKNOWN_CATEGORY" | "UNKNOWN_FEATURE" | "UNKNOWN_COLUMN" | "DUPLICATE_KEY" | "INVALID_VIN" | "INVALID_STATE" | "IMAGE_FETCH_FAILED" | "LISTING_LIMIT_EXCEEDED" | "PLAN_LIMIT_EXCEEDED" | "MALFORMED_ROW" | "REMOVAL_SKIPPED" | "MASS_REMOVAL" | "QUESTIONABLE";
  /** Of the first of these rows */
  message: string;
  /** What the value probably means; confirm it with `PUT …/mappings/:preset` */
  suggestion: string | null;
  rows: number;
}

export interface ImportProblemGroupList {
  groups: ImportProblemGroup[];
  pagination: Pagination;
}

export interface ImportProblemList {
  errors: ImportProblem[];
  pagination: Pagination;
}

export interface ImportTotals {
  rows: number | null;
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
  skipped: number;
  failed: number;
  warnings: number;
}

export interface ImportedColumn {
  /** As the header names it, in lower case, with underscores */
  column: string;
  /** Of the listing, as in a body; null: the column is not read by itself */
  field: string | null;
  /** The column of the format that it is read as */
  readAs: string | null;
  /** Whether the format has such a column; others are ignored */
  isKnown: boolean;
  /** The column of the format that an unknown one probably is */
  suggestion: string | null;
  /** Its first values; only where a file is looked at */
  samples?: string[] | undefined;
}

export interface ImportedValue {
  /** Of your files, as the header names it */
  column: string;
  /** As your files write it */
  value: string;
  /** What it means, as a cell of the format; null: it is left out */
  readAs: string | null;
}

export interface ImportsCreateRequest {
  /** http or https, public, without credentials */
  url: string;
  /** Checks every row and writes none. */
  dryRun?: boolean | undefined;
  format?: "csv" | "xml" | "auto" | undefined;
  preset?: "own" | "mobile_de_csv" | "truckradar_xml" | "ax10_csv" | undefined;
  mode?: StockMode | undefined;
  source?: StockSource | undefined;
  /** submit: rows go live. A row's status wins. */
  publish?: "draft" | "submit" | undefined;
  delimiter?: ImportDelimiter | undefined;
  encoding?: ImportEncoding | undefined;
  hasHeader?: boolean | undefined;
  /** ISO 4217 */
  currency?: string | undefined;
  /** Allows a full import to pause more than half of the listings it covers */
  confirmMassRemoval?: boolean | undefined;
  dontPublishOnFailedImages?: boolean | undefined;
  notifyEmails?: string[] | undefined;
}

export interface ImportsListPresetsData {
  presets: ImportPreset[];
  limits: ImportLimits;
}

export interface InfoPage {
  slug: string;
  /** Of the text; another than was asked for where it has none in that. */
  language: string;
  title: string;
  /** Markdown without HTML */
  body: string;
  publishedAt: string | null;
}

export interface InfoPagesListData {
  pages: {
    slug: string;
    title: string;
    language: string;
  }[];
}

export interface InquiryCreatedEvent {
  id: EventId;
  type: "inquiry.created";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: InquiryCreatedEventData;
}

export interface InquiryCreatedEventData {
  inquiry: {
    conversation_id: string;
    listing: EventListingReference;
    seller_id: string;
    buyer: EventLead;
    message: EventInquiryMessage;
    created_at: string;
  };
}

export interface InquiryRespondedEvent {
  id: EventId;
  type: "inquiry.responded";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: InquiryRespondedEventData;
}

export interface InquiryRespondedEventData {
  inquiry: {
    conversation_id: string;
    listing: EventListingReference;
    seller_id: string;
    buyer: EventPerson;
    message: EventInquiryMessage;
    response_minutes: number;
    created_at: string;
    responded_at: string;
  };
}

/** Colour inside. */
export type InteriorColor = "black" | "grey" | "beige" | "brown" | "red" | "green" | "blue" | "purple" | "gold" | "white" | "orange" | "silver" | "yellow";

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

export interface Invoice {
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
}

export interface InvoiceCreatedEvent {
  id: EventId;
  type: "invoice.created";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: EventInvoice;
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

export interface InvoiceDetailData {
  invoice: InvoiceDetail;
}

export interface InvoiceLine {
  kind: "plan" | "unused" | "refund" | "discount";
  description: string;
  periodStart: string;
  periodEnd: string;
  net: number;
  vatRate: number;
}

export interface InvoiceList {
  invoices: Invoice[];
  pagination: Pagination;
}

export interface InvoicePaidEvent {
  id: EventId;
  type: "invoice.paid";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: EventInvoice;
}

export interface InvoiceParty {
  name: string;
  address: string[];
  country: string;
  vatId: string | null;
  email: string | null;
}

/** true: a sample that somebody asked for. */
export type IsSampleEvent = boolean;

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

export interface LastMessage {
  content: string;
  sender: string;
  sent_at: string;
  read: boolean;
}

export interface LikeSearch {
  category?: string | undefined;
  subcategory?: string | undefined;
  brand?: string | undefined;
  model?: string | undefined;
  drive_type?: string | undefined;
  condition?: string | undefined;
  min_year?: number | undefined;
  max_year?: number | undefined;
  min_mileage?: number | undefined;
  max_mileage?: number | undefined;
  min_hours?: number | undefined;
  max_hours?: number | undefined;
  min_power?: number | undefined;
  max_power?: number | undefined;
  vat_deductible?: boolean | undefined;
}

export interface Listing {
  id: string;
  title: string;
  slug: string;
  price: number | null;
  currency: string | null;
  /** The price is net; null: not recorded */
  vatDeductible: boolean | null;
  year: number | null;
  mileage: number | null;
  status: string;
  category: Reference;
  brand: Reference | null;
  location: {
    country: string | null;
    city: string | null;
    region: string | null;
    postalCode: string | null;
    lat: number | null;
    lng: number | null;
  };
  thumbnail: string | null;
  featured: boolean;
  seller: ListingSeller;
  subcategory: Reference | null;
  model: string | null;
  variant: string | null;
  bodyType: string | null;
  condition: string;
  description: string | null;
  contentLanguage: string | null;
  /** Title and description by ISO 639-1 language code. */
  translations: Record<string, {
    /** Title in this language. */
    title?: string | undefined;
    /** Description in this language. */
    description?: string | undefined;
  }> | null;
  videoUrl: string | null;
  /** Only if the seller shows it */
  vin: string | null;
  /** Only if the seller shows it */
  serialNumber: string | null;
  technical: TechnicalData;
  commercial: CommercialData;
  features: {
    code: string;
    name: string;
  }[];
  images: ListingImage[];
  contact: ListingContact;
  stats: PublicListingStats;
  createdAt: string;
  publishedAt: string | null;
  updatedAt: string;
  expiresAt: string | null;
  soldAt: string | null;
  /** For signed-in sellers only */
  dealerPrice?: number | null | undefined;
}

export interface ListingApprovedEvent {
  id: EventId;
  type: "listing.approved";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: ListingApprovedEventData;
}

export interface ListingApprovedEventData {
  listing: EventListing;
}

export interface ListingBatch {
  operations: ListingOperation[];
  /** All or nothing; otherwise each operation stands for itself */
  atomic?: boolean | undefined;
  /** Allows the operations to take more than half of your live listings off the market (unpublish, withdraw, markSold, delete) */
  confirmMassRemoval?: boolean | undefined;
}

export interface ListingBatchResult {
  succeeded: number;
  failed: number;
  results: ListingOperationResult[];
}

export interface ListingContact {
  name?: string | undefined;
  phone?: string | undefined;
}

export interface ListingCreatedEvent {
  id: EventId;
  type: "listing.created";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: ListingCreatedEventData;
}

export interface ListingCreatedEventData {
  listing: EventCreatedListing;
}

export interface ListingDeletedEvent {
  id: EventId;
  type: "listing.deleted";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: ListingDeletedEventData;
}

export interface ListingDeletedEventData {
  listing: EventListing;
  deleted_at: string;
}

export type ListingDraft = ListingFields & {
  /** Publishes in the same step. */
  publish?: boolean | undefined;
};

/** Categories, brands, equipment and values of closed lists can be written as people call them in any language of the market, in singular or plural (Sattelzugmaschine, Ladebordwand, Automatik); they are answered as slugs and codes. */
export interface ListingFields {
  /** Headline. Made from brand, model, variant and year when absent. */
  title?: string | null | undefined;
  /** Free text without web addresses, e-mail addresses, phone numbers or angle brackets. */
  description?: string | null | undefined;
  /** Slug of the top category, which decides what fields apply; a name or alias in any language is taken too. */
  category?: string | null | undefined;
  /** Slug or name of a category below the top category. */
  subcategory?: string | null | undefined;
  /** Slug of the brand; its name or a usual spelling is taken too. */
  brand?: string | null | undefined;
  /** Series, such as Actros. */
  model?: string | null | undefined;
  /** Version within the series, such as 1845 LS StreamSpace. */
  variant?: string | null | undefined;
  /** Body, by the slug or name of a category. */
  bodyType?: string | null | undefined;
  /** Headline price: net if vatDeductible is true, else in full. Empty if on request. Without a word about VAT, its basis is the defaultPriceBasis of the company. */
  price?: number | null | undefined;
  /** Currency of every amount of the listing, ISO 4217. */
  currency?: string | null | undefined;
  /** Year of manufacture, at most two years ahead. */
  year?: number | null | undefined;
  /** Odometer reading. Unit: km. */
  mileage?: number | null | undefined;
  condition?: Condition | null | undefined;
  /** Feature codes; names in any language are taken too. */
  features?: string[] | null | undefined;
  /** Address of a video. */
  videoUrl?: string | null | undefined;
  /** Language of title and description, ISO 639-1. */
  contentLanguage?: string | null | undefined;
  /** Title and description by ISO 639-1 language code. */
  translations?: Record<string, {
    /** Title in this language. */
    title?: string | null | undefined;
    /** Description in this language. */
    description?: string | null | undefined;
  }> | null | undefined;
  /** Contact for this listing; the seller profile when absent. */
  contact?: {
    /** Name. */
    name?: string | null | undefined;
    /** Phone number. */
    phone?: string | null | undefined;
    /** E-mail address. */
    email?: string | null | undefined;
    /** Team member who answers for this listing. */
    memberId?: string | null | undefined;
  } | null | undefined;
  priceType?: PriceType | null | undefined;
  /** Price without VAT. Enough by itself: sets price and vatDeductible. */
  priceNet?: number | null | undefined;
  /** Price with VAT. Enough by itself: sets price and vatDeductible. */
  priceGross?: number | null | undefined;
  /** VAT rate; default: the standard rate of your country. Unit: %. */
  vatRate?: number | null | undefined;
  /** The buyer may deduct the VAT, so price is net. */
  vatDeductible?: boolean | null | undefined;
  vatScheme?: VatScheme | null | undefined;
  /** Leasing offer. */
  leasing?: {
    /** Monthly rate. */
    monthly: number;
    /** Currency of the rate; that of the listing when absent. */
    currency?: string | null | undefined;
    /** Term. Unit: months. */
    months?: number | null | undefined;
    /** First payment. */
    deposit?: number | null | undefined;
  } | null | undefined;
  /** The vehicle can be rented too. */
  rentable?: boolean | null | undefined;
  usageType?: UsageType | null | undefined;
  /** Has damage that is not repaired. */
  damaged?: boolean | null | undefined;
  /** Has been in an accident, repaired or not. */
  accidentHistory?: boolean | null | undefined;
  /** Of a damaged vehicle: can be driven. */
  roadworthy?: boolean | null | undefined;
  /** Number of previous owners. */
  previousOwners?: number | null | undefined;
  serviceHistory?: ServiceHistory | null | undefined;
  /** Warranty. Unit: months. */
  warrantyMonths?: number | null | undefined;
  /** When the buyer can have it. */
  availability?: {
    /** Now, from a date, or some days after the order. */
    type: "now" | "from_date" | "order";
    /** First day, with from_date only. */
    date?: string | null | undefined;
    days?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 14 | 21 | 28 | 42 | 60 | 90 | 120 | 150 | 180 | 270 | 360 | null | undefined;
  } | null | undefined;
  fuelType?: FuelType | null | undefined;
  transmission?: Transmission | null | undefined;
  driveType?: DriveType | null | undefined;
  euroStandard?: EuroStandard | null | undefined;
  nonRoadStage?: NonRoadStage | null | undefined;
  /** First registration. */
  firstRegistration?: string | null | undefined;
  /** Next general inspection. */
  nextInspection?: string | null | undefined;
  euCategory?: EuCategory | null | undefined;
  /** Engine power; horsepower is derived from it. Unit: kW. */
  powerKw?: number | null | undefined;
  /** Engine displacement. Unit: cm³. */
  engineDisplacementCcm?: number | null | undefined;
  /** Cylinders. */
  cylinders?: number | null | undefined;
  /** Combined fuel consumption. Unit: l/100 km. */
  fuelConsumption?: number | null | undefined;
  /** CO2 emission. Unit: g/km. */
  co2?: number | null | undefined;
  /** Forward gears. */
  gears?: number | null | undefined;
  /** Axles. */
  axles?: number | null | undefined;
  suspensionFront?: SuspensionFront | null | undefined;
  suspensionRear?: SuspensionRear | null | undefined;
  brakeType?: BrakeType | null | undefined;
  retarder?: Retarder | null | undefined;
  cabType?: CabType | null | undefined;
  /** Bunks. */
  bunks?: number | null | undefined;
  steering?: Steering | null | undefined;
  /** Seats, the driver included. */
  seats?: number | null | undefined;
  /** Standing places. */
  standingPlaces?: number | null | undefined;
  /** Doors. */
  doors?: number | null | undefined;
  busClass?: BusClass | null | undefined;
  floorType?: FloorType | null | undefined;
  /** Permitted weight of the laden vehicle. Unit: kg. */
  grossVehicleWeightKg?: number | null | undefined;
  /** Permitted weight with trailer. Unit: kg. */
  grossCombinationWeightKg?: number | null | undefined;
  /** Unladen weight. Unit: kg. */
  curbWeightKg?: number | null | undefined;
  /** Payload. Unit: kg. */
  payloadKg?: number | null | undefined;
  /** Braked trailer weight. Unit: kg. */
  towingCapacityKg?: number | null | undefined;
  /** Vertical load on the coupling. Unit: kg. */
  towBallWeightKg?: number | null | undefined;
  /** Overall length. Unit: mm. */
  lengthMm?: number | null | undefined;
  /** Overall width. Unit: mm. */
  widthMm?: number | null | undefined;
  /** Overall height. Unit: mm. */
  heightMm?: number | null | undefined;
  /** Wheelbase. Unit: mm. */
  wheelbaseMm?: number | null | undefined;
  /** Length of the loading space. Unit: mm. */
  loadLengthMm?: number | null | undefined;
  /** Width of the loading space. Unit: mm. */
  loadWidthMm?: number | null | undefined;
  /** Height of the loading space. Unit: mm. */
  loadHeightMm?: number | null | undefined;
  /** Volume of the loading space. Unit: m³. */
  loadVolumeM3?: number | null | undefined;
  /** Europallet places. */
  europallets?: number | null | undefined;
  /** Volume of the transport tank. Unit: l. */
  tankVolumeL?: number | null | undefined;
  /** Compartments of the transport tank. */
  compartments?: number | null | undefined;
  /** ADR classes it is approved for. */
  adrClasses?: ("1" | "2" | "3" | "4.1" | "4.2" | "4.3" | "5.1" | "5.2" | "6.1" | "6.2" | "7" | "8" | "9")[] | null | undefined;
  /** Cooling unit. */
  cooling?: {
    /** Maker. */
    maker?: string | null | undefined;
    /** Model. */
    model?: string | null | undefined;
    /** Operating hours. Unit: h. */
    hours?: number | null | undefined;
    /** Lowest temperature. Unit: °C. */
    minTempC?: number | null | undefined;
    /** Temperature zones. */
    compartments?: number | null | undefined;
  } | null | undefined;
  /** Height of the fifth wheel. Unit: mm. */
  fifthWheelHeightMm?: number | null | undefined;
  /** Kingpin, such as 2 inch. */
  kingpin?: string | null | undefined;
  /** Twist locks. */
  twistLocks?: number | null | undefined;
  /** Make of the axles, such as BPW or SAF. */
  axleMake?: string | null | undefined;
  hydraulics?: Hydraulics | null | undefined;
  /** Volume of all fuel tanks together. Unit: l. */
  fuelTankL?: number | null | undefined;
  /** AdBlue tank. Unit: l. */
  adblueTankL?: number | null | undefined;
  /** Tyres by axle. */
  tyres?: ({
    /** Axle, counted from the front. */
    axle: number;
    /** Size, such as 315/70R22.5. */
    size?: string | null | undefined;
    /** Tread depth. Unit: mm. */
    treadMm?: number | null | undefined;
  })[] | null | undefined;
  /** Traction battery. Unit: kWh. */
  batteryCapacityKwh?: number | null | undefined;
  /** Electric range. Unit: km. */
  rangeKm?: number | null | undefined;
  /** Operating hours of the machine, crane or cooling unit. Unit: h. */
  operatingHours?: number | null | undefined;
  /** Lifting capacity of forklift or crane. Unit: kg. */
  liftingCapacityKg?: number | null | undefined;
  /** Lifting height of forklift or crane. Unit: mm. */
  liftingHeightMm?: number | null | undefined;
  /** Height with the mast down. Unit: mm. */
  buildHeightMm?: number | null | undefined;
  /** Operating weight. Unit: kg. */
  operatingWeightKg?: number | null | undefined;
  /** Bucket volume. Unit: m³. */
  bucketM3?: number | null | undefined;
  /** Digging depth. Unit: mm. */
  digDepthMm?: number | null | undefined;
  /** Reach. Unit: mm. */
  reachMm?: number | null | undefined;
  undercarriage?: Undercarriage | null | undefined;
  mastType?: MastType | null | undefined;
  /** Free lift. Unit: mm. */
  freeLiftMm?: number | null | undefined;
  /** Fork length. Unit: mm. */
  forkLengthMm?: number | null | undefined;
  color?: Color | null | undefined;
  /** Metallic paint. */
  metallic?: boolean | null | undefined;
  interiorColor?: InteriorColor | null | undefined;
  emissionSticker?: EmissionSticker | null | undefined;
  climate?: Climate | null | undefined;
  /** Zones of the climate control. */
  climateZones?: number | null | undefined;
  /** The seller's own stock number, any text such as LKW 12/24, unique per seller: the key of imports. */
  externalId?: string | null | undefined;
  /** Vehicle identification number, public only with vinPublic. */
  vin?: string | null | undefined;
  /** Serial number of a machine, public only with vinPublic. */
  serialNumber?: string | null | undefined;
  /** Shows VIN or serial number to everybody. */
  vinPublic?: boolean | null | undefined;
  /** Price among dealers, seen by sellers only; not above the price. */
  dealerPrice?: number | null | undefined;
  /** Where the vehicle stands; the seller's country and city when absent. */
  location?: {
    country?: CountryCode | null | undefined;
    /** Region or state. */
    region?: string | null | undefined;
    /** City. */
    city?: string | null | undefined;
    /** Postal code. */
    postalCode?: string | null | undefined;
    /** Latitude, WGS 84; only together with the longitude. Unit: °. */
    lat?: number | null | undefined;
    /** Longitude, WGS 84; only together with the latitude. Unit: °. */
    lng?: number | null | undefined;
  } | null | undefined;
  /** Engine power in horsepower, read when powerKw is absent. */
  powerHp?: number | null | undefined;
  /** Addresses of all pictures, in their order. They are fetched after the answer; those of an earlier list that are no longer named are removed, uploaded ones stay. Absent or null leaves the pictures as they are. */
  imageUrls?: string[] | null | undefined;
}

export interface ListingFigures {
  id: string;
  externalId: string | null;
  period: {
    from: string;
    to: string;
  };
  views: number;
  visitors: number;
  inquiries: number;
  favorites: number;
  series: DashboardDay[];
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

export interface ListingImagesOrderRequest {
  order: string[];
}

export interface ListingOperation {
  /** create: a new listing. put: creates or replaces the listing with the stock number externalId. replace: fields left out are cleared. update: fields left out stay. changePrice: by percent, or to a price; net and gross move with it. The others are the steps of single listings. */
  op: "create" | "put" | "replace" | "update" | "changePrice" | "publish" | "unpublish" | "renew" | "withdraw" | "markSold" | "feature" | "unfeature" | "delete";
  /** Id or slug of the listing that is meant */
  id?: string | undefined;
  /** Its stock number, in place of the id; put needs it */
  externalId?: string | undefined;
  /** Refused when the listing has been edited since that version, as with If-Match */
  version?: number | undefined;
  listing?: ListingDraft | undefined;
  /** By which changePrice changes every price of the listing; -5 takes a twentieth off */
  percent?: number | undefined;
  /** The new headline price, of changePrice in place of percent */
  price?: number | undefined;
  /** For how long a listing is featured: 30 when absent; never beyond the end of the run */
  days?: number | undefined;
  /** The price that was paid, of markSold */
  soldPrice?: number | undefined;
}

export interface ListingOperationResult {
  /** Of the operation, from 0 */
  index: number;
  /** What the same request alone would have been answered with */
  status: number;
  id: string | null;
  externalId: string | null;
  state: "DRAFT" | "PENDING_REVIEW" | "ACTIVE" | "PAUSED" | "REJECTED" | "SUSPENDED" | "EXPIRED" | "SOLD" | "DELETED" | null;
  version: number | null;
  warnings: FieldProblem[];
  error?: OperationError | undefined;
}

export interface ListingPublishedEvent {
  id: EventId;
  type: "listing.published";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: ListingPublishedEventData;
}

export interface ListingPublishedEventData {
  listing: EventListing;
}

export interface ListingRejectedEvent {
  id: EventId;
  type: "listing.rejected";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: ListingRejectedEventData;
}

export interface ListingRejectedEventData {
  listing: EventListing;
  rejection: {
    code: string;
    /** The moderator's words */
    reason: string;
  };
}

export interface ListingReport {
  id: string;
  listingId: string;
  reason: string;
  status: "open" | "resolved" | "dismissed";
  createdAt: string;
}

export interface ListingReportData {
  report: ListingReport;
}

export interface ListingReportRequest {
  reason: "fraud" | "stolen" | "misleading" | "sold" | "duplicate" | "inappropriate" | "spam" | "other";
  details?: string | undefined;
}

export interface ListingSeller {
  id: string;
  slug: string;
  name: string;
  companyName: string;
  verified: boolean;
  trustScore: number;
  country: string | null;
  city: string | null;
}

export interface ListingSoldEvent {
  id: EventId;
  type: "listing.sold";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: ListingSoldEventData;
}

export interface ListingSoldEventData {
  listing: EventListing;
  sold_at: string;
  sold_price: number | null;
  /** Conversation with the buyer */
  conversation_id: string | null;
}

export interface ListingStats {
  views: number;
  favorites: number;
  inquiries: number;
}

export interface ListingSummary {
  id: string;
  title: string;
  slug: string;
  price: number | null;
  currency: string | null;
  /** The price is net; null: not recorded */
  vatDeductible: boolean | null;
  year: number | null;
  mileage: number | null;
  status: string;
  category: Reference;
  brand: Reference | null;
  location: {
    country: string | null;
    city: string | null;
  };
  thumbnail: string | null;
  featured: boolean;
  seller: {
    name: string;
    verified: boolean;
  };
}

export interface ListingSummaryList {
  listings: ListingSummary[];
  pagination: Pagination;
}

export interface ListingSuspendedEvent {
  id: EventId;
  type: "listing.suspended";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: ListingSuspendedEventData;
}

export interface ListingSuspendedEventData {
  listing: EventListing;
  /** The moderator's words */
  reason: string;
}

export interface ListingUnpublishedEvent {
  id: EventId;
  type: "listing.unpublished";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: ListingUnpublishedEventData;
}

export interface ListingUnpublishedEventData {
  listing: EventListing;
  reason: "paused" | "plan" | "review" | "expired" | "sold" | "suspended" | "deleted";
}

export interface ListingUpdatedEvent {
  id: EventId;
  type: "listing.updated";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: ListingUpdatedEventData;
}

export interface ListingUpdatedEventData {
  listing: EventListing;
  /** Names as in the body of a listing; status and featured too */
  changed_fields: string[];
}

export interface ListingVersion {
  version: number;
  at: string;
  source: "manual" | "api" | "import" | "moderator" | "system" | null;
  /** Of your team; null: not known, or nobody of it */
  by: {
    id: string;
    name: string;
  } | null;
  /** Of texts and lists both values are null */
  changes: ({
    /** As in a body; status, featured and images too */
    field: string;
    before: string | number | boolean | null;
    after: string | number | boolean | null;
  })[];
}

export interface ListingVersionList {
  history: ListingVersion[];
  pagination: Pagination;
}

export interface ListingsData {
  listings: ListingSummary[];
}

export interface ListingsFeatureRequest {
  /** For how long a listing is featured: 30 when absent; never beyond the end of the run */
  days?: number | undefined;
}

export interface ListingsMarkSoldRequest {
  /** The price that was paid */
  soldPrice?: number | null | undefined;
  /** Conversation with the buyer */
  conversationId?: string | null | undefined;
}

export interface MappingsData {
  mappings: ImportMapping[];
}

/** Mast. */
export type MastType = "simplex" | "duplex" | "triplex" | "quad";

export interface Message {
  id: string;
  content: string;
  sender_id: string;
  type: "text" | "image" | "document" | "quick_reply";
  read: boolean;
  read_at?: string | undefined;
  sent_at: string;
  attachment?: Attachment | undefined;
  /** In the order in which they were sent; `attachment` is the first of them. Absent if there are none. */
  attachments?: Attachment[] | undefined;
  /** Warns the reader of contact data or a risky way to pay. */
  warning?: "contact_data" | "payment_risk" | undefined;
}

export interface MessageReadEvent {
  id: EventId;
  type: "message.read";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: MessageReadEventData;
}

export interface MessageReadEventData {
  conversation_id: string;
  message_ids: string[];
  reader: {
    id: string;
    type: "buyer" | "seller";
  };
  read_at: string;
}

export interface MessageReceivedEvent {
  id: EventId;
  type: "message.received";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: MessageReceivedEventData;
}

export interface MessageReceivedEventData {
  message: {
    id: string;
    conversation_id: string;
    /** Empty for a message that is an attachment alone. */
    content: string;
    type: "text" | "image" | "document" | "quick_reply";
    /** Read the message for an address of the file. */
    attachments: {
      id: string;
      filename: string;
      content_type: string;
      /** In bytes. */
      size: number;
    }[];
    sender: EventPerson;
    listing: EventListingReference;
    sent_at: string;
  };
}

export interface MessageTemplate {
  id: string;
  name: string;
  category: string;
  content: string;
}

export interface MessageTemplateData {
  template: MessageTemplate;
}

export interface MessageTemplateDraft {
  name: string;
  category?: string | undefined;
  content: string;
}

export interface MessageTemplatesUpdateRequest {
  name?: string | undefined;
  category?: string | undefined;
  content?: string | undefined;
}

export interface Money {
  amount: number;
  currency: string;
}

export interface NewApiKey {
  id: string;
  name: string;
  scopes: Scope[];
  /** The first and last characters of the value, to recognise it */
  prefix: string;
  environment: "live" | "test";
  expiresAt: string | null;
  lastUsedAt: string | null;
  lastUsedIp: string | null;
  createdAt: string;
  /** The value; shown only once */
  key: string;
  /** The secret for signing requests; shown only once */
  signingSecret: string;
}

export interface NewApiKeyData {
  apiKey: NewApiKey;
}

export type NewPassword = string;

/** Emission stage of mobile machinery. */
export type NonRoadStage = "stage_2" | "stage_3a" | "stage_3b" | "stage_4" | "stage_5" | "tier_4_final";

export interface Notification {
  id: string;
  type: "message" | "saved_search_match" | "price_drop" | "favorite_sold" | "listing_approved" | "listing_rejected" | "listing_suspended" | "listing_restored" | "listing_expiring" | "listing_expired" | "listing_paused" | "listing_sold" | "review_received" | "review_reply" | "subscription" | "payment_failed" | "webhook_failing" | "webhook_disabled" | "webhook_left" | "import_finished" | "team_invitation" | "team_joined" | "account_verified" | "report_decided";
  title: string;
  body: string;
  data: NotificationValues;
  link: string | null;
  read: boolean;
  readAt: string | null;
  createdAt: string;
}

export interface NotificationChannelChanges {
  inApp?: boolean | undefined;
  email?: boolean | undefined;
}

export interface NotificationChannels {
  inApp: boolean;
  email: boolean;
}

export interface NotificationData {
  notification: Notification;
}

export interface NotificationList {
  notifications: Notification[];
  pagination: Pagination;
}

export interface NotificationPreferenceChanges {
  message?: NotificationChannelChanges | undefined;
  saved_search_match?: NotificationChannelChanges | undefined;
  price_drop?: NotificationChannelChanges | undefined;
  favorite_sold?: NotificationChannelChanges | undefined;
  listing_approved?: NotificationChannelChanges | undefined;
  listing_rejected?: NotificationChannelChanges | undefined;
  listing_suspended?: NotificationChannelChanges | undefined;
  listing_restored?: NotificationChannelChanges | undefined;
  listing_expiring?: NotificationChannelChanges | undefined;
  listing_expired?: NotificationChannelChanges | undefined;
  listing_paused?: NotificationChannelChanges | undefined;
  listing_sold?: NotificationChannelChanges | undefined;
  review_received?: NotificationChannelChanges | undefined;
  review_reply?: NotificationChannelChanges | undefined;
  subscription?: NotificationChannelChanges | undefined;
  payment_failed?: NotificationChannelChanges | undefined;
  webhook_failing?: NotificationChannelChanges | undefined;
  webhook_disabled?: NotificationChannelChanges | undefined;
  webhook_left?: NotificationChannelChanges | undefined;
  import_finished?: NotificationChannelChanges | undefined;
  team_invitation?: NotificationChannelChanges | undefined;
  team_joined?: NotificationChannelChanges | undefined;
  account_verified?: NotificationChannelChanges | undefined;
  report_decided?: NotificationChannelChanges | undefined;
}

export interface NotificationPreferences {
  message: NotificationChannels;
  saved_search_match: NotificationChannels;
  price_drop: NotificationChannels;
  favorite_sold: NotificationChannels;
  listing_approved: NotificationChannels;
  listing_rejected: NotificationChannels;
  listing_suspended: NotificationChannels;
  listing_restored: NotificationChannels;
  listing_expiring: NotificationChannels;
  listing_expired: NotificationChannels;
  listing_paused: NotificationChannels;
  listing_sold: NotificationChannels;
  review_received: NotificationChannels;
  review_reply: NotificationChannels;
  subscription: NotificationChannels;
  payment_failed: NotificationChannels;
  webhook_failing: NotificationChannels;
  webhook_disabled: NotificationChannels;
  webhook_left: NotificationChannels;
  import_finished: NotificationChannels;
  team_invitation: NotificationChannels;
  team_joined: NotificationChannels;
  account_verified: NotificationChannels;
  report_decided: NotificationChannels;
}

export interface NotificationPreferencesData {
  preferences: NotificationPreferences;
}

/** Values for programs: ids, amounts, names. */
export type NotificationValues = Record<string, string | number | boolean | null>;

export interface NotificationsCountUnreadData {
  unreadCount: number;
}

export interface NotificationsMarkAllReadData {
  marked: number;
}

export interface NotificationsSetPreferencesRequest {
  preferences: NotificationPreferenceChanges;
}

export interface NumberRangeCount {
  min: number;
  /** Belongs to the range; none in the last one */
  max: number | null;
  count: number;
}

export interface ObjectionRequest {
  text: string;
}

export interface OperationError {
  code: ErrorCode;
  message: string;
  details?: OperationErrorDetail[] | undefined;
}

export interface OperationErrorDetail {
  field: string;
  message: string;
  listingId?: string | undefined;
  limit?: number | undefined;
  used?: number | undefined;
}

export interface OwnListing {
  id: string;
  slug: string;
  status: "DRAFT" | "PENDING_REVIEW" | "ACTIVE" | "PAUSED" | "REJECTED" | "SUSPENDED" | "EXPIRED" | "SOLD" | "DELETED";
  version: number;
  source: "manual" | "api" | "import";
  quality: {
    score: number;
    missing: string[];
  };
  warnings: FieldProblem[];
  allowedActions: string[];
  stats: ListingStats;
  thumbnail: string | null;
  images: ListingImage[];
  /** Pictures named by address that are still to be fetched; absent when none is */
  awaitedImages?: number | undefined;
  featured: boolean;
  featuredUntil: string | null;
  previousPrice: number | null;
  priceReducedAt: string | null;
  rejection: {
    code: string;
    reason: string;
  } | null;
  suspension: {
    reason: string;
  } | null;
  pausedByPlan: boolean;
  createdAt: string;
  updatedAt: string;
  submittedAt: string | null;
  publishedAt: string | null;
  renewedAt: string | null;
  expiresAt: string | null;
  soldAt: string | null;
  soldPrice: number | null;
  soldConversationId: string | null;
  title: string | null;
  description: string | null;
  category: string | null;
  subcategory: string | null;
  brand: string | null;
  model: string | null;
  variant: string | null;
  bodyType: string | null;
  price: number | null;
  currency: string | null;
  year: number | null;
  mileage: number | null;
  condition: Condition | null;
  features: string[];
  videoUrl: string | null;
  contentLanguage: string | null;
  translations: Record<string, {
    /** Title in this language. */
    title?: string | undefined;
    /** Description in this language. */
    description?: string | undefined;
  }> | null;
  contact: {
    /** Name. */
    name?: string | undefined;
    /** Phone number. */
    phone?: string | undefined;
    /** E-mail address. */
    email?: string | undefined;
    /** Team member who answers for this listing. */
    memberId?: string | undefined;
  } | null;
  priceType: PriceType | null;
  priceNet: number | null;
  priceGross: number | null;
  vatRate: number | null;
  vatDeductible: boolean | null;
  vatScheme: VatScheme | null;
  leasing: {
    /** Monthly rate. */
    monthly: number;
    /** Currency of the rate; that of the listing when absent. */
    currency?: string | undefined;
    /** Term. Unit: months. */
    months?: number | undefined;
    /** First payment. */
    deposit?: number | undefined;
  } | null;
  rentable: boolean | null;
  usageType: UsageType | null;
  damaged: boolean | null;
  accidentHistory: boolean | null;
  roadworthy: boolean | null;
  previousOwners: number | null;
  serviceHistory: ServiceHistory | null;
  warrantyMonths: number | null;
  availability: {
    /** Now, from a date, or some days after the order. */
    type: "now" | "from_date" | "order";
    /** First day, with from_date only. */
    date?: string | undefined;
    /** Delivery time in days, with order only. */
    days?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 14 | 21 | 28 | 42 | 60 | 90 | 120 | 150 | 180 | 270 | 360 | undefined;
  } | null;
  fuelType: FuelType | null;
  transmission: Transmission | null;
  driveType: DriveType | null;
  euroStandard: EuroStandard | null;
  nonRoadStage: NonRoadStage | null;
  firstRegistration: string | null;
  nextInspection: string | null;
  euCategory: EuCategory | null;
  powerKw: number | null;
  engineDisplacementCcm: number | null;
  cylinders: number | null;
  fuelConsumption: number | null;
  co2: number | null;
  gears: number | null;
  axles: number | null;
  suspensionFront: SuspensionFront | null;
  suspensionRear: SuspensionRear | null;
  brakeType: BrakeType | null;
  retarder: Retarder | null;
  cabType: CabType | null;
  bunks: number | null;
  steering: Steering | null;
  seats: number | null;
  standingPlaces: number | null;
  doors: number | null;
  busClass: BusClass | null;
  floorType: FloorType | null;
  grossVehicleWeightKg: number | null;
  grossCombinationWeightKg: number | null;
  curbWeightKg: number | null;
  payloadKg: number | null;
  towingCapacityKg: number | null;
  towBallWeightKg: number | null;
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
  wheelbaseMm: number | null;
  loadLengthMm: number | null;
  loadWidthMm: number | null;
  loadHeightMm: number | null;
  loadVolumeM3: number | null;
  europallets: number | null;
  tankVolumeL: number | null;
  compartments: number | null;
  adrClasses: ("1" | "2" | "3" | "4.1" | "4.2" | "4.3" | "5.1" | "5.2" | "6.1" | "6.2" | "7" | "8" | "9")[];
  cooling: {
    /** Maker. */
    maker?: string | undefined;
    /** Model. */
    model?: string | undefined;
    /** Operating hours. Unit: h. */
    hours?: number | undefined;
    /** Lowest temperature. Unit: °C. */
    minTempC?: number | undefined;
    /** Temperature zones. */
    compartments?: number | undefined;
  } | null;
  fifthWheelHeightMm: number | null;
  kingpin: string | null;
  twistLocks: number | null;
  axleMake: string | null;
  hydraulics: Hydraulics | null;
  fuelTankL: number | null;
  adblueTankL: number | null;
  tyres: ({
    /** Axle, counted from the front. */
    axle: number;
    /** Size, such as 315/70R22.5. */
    size?: string | undefined;
    /** Tread depth. Unit: mm. */
    treadMm?: number | undefined;
  })[] | null;
  batteryCapacityKwh: number | null;
  rangeKm: number | null;
  operatingHours: number | null;
  liftingCapacityKg: number | null;
  liftingHeightMm: number | null;
  buildHeightMm: number | null;
  operatingWeightKg: number | null;
  bucketM3: number | null;
  digDepthMm: number | null;
  reachMm: number | null;
  undercarriage: Undercarriage | null;
  mastType: MastType | null;
  freeLiftMm: number | null;
  forkLengthMm: number | null;
  color: Color | null;
  metallic: boolean | null;
  interiorColor: InteriorColor | null;
  emissionSticker: EmissionSticker | null;
  climate: Climate | null;
  climateZones: number | null;
  externalId: string | null;
  vin: string | null;
  serialNumber: string | null;
  vinPublic: boolean | null;
  dealerPrice: number | null;
  location: {
    country: string | null;
    region: string | null;
    city: string | null;
    postalCode: string | null;
    lat: number | null;
    lng: number | null;
  };
}

export interface OwnListingSummary {
  id: string;
  slug: string;
  status: "DRAFT" | "PENDING_REVIEW" | "ACTIVE" | "PAUSED" | "REJECTED" | "SUSPENDED" | "EXPIRED" | "SOLD" | "DELETED";
  version: number;
  title: string;
  externalId: string | null;
  vin: string | null;
  /** Slug */
  category: string | null;
  /** Slug */
  subcategory: string | null;
  /** Slug */
  brand: string | null;
  model: string | null;
  year: number | null;
  mileage: number | null;
  price: number | null;
  currency: string | null;
  /** The price is net; null: not recorded */
  vatDeductible: boolean | null;
  priceType: string | null;
  soldAt: string | null;
  soldPrice: number | null;
  thumbnail: string | null;
  imagesCount: number;
  featured: boolean;
  featuredUntil: string | null;
  qualityScore: number;
  rejection: {
    code: string;
    reason: string;
  } | null;
  stats: ListingStats;
  createdAt: string;
  updatedAt: string;
  publishedAt: string | null;
  expiresAt: string | null;
}

export interface OwnListingSummaryList {
  listings: OwnListingSummary[];
  pagination: Pagination;
}

export interface OwnReview {
  id: string;
  rating: number;
  title: string | null;
  text: string | null;
  author: {
    /** First name and initial */
    name: string;
  };
  reply: ReviewReply | null;
  createdAt: string;
  updatedAt: string;
  status: "published" | "pending" | "rejected";
  /** Why it was rejected */
  decision: string | null;
  seller: {
    id: string;
    slug: string;
    companyName: string;
  };
}

export interface OwnReviewList {
  reviews: OwnReview[];
  pagination: Pagination;
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

export interface Participant {
  /** The user id of a buyer, the seller id of a seller. */
  id: string;
  name: string;
  avatar: string | null;
  type: "buyer" | "seller";
  verified: boolean;
}

export interface ParticipantDetail {
  /** The user id of a buyer, the seller id of a seller. */
  id: string;
  name: string;
  avatar: string | null;
  type: "buyer" | "seller";
  verified: boolean;
  online: boolean;
}

export interface Payment {
  id: string;
  status: "pending" | "succeeded" | "failed" | "refund_due" | "refunded";
  amount: Money;
  invoiceId: string | null;
  createdAt: string;
}

export interface PaymentFailedEvent {
  id: EventId;
  type: "payment.failed";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: EventPayment;
}

export interface PaymentForm {
  gateway: string;
  kind: "choice" | "token" | "none";
  methods: {
    token: string;
    /** What becomes of its charges */
    text: string;
  }[];
}

export interface PaymentSucceededEvent {
  id: EventId;
  type: "payment.succeeded";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: EventPayment;
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
  plans: Plan[];
}

export interface PriceHistory {
  prices: PricePoint[];
}

export interface PricePoint {
  at: string;
  price: number | null;
  currency: string | null;
  /** The price is net; null: not recorded */
  vatDeductible: boolean | null;
}

export interface PricePosition {
  position: "lowest" | "low" | "usual" | "high" | "highest" | null;
  /** Like vehicles on the market, without this one */
  compared: number;
  basis: LikeSearch | null;
  /** Of the amounts: that of the listing */
  currency: string | null;
  /** A tenth of the like vehicles cost less */
  low: number | null;
  /** A quarter of them cost less */
  usualFrom: number | null;
  /** Half of them cost less */
  median: number | null;
  /** A quarter of them cost more */
  usualTo: number | null;
  /** A tenth of them cost more */
  high: number | null;
}

/** Fixed when absent; on_request has no price. */
export type PriceType = "fixed" | "negotiable" | "on_request";

export interface PublicListingStats {
  views: number;
  favorites: number;
}

export type QueryToSave = Record<string, unknown>;

export interface Rating {
  /** Average of the published reviews, two decimals; null without any */
  average: number | null;
  count: number;
  histogram: {
    "1": number;
    "2": number;
    "3": number;
    "4": number;
    "5": number;
  };
}

export interface ReadMarks {
  /** Messages that were unread before. */
  marked: number;
  /** Messages of the conversation that are still unread. */
  unread_count: number;
}

export interface ReceivedTeamInvitation {
  company: string;
  role: "OWNER" | "MANAGER" | "AGENT" | "VIEWER";
  /** Only the account with this address can accept it */
  email: string;
  state: "open" | "accepted" | "revoked" | "expired";
  expiresAt: string;
  /** Whether the request comes from the account with that address */
  isForYou: boolean;
  /** The company that the invited person belongs to already */
  ownCompany: {
    name: string;
    /** Why it cannot be given up for the team; none: it can, with `leaveCompany` */
    holdings: ("role" | "status" | "members" | "invitations" | "listings" | "conversations" | "reviews" | "payments" | "plan")[];
  } | null;
}

export interface ReceivedTeamInvitationData {
  invitation: ReceivedTeamInvitation;
}

export interface ReceiverAnswer {
  headers: Record<string, string> | null;
  body: string | null;
}

export interface Reference {
  slug: string;
  name: string;
}

export interface Registration {
  user: {
    id: string;
    email: string;
    name: string;
    role: "BUYER" | "SELLER" | "ADMIN";
    emailVerified: boolean;
  };
  message: string;
}

/** Wear-free brake. */
export type Retarder = "none" | "retarder" | "intarder" | "engine_brake";

export interface Review {
  id: string;
  rating: number;
  title: string | null;
  text: string | null;
  author: {
    /** First name and initial */
    name: string;
  };
  reply: ReviewReply | null;
  createdAt: string;
  updatedAt: string;
}

export interface ReviewDraft {
  rating: number;
  title?: string | null | undefined;
  text: string;
}

export interface ReviewList {
  reviews: Review[];
  pagination: Pagination;
}

export interface ReviewReply {
  text: string;
  createdAt: string;
}

export interface ReviewReplyDraft {
  text: string;
}

export interface ReviewReport {
  id: string;
  reviewId: string;
  reason: "spam" | "fraud" | "harassment" | "inappropriate" | "other";
  status: "open" | "resolved" | "dismissed";
  createdAt: string;
}

export interface ReviewReportData {
  report: ReviewReport;
}

export interface ReviewsReportRequest {
  reason: "spam" | "fraud" | "harassment" | "inappropriate" | "other";
  details?: string | undefined;
}

export interface SavedSearch {
  id: string;
  name: string;
  query: Record<string, unknown>;
  alerts: boolean;
  alert_frequency: string;
  created_at: string;
  last_alert_at: string | null;
  /** How many live listings it found when it was counted last; counted anew after a minute */
  match_count: number;
}

export interface SavedSearchList {
  saved_searches: SavedSearch[];
  pagination: Pagination;
}

export interface SavedSearchesCreateRequest {
  name: string;
  query: QueryToSave;
  alerts?: boolean | undefined;
  alert_frequency?: "instant" | "daily" | "weekly" | undefined;
}

export interface SavedSearchesPreviewData {
  match_count: number;
}

export interface SavedSearchesPreviewRequest {
  query: QueryToSave;
}

export interface SavedSearchesUpdateRequest {
  name?: string | undefined;
  query?: QueryToSave | undefined;
  alerts?: boolean | undefined;
  alert_frequency?: "instant" | "daily" | "weekly" | undefined;
}

export interface SavedView {
  id: string;
  area: string;
  name: string;
  /** The query string of the address that shows it */
  query: string;
  createdAt: string;
}

export interface SavedViewsSaveRequest {
  /** The table that the view is of, such as listings */
  area: string;
  name: string;
  query: string;
}

export type Scope = "listings:read" | "listings:write" | "listings:delete" | "messages:read" | "messages:write" | "analytics:read" | "webhooks:manage";

export interface SearchFacets {
  categories?: SlugCount[] | undefined;
  brands?: SlugCount[] | undefined;
  price_ranges?: ({
    min: number;
    max: number | null;
    count: number;
  })[] | undefined;
  years?: {
    year: number;
    count: number;
  }[] | undefined;
  fuel_types?: ValueCount[] | undefined;
  transmissions?: ValueCount[] | undefined;
  locations?: {
    country: string;
    count: number;
  }[] | undefined;
  axles?: {
    axles: number;
    count: number;
  }[] | undefined;
  cabs?: ValueCount[] | undefined;
  colors?: ValueCount[] | undefined;
  /** Horsepower */
  power_ranges?: NumberRangeCount[] | undefined;
  /** Kilograms */
  gross_weight_ranges?: NumberRangeCount[] | undefined;
}

export interface SearchHit {
  id: string;
  title?: string | undefined;
  slug?: string | undefined;
  price?: number | null | undefined;
  currency?: string | null | undefined;
  /** The price is net; null: not recorded */
  vatDeductible?: boolean | null | undefined;
  year?: number | null | undefined;
  mileage?: number | null | undefined;
  status?: string | undefined;
  category?: Reference | undefined;
  brand?: Reference | null | undefined;
  location?: {
    country: string | null;
    city: string | null;
  } | undefined;
  thumbnail?: string | null | undefined;
  featured?: boolean | undefined;
  seller?: {
    name: string;
    verified: boolean;
  } | undefined;
  score?: number | undefined;
  /** Kilometres from the centre */
  distance?: number | null | undefined;
}

export interface SearchResults {
  results: SearchHit[];
  pagination: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
  };
  facets: SearchFacets;
  interpreted?: InterpretedQuery | undefined;
}

export interface Seller {
  id: string;
  slug: string;
  companyName: string;
  verified: boolean;
  trustScore: number;
  country: string | null;
  city: string | null;
  about: string | null;
  logo: string | null;
  memberSince: string;
  listingCount: number;
  rating: Rating;
  /** Median time to the first answer */
  responseTimeMinutes: number | null;
  trader: Trader;
}

export interface SellerProfile {
  id: string;
  slug: string;
  companyName: string;
  about: string | null;
  logo: string | null;
  phone: string | null;
  email: string | null;
  website: string | null;
  vatId: string | null;
  defaultPriceBasis: "net" | "gross";
  street: string | null;
  tradeRegister: string | null;
  certified: boolean;
  country: string | null;
  region: string | null;
  city: string | null;
  postalCode: string | null;
  lat: number | null;
  lng: number | null;
  verified: boolean;
  trustScore: number;
  trust: {
    parts: TrustPart[];
    scoredAt: string | null;
  };
  rating: {
    average: number | null;
    count: number;
  };
  responseTimeMinutes: number | null;
  memberSince: string;
  updatedAt: string;
}

export interface SellerProfileUpdateRequest {
  /** 2 to 100 characters */
  companyName?: DisplayName | undefined;
  about?: string | null | undefined;
  /** With country code; kept in E.164, as +4940123456 */
  phone?: string | null | undefined;
  email?: string | null | undefined;
  website?: string | null | undefined;
  /** As DE123456789 */
  vatId?: string | null | undefined;
  defaultPriceBasis?: "net" | "gross" | null | undefined;
  street?: string | null | undefined;
  tradeRegister?: string | null | undefined;
  /** All you offer is lawful; makes the data public */
  certified?: boolean | undefined;
  country?: CountryCode | null | undefined;
  region?: string | null | undefined;
  city?: string | null | undefined;
  postalCode?: string | null | undefined;
  lat?: number | null | undefined;
  lng?: number | null | undefined;
}

export interface SentDelivery {
  headers: Record<string, string> | null;
  /** Null once the event has been erased, and for keys that may not read it */
  body: string | null;
}

export interface SentMessage {
  id: string;
  content: string;
  type: "text" | "image" | "document" | "quick_reply";
  sent_at: string;
  attachment?: Attachment | undefined;
  /** In the order in which they were sent; `attachment` is the first of them. Absent if there are none. */
  attachments?: Attachment[] | undefined;
}

export interface SentMessageData {
  message: SentMessage;
}

/** Completeness of the service records. */
export type ServiceHistory = "full" | "partial" | "none";

export interface Session {
  id: string;
  /** Whether this request uses it */
  current: boolean;
  userAgent: string | null;
  ip: string | null;
  createdAt: string;
  lastUsedAt: string;
  expiresAt: string;
}

export interface SessionList {
  sessions: Session[];
  pagination: Pagination;
}

export interface SignedIn {
  user: {
    id: string;
    email: string;
    name: string;
    role: "BUYER" | "SELLER" | "ADMIN";
    emailVerified: boolean;
    avatar: string | null;
  };
  accessToken: string;
  refreshToken: string;
  expiresIn: number;
}

export interface SlugCount {
  slug: string;
  name: string;
  count: number;
}

export interface StartedConversation {
  conversation: {
    id: string;
    listing: {
      id: string;
      title: string;
    };
    participant: {
      id: string;
      name: string;
    };
    created_at: string;
  };
  message: {
    id: string;
    content: string;
    sent_at: string;
  };
}

/** Side of the steering wheel. */
export type Steering = "left" | "right";

/** upsert: rows are added or changed, and empty cells keep the current value. full: the file is the whole stock; listings with a stock number that are missing from it are paused, and empty cells clear the value. */
export type StockMode = "upsert" | "full";

/** Listings that a full import may pause. all: every listing with a stock number, however it was created. import: only listings that an import created or changed. */
export type StockSource = "all" | "import";

export interface StreamTicket {
  ticket: string;
  expiresAt: string;
}

export interface Subcategory {
  id: string;
  slug: string;
  name: string;
  parent: CategoryReference | null;
  listingCount: number;
  attributes: CategoryAttribute[];
  children: CategoryReference[];
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

export interface SubscriptionCanceledEvent {
  id: EventId;
  type: "subscription.canceled";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: EventSubscription;
}

export interface SubscriptionChangeRequest {
  /** A plan's id or slug */
  planId?: string | undefined;
  billingCycle?: "monthly" | "yearly" | undefined;
  /** The token that the payment service gave the client for a payment method */
  paymentMethod?: string | undefined;
  /** Reduces the periods that begin from now on; upper or lower case */
  couponCode?: string | undefined;
}

export interface SubscriptionCreateRequest {
  /** A plan's id or slug */
  planId: string;
  billingCycle: "monthly" | "yearly";
  /** The token that the payment service gave the client for a payment method */
  paymentMethod: string;
  /** Try the plan first; once per seller */
  trial?: boolean | undefined;
  /** Reduces the periods that begin from now on; upper or lower case */
  couponCode?: string | undefined;
}

export interface SubscriptionCreatedEvent {
  id: EventId;
  type: "subscription.created";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: EventSubscription;
}

export interface SubscriptionData {
  subscription: Subscription;
}

export interface SubscriptionOutcome {
  subscription: Subscription;
  invoice: Invoice | null;
  payment: {
    id: string;
    status: "pending" | "succeeded" | "failed" | "refund_due" | "refunded";
    amount: Money;
    invoiceId: string | null;
    createdAt: string;
    /** With it the payment service lets the seller confirm in the browser */
    clientSecret: string | null;
  } | null;
}

export interface SubscriptionPreview {
  plan: PlanReference;
  billingCycle: "monthly" | "yearly" | null;
  effective: "now" | "period_end";
  effectiveAt: string;
  trialEnd: string | null;
  periodEnd: string | null;
  lines: InvoiceLine[];
  taxes: Tax[];
  taxNote: "reverse_charge" | "outside_eu" | null;
  currency: string;
  net: number;
  vat: number;
  /** Below zero: becomes credit */
  total: number;
  creditApplied: number;
  /** What would be charged now */
  amountDue: number;
  nextCharge: {
    at: string;
    /** Without VAT, before credit */
    net: number;
    /** What a coupon has taken off it */
    discount: number;
  } | null;
  pausedListings: {
    id: string;
    title: string;
    slug: string;
  }[];
}

export interface SubscriptionPreviewData {
  preview: SubscriptionPreview;
}

export interface SubscriptionPreviewRequest {
  /** A plan's id or slug */
  planId?: string | undefined;
  billingCycle?: "monthly" | "yearly" | undefined;
  trial?: boolean | undefined;
  /** Reduces the periods that begin from now on; upper or lower case */
  couponCode?: string | undefined;
}

export interface SubscriptionRenewedEvent {
  id: EventId;
  type: "subscription.renewed";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: EventSubscription;
}

export interface SubscriptionUpdatedEvent {
  id: EventId;
  type: "subscription.updated";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: EventSubscription;
}

export interface Suggestion {
  type: string;
  value: string;
  slug?: string | undefined;
  brand?: string | undefined;
}

export interface Suggestions {
  suggestions: Suggestion[];
}

/** Suspension of the front axle. */
export type SuspensionFront = "air" | "spring" | "hydraulic" | "parabolic";

/** Suspension of the rear axle. */
export type SuspensionRear = "air" | "spring" | "hydraulic" | "parabolic";

export interface Tax {
  rate: number;
  net: number;
  amount: number;
}

export interface TeamAcceptInvitationRequest {
  /** Gives up the own company, which is deleted. It must be empty: no other members or open invitations, no listings, conversations, reviews or payments, and the free plan since the beginning. */
  leaveCompany?: boolean | undefined;
}

export interface TeamApiKey {
  id: string;
  name: string;
  scopes: Scope[];
  /** The first and last characters of the value, to recognise it */
  prefix: string;
  environment: "live" | "test";
  expiresAt: string | null;
  lastUsedAt: string | null;
  lastUsedIp: string | null;
  createdAt: string;
  maker: ApiKeyMaker;
}

export interface TeamApiKeyList {
  apiKeys: TeamApiKey[];
  pagination: Pagination;
}

export interface TeamChangeRoleRequest {
  role: "OWNER" | "MANAGER" | "AGENT" | "VIEWER";
}

export interface TeamGetData {
  members: TeamMember[];
  invitations: TeamInvitation[];
}

export interface TeamInvitation {
  id: string;
  email: string;
  role: "OWNER" | "MANAGER" | "AGENT" | "VIEWER";
  createdAt: string;
  expiresAt: string;
  expired: boolean;
}

export interface TeamInvitationData {
  invitation: TeamInvitation;
}

export interface TeamInviteRequest {
  email: string;
  role: "OWNER" | "MANAGER" | "AGENT" | "VIEWER";
}

export interface TeamMember {
  id: string;
  userId: string;
  name: string;
  email: string;
  avatar: string | null;
  role: "OWNER" | "MANAGER" | "AGENT" | "VIEWER";
  isYou: boolean;
  createdAt: string;
}

export interface TeamMemberData {
  member: TeamMember;
}

export interface TechnicalData {
  fuelType?: FuelType | undefined;
  transmission?: Transmission | undefined;
  driveType?: DriveType | undefined;
  euroStandard?: EuroStandard | undefined;
  nonRoadStage?: NonRoadStage | undefined;
  /** First registration. */
  firstRegistration?: string | undefined;
  /** Next general inspection. */
  nextInspection?: string | undefined;
  euCategory?: EuCategory | undefined;
  /** Engine power; horsepower is derived from it. Unit: kW. */
  powerKw?: number | undefined;
  /** Engine displacement. Unit: cm³. */
  engineDisplacementCcm?: number | undefined;
  /** Cylinders. */
  cylinders?: number | undefined;
  /** Combined fuel consumption. Unit: l/100 km. */
  fuelConsumption?: number | undefined;
  /** CO2 emission. Unit: g/km. */
  co2?: number | undefined;
  /** Forward gears. */
  gears?: number | undefined;
  /** Axles. */
  axles?: number | undefined;
  suspensionFront?: SuspensionFront | undefined;
  suspensionRear?: SuspensionRear | undefined;
  brakeType?: BrakeType | undefined;
  retarder?: Retarder | undefined;
  cabType?: CabType | undefined;
  /** Bunks. */
  bunks?: number | undefined;
  steering?: Steering | undefined;
  /** Seats, the driver included. */
  seats?: number | undefined;
  /** Standing places. */
  standingPlaces?: number | undefined;
  /** Doors. */
  doors?: number | undefined;
  busClass?: BusClass | undefined;
  floorType?: FloorType | undefined;
  /** Permitted weight of the laden vehicle. Unit: kg. */
  grossVehicleWeightKg?: number | undefined;
  /** Permitted weight with trailer. Unit: kg. */
  grossCombinationWeightKg?: number | undefined;
  /** Unladen weight. Unit: kg. */
  curbWeightKg?: number | undefined;
  /** Payload. Unit: kg. */
  payloadKg?: number | undefined;
  /** Braked trailer weight. Unit: kg. */
  towingCapacityKg?: number | undefined;
  /** Vertical load on the coupling. Unit: kg. */
  towBallWeightKg?: number | undefined;
  /** Overall length. Unit: mm. */
  lengthMm?: number | undefined;
  /** Overall width. Unit: mm. */
  widthMm?: number | undefined;
  /** Overall height. Unit: mm. */
  heightMm?: number | undefined;
  /** Wheelbase. Unit: mm. */
  wheelbaseMm?: number | undefined;
  /** Length of the loading space. Unit: mm. */
  loadLengthMm?: number | undefined;
  /** Width of the loading space. Unit: mm. */
  loadWidthMm?: number | undefined;
  /** Height of the loading space. Unit: mm. */
  loadHeightMm?: number | undefined;
  /** Volume of the loading space. Unit: m³. */
  loadVolumeM3?: number | undefined;
  /** Europallet places. */
  europallets?: number | undefined;
  /** Volume of the transport tank. Unit: l. */
  tankVolumeL?: number | undefined;
  /** Compartments of the transport tank. */
  compartments?: number | undefined;
  /** ADR classes it is approved for. */
  adrClasses?: ("1" | "2" | "3" | "4.1" | "4.2" | "4.3" | "5.1" | "5.2" | "6.1" | "6.2" | "7" | "8" | "9")[] | undefined;
  /** Cooling unit. */
  cooling?: {
    /** Maker. */
    maker?: string | undefined;
    /** Model. */
    model?: string | undefined;
    /** Operating hours. Unit: h. */
    hours?: number | undefined;
    /** Lowest temperature. Unit: °C. */
    minTempC?: number | undefined;
    /** Temperature zones. */
    compartments?: number | undefined;
  } | undefined;
  /** Height of the fifth wheel. Unit: mm. */
  fifthWheelHeightMm?: number | undefined;
  /** Kingpin, such as 2 inch. */
  kingpin?: string | undefined;
  /** Twist locks. */
  twistLocks?: number | undefined;
  /** Make of the axles, such as BPW or SAF. */
  axleMake?: string | undefined;
  hydraulics?: Hydraulics | undefined;
  /** Volume of all fuel tanks together. Unit: l. */
  fuelTankL?: number | undefined;
  /** AdBlue tank. Unit: l. */
  adblueTankL?: number | undefined;
  /** Tyres by axle. */
  tyres?: ({
    /** Axle, counted from the front. */
    axle: number;
    /** Size, such as 315/70R22.5. */
    size?: string | undefined;
    /** Tread depth. Unit: mm. */
    treadMm?: number | undefined;
  })[] | undefined;
  /** Traction battery. Unit: kWh. */
  batteryCapacityKwh?: number | undefined;
  /** Electric range. Unit: km. */
  rangeKm?: number | undefined;
  /** Operating hours of the machine, crane or cooling unit. Unit: h. */
  operatingHours?: number | undefined;
  /** Lifting capacity of forklift or crane. Unit: kg. */
  liftingCapacityKg?: number | undefined;
  /** Lifting height of forklift or crane. Unit: mm. */
  liftingHeightMm?: number | undefined;
  /** Height with the mast down. Unit: mm. */
  buildHeightMm?: number | undefined;
  /** Operating weight. Unit: kg. */
  operatingWeightKg?: number | undefined;
  /** Bucket volume. Unit: m³. */
  bucketM3?: number | undefined;
  /** Digging depth. Unit: mm. */
  digDepthMm?: number | undefined;
  /** Reach. Unit: mm. */
  reachMm?: number | undefined;
  undercarriage?: Undercarriage | undefined;
  mastType?: MastType | undefined;
  /** Free lift. Unit: mm. */
  freeLiftMm?: number | undefined;
  /** Fork length. Unit: mm. */
  forkLengthMm?: number | undefined;
  color?: Color | undefined;
  /** Metallic paint. */
  metallic?: boolean | undefined;
  interiorColor?: InteriorColor | undefined;
  emissionSticker?: EmissionSticker | undefined;
  climate?: Climate | undefined;
  /** Zones of the climate control. */
  climateZones?: number | undefined;
  /** Engine power in horsepower, derived from powerKw. */
  powerHp?: number | undefined;
}

export interface TemplatesData {
  templates: MessageTemplate[];
}

export interface TokenPair {
  accessToken: string;
  refreshToken: string;
  expiresIn: number;
}

export interface Trader {
  address?: string | undefined;
  phone?: string | undefined;
  email?: string | undefined;
  vatId?: string | undefined;
  tradeRegister?: string | undefined;
}

export interface TranslationsGetData {
  language: string;
  texts: Record<string, string>;
}

/** Gearbox. */
export type Transmission = "manual" | "automatic" | "semi_automatic";

export interface TrustPart {
  part: "verified" | "email" | "age" | "rating" | "answers" | "speed" | "profile" | "listings" | "reports" | "refusals";
  points: number;
  max: number;
}

/** Undercarriage. */
export type Undercarriage = "tracked" | "wheeled";

export interface UnreadCount {
  unread_count: number;
  conversations_with_unread: number;
}

export interface UpdatedAccount {
  id: string;
  name?: string | undefined;
  phone?: string | null | undefined;
  language?: string | undefined;
  currency?: string | undefined;
  updatedAt: string;
}

export interface Usage {
  used: number;
  limit: number | null;
}

/** Use so far, in addition to the condition. */
export type UsageType = "demonstration" | "pre_registration" | "rental_return" | "classic";

export interface UserCreatedEvent {
  id: EventId;
  type: "user.created";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: UserCreatedEventData;
}

export interface UserCreatedEventData {
  user: {
    id: string;
    email: string;
    name: string;
    role: "BUYER" | "SELLER" | "ADMIN";
    email_verified: boolean;
    language: string;
    country: string | null;
    seller: EventSeller | null;
    created_at: string;
  };
}

export interface UserVerifiedEvent {
  id: EventId;
  type: "user.verified";
  created_at: EventTime;
  test?: IsSampleEvent | undefined;
  data: UserVerifiedEventData;
}

export interface UserVerifiedEventData {
  user: {
    id: string;
    email: string;
    name: string;
    role: "BUYER" | "SELLER" | "ADMIN";
    email_verified: boolean;
    verified_at: string;
  };
}

export interface ValueCount {
  value: string;
  count: number;
}

/** Standard if absent; margin: never split into net and VAT. */
export type VatScheme = "standard" | "margin";

export interface VehicleFigures {
  id: string;
  externalId: string | null;
  vin: string | null;
  slug: string;
  title: string;
  status: string;
  price: number | null;
  currency: string | null;
  /** The price is net; null: not recorded */
  vatDeductible: boolean | null;
  /** The price that was paid; null unless sold */
  soldPrice: number | null;
  views: number;
  visitors: number;
  inquiries: number;
  favorites: number;
}

export interface VehicleFiguresList {
  period: {
    from: string;
    to: string;
  };
  vehicles: VehicleFigures[];
  pagination: Pagination;
}

export interface VerificationCode {
  code: string;
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

export interface VerificationDocumentList {
  documents: VerificationDocument[];
  pagination: Pagination;
}

export interface ViewsData {
  views: SavedView[];
}

/** What was done differently from what was asked, or ignored. Left out where there is nothing to say. */
export type Warnings = ErrorDetail[];

export interface Webhook {
  id: string;
  url: string;
  events: string[];
  status: "active" | "disabled";
  createdAt: string;
  /** Of the first failure since the last success */
  failingSince?: string | undefined;
  lastError?: WebhookError | undefined;
  /** failures: six attempts of an event failed; member_left: its keeper has left the team, and an owner must hand it over or delete it */
  disabledReason?: "failures" | "owner" | "administrator" | "member_left" | undefined;
  /** The member who chose the address, also one who has left */
  maker?: WebhookMember | null | undefined;
  /** The member who answers for it. Null once that member has left: it sends nothing then */
  keeper?: WebhookMember | null | undefined;
  /** Subscribed to and not sent: the API key that chose its address or events lacks the scope to read them */
  withheldEvents?: string[] | undefined;
}

export interface WebhookChanges {
  /** https (http too outside production), on the public internet */
  url?: string | undefined;
  /** Event names, or "*" for all */
  events?: EventName[] | undefined;
  status?: "active" | "disabled" | undefined;
}

export interface WebhookData {
  webhook: Webhook;
}

export interface WebhookError {
  error: DeliveryError;
  responseCode: number | null;
  at: string;
}

export interface WebhookList {
  webhooks: Webhook[];
  pagination: Pagination;
}

export interface WebhookMember {
  userId: string;
  name: string;
}

export interface WebhookReplay {
  /** Number of events resent */
  replayed: number;
  /** There are more: ask again once these are sent */
  hasMore: boolean;
}

export interface WebhookWithSecret {
  id: string;
  url: string;
  events: string[];
  status: "active" | "disabled";
  createdAt: string;
  /** Of the first failure since the last success */
  failingSince?: string | undefined;
  lastError?: WebhookError | undefined;
  /** failures: six attempts of an event failed; member_left: its keeper has left the team, and an owner must hand it over or delete it */
  disabledReason?: "failures" | "owner" | "administrator" | "member_left" | undefined;
  /** The member who chose the address, also one who has left */
  maker?: WebhookMember | null | undefined;
  /** The member who answers for it. Null once that member has left: it sends nothing then */
  keeper?: WebhookMember | null | undefined;
  /** Subscribed to and not sent: the API key that chose its address or events lacks the scope to read them */
  withheldEvents?: string[] | undefined;
  /** Signs the deliveries; shown only once */
  secret: string;
}

export interface WebhookWithSecretData {
  webhook: WebhookWithSecret;
}

export interface WebhooksCreateRequest {
  /** https (http too outside production), on the public internet */
  url: string;
  /** Event names, or "*" for all */
  events: EventName[];
}

export interface WebhooksHandOverRequest {
  /** A member of the team, OWNER or MANAGER: `GET /seller/team` */
  memberId: string;
}

export interface WebhooksReplayRequest {
  since: string;
  until?: string | undefined;
  /** Only these; default: all that the webhook gets */
  events?: EventName[] | undefined;
  /** Also resend delivered events */
  includeDelivered?: boolean | undefined;
}

export interface WebhooksTestRequest {
  /** Default: the first that the webhook subscribes to */
  event_type?: string | undefined;
}
