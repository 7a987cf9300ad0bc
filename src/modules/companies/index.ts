/** Companies and who belongs to them. Sign-in, billing and listings ask about both, so this needs nothing but the platform. */
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
  noteAsked,
  type SellerChanges,
  type SellerRow,
  setResponseTimes,
  setSellerStatus,
  setTrustScores,
  setVerified,
  updateSeller,
} from './companies.repository.ts';
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
export {
  findTrader,
  listUntraceable,
  TRADER_PARTS,
  traderKey,
  type TraderRow,
} from './traders.repository.ts';
