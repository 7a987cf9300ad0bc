/** Mails are shipped in these. */
export const MAIL_LANGUAGES = ['en', 'de', 'fr', 'nl', 'pl'] as const;
