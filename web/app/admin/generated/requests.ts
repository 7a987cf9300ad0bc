// Generated from docs/openapi.admin.json by `npm run docs`; do not edit.

/** The request of each method. */
export const REQUESTS = {
  settings: {
    list: 'GET /admin/settings ',
    updateSeveral: 'PATCH /admin/settings b',
    get: 'GET /admin/settings/{name} ',
    set: 'PUT /admin/settings/{name} b',
    reset: 'DELETE /admin/settings/{name} ',
    history: 'GET /admin/settings/{name}/history q#history',
    rollBack: 'POST /admin/settings/{name}/rollback kb',
    importExchangeRates: 'POST /admin/settings/exchangeRates/import kb',
  },
  plans: {
    list: 'GET /admin/plans ',
    update: 'PATCH /admin/plans/{id} b',
  },
  users: {
    grantPlan: 'PUT /admin/users/{id}/subscription b',
    list: 'GET /admin/users q#users',
    get: 'GET /admin/users/{id} ',
    update: 'PATCH /admin/users/{id} b',
    erase: 'DELETE /admin/users/{id} ',
    listSessions: 'GET /admin/users/{id}/sessions q#sessions',
    makeSeller: 'POST /admin/users/{id}/make-seller kb',
    suspend: 'POST /admin/users/{id}/suspend kb',
    reinstate: 'POST /admin/users/{id}/reinstate k',
    signOut: 'POST /admin/users/{id}/sign-out k',
    verifySeller: 'POST /admin/users/{id}/verify-seller kb',
  },
  payments: {
    list: 'GET /admin/payments q#payments',
    get: 'GET /admin/payments/{id} ',
    refund: 'POST /admin/payments/{id}/refunds kb',
  },
  invoices: {
    list: 'GET /admin/invoices q#invoices',
    get: 'GET /admin/invoices/{id} ',
    download: 'GET /admin/invoices/{id}/pdf ',
  },
  categories: {
    list: 'GET /admin/categories ',
    create: 'POST /admin/categories kb',
    order: 'PUT /admin/categories/order b',
    get: 'GET /admin/categories/{id} ',
    update: 'PATCH /admin/categories/{id} b',
    delete: 'DELETE /admin/categories/{id} ',
    merge: 'POST /admin/categories/{id}/merge kb',
  },
  brands: {
    list: 'GET /admin/brands ',
    create: 'POST /admin/brands kb',
    get: 'GET /admin/brands/{id} ',
    update: 'PATCH /admin/brands/{id} b',
    delete: 'DELETE /admin/brands/{id} ',
    merge: 'POST /admin/brands/{id}/merge kb',
  },
  features: {
    list: 'GET /admin/features ',
    set: 'PUT /admin/features/{code} b',
    delete: 'DELETE /admin/features/{code} ',
  },
  search: {
    listMisses: 'GET /admin/search/misses q#misses',
    preview: 'POST /admin/search/preview kb',
  },
  webhooks: {
    update: 'PATCH /admin/webhooks/{id} b',
    replay: 'POST /admin/webhooks/{id}/replay kb',
    health: 'GET /admin/webhooks ',
  },
  dashboard: {
    get: 'GET /admin/dashboard ',
  },
  reports: {
    list: 'GET /admin/reports q#reports',
    get: 'GET /admin/reports/{id} ',
    decide: 'POST /admin/reports/{id}/decide kb',
  },
  reviews: {
    list: 'GET /admin/reviews q#reviews',
    decide: 'POST /admin/reviews/{id}/decide kb',
  },
  documents: {
    download: 'GET /admin/documents/{id} ',
  },
  yearlyFigures: {
    get: 'GET /admin/yearly-figures/{year} ',
    export: 'GET /admin/yearly-figures/{year}/export.csv ',
  },
  verifications: {
    list: 'GET /admin/verifications q#verifications',
    decide: 'POST /admin/verifications/{id}/decide kb',
  },
  listings: {
    list: 'GET /admin/listings q#listings',
    get: 'GET /admin/listings/{id} ',
    delete: 'DELETE /admin/listings/{id} ',
    approve: 'POST /admin/listings/{id}/approve k',
    restore: 'POST /admin/listings/{id}/restore k',
    unfeature: 'POST /admin/listings/{id}/unfeature k',
    reject: 'POST /admin/listings/{id}/reject kb',
    suspend: 'POST /admin/listings/{id}/suspend kb',
    feature: 'POST /admin/listings/{id}/feature kb',
    decideSeveral: 'POST /admin/listings/bulk kb',
  },
  objections: {
    list: 'GET /admin/objections q#objections',
    judge: 'POST /admin/objections/{id}/judge kb',
  },
  auditLog: {
    list: 'GET /admin/audit-log q#entries',
    verify: 'GET /admin/audit-log/verify ',
    verifyHeads: 'POST /admin/audit-log/verify kb',
    head: 'GET /admin/audit-log/head ',
    export: 'GET /admin/audit-log/export.csv q',
  },
  jobs: {
    list: 'GET /admin/jobs q#jobs',
    retry: 'POST /admin/jobs/{id}/retry k',
    cancel: 'POST /admin/jobs/{id}/cancel k',
  },
  translations: {
    list: 'GET /admin/translations ',
    get: 'GET /admin/translations/{language} ',
    update: 'PUT /admin/translations/{language} b',
    missing: 'GET /admin/translations/{language}/missing ',
    export: 'GET /admin/translations/{language}/export.json ',
  },
  infoPages: {
    list: 'GET /admin/info-pages ',
    get: 'GET /admin/info-pages/{slug}/{language} ',
    write: 'PUT /admin/info-pages/{slug}/{language} b',
    publish: 'POST /admin/info-pages/{slug}/{language}/publish kb',
    listVersions: 'GET /admin/info-pages/{slug}/{language}/versions q#versions',
    getVersion: 'GET /admin/info-pages/{slug}/{language}/versions/{version} ',
  },
};
