import { queryOptions, useQuery } from '@tanstack/react-query'

import { api } from '../../platform/api/client.ts'

/** The person's sent pending requests and open chats. Server-rendered pages include this data. */
export const openContactsQuery = queryOptions(api.connectionRequests.waiting.queryOptions())

export interface Contact {
  isWaiting: boolean
  roomId: string | undefined
}

/**
 * Returns a function that finds the person's contact with another person. @param maySend false skips the fetch
 * @returns undefined while unknown. After a failure it reports no contact, because the server refuses duplicates.
 */
export function useContactLookup(maySend: boolean): (personId: string) => Contact | undefined {
  const { data, isPending } = useQuery({ ...openContactsQuery, enabled: maySend })
  return (personId) =>
    maySend && isPending
      ? undefined
      : {
          isWaiting: maySend && data?.items.some((item) => item.receiver_id === personId) === true,
          roomId: maySend ? data?.open_chats?.find((chat) => chat.partner_id === personId)?.room_id : undefined,
        }
}
