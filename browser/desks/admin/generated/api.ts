// Generated from openapi.admin.json by `npm run build`; do not edit.
import type { Call, CallOptions, PagedCall } from '../../../../clients/typescript/src/call.ts';
import type {
  AdminAuditLogHeadData,
  AdminAuditLogVerifyData,
  AdminAuditLogVerifyHeadsData,
  AdminAuditLogVerifyHeadsRequest,
  AdminBrand,
  AdminBrandsCreateRequest,
  AdminBrandsUpdateRequest,
  AdminCategoriesCreateRequest,
  AdminCategoriesOrderRequest,
  AdminCategoriesUpdateRequest,
  AdminCategory,
  AdminCouponsCreateRequest,
  AdminCouponsUpdateRequest,
  AdminFeature,
  AdminFeaturesSetRequest,
  AdminInfoPagesListData,
  AdminInfoPagesPublishRequest,
  AdminInfoPagesWriteRequest,
  AdminInvoice,
  AdminInvoiceList,
  AdminInvoicesGetData,
  AdminListingsDecideSeveralData,
  AdminListingsDecideSeveralRequest,
  AdminListingsFeatureRequest,
  AdminObjectionsJudgeRequest,
  AdminPayment,
  AdminPaymentList,
  AdminPaymentsGetData,
  AdminPaymentsRefundRequest,
  AdminPlansUpdateRequest,
  AdminReportsDecideRequest,
  AdminReviewsDecideRequest,
  AdminSearchListMissesData,
  AdminSearchPreviewRequest,
  AdminSession,
  AdminSessionList,
  AdminSettingsImportExchangeRatesRequest,
  AdminSettingsRollBackRequest,
  AdminSettingsSetRequest,
  AdminSettingsUpdateSeveralRequest,
  AdminTrader,
  AdminTraderData,
  AdminTraderList,
  AdminTranslationsGetData,
  AdminTranslationsListData,
  AdminTranslationsMissingData,
  AdminTranslationsUpdateData,
  AdminTranslationsUpdateRequest,
  AdminUser,
  AdminUserData,
  AdminUserDetail,
  AdminUserList,
  AdminUsersExportData,
  AdminUsersGrantPlanRequest,
  AdminUsersMakeSellerRequest,
  AdminUsersSignOutData,
  AdminUsersUpdateRequest,
  AdminUsersVerifySellerRequest,
  AdminUsersViewData,
  AdminUsersViewRequest,
  AdminVerificationsDecideRequest,
  AdminWebhookData,
  AdminWebhooksReplayRequest,
  AdminWebhooksUpdateRequest,
  AuditEntry,
  AuditEntryList,
  BrandsData,
  CategoriesData,
  Coupon,
  CouponData,
  CouponList,
  CouponRedemption,
  CouponRedemptionList,
  ExportInPreparation,
  FeaturesData,
  InfoPageText,
  InfoPageVersion,
  InfoPageVersionList,
  Job,
  JobList,
  Mail,
  MailList,
  MergeTarget,
  Merging,
  ModeratedListing,
  ModeratedListingData,
  ModeratedListingList,
  ModeratedReview,
  ModeratedReviewList,
  ModerationReason,
  Objection,
  ObjectionList,
  Overview,
  PlanData,
  PlansData,
  QueriesData,
  RefundData,
  Report,
  ReportList,
  SearchMiss,
  Setting,
  SettingChange,
  SettingChangeList,
  SettingsData,
  SubscriptionData,
  SuspensionRequest,
  SystemHealth,
  WaitingVerification,
  WaitingVerificationList,
  WebhookHealth,
  WebhookReplay,
  YearlyFigures,
} from './types.ts';

