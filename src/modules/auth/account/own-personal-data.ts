import type { PersonalData } from '../personal-data.ts';
import {
  eraseApiKeys,
  eraseDocuments,
  eraseSessions,
  eraseTraces,
  exportAccount,
  exportApiKeys,
  exportDocuments,
  exportSecurityLog,
  exportSeller,
  exportSessions,
  type OwnDataParts,
} from './own-personal-data.repository.ts';

export function registerOwnPersonalData(personalData: PersonalData, parts: OwnDataParts): void {
  personalData.register('account', exportAccount, (trx, person) => eraseTraces(trx, person, parts));
  personalData.register('seller', exportSeller, async () => {});
  personalData.register('sessions', exportSessions, eraseSessions);
  personalData.register('apiKeys', exportApiKeys, eraseApiKeys);
  personalData.register('documents', exportDocuments, (trx, person) => eraseDocuments(trx, person, parts));
  personalData.register(
    'securityLog',
    (db, person) => exportSecurityLog(db, person, parts.audit),
    async () => {},
  );
}
