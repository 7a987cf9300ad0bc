import type { Static } from 'typebox';
import type { Queryable } from '../../platform/db/transaction.ts';
import type { Module, Platform } from '../../platform/module.ts';
import type { PersonalDataSection } from '../../platform/personal-data.ts';
import { accountReclaimed, userCreated } from '../auth/index.ts';
import { teamPersonalData } from './personal-data.repository.ts';
import { countSeats, listInviters, revokeInvitationsBy } from './repository.ts';
import { teamRoutes } from './routes.ts';
import { TeamService } from './service.ts';

export { TEAM_ROLE_DUTIES } from './service.ts';
export type { ReceivedInvitationView as ReceivedInvitation } from './views.ts';

export function createTeam(platform: Platform): {
  module: Module;
  personalData: PersonalDataSection;
  countSeats: (db: Queryable, sellerId: string) => Promise<number>;
} {
  notifyInviters(platform);
  platform.events.within(accountReclaimed, async (trx, reclaimed) => {
    for (const { data } of reclaimed) {
      const { user_id: userId } = data as Static<(typeof accountReclaimed)['data']>;
      await revokeInvitationsBy(trx, userId, platform.clock.now());
    }
  });
  return {
    module: { name: 'team', routes: teamRoutes(new TeamService(platform), platform.clock) },
    personalData: teamPersonalData,
    countSeats: (db, sellerId) => countSeats(db, sellerId, platform.clock.now()),
  };
}

/** Shares the event of a registration with the sellers that invited the address. */
function notifyInviters({ events, clock }: Platform): void {
  events.within(userCreated, async (trx, created) => {
    for (const { id, data } of created) {
      const { user } = data as Static<(typeof userCreated)['data']>;
      await events.share(trx, id, await listInviters(trx, user.email, clock.now()));
    }
  });
}
