import { foldedEmail } from '../../../platform/mail/folded-email.repository.ts';
import { exportMails } from '../../../platform/mail/mail-log.repository.ts';
import { PagedList, type PersonalData } from '../../../platform/personal-data.ts';
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
  deleteStoredResponses,
  type OwnDataParts,
} from './own-personal-data.repository.ts';

export function registerOwnPersonalData(personalData: PersonalData, parts: OwnDataParts): void {
  personalData.register('account', {
    export: exportAccount,
    erase: (trx, person) => eraseTraces(trx, person, parts),
    batches: { answers: deleteStoredResponses },
  });
  personalData.register('seller', { export: exportSeller });
  personalData.register('sessions', { export: exportSessions, erase: eraseSessions });
  personalData.register('apiKeys', { export: exportApiKeys, erase: eraseApiKeys });
  personalData.register('documents', {
    export: exportDocuments,
    erase: (trx, person) => eraseDocuments(trx, person, parts),
  });
  personalData.register('securityLog', {
    export: new PagedList((db, person, after) => exportSecurityLog(db, person, after, parts.audit)),
  });
  personalData.register('mails', {
    export: new PagedList(async (db, { userId, email }, after) =>
      exportMails(db, { userId, email: await foldedEmail(db, email) }, after),
    ),
  });
}
