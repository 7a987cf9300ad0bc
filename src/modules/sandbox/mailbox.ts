import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import './tables.ts';

/** Stores mails instead of sending them; they are read at GET /sandbox/mails. */
export function sandboxMailer(db: Database, clock: Clock): Mailer {
  return {
    async send(mail) {
      await db
        .insertInto('sandbox_mails')
        .values({
          recipient: mail.to,
          subject: mail.subject,
          body_text: mail.text,
          body_html: mail.html ?? null,
          sent_at: clock.now(),
        })
        .execute();
    },
  };
}
