/**
 * Companies and their members. Sign-in, billing and listings depend on both, so this module depends only on the
 * platform.
 */
export {
  anonymiseSeller,
  changeRating,
  deleteSeller,
  findPublicSeller,
  findSellerStatus,
  getSeller,
  insertSeller,
  listSellersWithResponseTime,
  lockCompanies,
  lockCompany,
  lockSeller,
  type NewSeller,
  recordTraderRequest,
  type SellerChanges,
  type SellerRow,
  setResponseTimes,
  setSellerStatus,
  setTrustScores,
  setVerified,
  updateSeller,
} from './companies.repository.ts';
export { hoursProblems, OpeningHours, OpeningHoursBody } from './opening-hours.ts';
export { SPOKEN_LANGUAGES, SPOKEN_LANGUAGES_MAX, WEEKDAYS } from './reach.ts';
export {
  deleteMember,
  exportCompanyOf,
  findManagers,
  findMember,
  findMembership,
  findOwners,
  insertMember,
  leaveTeam,
  listTeam,
  type Membership,
  updateMemberRole,
} from './members.repository.ts';
export { companies, memberships } from './published.repository.ts';
export { findTrader, listUntraceable, TRADER_PARTS, type TraderRow } from './traders.repository.ts';
