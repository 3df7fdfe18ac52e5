import { implementation, requireViewer } from '../../implementation.ts'
import type { ProfileService } from './profile.service.ts'

/** Limits how much one person, or one client address, searches. */
export type LimitSearch = <T>(
  who: { userId: string | null; clientAddress: string },
  work: () => Promise<T>,
) => Promise<T>

/** The profile procedures of the contract; only writing one takes a session. */
export function profileProcedures({ profiles, search }: { profiles: ProfileService; search: LimitSearch }) {
  return {
    list: implementation.profiles.list.handler(({ context, input }) => {
      const userId = context.viewer?.userId ?? null
      return search({ userId, clientAddress: context.clientAddress }, () => profiles.list(userId, input))
    }),
    get: implementation.profiles.get.handler(({ context, input }) => profiles.get(context.viewer, input.id)),
    save: implementation.profiles.save.handler(({ context, input }) => profiles.save(requireViewer(context), input)),
  }
}
