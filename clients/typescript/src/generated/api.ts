// Generated from docs/openapi.json by `npm run docs`; do not edit.
import type { Call, CallOptions, PagedCall } from '../call.ts';
import type {
  Account,
  AccountBecomeSellerRequest,
  AccountChangeEmailRequest,
  AccountEraseRequest,
  AccountExportData,
  AccountSecurity,
  AccountSecurityUpdateRequest,
  AccountUpdateRequest,
  AccountVerifyPhoneRequest,
  ApiKey,
  ApiKeyData,
  ApiKeyList,
  ApiKeyVerification,
  ApiKeysCreateRequest,
  ApiKeysRegenerateRequest,
  AuthChangePasswordRequest,
  AuthLoginRequest,
  AuthRefreshRequest,
  AuthRegisterRequest,
  AuthResetPasswordRequest,
  AuthVerifyEmailByLinkRequest,
  AuthVerifyEmailRequest,
  BlockData,
  BlocksCreateRequest,
  BlocksData,
  Brand,
  BrandsData,
  CategoriesData,
  Category,
  ComparisonData,
  ComparisonMatrixData,
  ComparisonSummary,
  ComparisonSummaryList,
  ComparisonsCreateRequest,
  ComparisonsShareData,
  ComparisonsUpdateRequest,
  Conversation,
  ConversationArchival,
  ConversationList,
  ConversationMessages,
  ConversationsMarkReadRequest,
  ConversationsSendRequest,
  ConversationsStartRequest,
  CountryCode,
  CurrenciesListData,
  CurrentSubscription,
  Dashboard,
  Decision,
  DecisionList,
  DeliveryAttempt,
  DeliveryAttemptData,
  DeliveryAttemptList,
  DeliveryExchangeData,
  DeliveryRetryData,
  DisplayName,
  DocumentsData,
  EmailAddress,
  Event,
  EventName,
  EventsListData,
  ExportInPreparation,
  Favorite,
  FavoriteData,
  FavoriteList,
  FavoritesAddRequest,
  FeaturesData,
  GuestReportRequest,
  ImagesData,
  Import,
  ImportData,
  ImportDelimiter,
  ImportEncoding,
  ImportFeedData,
  ImportFeedSetRequest,
  ImportInspectionData,
  ImportList,
  ImportMappingData,
  ImportMappingsSetRequest,
  ImportProblem,
  ImportProblemGroup,
  ImportProblemGroupList,
  ImportProblemList,
  ImportsCreateRequest,
  ImportsListPresetsData,
  InfoPage,
  InfoPagesListData,
  Invoice,
  InvoiceDetailData,
  InvoiceList,
  Listing,
  ListingBatch,
  ListingBatchResult,
  ListingDraft,
  ListingFields,
  ListingFigures,
  ListingImagesOrderRequest,
  ListingReportData,
  ListingReportRequest,
  ListingSummary,
  ListingSummaryList,
  ListingVersion,
  ListingVersionList,
  ListingsData,
  ListingsFeatureRequest,
  ListingsMarkSoldRequest,
  MappingsData,
  Message,
  MessageTemplateData,
  MessageTemplateDraft,
  MessageTemplatesUpdateRequest,
  NewApiKeyData,
  NewPassword,
  Notification,
  NotificationData,
  NotificationList,
  NotificationPreferencesData,
  NotificationsCountUnreadData,
  NotificationsMarkAllReadData,
  NotificationsSetPreferencesRequest,
  ObjectionRequest,
  OwnListing,
  OwnListingSummary,
  OwnListingSummaryList,
  OwnReview,
  OwnReviewList,
  PaymentForm,
  PlansData,
  PriceHistory,
  PricePosition,
  ReadMarks,
  ReceivedTeamInvitationData,
  Registration,
  Review,
  ReviewDraft,
  ReviewList,
  ReviewReplyDraft,
  ReviewReportData,
  ReviewsReportRequest,
  SavedSearch,
  SavedSearchList,
  SavedSearchesCreateRequest,
  SavedSearchesPreviewData,
  SavedSearchesPreviewRequest,
  SavedSearchesUpdateRequest,
  SavedView,
  SavedViewsSaveRequest,
  SearchHit,
  SearchResults,
  Seller,
  SellerProfile,
  SellerProfileUpdateRequest,
  SentMessageData,
  Session,
  SessionList,
  SignedIn,
  StartedConversation,
  StockMode,
  StockSource,
  StreamTicket,
  SubscriptionChangeRequest,
  SubscriptionCreateRequest,
  SubscriptionData,
  SubscriptionOutcome,
  SubscriptionPreviewData,
  SubscriptionPreviewRequest,
  Suggestions,
  TeamAcceptInvitationRequest,
  TeamApiKey,
  TeamApiKeyList,
  TeamChangeRoleRequest,
  TeamGetData,
  TeamInvitationData,
  TeamInviteRequest,
  TeamMemberData,
  TemplatesData,
  TokenPair,
  TranslationsGetData,
  UnreadCount,
  UpdatedAccount,
  VehicleFigures,
  VehicleFiguresList,
  VerificationCode,
  VerificationDocument,
  VerificationDocumentList,
  ViewsData,
  Webhook,
  WebhookChanges,
  WebhookData,
  WebhookList,
  WebhookReplay,
  WebhookWithSecretData,
  WebhooksCreateRequest,
  WebhooksHandOverRequest,
  WebhooksReplayRequest,
  WebhooksTestRequest,
} from './types.ts';

