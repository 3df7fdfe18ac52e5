import type { Database } from '../database/database.ts'
import { deleteOlderMails, insertMail } from './local-mail.repository.ts'
import type { MailTransport } from './mail-outbox.ts'

/** Maximum stored mails; older ones are deleted. */
const KEPT = 200

export function createLocalOutbox({ db }: { db: Database }): MailTransport {
  return {
    deliver: async (mail, id) => {
      await insertMail(db, id, mail)
      await deleteOlderMails(db, KEPT)
    },
  }
}