/** The methods of the client. */
export interface Api {
  settings: {
    /**
     * All settings with their values and defaults
     *
     * Access: role ADMIN.
     */
    list(options?: CallOptions): Call<SettingsData>;
    /**
     * Change several settings at once, all or none
     *
     * `settings` is an object of names and values, or a list of `{name, value}` as returned by GET. null restores the default; in a list, unchanged values are left alone.
     *
     * Access: role ADMIN.
     */
    updateSeveral(body: AdminSettingsUpdateSeveralRequest | FormData, options?: CallOptions): Call<SettingsData>;
    /**
     * One setting
     *
     * Access: role ADMIN.
     */
    get(name: string, options?: CallOptions): Call<Setting>;
    /**
     * Change a setting
     *
     * Access: role ADMIN.
     */
    set(name: string, body: AdminSettingsSetRequest | FormData, options?: CallOptions): Call<Setting>;
    /**
     * Restore the default
     *
     * Access: role ADMIN.
     */
    reset(name: string, options?: CallOptions): Call<Setting>;
    /**
     * Earlier values, newest first
     *
     * Access: role ADMIN.
     */
    history(name: string, query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<SettingChangeList, SettingChange>;
    /**
     * Restore the value that an earlier change replaced
     *
     * Access: role ADMIN.
     */
    rollBack(name: string, body: AdminSettingsRollBackRequest | FormData, options?: CallOptions): Call<Setting>;
    /**
     * Import exchange rates from CSV: a line "currency,rate" for each, units for one euro
     *
     * Access: role ADMIN.
     */
    importExchangeRates(body: AdminSettingsImportExchangeRatesRequest | FormData, options?: CallOptions): Call<Setting>;
  };
  plans: {
    /**
     * All plans with their number of sellers, including those no longer offered
     *
     * Access: role ADMIN.
     */
    list(options?: CallOptions): Call<PlansData>;
    /**
     * Change a plan: limits apply at once, prices to new periods
     *
     * Access: role ADMIN.
     */
    update(id: string, body: AdminPlansUpdateRequest | FormData, options?: CallOptions): Call<PlanData>;
  };
  users: {
    /**
     * Give a user's seller any plan, free of charge and without an end
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`.
     */
    grantPlan(id: string, body: AdminUsersGrantPlanRequest | FormData, options?: CallOptions): Call<SubscriptionData>;
    /**
     * The data that you have ordered, for an hour after it is ready; 202 until then
     *
     * Access: role ADMIN.
     */
    export(id: string, options?: CallOptions): Call<AdminUsersExportData | ExportInPreparation>;
    /**
     * Have all personal data of an account put together; its person is told
     *
     * Access: role ADMIN.
     */
    orderExport(id: string, options?: CallOptions): Call<ExportInPreparation>;
    /**
     * Accounts, newest first; q searches e-mail, name, company and id
     *
     * Access: role ADMIN.
     */
    list(query?: {
      /** Part of e-mail, name, company or id */
      q?: string | undefined;
      /** Accounts with that role */
      role?: "BUYER" | "SELLER" | "ADMIN" | undefined;
      /** Accounts with that status */
      status?: "active" | "suspended" | "erased" | undefined;
      /** Sellers only: whether the company is verified */
      verified?: boolean | undefined;
      /** Number of the page, from 1; page times limit at most 10000 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
      /** nextCursor of the page before; instead of page, and beyond where page numbers reach */
      cursor?: string | undefined;
    }, options?: CallOptions): PagedCall<AdminUserList, AdminUser>;
    /**
     * An account with its activity and documents
     *
     * Access: role ADMIN.
     */
    get(id: string, options?: CallOptions): Call<AdminUserDetail>;
    /**
     * Change the role, or suspend or reinstate through the status
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`.
     */
    update(id: string, body: AdminUsersUpdateRequest | FormData, options?: CallOptions): Call<AdminUserData>;
    /**
     * Erase an account and its personal data
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`.
     */
    erase(id: string, options?: CallOptions): Call<void>;
    /**
     * The devices on which an account is signed in, the last used first
     *
     * Access: role ADMIN.
     */
    listSessions(id: string, query?: {
      /** Number of the page, from 1; page times limit at most 10000 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<AdminSessionList, AdminSession>;
    /**
     * Make a seller of a buyer’s account
     *
     * The account becomes the owner of a new seller on the free plan, as by `POST /account/become-seller`.
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`.
     */
    makeSeller(id: string, body: AdminUsersMakeSellerRequest | FormData, options?: CallOptions): Call<AdminUserData>;
    /**
     * Suspend an account: sessions, keys and listings stop at once
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`.
     */
    suspend(id: string, body: SuspensionRequest | FormData, options?: CallOptions): Call<AdminUserData>;
    /**
     * Reinstate a suspended account and its listings
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`.
     */
    reinstate(id: string, options?: CallOptions): Call<AdminUserData>;
    /**
     * End all sessions of an account
     *
     * Access: role ADMIN.
     */
    signOut(id: string, options?: CallOptions): Call<AdminUsersSignOutData>;
    /**
     * Verify the seller of an account, or revoke the verification
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`.
     */
    verifySeller(id: string, body?: AdminUsersVerifySellerRequest | FormData, options?: CallOptions): Call<AdminUserData>;
    /**
     * See the market as an account sees it, in this browser, without changing anything
     *
     * For ten minutes, or until the view is ended on a page. Keys, secrets, sessions, messages and exports stay closed.
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`.
     */
    view(id: string, body: AdminUsersViewRequest | FormData, options?: CallOptions): Call<AdminUsersViewData>;
  };
  payments: {
    /**
     * Payments of all sellers, newest first
     *
     * Access: role ADMIN.
     */
    list(query?: {
      /** Of that seller */
      sellerId?: string | undefined;
      /** Of sellers whose present names contain it; when more do, of some 50 */
      seller?: string | undefined;
      /** First day, in UTC */
      from?: string | undefined;
      /** Last day, in UTC */
      to?: string | undefined;
      /** Payments in that state */
      status?: "pending" | "succeeded" | "failed" | "refund_due" | "refunded" | undefined;
      /** Number of the page, from 1; page times limit at most 10000 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
      /** nextCursor of the page before; instead of page, and beyond where page numbers reach */
      cursor?: string | undefined;
    }, options?: CallOptions): PagedCall<AdminPaymentList, AdminPayment>;
    /**
     * A payment with what was given back of it
     *
     * Access: role ADMIN.
     */
    get(id: string, options?: CallOptions): Call<AdminPaymentsGetData>;
    /**
     * Give back a payment, or a part of it, with a credit note
     *
     * The amount includes VAT; without it, all that is left is given back. pending: the payment service has not answered yet and is asked again.
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`.
     */
    refund(id: string, body: AdminPaymentsRefundRequest | FormData, options?: CallOptions): Call<RefundData>;
  };
  invoices: {
    /**
     * Invoices and credit notes of all sellers, newest first
     *
     * Access: role ADMIN.
     */
    list(query?: {
      /** Of that seller */
      sellerId?: string | undefined;
      /** Of sellers whose present names contain it; when more do, of some 50 */
      seller?: string | undefined;
      /** First day, in UTC */
      from?: string | undefined;
      /** Last day, in UTC */
      to?: string | undefined;
      /** Invoices in that state */
      status?: "open" | "paid" | "void" | undefined;
      /** Invoices, or credit notes, only */
      kind?: "invoice" | "credit_note" | undefined;
      /** The one with that number */
      number?: string | undefined;
      /** Number of the page, from 1; page times limit at most 10000 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
      /** nextCursor of the page before; instead of page, and beyond where page numbers reach */
      cursor?: string | undefined;
    }, options?: CallOptions): PagedCall<AdminInvoiceList, AdminInvoice>;
    /**
     * An invoice with its lines, and the attempts to pay it
     *
     * Access: role ADMIN.
     */
    get(id: string, options?: CallOptions): Call<AdminInvoicesGetData>;
    /**
     * An invoice as a PDF, in the language it was issued in
     *
     * Access: role ADMIN.
     */
    download(id: string, options?: CallOptions): Call<Blob>;
  };
  coupons: {
    /**
     * Coupons, newest first
     *
     * Access: role ADMIN.
     */
    list(query?: {
      /** Those that are active, or that are not */
      active?: boolean | undefined;
      /** The one with that code */
      code?: string | undefined;
      /** Number of the page, from 1; page times limit at most 10000 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
      /** nextCursor of the page before; instead of page, and beyond where page numbers reach */
      cursor?: string | undefined;
    }, options?: CallOptions): PagedCall<CouponList, Coupon>;
    /**
     * Create a coupon
     *
     * Either `percent` or `amount` is taken off the net price of a period. Each seller redeems it once.
     *
     * Access: role ADMIN.
     *
     * Own errors: `ALREADY_EXISTS`.
     */
    create(body: AdminCouponsCreateRequest | FormData, options?: CallOptions): Call<CouponData>;
    /**
     * A coupon
     *
     * Access: role ADMIN.
     */
    get(id: string, options?: CallOptions): Call<CouponData>;
    /**
     * Change a coupon
     *
     * What it promises (`code`, `percent`, `amount`, `periods`, `planIds`) stays once it has been redeemed. `active: false` ends redeeming; those who have redeemed it keep it.
     *
     * Access: role ADMIN.
     *
     * Own errors: `ALREADY_EXISTS`, `INVALID_STATE`.
     */
    update(id: string, body: AdminCouponsUpdateRequest | FormData, options?: CallOptions): Call<CouponData>;
    /**
     * Delete a coupon that nobody has redeemed
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`.
     */
    delete(id: string, options?: CallOptions): Call<void>;
    /**
     * Who has redeemed a coupon, newest first
     *
     * Access: role ADMIN.
     */
    redemptions(id: string, query?: {
      /** Number of the page, from 1; page times limit at most 10000 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
      /** nextCursor of the page before; instead of page, and beyond where page numbers reach */
      cursor?: string | undefined;
    }, options?: CallOptions): PagedCall<CouponRedemptionList, CouponRedemption>;
  };
  documents: {
    /**
     * A verification document of a seller
     *
     * Access: role ADMIN.
     */
    download(id: string, options?: CallOptions): Call<Blob>;
  };
  categories: {
    /**
     * All categories, inactive ones too
     *
     * Access: role ADMIN.
     */
    list(options?: CallOptions): Call<CategoriesData>;
    /**
     * Create a category
     *
     * Access: role ADMIN.
     *
     * Own errors: `ALREADY_EXISTS`.
     */
    create(body: AdminCategoriesCreateRequest | FormData, options?: CallOptions): Call<AdminCategory>;
    /**
     * Put the categories of one level in order
     *
     * Access: role ADMIN.
     */
    order(body: AdminCategoriesOrderRequest | FormData, options?: CallOptions): Call<CategoriesData>;
    /**
     * One category, by id or slug
     *
     * Access: role ADMIN.
     */
    get(id: string, options?: CallOptions): Call<AdminCategory>;
    /**
     * Rename, move, activate or deactivate a category; an old slug keeps working
     *
     * Access: role ADMIN.
     *
     * Own errors: `ALREADY_EXISTS`.
     */
    update(id: string, body: AdminCategoriesUpdateRequest | FormData, options?: CallOptions): Call<AdminCategory>;
    /**
     * Delete a category that no listing uses
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`.
     */
    delete(id: string, options?: CallOptions): Call<void>;
    /**
     * Merge a category into another; its listings follow in the background
     *
     * Access: role ADMIN.
     */
    merge(id: string, body: MergeTarget | FormData, options?: CallOptions): Call<Merging>;
  };
  brands: {
    /**
     * All brands, inactive ones too
     *
     * Access: role ADMIN.
     */
    list(options?: CallOptions): Call<BrandsData>;
    /**
     * Create a brand
     *
     * Access: role ADMIN.
     *
     * Own errors: `ALREADY_EXISTS`.
     */
    create(body: AdminBrandsCreateRequest | FormData, options?: CallOptions): Call<AdminBrand>;
    /**
     * One brand, by id or slug
     *
     * Access: role ADMIN.
     */
    get(id: string, options?: CallOptions): Call<AdminBrand>;
    /**
     * Change a brand, its aliases and its models; an old slug keeps working
     *
     * Access: role ADMIN.
     *
     * Own errors: `ALREADY_EXISTS`.
     */
    update(id: string, body: AdminBrandsUpdateRequest | FormData, options?: CallOptions): Call<AdminBrand>;
    /**
     * Delete a brand that no listing uses
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`.
     */
    delete(id: string, options?: CallOptions): Call<void>;
    /**
     * Merge a brand into another; its listings follow in the background
     *
     * Access: role ADMIN.
     */
    merge(id: string, body: MergeTarget | FormData, options?: CallOptions): Call<Merging>;
  };
  features: {
    /**
     * All feature codes
     *
     * Access: role ADMIN.
     */
    list(options?: CallOptions): Call<FeaturesData>;
    /**
     * Create or change a code of equipment
     *
     * Access: role ADMIN.
     */
    set(code: string, body: AdminFeaturesSetRequest | FormData, options?: CallOptions): Call<AdminFeature>;
    /**
     * Delete a code that no listing names
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`.
     */
    delete(code: string, options?: CallOptions): Call<void>;
  };
  search: {
    /**
     * Searches of the last 30 days that found nothing, the most frequent first
     *
     * Access: role ADMIN.
     */
    listMisses(query?: {
      /** Number of the page, from 1; page times limit at most 10000 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<AdminSearchListMissesData, SearchMiss>;
    /**
     * What searches would find with other synonyms and stop words; changes nothing
     *
     * Access: role ADMIN.
     */
    preview(body: AdminSearchPreviewRequest | FormData, options?: CallOptions): Call<QueriesData>;
  };
  listings: {
    /**
     * Listings in every state: those in review oldest first, the rest newest first
     *
     * Access: role ADMIN.
     */
    list(query?: {
      /** States, separated by commas */
      status?: ("DRAFT" | "PENDING_REVIEW" | "ACTIVE" | "PAUSED" | "REJECTED" | "SUSPENDED" | "EXPIRED" | "SOLD" | "DELETED")[] | undefined;
      /** Listings of that seller */
      sellerId?: string | undefined;
      /** true: only with moderation flags */
      flagged?: boolean | undefined;
      /** Words in the listing */
      q?: string | undefined;
      /** Number of the page, from 1; page times limit at most 10000 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
      /** nextCursor of the page before; instead of page, and beyond where page numbers reach */
      cursor?: string | undefined;
    }, options?: CallOptions): PagedCall<ModeratedListingList, ModeratedListing>;
    /**
     * One listing with its moderation flags
     *
     * Access: role ADMIN.
     */
    get(id: string, options?: CallOptions): Call<ModeratedListingData>;
    /**
     * Delete a listing
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`, `LISTING_LIMIT_EXCEEDED`, `PLAN_LIMIT_EXCEEDED`, `VALIDATION_ERROR`.
     */
    delete(id: string, options?: CallOptions): Call<void>;
    /**
     * Approve a listing in review: it goes live
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`, `LISTING_LIMIT_EXCEEDED`, `PLAN_LIMIT_EXCEEDED`, `VALIDATION_ERROR`.
     */
    approve(id: string, options?: CallOptions): Call<ModeratedListingData>;
    /**
     * Restore a suspended listing
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`, `LISTING_LIMIT_EXCEEDED`, `PLAN_LIMIT_EXCEEDED`, `VALIDATION_ERROR`.
     */
    restore(id: string, options?: CallOptions): Call<ModeratedListingData>;
    /**
     * Stop featuring a listing
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`, `LISTING_LIMIT_EXCEEDED`, `PLAN_LIMIT_EXCEEDED`, `VALIDATION_ERROR`.
     */
    unfeature(id: string, options?: CallOptions): Call<ModeratedListingData>;
    /**
     * Reject a listing in review, with a reason for its seller
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`, `LISTING_LIMIT_EXCEEDED`, `PLAN_LIMIT_EXCEEDED`.
     */
    reject(id: string, body: ModerationReason | FormData, options?: CallOptions): Call<ModeratedListingData>;
    /**
     * Take a listing off the market
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`, `LISTING_LIMIT_EXCEEDED`, `PLAN_LIMIT_EXCEEDED`.
     */
    suspend(id: string, body: ModerationReason | FormData, options?: CallOptions): Call<ModeratedListingData>;
    /**
     * Feature a listing
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`, `LISTING_LIMIT_EXCEEDED`, `PLAN_LIMIT_EXCEEDED`.
     */
    feature(id: string, body?: AdminListingsFeatureRequest | FormData, options?: CallOptions): Call<ModeratedListingData>;
    /**
     * Apply one decision to many listings, with a result for each
     *
     * Access: role ADMIN.
     */
    decideSeveral(body: AdminListingsDecideSeveralRequest | FormData, options?: CallOptions): Call<AdminListingsDecideSeveralData>;
  };
  webhooks: {
    /**
     * Pause anybody’s webhook, or resume it
     *
     * While it is paused its owner cannot resume it. Nothing is sent meanwhile; a replay sends it later.
     *
     * Access: role ADMIN.
     */
    update(id: string, body: AdminWebhooksUpdateRequest | FormData, options?: CallOptions): Call<AdminWebhookData>;
    /**
     * Resend what anybody’s webhook has not got since a given time
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`.
     */
    replay(id: string, body: AdminWebhooksReplayRequest | FormData, options?: CallOptions): Call<WebhookReplay>;
    /**
     * Webhook health: waiting and failing deliveries
     *
     * Access: role ADMIN.
     */
    health(options?: CallOptions): Call<WebhookHealth>;
  };
  reviews: {
    /**
     * Reviews by state; pending ones oldest first
     *
     * Access: role ADMIN.
     */
    list(query?: {
      /** Reviews in that state */
      status?: "pending" | "published" | "rejected" | undefined;
      /** Reviews of that seller */
      sellerId?: string | undefined;
      /** Number of the page, from 1; page times limit at most 10000 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<ModeratedReviewList, ModeratedReview>;
    /**
     * Publish or reject a review
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`.
     */
    decide(id: string, body: AdminReviewsDecideRequest | FormData, options?: CallOptions): Call<ModeratedReview>;
  };
  traders: {
    /**
     * Active sellers of whom something is missing that the law wants to be known, the oldest first
     *
     * Access: role ADMIN.
     */
    list(query?: {
      /** Number of the page, from 1; page times limit at most 10000 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
      /** nextCursor of the page before; instead of page, and beyond where page numbers reach */
      cursor?: string | undefined;
    }, options?: CallOptions): PagedCall<AdminTraderList, AdminTrader>;
    /**
     * Ask the owners of a seller by mail for what is missing, at most once in seven days
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`.
     */
    ask(id: string, options?: CallOptions): Call<AdminTraderData>;
  };
  verifications: {
    /**
     * Sellers whose documents wait for a decision, oldest first
     *
     * Access: role ADMIN.
     */
    list(query?: {
      /** Number of the page, from 1; page times limit at most 10000 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<WaitingVerificationList, WaitingVerification>;
    /**
     * Verify a seller by its documents, or refuse them with a reason
     *
     * `id` is that of the seller. Who sent refused documents is told why, and can send others.
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`.
     */
    decide(id: string, body: AdminVerificationsDecideRequest | FormData, options?: CallOptions): Call<void>;
  };
  mails: {
    /**
     * What has become of mails, newest first
     *
     * The newest 10000 of the last 30 days. Their words, links and codes are not shown.
     *
     * Access: role ADMIN.
     */
    list(query?: {
      /** Mails in that state */
      state?: "queued" | "sent" | "failed" | undefined;
      /** Mails of that kind */
      kind?: string | undefined;
      /** A part of the address */
      recipient?: string | undefined;
      /** Number of the page, from 1; page times limit at most 10000 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<MailList, Mail>;
    /**
     * Try again to send a mail that waits or has failed
     *
     * It is sent as it was, in one go with the others of its job. Links and codes in it may have expired. Nobody gets a mail twice.
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`.
     */
    retry(id: string, options?: CallOptions): Call<unknown>;
  };
  reports: {
    /**
     * Reports by users: open ones first, oldest first
     *
     * Access: role ADMIN.
     */
    list(query?: {
      /** Reports with that status */
      status?: "open" | "resolved" | "dismissed" | undefined;
      /** What was reported: message, review or listing */
      kind?: string | undefined;
      /** Reports about the account */
      reportedUserId?: string | undefined;
      /** Number of the page, from 1; page times limit at most 10000 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<ReportList, Report>;
    /**
     * One report with a copy of what was reported
     *
     * Access: role ADMIN.
     */
    get(id: string, options?: CallOptions): Call<Report>;
    /**
     * Resolve or dismiss a report, and take measures in the same step
     *
     * All of it happens, or nothing: if a measure is refused, the report stays open. The reporter is notified of the decision and of the measures.
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`.
     */
    decide(id: string, body: AdminReportsDecideRequest | FormData, options?: CallOptions): Call<Report>;
  };
  yearlyFigures: {
    /**
     * What was reported and decided in a year, for the report on moderation that the law asks for
     *
     * Decisions are counted from the audit log. Years and months are UTC.
     *
     * Access: role ADMIN.
     */
    get(year: string, options?: CallOptions): Call<YearlyFigures>;
    /**
     * The figures of a year as CSV
     *
     * Access: role ADMIN.
     */
    export(year: string, options?: CallOptions): Call<Blob>;
  };
  dashboard: {
    /**
     * The market at a glance: totals, queues and how long they have waited
     *
     * Access: role ADMIN.
     */
    get(options?: CallOptions): Call<Overview>;
  };
  health: {
    /**
     * What is slow, what fails, and how far the search index is behind
     *
     * Endpoints and jobs are counted since their processes have started: those of the machine that answers.
     *
     * Access: role ADMIN.
     */
    get(options?: CallOptions): Call<SystemHealth>;
  };
  auditLog: {
    /**
     * Who did what, newest first
     *
     * Access: role ADMIN.
     */
    list(query?: {
      /** Name of an action */
      action?: string | undefined;
      /** Id of whoever did it */
      actorId?: string | undefined;
      /** Kind of what it was done to */
      subjectType?: string | undefined;
      /** Id of what it was done to */
      subjectId?: string | undefined;
      /** First day, UTC */
      from?: string | undefined;
      /** Last day, UTC */
      to?: string | undefined;
      /** Number of the page, from 1; page times limit at most 10000 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
      /** nextCursor of the page before; instead of page, and beyond where page numbers reach */
      cursor?: string | undefined;
    }, options?: CallOptions): PagedCall<AuditEntryList, AuditEntry>;
    /**
     * Verify the hash chain from the first entry
     *
     * Access: role ADMIN.
     */
    verify(options?: CallOptions): Call<AdminAuditLogVerifyData>;
    /**
     * Verify the chain, and that it still contains the heads you have kept
     *
     * Access: role ADMIN.
     */
    verifyHeads(body: AdminAuditLogVerifyHeadsRequest | FormData, options?: CallOptions): Call<AdminAuditLogVerifyHeadsData>;
    /**
     * The newest entry of the chain, to keep elsewhere and compare later
     *
     * Access: role ADMIN.
     */
    head(options?: CallOptions): Call<AdminAuditLogHeadData>;
    /**
     * The log as CSV: the newest 50,000 matching entries
     *
     * Access: role ADMIN.
     */
    export(query?: {
      /** Name of an action */
      action?: string | undefined;
      /** Id of whoever did it */
      actorId?: string | undefined;
      /** Kind of what it was done to */
      subjectType?: string | undefined;
      /** Id of what it was done to */
      subjectId?: string | undefined;
      /** First day, UTC */
      from?: string | undefined;
      /** Last day, UTC */
      to?: string | undefined;
    }, options?: CallOptions): Call<Blob>;
  };
  jobs: {
    /**
     * Background jobs, newest first
     *
     * Jobs that are done are not kept. A job's payload is not shown, except for the ids in it. Totals above 10000 are given as 10000.
     *
     * Access: role ADMIN.
     */
    list(query?: {
      /** Jobs with that name */
      name?: string | undefined;
      /** Jobs in that state */
      state?: "waiting" | "running" | "failed" | undefined;
      /** Number of the page, from 1; page times limit at most 10000 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<JobList, Job>;
    /**
     * Run a failed job once more, or a waiting one now
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`.
     */
    retry(id: string, options?: CallOptions): Call<unknown>;
    /**
     * Delete a job that waits or has failed
     *
     * What the job was to do stays undone. A running or recurring job cannot be cancelled.
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`.
     */
    cancel(id: string, options?: CallOptions): Call<unknown>;
  };
  translations: {
    /**
     * Languages, and how many keys each lacks
     *
     * Access: role ADMIN.
     */
    list(options?: CallOptions): Call<AdminTranslationsListData>;
    /**
     * All texts of a language
     *
     * Access: role ADMIN.
     */
    get(language: string, options?: CallOptions): Call<AdminTranslationsGetData>;
    /**
     * Write or import texts; null restores the built-in text
     *
     * Takes `entries` as exported, or `texts` as returned by GET; unchanged texts do not become edits.
     *
     * Access: role ADMIN.
     */
    update(language: string, body: AdminTranslationsUpdateRequest | FormData, options?: CallOptions): Call<AdminTranslationsUpdateData>;
    /**
     * Keys that the language lacks, with the English text
     *
     * Access: role ADMIN.
     */
    missing(language: string, options?: CallOptions): Call<AdminTranslationsMissingData>;
    /**
     * The texts of a language as a file that can be imported
     *
     * Access: role ADMIN.
     */
    export(language: string, options?: CallOptions): Call<unknown>;
  };
  infoPages: {
    /**
     * All info pages, and what readers see in each language
     *
     * Access: role ADMIN.
     */
    list(options?: CallOptions): Call<AdminInfoPagesListData>;
    /**
     * The newest text of an info page, published or not
     *
     * Access: role ADMIN.
     */
    get(slug: string, language: string, options?: CallOptions): Call<InfoPageText>;
    /**
     * Save a new version of an info page; readers see it when it is published
     *
     * A slug that is not known yet makes a page of your own.
     *
     * Access: role ADMIN.
     *
     * Own errors: `VERSION_CONFLICT`.
     */
    write(slug: string, language: string, body: AdminInfoPagesWriteRequest | FormData, options?: CallOptions): Call<InfoPageText>;
    /**
     * Show a version to readers; 0 is the text that ships, and takes a page of your own down
     *
     * Access: role ADMIN.
     */
    publish(slug: string, language: string, body: AdminInfoPagesPublishRequest | FormData, options?: CallOptions): Call<InfoPageText>;
    /**
     * Texts of an info page that were written, newest first
     *
     * Access: role ADMIN.
     */
    listVersions(slug: string, language: string, query?: {
      /** Number of the page, from 1 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<InfoPageVersionList, InfoPageVersion>;
    /**
     * A text of an info page that was written; 0 is the one that ships
     *
     * Access: role ADMIN.
     */
    getVersion(slug: string, language: string, version: string, options?: CallOptions): Call<InfoPageText>;
  };
  objections: {
    /**
     * Objections to decisions: open ones oldest first, decided ones newest first
     *
     * Access: role ADMIN.
     */
    list(query?: {
      /** open unless something else is asked for */
      status?: "open" | "decided" | undefined;
      /** Number of the page, from 1; page times limit at most 10000 */
      page?: number | undefined;
      /** Rows on a page */
      limit?: number | undefined;
    }, options?: CallOptions): PagedCall<ObjectionList, Objection>;
    /**
     * Uphold or reverse a decision; its author can judge it only if there is no other administrator
     *
     * A reversed decision is undone in the same step if it still stands: the account is reinstated, the review published, the listing restored. A listing that was live goes live again; without a free slot in its plan it becomes a draft, and if its dealer is suspended it comes back live when the dealer is reinstated.
     *
     * Access: role ADMIN.
     *
     * Own errors: `INVALID_STATE`.
     */
    judge(id: string, body: AdminObjectionsJudgeRequest | FormData, options?: CallOptions): Call<Objection>;
  };
}
