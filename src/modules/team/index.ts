import type { Queryable } from '../../platform/db/transaction.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { letterTexts } from './letters.ts';
import { countSeats } from './repository.ts';
import { teamRoutes } from './routes.ts';
import { TeamService } from './service.ts';

export { TEAM_ROLE_DUTIES } from './permissions.ts';

export function createTeam(platform: Platform): {
  module: Module;
  countSeats: (db: Queryable, sellerId: string) => Promise<number>;
} {
  platform.wording.define(letterTexts);
  return {
    module: { name: 'team', routes: teamRoutes(new TeamService(platform), platform.clock) },
    countSeats: (db, sellerId) => countSeats(db, sellerId, platform.clock.now()),
  };
}
