import { implementation, requireViewer } from '../../implementation.ts'
import type { CategoryService } from './category.service.ts'
import type { ProfileService } from './profile.service.ts'
import type { ProfileLimits } from './profiles.limits.ts'
import type { SearchService } from './search/search.service.ts'

export function createProfileProcedures({
  profiles,
  search,
  categories,
  limits,
}: {
  profiles: ProfileService
  search: SearchService
  categories: CategoryService
  limits: ProfileLimits
}) {
  return {
    categories: implementation.profiles.categories.handler(() => ({ items: [...categories.list()] })),
    list: implementation.profiles.list.handler(({ context, input }) => {
      const userId = context.viewer?.userId ?? null
      return limits.search({ userId, clientAddress: context.clientAddress }, () => search.list(userId, input))
    }),
    get: implementation.profiles.get.handler(({ context, input }) => profiles.get(context.viewer, input.id)),
    save: implementation.profiles.save.handler(({ context, input }) => profiles.save(requireViewer(context), input)),
  }
}