/** The methods of the client. */
export interface Api {
  currencies: {
    /**
     * Exchange rates in force
     *
     * Access: public. Limit: 60/min (listings).
     */
    list(options?: CallOptions): Call<CurrenciesListData>;
  };
  plans: {
    /**
     * Plans on offer
     *
     * Access: public. Limit: 60/min (listings).
     */
    list(options?: CallOptions): Call<PlansData>;
  };
  subscription: {
    /**
     * The current subscription and how much of its limits is used
     *
     * Access: role SELLER, team role MANAGER, no API keys.
     */
    get(options?: CallOptions): Call<CurrentSubscription>;
    /**
     * Subscribe to a plan
     *
     * Charges the first period at once, or begins a trial. 202: the payment is still being processed; the plan begins when it succeeds. The company profile must have the name, street, postal code, city and country that the invoice carries; 422 names each missing field.
     *
     * Access: role SELLER, team role OWNER, no API keys.
     *
     * Own errors: `PAYMENT_FAILED`, `INVALID_STATE`, `COUPON_UNKNOWN`, `COUPON_EXPIRED`, `COUPON_USED_UP`, `COUPON_NOT_FOR_PLAN`, `COUPON_ALREADY_REDEEMED`.
     */
    create(body: SubscriptionCreateRequest | FormData, options?: CallOptions): Call<SubscriptionOutcome>;
    /**
     * Change the plan, the billing cycle or the payment method, or redeem a coupon
     *
     * A larger plan or a longer cycle begins at once and its share of the period is charged; a smaller one begins with the next period. An open invoice is charged to a new payment method at once. A coupon reduces the periods that begin from now on.
     *
     * Access: role SELLER, team role OWNER, no API keys.
     *
     * Own errors: `PAYMENT_FAILED`, `INVALID_STATE`, `COUPON_UNKNOWN`, `COUPON_EXPIRED`, `COUPON_USED_UP`, `COUPON_NOT_FOR_PLAN`, `COUPON_ALREADY_REDEEMED`.
     */
    change(body: SubscriptionChangeRequest | FormData, options?: CallOptions): Call<SubscriptionOutcome>;
    /**
     * How a token for a payment method is got
     *
     * choice: one of `methods`, of the test gateway. token: from the payment service’s own form, in your client. none: nothing can be bought here.
     *
     * Access: role SELLER, team role MANAGER, no API keys.
     */
    getPaymentForm(options?: CallOptions): Call<PaymentForm>;
    /**
     * What a subscription or a change would cost, and which listings it would pause
     *
     * Access: role SELLER, team role MANAGER, no API keys.
     *
     * Own errors: `INVALID_STATE`, `COUPON_UNKNOWN`, `COUPON_EXPIRED`, `COUPON_USED_UP`, `COUPON_NOT_FOR_PLAN`, `COUPON_ALREADY_REDEEMED`.
     */
    preview(body: SubscriptionPreviewRequest | FormData, options?: CallOptions): Call<SubscriptionPreviewData>;
    /**
     * End the subscription at the end of the current period
     *
     * Access: role SELLER, team role OWNER, no API keys.
     *
     * Own errors: `INVALID_STATE`.
     */
    cancel(options?: CallOptions): Call<SubscriptionData>;
    /**
     * Withdraw a cancellation
     *
     * Access: role SELLER, team role OWNER, no API keys.
     *
     * Own errors: `INVALID_STATE`.
     */
    resume(options?: CallOptions): Call<SubscriptionData>;
  };
  invoices: {
    /**
     * Invoices and credit notes, newest first
     *
     * Access: role SELLER, team role MANAGER, no API keys.
     */
    list(query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
      /** Invoices with that status */
      status?: "open" | "paid" | "void" | undefined;
    }, options?: CallOptions): PagedCall<InvoiceList, Invoice>;
    /**
     * An invoice with its lines
     *
     * Access: role SELLER, team role MANAGER, no API keys.
     */
    get(id: string, options?: CallOptions): Call<InvoiceDetailData>;
    /**
     * An invoice as a PDF, in the language it was issued in
     *
     * Access: role SELLER, team role MANAGER, no API keys.
     */
    download(id: string, options?: CallOptions): Call<Blob>;
  };
  auth: {
    /**
     * Register as a buyer or a seller
     *
     * JSON, or a multipart form when a seller sends documents for the verification (pdf, jpeg or png, up to 5 of 10 MB, 60 MB a day from one network; more at `POST /account/documents` once the address is verified). A code to verify the e-mail address is sent to it.
     *
     * Access: public. Limit: 10/15 min (auth).
     *
     * Own errors: `ALREADY_EXISTS`.
     */
    register(body: AuthRegisterRequest | {
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
  /** At most 10 MB each; of the type application/pdf, image/jpeg, image/png. */
  documents?: Blob[] | undefined;
} | FormData, options?: CallOptions): Call<Registration>;
    /**
     * Sign in
     *
     * After ten wrong passwords for an account within 15 minutes from one network, or fifty from all networks, every further attempt from there is RATE_LIMITED until they have passed. A device that has signed in before is counted by itself: it is recognised by the cookie of this response, or by `refreshToken`.
     *
     * Access: public. Limit: 10/15 min (auth).
     *
     * Own errors: `INVALID_CREDENTIALS`.
     */
    login(body: AuthLoginRequest | FormData, options?: CallOptions): Call<SignedIn>;
    /**
     * Exchange a refresh token for a new pair of tokens
     *
     * A refresh token works once. Using it again after its exchange ends the session.
     *
     * Access: public. Limit: 10/15 min (auth).
     */
    refresh(body: AuthRefreshRequest | FormData, options?: CallOptions): Call<TokenPair>;
    /**
     * Sign out
     *
     * Access: signed in, no API keys.
     */
    logout(options?: CallOptions): Call<unknown>;
    /**
     * Verify the e-mail address with the code sent to it
     *
     * A code is valid for one hour and five attempts per requester: the account itself when signed in, otherwise a network.
     *
     * Access: public. Limit: 10/15 min (auth).
     *
     * Own errors: `INVALID_CODE`.
     */
    verifyEmail(body: AuthVerifyEmailRequest | FormData, options?: CallOptions): Call<unknown>;
    /**
     * Verify the email address with the link sent to it
     *
     * A link is valid for 24 hours, while the account has the address that it was sent to.
     *
     * Access: public. Limit: 10/15 min (auth).
     *
     * Own errors: `INVALID_CODE`.
     */
    verifyEmailByLink(body: AuthVerifyEmailByLinkRequest | FormData, options?: CallOptions): Call<unknown>;
    /**
     * Send another verification code
     *
     * The response is the same whether or not the account exists. A signed-in account can request more codes for its own address than others can.
     *
     * Access: public. Limit: 10/15 min (auth).
     */
    resendVerification(body: EmailAddress | FormData, options?: CallOptions): Call<unknown>;
    /**
     * Send a token for resetting the password
     *
     * The response is the same whether or not the account exists.
     *
     * Access: public. Limit: 10/15 min (auth).
     */
    forgotPassword(body: EmailAddress | FormData, options?: CallOptions): Call<unknown>;
    /**
     * Set a new password with a reset token
     *
     * A token is valid for one hour and works once. All sessions and API keys end.
     *
     * Access: public. Limit: 10/15 min (auth).
     *
     * Own errors: `INVALID_RESET_TOKEN`.
     */
    resetPassword(body: AuthResetPasswordRequest | FormData, options?: CallOptions): Call<unknown>;
    /**
     * Change the password
     *
     * All other sessions end, and so do the API keys of the account unless `keepApiKeys` is true.
     *
     * Access: signed in, no API keys. Limit: 10/15 min (auth).
     */
    changePassword(body: AuthChangePasswordRequest | FormData, options?: CallOptions): Call<unknown>;
  };
  sessions: {
    /**
     * Your sessions
     *
     * Access: signed in, no API keys.
     */
    list(query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<SessionList, Session>;
    /**
     * End a session
     *
     * Access: signed in, no API keys.
     */
    end(id: string, options?: CallOptions): Call<void>;
  };
  account: {
    /**
     * Your account
     *
     * Access: signed in, no API keys.
     *
     * Own errors: `NOT_FOUND`.
     */
    get(options?: CallOptions): Call<Account>;
    /**
     * Change your account
     *
     * Send any of the fields; the response contains those you sent.
     *
     * Access: signed in, no API keys.
     *
     * Own errors: `NOT_FOUND`.
     */
    update(body: AccountUpdateRequest | FormData, options?: CallOptions): Call<UpdatedAccount>;
    /**
     * Erase your account
     *
     * Permanent: personal data is removed, listings are deleted, keys and sessions end. The only owner of a seller with other members must hand it over first.
     *
     * Access: signed in, no API keys.
     *
     * Own errors: `INVALID_STATE`, `NOT_FOUND`.
     */
    erase(body: AccountEraseRequest | FormData, options?: CallOptions): Call<void>;
    /**
     * Set your picture
     *
     * One picture (form field avatar); it is re-encoded to fit 256 by 256 pixels, without metadata. Colleagues and those you write to see it.
     *
     * Access: signed in, no API keys. Limit: 20/min (upload).
     *
     * Own errors: `NOT_FOUND`, `VALIDATION_ERROR`.
     */
    setAvatar(body: {
  /** At most 10 MB; of the type image/jpeg, image/png, image/webp, image/avif; also taken as `image`, `file`. */
  avatar: Blob;
} | FormData, options?: CallOptions): Call<Account>;
    /**
     * Remove your picture
     *
     * Access: signed in, no API keys.
     */
    removeAvatar(options?: CallOptions): Call<void>;
    /**
     * All personal data of your account
     *
     * One section for each part of the market that stores any. For an account with more than 1,000 rows it is put together first: 202, until the same request returns it, for an hour.
     *
     * Access: signed in, no API keys.
     */
    export(options?: CallOptions): Call<AccountExportData | ExportInPreparation>;
    /**
     * Make a seller of your buyer’s account
     *
     * The account becomes the owner of a new seller on the free plan and keeps favorites, searches and conversations; tokens stay valid. JSON, or a multipart form with documents for the verification (pdf, jpeg or png, up to 5 of 10 MB), which need a verified e-mail address.
     *
     * Access: signed in, no API keys. Limit: 20/min (upload).
     *
     * Own errors: `INVALID_STATE`.
     */
    becomeSeller(body: AccountBecomeSellerRequest | {
  /** 2 to 100 characters */
  companyName: DisplayName;
  /** ISO 3166-1 alpha-2 */
  country: CountryCode;
  /** At most 10 MB each; of the type application/pdf, image/jpeg, image/png. */
  documents?: Blob[] | undefined;
} | FormData, options?: CallOptions): Call<Account>;
    /**
     * Ask for another e-mail address
     *
     * A code goes to the new address, valid for one hour and five attempts. The account keeps its address until the code comes back through `POST /account/email/confirm`. Five requests an hour, and five codes a day to one address; each replaces the one before it.
     *
     * Access: signed in, no API keys. Limit: 10/15 min (auth).
     *
     * Own errors: `ALREADY_EXISTS`.
     */
    changeEmail(body: AccountChangeEmailRequest | FormData, options?: CallOptions): Call<unknown>;
    /**
     * Confirm the new e-mail address with the code sent to it
     *
     * The new address is the account’s from then on, and verified; the old one is told. Links to reset the password that went to the old address end. Sessions and API keys stay.
     *
     * Access: signed in, no API keys. Limit: 10/15 min (auth).
     *
     * Own errors: `ALREADY_EXISTS`, `INVALID_CODE`, `NOT_FOUND`.
     */
    confirmEmail(body: VerificationCode | FormData, options?: CallOptions): Call<Account>;
    /**
     * Ask for a code to verify a phone number
     *
     * A text message with a code goes to the number, valid for one hour and five attempts. The account keeps its number until the code comes back through `POST /account/phone/confirm`. Five codes an hour and account, five a day and number, and a limit a day for all accounts together; each replaces the one before it. INVALID_STATE if this market sends no text messages, or the number is verified already.
     *
     * Access: signed in, no API keys. Limit: 10/15 min (auth).
     *
     * Own errors: `INVALID_STATE`, `NOT_FOUND`.
     */
    verifyPhone(body: AccountVerifyPhoneRequest | FormData, options?: CallOptions): Call<unknown>;
    /**
     * Verify the phone number with the code sent to it
     *
     * The number is the account’s from then on, and `phoneVerified`, until the account has another one.
     *
     * Access: signed in, no API keys. Limit: 10/15 min (auth).
     *
     * Own errors: `INVALID_CODE`, `NOT_FOUND`.
     */
    confirmPhone(body: VerificationCode | FormData, options?: CallOptions): Call<Account>;
    /**
     * What administrators have decided against you, with reasons
     *
     * Access: signed in, no API keys.
     */
    decisions(query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<DecisionList, Decision>;
    /**
     * A decision with its reasons, by the token of the mail
     *
     * Access: public. Limit: 60/min (listings).
     */
    decision(token: string, options?: CallOptions): Call<Decision>;
    /**
     * Object to a decision within six months; another administrator judges it if there is one
     *
     * Access: public. Limit: 10/15 min (auth).
     *
     * Own errors: `INVALID_STATE`.
     */
    objectToDecision(token: string, body: ObjectionRequest | FormData, options?: CallOptions): Call<Decision>;
  };
  documents: {
    /**
     * The documents for the verification of the own company, newest first
     *
     * Access: role SELLER, team role OWNER, no API keys.
     */
    list(query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<VerificationDocumentList, VerificationDocument>;
    /**
     * Send documents for the verification of the own company
     *
     * A multipart form with up to 5 files in the field `documents` (pdf, jpeg or png, 10 MB each); a seller can have 20. The e-mail address must be verified. Only administrators can read them.
     *
     * Access: role SELLER, team role OWNER, no API keys. Limit: 20/min (upload).
     *
     * Own errors: `PLAN_LIMIT_EXCEEDED`, `VALIDATION_ERROR`.
     */
    add(body: {
  /** At most 10 MB each; of the type application/pdf, image/jpeg, image/png. */
  documents: Blob[];
} | FormData, options?: CallOptions): Call<DocumentsData>;
    /**
     * Delete a document and its file
     *
     * Access: role SELLER, team role OWNER, no API keys.
     */
    delete(id: string, options?: CallOptions): Call<void>;
  };
  apiKeys: {
    /**
     * Verify an API key
     *
     * Takes any API key, whatever its scopes, but no access token.
     *
     * Access: any API key.
     */
    verify(options?: CallOptions): Call<ApiKeyVerification>;
    /**
     * List your API keys
     *
     * Access: signed in, no API keys.
     */
    list(query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<ApiKeyList, ApiKey>;
    /**
     * Create an API key
     *
     * Needs the password of the account and a verified e-mail address. A mail announces the new key. The value and the signing secret are shown only in this response. 200: a crash took the first answer to this Idempotency-Key, and the value with it; regenerate the key for another.
     *
     * Access: signed in, no API keys.
     *
     * Own errors: `PLAN_LIMIT_EXCEEDED`.
     */
    create(body: ApiKeysCreateRequest | FormData, options?: CallOptions): Call<ApiKeyData | NewApiKeyData>;
    /**
     * Revoke an API key
     *
     * Access: signed in, no API keys.
     */
    revoke(id: string, options?: CallOptions): Call<void>;
    /**
     * Replace an API key with a new one on the same terms
     *
     * Needs the password of the account and a verified e-mail address. A mail announces the new key. With `graceMinutes` the old value goes on for that long; one that it had replaced before ends at once. 200: a crash took the first answer to this Idempotency-Key, and the value with it; regenerate the key for another.
     *
     * Access: signed in, no API keys.
     *
     * Own errors: `INVALID_STATE`.
     */
    regenerate(id: string, body: ApiKeysRegenerateRequest | FormData, options?: CallOptions): Call<ApiKeyData | NewApiKeyData>;
  };
  team: {
    /**
     * List the API keys of all members, newest first
     *
     * For owners: keys belong to the company. The keys of a member end when that member leaves.
     *
     * Access: role SELLER, team role OWNER, no API keys.
     */
    listApiKeys(query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<TeamApiKeyList, TeamApiKey>;
    /**
     * Revoke an API key of any member
     *
     * Access: role SELLER, team role OWNER, no API keys.
     */
    revokeApiKey(id: string, options?: CallOptions): Call<void>;
    /**
     * The team and its open invitations
     *
     * Access: role SELLER, team role VIEWER, no API keys.
     */
    get(options?: CallOptions): Call<TeamGetData>;
    /**
     * Invite somebody by e-mail
     *
     * Access: role SELLER, team role MANAGER, no API keys.
     *
     * Own errors: `ALREADY_EXISTS`, `PLAN_LIMIT_EXCEEDED`.
     */
    invite(body: TeamInviteRequest | FormData, options?: CallOptions): Call<TeamInvitationData>;
    /**
     * Withdraw an invitation
     *
     * Access: role SELLER, team role MANAGER, no API keys.
     */
    withdrawInvitation(id: string, options?: CallOptions): Call<void>;
    /**
     * Get an invitation by the token of its link
     *
     * Access: public.
     */
    getInvitation(token: string, options?: CallOptions): Call<ReceivedTeamInvitationData>;
    /**
     * Accept an invitation to a team
     *
     * Access: signed in, no API keys.
     *
     * Own errors: `INVALID_STATE`, `PLAN_LIMIT_EXCEEDED`.
     */
    acceptInvitation(token: string, body?: TeamAcceptInvitationRequest | FormData, options?: CallOptions): Call<TeamMemberData>;
    /**
     * Change the team role of a member
     *
     * Access: role SELLER, team role MANAGER, no API keys.
     *
     * Own errors: `INVALID_STATE`.
     */
    changeRole(memberId: string, body: TeamChangeRoleRequest | FormData, options?: CallOptions): Call<TeamMemberData>;
    /**
     * Remove a member, or leave the team
     *
     * Access: role SELLER, team role VIEWER, no API keys.
     *
     * Own errors: `INVALID_STATE`.
     */
    removeMember(memberId: string, options?: CallOptions): Call<void>;
  };
  accountSecurity: {
    /**
     * Restrictions on the API keys of the account
     *
     * Access: signed in, no API keys.
     *
     * Own errors: `NOT_FOUND`.
     */
    get(options?: CallOptions): Call<AccountSecurity>;
    /**
     * Restrict the API keys to addresses, or require signed requests
     *
     * Fields left out stay. Loosening a restriction needs the `password`. Open event streams that it no longer allows end.
     *
     * Access: signed in, no API keys.
     */
    update(body: AccountSecurityUpdateRequest | FormData, options?: CallOptions): Call<AccountSecurity>;
  };
  categories: {
    /**
     * The tree of categories with counts of live listings
     *
     * Access: public. Limit: 60/min (listings).
     */
    list(options?: CallOptions): Call<CategoriesData>;
    /**
     * A category of either level with the fields of its listings
     *
     * Access: public. Limit: 60/min (listings).
     */
    get(slug: string, options?: CallOptions): Call<Category>;
  };
  brands: {
    /**
     * Brands with counts of live listings
     *
     * Access: public. Limit: 60/min (listings).
     */
    list(query?: {
      /** Slug of a category: its brands only */
      category?: string | undefined;
    }, options?: CallOptions): Call<BrandsData>;
    /**
     * A brand with its models
     *
     * Access: public. Limit: 60/min (listings).
     */
    get(slug: string, options?: CallOptions): Call<Brand>;
  };
  features: {
    /**
     * Feature codes for listings
     *
     * Access: public. Limit: 60/min (listings).
     */
    list(options?: CallOptions): Call<FeaturesData>;
  };
  search: {
    /**
     * Search the live listings with filters and facets
     *
     * Access: public. Limit: 30/min (search).
     *
     * Own errors: `LOCATION_NOT_FOUND`.
     */
    run(query?: {
      /** Words of the trade in seven languages, such as "actros 2019 6x2 under 60k" */
      q?: string | undefined;
      /** Slug of a category at either level; separate several with commas */
      category?: string[] | undefined;
      /** Slug of a category below a top category; separate several with commas */
      subcategory?: string[] | undefined;
      /** Slug of a brand; separate several with commas */
      brand?: string[] | undefined;
      /** Name of a model; separate several with commas */
      model?: string[] | undefined;
      /** Least price */
      min_price?: number | undefined;
      /** Highest price; not below min_price */
      max_price?: number | undefined;
      /** Currency of the price bounds and price ranges; EUR when absent */
      currency?: string | undefined;
      /** Earliest year */
      min_year?: number | undefined;
      /** Latest year; not before min_year */
      max_year?: number | undefined;
      /** Least mileage in kilometres */
      min_mileage?: number | undefined;
      /** Highest mileage in kilometres; not below min_mileage */
      max_mileage?: number | undefined;
      /** Kind of fuel; separate several with commas */
      fuel_type?: ("diesel" | "petrol" | "electric" | "hybrid" | "cng" | "lng" | "lpg" | "hydrogen" | "ethanol" | "other")[] | undefined;
      /** Kind of gearbox; separate several with commas */
      transmission?: ("manual" | "automatic" | "semi_automatic")[] | undefined;
      /** Axle formula; separate several with commas */
      drive_type?: ("4x2" | "6x2" | "6x4" | "8x4" | "4x4" | "6x6" | "8x2" | "8x6" | "8x8" | "10x4" | "10x6")[] | undefined;
      /** Emission standard; separate several with commas */
      euro_standard?: ("euro3" | "euro4" | "euro5" | "euro6" | "euro1" | "euro2" | "eev" | "euro6d" | "euro6e")[] | undefined;
      /** Condition; separate several with commas */
      condition?: ("new" | "used" | "certified")[] | undefined;
      /** Country code, ISO 3166-1 alpha-2; separate several with commas */
      country?: CountryCode[] | undefined;
      /** Name of a region; must be known */
      region?: string | undefined;
      /** Name of a city; must be known */
      city?: string | undefined;
      /** Latitude of the centre; with lng and radius */
      lat?: number | undefined;
      /** Longitude of the centre; with lat and radius */
      lng?: number | undefined;
      /** Kilometres around lat and lng, or around the city */
      radius?: number | undefined;
      /** Feature codes; a listing must have all of them; separate several with commas */
      features?: string[] | undefined;
      /** Horsepower */
      min_power?: number | undefined;
      /** Horsepower */
      max_power?: number | undefined;
      /** Gross vehicle weight in kg */
      min_gross_weight?: number | undefined;
      /** Gross vehicle weight in kg */
      max_gross_weight?: number | undefined;
      /** Payload in kg */
      min_payload?: number | undefined;
      /** Payload in kg */
      max_payload?: number | undefined;
      /** Operating weight of a machine in kg */
      min_operating_weight?: number | undefined;
      /** Operating weight of a machine in kg */
      max_operating_weight?: number | undefined;
      /** Operating hours */
      min_hours?: number | undefined;
      /** Operating hours */
      max_hours?: number | undefined;
      /** Seats, the driver included */
      min_seats?: number | undefined;
      /** Seats, the driver included */
      max_seats?: number | undefined;
      /** Axles */
      min_axles?: number | undefined;
      /** Axles */
      max_axles?: number | undefined;
      /** Kind of cab; separate several with commas */
      cab?: ("day" | "sleeper" | "high_sleeper" | "mega_sleeper" | "double" | "local")[] | undefined;
      /** Colour outside; separate several with commas */
      color?: ("black" | "grey" | "beige" | "brown" | "red" | "green" | "blue" | "purple" | "gold" | "white" | "orange" | "silver" | "yellow")[] | undefined;
      /** Maker of the axles; separate several with commas */
      axle_make?: string[] | undefined;
      /** Maker of the cooling unit; separate several with commas */
      cooling_make?: string[] | undefined;
      /** Postal code; separate several with commas */
      postal_code?: string[] | undefined;
      /** true: only listings with pictures */
      with_images?: boolean | undefined;
      /** true: only listings with a price, which is not on request */
      has_price?: boolean | undefined;
      /** true: only listings with VAT that is shown and can be deducted */
      vat_deductible?: boolean | undefined;
      /** Id or slug of the seller, as a listing names it */
      seller?: string | undefined;
      /** Facets to count; by default categories, brands, price_ranges and years */
      facets?: ("categories" | "brands" | "price_ranges" | "years" | "fuel_types" | "transmissions" | "locations" | "axles" | "cabs" | "colors" | "power_ranges" | "gross_weight_ranges")[] | undefined;
      /** Fields of each result; all when absent */
      fields?: ("id" | "title" | "slug" | "price" | "currency" | "vatDeductible" | "year" | "mileage" | "status" | "category" | "brand" | "location" | "thumbnail" | "featured" | "seller" | "score" | "distance")[] | undefined;
      /** What the results are sorted by; distance needs a centre */
      sort?: "relevance" | "price" | "year" | "mileage" | "created_at" | "views" | "distance" | undefined;
      /** Ascending or descending; by default what suits the order */
      order?: "asc" | "desc" | undefined;
      /** Number of the page, from 1; page times limit at most 10000 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<SearchResults, SearchHit>;
    /**
     * Brands and models that complete a text
     *
     * Access: public. Limit: 30/min (search).
     */
    suggest(query: {
      /** What has been typed */
      q: string;
      /** Suggestions at most */
      limit?: number | undefined;
      /** What to suggest, separated by commas; brands and models when absent. Categories and bodies are named in the language of Accept-Language */
      types?: ("brand" | "model" | "category" | "body")[] | undefined;
    }, options?: CallOptions): Call<Suggestions>;
  };
  publicListings: {
    /**
     * List the live listings
     *
     * Access: public. Limit: 60/min (listings).
     */
    list(query?: {
      /** Slug of a category at either level; separate several with commas */
      category?: string[] | undefined;
      /** Slug of a brand; separate several with commas */
      brand?: string[] | undefined;
      /** Least price */
      minPrice?: number | undefined;
      /** Highest price; not below minPrice */
      maxPrice?: number | undefined;
      /** Currency of the price bounds and price ranges; EUR when absent */
      currency?: string | undefined;
      /** Year of manufacture */
      year?: number | undefined;
      /** What the listings are sorted by; createdAt when absent */
      sort?: "createdAt" | "price" | "year" | "mileage" | "views" | undefined;
      /** Ascending or descending; by default what suits the order */
      order?: "asc" | "desc" | undefined;
      /** Number of the page, from 1; page times limit at most 10000 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<ListingSummaryList, ListingSummary>;
    /**
     * A listing by slug or id; sold and expired listings stay visible for 30 days
     *
     * Access: public. Limit: 60/min (listings).
     */
    get(slug: string, options?: CallOptions): Call<Listing>;
    /**
     * Up to eight live listings like this one
     *
     * Access: public. Limit: 60/min (listings).
     */
    similar(slug: string, options?: CallOptions): Call<ListingsData>;
    /**
     * What a listing has cost since it came to the market, oldest first
     *
     * Access: public. Limit: 60/min (listings).
     */
    prices(slug: string, options?: CallOptions): Call<PriceHistory>;
    /**
     * Where the price lies among like vehicles on the market
     *
     * Like vehicles have the same type, about the same age, use and power, and their prices the same VAT; first those of the same model, else of the same type and axle formula. `basis` is the search that finds them. With fewer than eight there is no position.
     *
     * Access: public. Limit: 60/min (listings).
     */
    pricePosition(slug: string, options?: CallOptions): Call<PricePosition>;
    /**
     * Report a listing to the administrators
     *
     * It stays on the market until one has looked at it.
     *
     * Access: signed in, no API keys.
     *
     * Own errors: `ALREADY_EXISTS`.
     */
    report(slug: string, body: ListingReportRequest | FormData, options?: CallOptions): Call<ListingReportData>;
    /**
     * Report a listing to the administrators without an account
     *
     * Twenty a day from one network. With an address, a receipt and the decision are sent there.
     *
     * Access: public. Limit: 10/15 min (auth).
     */
    reportAsGuest(slug: string, body: GuestReportRequest | FormData, options?: CallOptions): Call<ListingReportData>;
  };
  listings: {
    /**
     * The seller's listings in every state
     *
     * Access: role SELLER, team role VIEWER; keys with listings:read.
     */
    list(query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
      /** States, separated by commas */
      status?: ("DRAFT" | "PENDING_REVIEW" | "ACTIVE" | "PAUSED" | "REJECTED" | "SUSPENDED" | "EXPIRED" | "SOLD")[] | undefined;
      /** Part of title, stock number, VIN or serial number */
      q?: string | undefined;
      /** Exactly this stock number */
      externalId?: string | undefined;
      /** Exactly this VIN, in either case */
      vin?: string | undefined;
      /** Changed at this time or later; views do not count */
      updatedSince?: string | undefined;
      /** What the listings are sorted by */
      sort?: "createdAt" | "updatedAt" | "publishedAt" | "expiresAt" | "title" | "price" | "year" | "mileage" | "views" | "qualityScore" | undefined;
      /** Ascending or descending */
      order?: "asc" | "desc" | undefined;
    }, options?: CallOptions): PagedCall<OwnListingSummaryList, OwnListingSummary>;
    /**
     * Create a listing: a draft, or with `publish` a live one
     *
     * With `publish`, a listing that lacks something is refused. If only the plan has no room for another live one, it is kept as a draft, and `warnings` says so.
     *
     * Access: role SELLER, team role AGENT; keys with listings:write.
     *
     * Own errors: `ALREADY_EXISTS`, `PLAN_LIMIT_EXCEEDED`.
     */
    create(body: ListingDraft | FormData, options?: CallOptions): Call<OwnListing>;
    /**
     * One listing with all its fields
     *
     * Access: role SELLER, team role VIEWER; keys with listings:read.
     */
    get(id: string, options?: CallOptions): Call<OwnListing>;
    /**
     * Replace a listing: fields left out are cleared
     *
     * Access: role SELLER, team role AGENT; keys with listings:write.
     *
     * Own errors: `ALREADY_EXISTS`, `INVALID_STATE`, `VERSION_CONFLICT`.
     */
    replace(id: string, body: ListingFields | FormData, options?: CallOptions): Call<OwnListing>;
    /**
     * Change fields: those left out stay, null clears
     *
     * Access: role SELLER, team role AGENT; keys with listings:write.
     *
     * Own errors: `ALREADY_EXISTS`, `INVALID_STATE`, `VERSION_CONFLICT`.
     */
    update(id: string, body: ListingFields | FormData, options?: CallOptions): Call<OwnListing>;
    /**
     * Delete a listing
     *
     * Access: role SELLER, team role MANAGER; keys with listings:delete.
     *
     * Own errors: `INVALID_STATE`, `VERSION_CONFLICT`.
     */
    delete(id: string, options?: CallOptions): Call<void>;
    /**
     * Who changed what of a listing, newest first
     *
     * Of the last year, and at most the newest 500 versions. Of texts only their names are kept.
     *
     * Access: role SELLER, team role VIEWER; keys with listings:read.
     */
    listHistory(id: string, query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<ListingVersionList, ListingVersion>;
    /**
     * Copy a listing to a new draft, without VIN, serial number, stock number and images
     *
     * Access: role SELLER, team role AGENT; keys with listings:write.
     *
     * Own errors: `VALIDATION_ERROR`, `PLAN_LIMIT_EXCEEDED`.
     */
    duplicate(id: string, options?: CallOptions): Call<OwnListing>;
    /**
     * Put a listing on the market
     *
     * Access: role SELLER, team role AGENT; keys with listings:write.
     *
     * Own errors: `INVALID_STATE`, `VERSION_CONFLICT`, `VALIDATION_ERROR`, `LISTING_LIMIT_EXCEEDED`.
     */
    publish(id: string, options?: CallOptions): Call<OwnListing>;
    /**
     * Take a listing off the market
     *
     * Access: role SELLER, team role AGENT; keys with listings:write.
     *
     * Own errors: `INVALID_STATE`, `VERSION_CONFLICT`, `PLAN_LIMIT_EXCEEDED`.
     */
    unpublish(id: string, options?: CallOptions): Call<OwnListing>;
    /**
     * Renew a listing: a new run begins
     *
     * Access: role SELLER, team role AGENT; keys with listings:write.
     *
     * Own errors: `INVALID_STATE`, `VERSION_CONFLICT`, `VALIDATION_ERROR`, `LISTING_LIMIT_EXCEEDED`.
     */
    renew(id: string, options?: CallOptions): Call<OwnListing>;
    /**
     * Withdraw a listing from review
     *
     * Access: role SELLER, team role AGENT; keys with listings:write.
     *
     * Own errors: `INVALID_STATE`, `VERSION_CONFLICT`, `PLAN_LIMIT_EXCEEDED`.
     */
    withdraw(id: string, options?: CallOptions): Call<OwnListing>;
    /**
     * Put a sold listing back on the market when the sale has fallen through
     *
     * Access: role SELLER, team role AGENT; keys with listings:write.
     *
     * Own errors: `INVALID_STATE`, `VERSION_CONFLICT`, `VALIDATION_ERROR`, `LISTING_LIMIT_EXCEEDED`.
     */
    reopen(id: string, options?: CallOptions): Call<OwnListing>;
    /**
     * Stop featuring a listing, which frees its slot
     *
     * Access: role SELLER, team role AGENT; keys with listings:write.
     *
     * Own errors: `INVALID_STATE`, `VERSION_CONFLICT`.
     */
    unfeature(id: string, options?: CallOptions): Call<OwnListing>;
    /**
     * Mark a listing as sold
     *
     * Access: role SELLER, team role AGENT; keys with listings:write.
     *
     * Own errors: `INVALID_STATE`, `VERSION_CONFLICT`.
     */
    markSold(id: string, body?: ListingsMarkSoldRequest | FormData, options?: CallOptions): Call<OwnListing>;
    /**
     * Feature a listing, which takes a featured slot of the plan
     *
     * Access: role SELLER, team role AGENT; keys with listings:write.
     *
     * Own errors: `INVALID_STATE`, `VERSION_CONFLICT`, `PLAN_LIMIT_EXCEEDED`.
     */
    feature(id: string, body?: ListingsFeatureRequest | FormData, options?: CallOptions): Call<OwnListing>;
    /**
     * Create or replace the listing with a stock number of yours
     *
     * Fields left out are cleared. `publish` brings a listing to the market that is not there; one that is stays. The same request again changes nothing.
     *
     * Access: role SELLER, team role AGENT; keys with listings:write.
     *
     * Own errors: `ALREADY_EXISTS`, `INVALID_STATE`, `VERSION_CONFLICT`, `LISTING_LIMIT_EXCEEDED`, `PLAN_LIMIT_EXCEEDED`.
     */
    put(externalId: string, body: ListingDraft | FormData, options?: CallOptions): Call<OwnListing>;
    /**
     * Up to 100 operations on listings in one request, each with its own result
     *
     * They run in their order. One that is refused leaves the others alone; with `atomic` nothing is written unless all can be, and the error names each problem as `operations[3].price`. A company may send 3,000 operations a minute. Taking more than half of your live listings off the market in one request needs `confirmMassRemoval`. Deleting takes the team role MANAGER and, with an API key, the scope `listings:delete`.
     *
     * Access: role SELLER, team role AGENT; keys with listings:write.
     *
     * Own errors: `ALREADY_EXISTS`, `INVALID_STATE`, `VERSION_CONFLICT`, `LISTING_LIMIT_EXCEEDED`, `PLAN_LIMIT_EXCEEDED`.
     */
    batch(body: ListingBatch | FormData, options?: CallOptions): Call<ListingBatchResult>;
    /**
     * Views, inquiries and favorites of a listing, day by day
     *
     * Access: role SELLER, team role VIEWER; keys with analytics:read.
     */
    stats(id: string, query?: {
      /** First day; thirty days before `to` when absent */
      from?: string | undefined;
      /** Last day; today when absent */
      to?: string | undefined;
    }, options?: CallOptions): Call<ListingFigures>;
  };
  savedSearches: {
    /**
     * Your saved searches, newest first
     *
     * A request counts at most 20 searches anew, those counted longest ago first; of the others `match_count` is older than a minute.
     *
     * Access: signed in; keys with listings:read.
     */
    list(query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<SavedSearchList, SavedSearch>;
    /**
     * Save a search; its parameters are checked as in a search
     *
     * Access: signed in; keys with listings:read.
     *
     * Own errors: `INVALID_FILTER`, `INVALID_SORT`, `LOCATION_NOT_FOUND`, `PLAN_LIMIT_EXCEEDED`.
     */
    create(body: SavedSearchesCreateRequest | FormData, options?: CallOptions): Call<SavedSearch>;
    /**
     * How many listings a search finds, before it is saved
     *
     * Access: signed in; keys with listings:read.
     *
     * Own errors: `INVALID_FILTER`, `INVALID_SORT`, `LOCATION_NOT_FOUND`.
     */
    preview(body: SavedSearchesPreviewRequest | FormData, options?: CallOptions): Call<SavedSearchesPreviewData>;
    /**
     * A saved search
     *
     * Access: signed in; keys with listings:read.
     */
    get(id: string, options?: CallOptions): Call<SavedSearch>;
    /**
     * Change a saved search
     *
     * Access: signed in; keys with listings:read.
     *
     * Own errors: `INVALID_FILTER`, `INVALID_SORT`, `LOCATION_NOT_FOUND`.
     */
    update(id: string, body: SavedSearchesUpdateRequest | FormData, options?: CallOptions): Call<SavedSearch>;
    /**
     * Delete a saved search and its alerts
     *
     * Access: signed in; keys with listings:read.
     */
    delete(id: string, options?: CallOptions): Call<void>;
  };
  dashboard: {
    /**
     * Stock, views, inquiries and plan usage, with daily figures
     *
     * Access: role SELLER, team role VIEWER; keys with analytics:read.
     */
    get(query?: {
      /** First day; thirty days before `to` when absent */
      from?: string | undefined;
      /** Last day; today when absent */
      to?: string | undefined;
    }, options?: CallOptions): Call<Dashboard>;
    /**
     * Views, inquiries and favorites of each vehicle in a period
     *
     * With your stock numbers. Favorites are those added less those taken away.
     *
     * Access: role SELLER, team role VIEWER; keys with analytics:read.
     */
    vehicles(query?: {
      /** First day; thirty days before `to` when absent */
      from?: string | undefined;
      /** Last day; today when absent */
      to?: string | undefined;
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
      /** What the vehicles are sorted by */
      sort?: "views" | "visitors" | "inquiries" | "favorites" | "title" | "externalId" | undefined;
      /** Ascending or descending */
      order?: "asc" | "desc" | undefined;
    }, options?: CallOptions): PagedCall<VehicleFiguresList, VehicleFigures>;
    /**
     * The same of the whole stock as CSV, in the order of the stock numbers
     *
     * Access: role SELLER, team role VIEWER; keys with analytics:read.
     */
    exportVehicles(query?: {
      /** First day; thirty days before `to` when absent */
      from?: string | undefined;
      /** Last day; today when absent */
      to?: string | undefined;
    }, options?: CallOptions): Call<Blob>;
    /**
     * The daily figures as CSV
     *
     * Access: role SELLER, team role VIEWER; keys with analytics:read.
     */
    export(query?: {
      /** First day; thirty days before `to` when absent */
      from?: string | undefined;
      /** Last day; today when absent */
      to?: string | undefined;
    }, options?: CallOptions): Call<Blob>;
  };
  webhooks: {
    /**
     * Your webhooks, newest first
     *
     * Access: role SELLER, team role VIEWER, or role ADMIN; keys with webhooks:manage.
     */
    list(query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<WebhookList, Webhook>;
    /**
     * Register an address that events are sent to
     *
     * The answer has the secret that signs the deliveries; it is shown again only for the same Idempotency-Key. Made with an API key, it gets the events that the key may read; the others are named as `withheldEvents`.
     *
     * Access: role SELLER, team role MANAGER, or role ADMIN; keys with webhooks:manage.
     *
     * Own errors: `PLAN_LIMIT_EXCEEDED`.
     */
    create(body: WebhooksCreateRequest | FormData, options?: CallOptions): Call<WebhookWithSecretData>;
    /**
     * One webhook
     *
     * Access: role SELLER, team role VIEWER, or role ADMIN; keys with webhooks:manage.
     */
    get(id: string, options?: CallOptions): Call<WebhookData>;
    /**
     * Change address, events or status
     *
     * Fields left out stay. `status: "active"` enables it again for new events. Once its address or events have been changed, it gets what the author of the change may read.
     *
     * Access: role SELLER, team role MANAGER, or role ADMIN; keys with webhooks:manage.
     *
     * Own errors: `INVALID_STATE`.
     */
    replace(id: string, body: WebhookChanges | FormData, options?: CallOptions): Call<WebhookData>;
    /**
     * Change address, events or status
     *
     * Fields left out stay. `status: "active"` enables it again for new events. Once its address or events have been changed, it gets what the author of the change may read.
     *
     * Access: role SELLER, team role MANAGER, or role ADMIN; keys with webhooks:manage.
     *
     * Own errors: `INVALID_STATE`.
     */
    update(id: string, body: WebhookChanges | FormData, options?: CallOptions): Call<WebhookData>;
    /**
     * Delete a webhook and its log
     *
     * Not while an administrator has paused it.
     *
     * Access: role SELLER, team role MANAGER, or role ADMIN; keys with webhooks:manage.
     */
    delete(id: string, options?: CallOptions): Call<void>;
    /**
     * Make another member answer for a webhook
     *
     * For owners. A webhook belongs to the company. It pauses when the member who keeps it leaves the team or may no longer manage webhooks (`disabledReason` is `member_left`), and goes on with new events once it is handed over. Check its address first, which stays; or delete it.
     *
     * Access: role SELLER, team role OWNER; keys with webhooks:manage.
     */
    handOver(id: string, body: WebhooksHandOverRequest | FormData, options?: CallOptions): Call<WebhookData>;
    /**
     * Replace the signing secret
     *
     * For 24 hours `webhook-signature` also carries a signature with the old one.
     *
     * Access: role SELLER, team role MANAGER, or role ADMIN; keys with webhooks:manage.
     */
    rotateSecret(id: string, options?: CallOptions): Call<WebhookWithSecretData>;
    /**
     * The delivery log: every attempt of the last 30 days, newest first
     *
     * Access: role SELLER, team role VIEWER, or role ADMIN; keys with webhooks:manage.
     */
    listLogs(id: string, query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
      /** nextCursor of the page before; instead of page, and beyond where page numbers reach */
      cursor?: string | undefined;
      /** Outcome of the attempts */
      status?: "delivered" | "failed" | undefined;
      /** Name of an event */
      event_type?: string | undefined;
    }, options?: CallOptions): PagedCall<DeliveryAttemptList, DeliveryAttempt>;
    /**
     * One attempt, with what was sent and answered
     *
     * Headers and bodies up to 4 KiB each.
     *
     * Access: role SELLER, team role VIEWER, or role ADMIN; keys with webhooks:manage.
     */
    getLog(id: string, logId: string, options?: CallOptions): Call<DeliveryExchangeData>;
    /**
     * Retry a delivery now
     *
     * Replaces the waiting automatic retry, if any, and counts as one of the six attempts. The outcome is the log entry `log_id`, once the attempt has been made.
     *
     * Access: role SELLER, team role MANAGER, or role ADMIN; keys with webhooks:manage.
     *
     * Own errors: `INVALID_STATE`.
     */
    retryDelivery(id: string, logId: string, options?: CallOptions): Call<DeliveryRetryData>;
    /**
     * Send a sample event and wait for the outcome
     *
     * Sent once, without retries, even while the webhook is disabled, but not while the seller is suspended or an administrator has paused it.
     *
     * Access: role SELLER, team role MANAGER, or role ADMIN; keys with webhooks:manage.
     *
     * Own errors: `INVALID_STATE`.
     */
    test(id: string, body?: WebhooksTestRequest | FormData, options?: CallOptions): Call<DeliveryAttemptData>;
    /**
     * Resend events that have not been delivered since a given time
     *
     * Includes events from the time when the webhook was disabled. Each keeps its id and gets six attempts. At most 10,000 events at a time.
     *
     * Access: role SELLER, team role MANAGER, or role ADMIN; keys with webhooks:manage.
     *
     * Own errors: `INVALID_STATE`.
     */
    replay(id: string, body: WebhooksReplayRequest | FormData, options?: CallOptions): Call<WebhookReplay>;
  };
  events: {
    /**
     * What has happened to your account in the last 30 days, newest first
     *
     * Each is the body that webhooks got. An API key sees the events that it may read; those of a person alone are for that person, those of the subscription for managers and owners.
     *
     * Access: role SELLER, team role VIEWER; keys with webhooks:manage or listings:read or messages:read or analytics:read.
     */
    list(query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
      /** Event names, separated by commas */
      type?: EventName[] | undefined;
      /** From then on; at most 30 days back */
      since?: string | undefined;
      /** Before then */
      until?: string | undefined;
      /** Oldest first, or newest first */
      order?: "asc" | "desc" | undefined;
    }, options?: CallOptions): PagedCall<EventsListData, Event>;
    /**
     * What happens to your account, as it happens
     *
     * Server-sent events, named by their type, with the bodies that webhooks get. After a break, `Last-Event-ID` goes on where the stream ended; what came in the half minute before may come again, so compare ids. `resync`: that event is not kept any more. Each user can have 10 streams. A stream ends within an hour, and at once when the key, the restrictions of the account or the role in the team no longer allow it; connect again, and it goes on. An API key sees the events that it may read.
     *
     * Access: role SELLER, team role VIEWER; keys with webhooks:manage or listings:read or messages:read or analytics:read.
     */
    stream(query?: {
      /** In place of a credential: `POST /notifications/stream-ticket` */
      ticket?: string | undefined;
      /** As `Last-Event-ID`, where that cannot be sent */
      last_event_id?: string | undefined;
      /** Event names, separated by commas */
      type?: EventName[] | undefined;
    }, options?: CallOptions): Call<Blob>;
    /**
     * One event
     *
     * Access: role SELLER, team role VIEWER; keys with webhooks:manage or listings:read or messages:read or analytics:read.
     */
    get(id: string, options?: CallOptions): Call<Event>;
  };
  listingImages: {
    /**
     * Images of a listing, in order
     *
     * Access: role SELLER, team role VIEWER; keys with listings:read or listings:write.
     */
    list(id: string, options?: CallOptions): Call<ImagesData>;
    /**
     * Add images to a listing
     *
     * All files are stored, or none. They are re-encoded in three sizes as JPEG and WebP, without metadata; the first image of a listing is its thumbnail.
     *
     * Access: role SELLER, team role AGENT; keys with listings:write. Limit: 20/min (upload).
     *
     * Own errors: `VALIDATION_ERROR`, `PLAN_LIMIT_EXCEEDED`, `INVALID_STATE`.
     */
    add(id: string, body: {
  /** At most 10 MB each; of the type image/jpeg, image/png, image/webp, image/avif; also taken as `image`, `files`, `file`. */
  images: Blob[];
} | FormData, options?: CallOptions): Call<ImagesData>;
    /**
     * Reorder the images of a listing
     *
     * Access: role SELLER, team role AGENT; keys with listings:write.
     *
     * Own errors: `INVALID_STATE`.
     */
    order(id: string, body: ListingImagesOrderRequest | FormData, options?: CallOptions): Call<ImagesData>;
    /**
     * Delete an image of a listing
     *
     * Access: role SELLER, team role AGENT; keys with listings:write.
     *
     * Own errors: `INVALID_STATE`.
     */
    delete(id: string, imageId: string, options?: CallOptions): Call<void>;
  };
  sellers: {
    /**
     * The public profile of a seller
     *
     * Access: public. Limit: 60/min (listings).
     */
    get(slug: string, options?: CallOptions): Call<Seller>;
    /**
     * Live listings of a seller, newest first
     *
     * Access: public. Limit: 60/min (listings).
     */
    listListings(slug: string, query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<ListingSummaryList, ListingSummary>;
    /**
     * Reviews of a seller, newest first
     *
     * Access: public. Limit: 60/min (listings).
     */
    listReviews(slug: string, query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<ReviewList, Review>;
  };
  reviews: {
    /**
     * Review a seller
     *
     * For buyers who wrote to the seller and got an answer. One review for each seller.
     *
     * Access: signed in, no API keys.
     *
     * Own errors: `ALREADY_EXISTS`.
     */
    create(slug: string, body: ReviewDraft | FormData, options?: CallOptions): Call<OwnReview>;
    /**
     * Your reviews, newest first
     *
     * Access: signed in, no API keys.
     */
    list(query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<OwnReviewList, OwnReview>;
    /**
     * Change your review
     *
     * Access: signed in, no API keys.
     */
    update(id: string, body: ReviewDraft | FormData, options?: CallOptions): Call<OwnReview>;
    /**
     * Delete the own review
     *
     * Access: signed in, no API keys.
     */
    delete(id: string, options?: CallOptions): Call<void>;
    /**
     * Report a review to the administrators
     *
     * Access: signed in, no API keys.
     *
     * Own errors: `ALREADY_EXISTS`.
     */
    report(id: string, body: ReviewsReportRequest | FormData, options?: CallOptions): Call<ReviewReportData>;
  };
  sellerProfile: {
    /**
     * Your company, and how its trust score is made up
     *
     * Access: role SELLER, team role VIEWER, no API keys.
     */
    get(options?: CallOptions): Call<SellerProfile>;
    /**
     * Change your company
     *
     * Fields left out stay, null clears. The slug never changes. A new companyName or vatId ends the verification.
     *
     * Access: role SELLER, team role MANAGER, no API keys.
     */
    update(body: SellerProfileUpdateRequest | FormData, options?: CallOptions): Call<SellerProfile>;
    /**
     * Set the logo
     *
     * One picture (form field logo); it is re-encoded to fit 512 by 512 pixels.
     *
     * Access: role SELLER, team role MANAGER, no API keys. Limit: 20/min (upload).
     *
     * Own errors: `VALIDATION_ERROR`.
     */
    setLogo(body: {
  /** At most 10 MB; of the type image/jpeg, image/png, image/webp, image/avif; also taken as `image`, `file`. */
  logo: Blob;
} | FormData, options?: CallOptions): Call<SellerProfile>;
    /**
     * Remove the logo
     *
     * Access: role SELLER, team role MANAGER, no API keys.
     */
    removeLogo(options?: CallOptions): Call<void>;
  };
  receivedReviews: {
    /**
     * Reviews of your company, newest first
     *
     * Access: role SELLER, team role VIEWER, no API keys.
     */
    list(query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
      /** Only those with, or without, a reply */
      replied?: boolean | undefined;
    }, options?: CallOptions): PagedCall<ReviewList, Review>;
    /**
     * Reply to a review, once
     *
     * Access: role SELLER, team role AGENT, no API keys.
     *
     * Own errors: `ALREADY_EXISTS`.
     */
    reply(id: string, body: ReviewReplyDraft | FormData, options?: CallOptions): Call<Review>;
    /**
     * Change the reply to a review
     *
     * Access: role SELLER, team role AGENT, no API keys.
     */
    changeReply(id: string, body: ReviewReplyDraft | FormData, options?: CallOptions): Call<Review>;
  };
  conversations: {
    /**
     * Your conversations, newest first
     *
     * On the seller’s side the whole team shares conversations, read marks, archive and deletion; changes need the team role AGENT.
     *
     * Access: signed in; keys with messages:read.
     */
    list(query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
      /** When absent, archived ones are left out. all: archived ones too. */
      status?: "all" | "unread" | "read" | "archived" | undefined;
      /** Only those in which you are that side. */
      role?: "buyer" | "seller" | undefined;
    }, options?: CallOptions): PagedCall<ConversationList, Conversation>;
    /**
     * Write to the seller of a listing
     *
     * Begins your conversation about this listing, or continues it. A new conversation needs a listing that is on sale.
     *
     * Access: signed in; keys with messages:write.
     *
     * Own errors: `INVALID_STATE`.
     */
    start(body: ConversationsStartRequest | FormData, options?: CallOptions): Call<StartedConversation>;
    /**
     * A conversation with its messages, newest first
     *
     * Access: signed in; keys with messages:read.
     */
    get(id: string, query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Messages on a page */
      limit?: number | undefined;
      /** Only messages sent before this instant. */
      before?: string | undefined;
    }, options?: CallOptions): PagedCall<ConversationMessages, Message>;
    /**
     * Send a message
     *
     * A text, one of your templates with its variables, or a form with up to 5 attachments (JPEG, PNG, WebP, PDF, 10 MB each), which counts as a file upload. All are sent, or none. The type of the message is `image` if all of them are images, otherwise `document`.
     *
     * Access: signed in; keys with messages:write.
     *
     * Own errors: `INVALID_STATE`.
     */
    send(id: string, body: ConversationsSendRequest | {
  content?: string | undefined;
  type?: "text" | "image" | "document" | "quick_reply" | undefined;
  template_id?: string | undefined;
  /** In a form: JSON in the field `variables`, or a field `variables[name]` for each. */
  variables?: Record<string, string> | undefined;
  /** At most 10 MB each; of the type image/jpeg, image/png, image/webp, application/pdf. */
  attachments?: Blob[] | undefined;
  /** One file, in place of `attachments`. */
  attachment?: Blob | undefined;
} | FormData, options?: CallOptions): Call<SentMessageData>;
    /**
     * Delete a conversation for your side, for good
     *
     * Its messages never come back; a later message from the other side reopens the conversation without them. It is erased when both sides have deleted it.
     *
     * Access: signed in; keys with messages:write.
     */
    delete(id: string, options?: CallOptions): Call<void>;
    /**
     * Mark a conversation, or some of its messages, as read
     *
     * Access: signed in; keys with messages:write.
     */
    markRead(id: string, body?: ConversationsMarkReadRequest | FormData, options?: CallOptions): Call<ReadMarks>;
    /**
     * Archive a conversation
     *
     * The next message from the other side takes it out of the archive again.
     *
     * Access: signed in; keys with messages:write.
     */
    archive(id: string, options?: CallOptions): Call<ConversationArchival>;
    /**
     * Take a conversation out of the archive
     *
     * Access: signed in; keys with messages:write.
     */
    unarchive(id: string, options?: CallOptions): Call<ConversationArchival>;
  };
  messages: {
    /**
     * Number of unread messages
     *
     * In snake_case below `/v1` and `/api/v1`, in camelCase below `/api`.
     *
     * Access: signed in; keys with messages:read.
     */
    countUnread(options?: CallOptions): Call<UnreadCount>;
    /**
     * Your message templates
     *
     * Those of your team if you belong to a seller, otherwise your own.
     *
     * Access: signed in; keys with messages:read or messages:write.
     */
    listTemplates(options?: CallOptions): Call<TemplatesData>;
    /**
     * Create a message template
     *
     * The content may hold placeholders such as {{name}}: one name of letters and digits of any script, `_`, `-` and `.`, between double braces. Double braces around anything else are refused.
     *
     * Access: signed in; keys with messages:write.
     *
     * Own errors: `ALREADY_EXISTS`, `PLAN_LIMIT_EXCEEDED`.
     */
    createTemplate(body: MessageTemplateDraft | FormData, options?: CallOptions): Call<MessageTemplateData>;
    /**
     * Download an attachment by the link in its message
     *
     * Access: public.
     */
    downloadAttachment(id: string, query: {
      /** From the link: Unix seconds of its end */
      expires: number;
      /** From the link */
      signature: string;
    }, options?: CallOptions): Call<Blob>;
  };
  messageTemplates: {
    /**
     * The message templates of your team
     *
     * Access: role SELLER, team role VIEWER; keys with messages:read or messages:write.
     */
    list(options?: CallOptions): Call<TemplatesData>;
    /**
     * Create a message template for your team
     *
     * The content may hold placeholders such as {{name}}: one name of letters and digits of any script, `_`, `-` and `.`, between double braces. Double braces around anything else are refused.
     *
     * Access: role SELLER, team role AGENT; keys with messages:write.
     *
     * Own errors: `ALREADY_EXISTS`, `PLAN_LIMIT_EXCEEDED`.
     */
    create(body: MessageTemplateDraft | FormData, options?: CallOptions): Call<MessageTemplateData>;
    /**
     * A message template
     *
     * Access: role SELLER, team role VIEWER; keys with messages:read or messages:write.
     */
    get(id: string, options?: CallOptions): Call<MessageTemplateData>;
    /**
     * Change a message template
     *
     * Fields left out stay unchanged.
     *
     * Access: role SELLER, team role AGENT; keys with messages:write.
     *
     * Own errors: `ALREADY_EXISTS`.
     */
    update(id: string, body: MessageTemplatesUpdateRequest | FormData, options?: CallOptions): Call<MessageTemplateData>;
    /**
     * Delete a message template
     *
     * Access: role SELLER, team role AGENT; keys with messages:write.
     */
    delete(id: string, options?: CallOptions): Call<void>;
  };
  blocks: {
    /**
     * Participants you have blocked
     *
     * Access: signed in; keys with messages:read.
     */
    list(options?: CallOptions): Call<BlocksData>;
    /**
     * Block the other side of a conversation
     *
     * Neither side can write to the other any more. A buyer blocks a seller; a seller’s team blocks a buyer. `participant_id` is that of the conversation.
     *
     * Access: signed in; keys with messages:write.
     */
    create(body: BlocksCreateRequest | FormData, options?: CallOptions): Call<BlockData>;
    /**
     * Lift a block
     *
     * Access: signed in; keys with messages:write.
     */
    delete(participantId: string, options?: CallOptions): Call<void>;
  };
  notifications: {
    /**
     * Your notifications, newest first
     *
     * Access: signed in, no API keys.
     */
    list(query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
      /** true: only unread ones; false: only read ones */
      unread?: boolean | undefined;
    }, options?: CallOptions): PagedCall<NotificationList, Notification>;
    /**
     * Number of unread notifications
     *
     * Access: signed in, no API keys.
     */
    countUnread(options?: CallOptions): Call<NotificationsCountUnreadData>;
    /**
     * Mark a notification as read
     *
     * Access: signed in, no API keys.
     */
    markRead(id: string, options?: CallOptions): Call<NotificationData>;
    /**
     * Mark all notifications as read
     *
     * Access: signed in, no API keys.
     */
    markAllRead(options?: CallOptions): Call<NotificationsMarkAllReadData>;
    /**
     * Which notifications reach you, and how
     *
     * Access: signed in, no API keys.
     */
    getPreferences(options?: CallOptions): Call<NotificationPreferencesData>;
    /**
     * Choose which notifications reach you, and how
     *
     * Types that are left out stay as they are.
     *
     * Access: signed in, no API keys.
     */
    setPreferences(body: NotificationsSetPreferencesRequest | FormData, options?: CallOptions): Call<NotificationPreferencesData>;
    /**
     * A ticket that opens one event stream within 30 seconds
     *
     * For `EventSource` of browsers, which sends no headers: put it in the address as `?ticket=`. When the stream ends, open the next with another ticket and `last_event_id`.
     *
     * Access: signed in, no API keys.
     */
    createStreamTicket(options?: CallOptions): Call<StreamTicket>;
    /**
     * Messages, read marks, presence and notifications as they happen
     *
     * Server-sent events: `message`, `read`, `notification`, `notification_read`, `presence`, and `resync` when more was missed than is kept (a day, 1,000 events). `Last-Event-ID` resumes where a stream ended. A stream ends within an hour: connect again, and it goes on. Each user can have 10 streams; a process without room for another, or whose database is away, answers 503 and says in `Retry-After` when to come again.
     *
     * Access: signed in, no API keys.
     */
    stream(query?: {
      /** In place of a credential: `POST /notifications/stream-ticket` */
      ticket?: string | undefined;
      /** As `Last-Event-ID`, where that cannot be sent */
      last_event_id?: string | undefined;
    }, options?: CallOptions): Call<Blob>;
  };
  translations: {
    /**
     * Words for interfaces, errors, categories and features in a language
     *
     * Access: public. Limit: 60/min (listings).
     */
    get(language: string, options?: CallOptions): Call<TranslationsGetData>;
  };
  infoPages: {
    /**
     * Pages about the market, such as imprint and terms
     *
     * Access: public. Limit: 60/min (listings).
     */
    list(options?: CallOptions): Call<InfoPagesListData>;
    /**
     * One page about the market
     *
     * Access: public. Limit: 60/min (listings).
     */
    get(slug: string, options?: CallOptions): Call<InfoPage>;
  };
  imports: {
    /**
     * Imports, newest first
     *
     * Access: role SELLER, team role VIEWER; keys with listings:read or listings:write.
     */
    list(query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
      /** State of the imports */
      status?: "queued" | "running" | "completed" | "completed_with_errors" | "failed" | "canceled" | undefined;
    }, options?: CallOptions): PagedCall<ImportList, Import>;
    /**
     * Import listings from a CSV, XML or ZIP file, or from an address
     *
     * The file is inspected before the response; a job then writes its rows, and its progress can be read. Limits: as many rows as the plan has a day and 10,000 in any, with 20 MB for each 10,000 rows, at most 200,000 rows and 200 MB (`limits` of `GET …/presets`); one running import.
     *
     * Access: role SELLER, team role MANAGER; keys with listings:write. Limit: 20/min (upload).
     *
     * Own errors: `INVALID_STATE`, `PLAN_LIMIT_EXCEEDED`.
     */
    create(body: ImportsCreateRequest | {
  /** http or https, public, without credentials */
  url?: string | undefined;
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
  /** At most 200 MB. */
  file: Blob;
} | FormData, options?: CallOptions): Call<ImportData>;
    /**
     * Look at a file: how its columns would be read, and its first values
     *
     * Nothing is kept, and nothing behind the first 20 MB is read. What a column is can then be said with `PUT …/mappings/:preset`.
     *
     * Access: role SELLER, team role MANAGER; keys with listings:write. Limit: 20/min (upload).
     */
    inspect(body: {
  format?: "csv" | "xml" | "auto" | undefined;
  preset?: "own" | "mobile_de_csv" | "truckradar_xml" | "ax10_csv" | undefined;
  delimiter?: ImportDelimiter | undefined;
  encoding?: ImportEncoding | undefined;
  hasHeader?: boolean | undefined;
  /** At most 200 MB. */
  file: Blob;
} | FormData, options?: CallOptions): Call<ImportInspectionData>;
    /**
     * Supported formats, with their columns, and how large a file may be
     *
     * Access: role SELLER, team role VIEWER; keys with listings:read or listings:write.
     */
    listPresets(options?: CallOptions): Call<ImportsListPresetsData>;
    /**
     * An example of our CSV format
     *
     * Access: role SELLER, team role VIEWER; keys with listings:read or listings:write.
     */
    templateCsv(options?: CallOptions): Call<Blob>;
    /**
     * An example of our XML format
     *
     * Access: role SELLER, team role VIEWER; keys with listings:read or listings:write.
     */
    templateXml(options?: CallOptions): Call<Blob>;
    /**
     * All your listings in our format; the file can be imported unchanged
     *
     * Access: role SELLER, team role VIEWER; keys with listings:read.
     */
    exportStock(query?: {
      /** Format of the file */
      format?: "csv" | "xml" | undefined;
    }, options?: CallOptions): Call<Blob>;
    /**
     * An import and its progress
     *
     * Access: role SELLER, team role VIEWER; keys with listings:read or listings:write.
     */
    get(id: string, options?: CallOptions): Call<ImportData>;
    /**
     * Problems of its rows; with format=csv the rejected rows themselves
     *
     * Access: role SELLER, team role VIEWER; keys with listings:read or listings:write.
     */
    listProblems(id: string, query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
      /** Problems of that weight */
      severity?: "error" | "warning" | undefined;
      /** csv: the rejected rows as they were sent, with their problems; correct them and send them again. */
      format?: "json" | "csv" | undefined;
    }, options?: CallOptions): PagedCall<ImportProblemList | Blob, ImportProblem>;
    /**
     * Problems of its rows, grouped by column and value
     *
     * One entry for all rows with the same value. Set its meaning once with `values` of `PUT …/mappings/:preset`, then send the file again.
     *
     * Access: role SELLER, team role VIEWER; keys with listings:read or listings:write.
     */
    listProblemGroups(id: string, query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
      /** Problems of that weight */
      severity?: "error" | "warning" | undefined;
    }, options?: CallOptions): PagedCall<ImportProblemGroupList, ImportProblemGroup>;
    /**
     * Stop an import; rows already written stay
     *
     * Access: role SELLER, team role MANAGER; keys with listings:write.
     *
     * Own errors: `INVALID_STATE`.
     */
    cancel(id: string, options?: CallOptions): Call<ImportData>;
  };
  importMappings: {
    /**
     * What the columns and values of your files mean, by format
     *
     * Access: role SELLER, team role VIEWER; keys with listings:read or listings:write.
     */
    list(options?: CallOptions): Call<MappingsData>;
    /**
     * Set what the columns and values of your files mean; imports that start later apply it
     *
     * Each list replaces the stored one; a list left out stays as it is. A column or value that is not named keeps its meaning in the format.
     *
     * Access: role SELLER, team role MANAGER; keys with listings:write.
     */
    set(preset: string, body: ImportMappingsSetRequest | FormData, options?: CallOptions): Call<ImportMappingData>;
    /**
     * Delete what the columns and values of your files mean
     *
     * Access: role SELLER, team role MANAGER; keys with listings:write.
     */
    delete(preset: string, options?: CallOptions): Call<void>;
  };
  importFeed: {
    /**
     * The feed that is fetched on schedule
     *
     * Access: role SELLER, team role VIEWER; keys with listings:read or listings:write.
     *
     * Own errors: `NOT_FOUND`.
     */
    get(options?: CallOptions): Call<ImportFeedData>;
    /**
     * Fetch a feed on schedule, as often as the plan allows
     *
     * Access: role SELLER, team role MANAGER; keys with listings:write.
     *
     * Own errors: `PLAN_LIMIT_EXCEEDED`.
     */
    set(body: ImportFeedSetRequest | FormData, options?: CallOptions): Call<ImportFeedData>;
    /**
     * Stop fetching a feed
     *
     * Access: role SELLER, team role MANAGER; keys with listings:write.
     *
     * Own errors: `NOT_FOUND`.
     */
    delete(options?: CallOptions): Call<void>;
  };
  favorites: {
    /**
     * Your favorites, most recently added first
     *
     * Access: signed in, no API keys.
     */
    list(query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<FavoriteList, Favorite>;
    /**
     * Add a listing to your favorites
     *
     * You are notified when its price falls or it is sold.
     *
     * Access: signed in, no API keys.
     *
     * Own errors: `ALREADY_EXISTS`.
     */
    add(body: FavoritesAddRequest | FormData, options?: CallOptions): Call<FavoriteData>;
    /**
     * Remove a listing from your favorites
     *
     * Takes the id of the listing or of the favorite.
     *
     * Access: signed in, no API keys.
     */
    remove(listingId: string, options?: CallOptions): Call<void>;
  };
  comparisons: {
    /**
     * Your comparisons, most recently changed first
     *
     * Access: signed in, no API keys.
     */
    list(query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<ComparisonSummaryList, ComparisonSummary>;
    /**
     * Compare two to five listings
     *
     * Access: signed in, no API keys.
     *
     * Own errors: `PLAN_LIMIT_EXCEEDED`.
     */
    create(body: ComparisonsCreateRequest | FormData, options?: CallOptions): Call<ComparisonData>;
    /**
     * Listings side by side, without keeping the comparison
     *
     * Listings that are gone are left out.
     *
     * Access: public. Limit: 60/min (listings).
     */
    preview(query: {
      /** Ids of listings, separated by commas */
      ids: string[];
      /** ISO 4217 */
      currency?: string | undefined;
    }, options?: CallOptions): Call<ComparisonMatrixData>;
    /**
     * A comparison as an aligned matrix
     *
     * Units are metric and the same for all; amounts are in your currency, names in your language. Listings that are gone are marked and have empty columns.
     *
     * Access: signed in, no API keys.
     */
    get(id: string, options?: CallOptions): Call<ComparisonData>;
    /**
     * Change the listings or the name of a comparison
     *
     * Access: signed in, no API keys.
     */
    update(id: string, body: ComparisonsUpdateRequest | FormData, options?: CallOptions): Call<ComparisonData>;
    /**
     * Delete a comparison
     *
     * Access: signed in, no API keys.
     */
    delete(id: string, options?: CallOptions): Call<void>;
    /**
     * Create a link that lets anybody read a comparison
     *
     * Returns the same link until it is withdrawn.
     *
     * Access: signed in, no API keys.
     */
    share(id: string, options?: CallOptions): Call<ComparisonsShareData>;
    /**
     * Withdraw the links to a comparison
     *
     * Access: signed in, no API keys.
     */
    unshare(id: string, options?: CallOptions): Call<void>;
  };
  savedViews: {
    /**
     * Your saved views of tables, by name
     *
     * Access: signed in; keys with listings:read.
     */
    list(query?: {
      /** The table that the view is of, such as listings */
      area?: string | undefined;
    }, options?: CallOptions): Call<ViewsData>;
    /**
     * Save a view of a table; one of the same name is replaced
     *
     * Access: signed in; keys with listings:read.
     *
     * Own errors: `PLAN_LIMIT_EXCEEDED`.
     */
    save(body: SavedViewsSaveRequest | FormData, options?: CallOptions): Call<SavedView>;
    /**
     * Delete a saved view
     *
     * Access: signed in; keys with listings:read.
     */
    delete(id: string, options?: CallOptions): Call<void>;
  };
}
