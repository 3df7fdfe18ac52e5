import { implementation, requireViewer } from '../../implementation.ts'
import type { ProfileService } from './profile.service.ts'

/** The profile procedures of the contract; only writing one takes a session. */
export function profileProcedures(profiles: ProfileService) {
  return {
    list: implementation.profiles.list.handler(({ context, input }) =>
      profiles.list(context.viewer?.userId ?? null, input),
    ),
    get: implementation.profiles.get.handler(({ context, input }) => profiles.get(context.viewer, input.id)),
    save: implementation.profiles.save.handler(({ context, input }) => profiles.save(requireViewer(context), input)),
  }
}
