import { queryOptions, useQuery } from '@tanstack/react-query'

import { api } from '../../platform/api/client.ts'

/** The reader's requests that wait for an answer, and their open chats. It comes with a public page. */
export const openContactsQuery = queryOptions(api.connectionRequests.waiting.queryOptions())

/** The contact between the reader and a person. */
export interface Contact {
  /** True while a request of the reader to the person waits for an answer. */
  isWaiting: boolean
  /** Their open chat, if there is one. */
  roomId: string | undefined
}

/**
 * Tells how the reader is in touch with a person.
 * @param maySend whether the reader can have sent any request; otherwise nothing is asked
 * @returns `undefined` while that is not known. When it cannot be known the answer is no: who then asks twice is refused.
 */
export function useContact(maySend: boolean): (personId: string) => Contact | undefined {
  const { data, isPending } = useQuery({ ...openContactsQuery, enabled: maySend })
  return (personId) =>
    maySend && isPending
      ? undefined
      : {
          isWaiting: maySend && data?.items.some((item) => item.receiver_id === personId) === true,
          roomId: maySend ? data?.open_chats?.find((chat) => chat.partner_id === personId)?.room_id : undefined,
        }
}
