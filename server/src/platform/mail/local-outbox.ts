import type { Database } from '../database/database.ts'
import { deleteAllBut, insert } from './local-mail.repository.ts'
import type { MailTransport } from './mail-outbox.ts'

/** So many mails are stored; older ones make room. */
const KEPT = 200

/** Where mails go when there is no mail server: into a table, to be read on a page. */
export function createLocalOutbox({ db }: { db: Database }): MailTransport {
  return {
    deliver: async (mail, id) => {
      await insert(db, id, mail)
      await deleteAllBut(db, KEPT)
    },
  }
}
