/**
 * The database channel on which triggers name the user whose access has changed: the session, an API key, the account and its restrictions of
 * keys, or the membership in a team. Open streams are checked again then, in every process.
 */
export const ACCESS_CHANNEL = 'fifthwheel_access';
