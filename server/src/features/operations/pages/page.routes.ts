import { authorize } from '../../../authorize.ts'
import type { GuardedProcedures } from '../guarded-procedures.ts'
import { findOperationRefusal } from '../operations.policy.ts'
import type { PageEditingService } from './page-editing.service.ts'
import { renderMarkdown } from './render-markdown.ts'

export function createPageProcedures(operations: GuardedProcedures, { pages }: { pages: PageEditingService }) {
  return {
    sitePages: operations.sitePages.handler(async () => ({ items: await pages.list() })),
    sitePage: operations.sitePage.handler(({ input }) => pages.read(input.page)),
    sitePageVersion: operations.sitePageVersion.handler(({ input }) => pages.readVersion(input.page, input.version)),
    previewSitePage: operations.previewSitePage.handler(({ input }) => ({ html: renderMarkdown(input.markdown) })),
    saveSitePage: operations.saveSitePage.handler(({ context: { operator }, input }) => {
      authorize(findOperationRefusal(operator.role, 'owner'))
      return pages.save(operator.userId, input)
    }),
    publishSitePage: operations.publishSitePage.handler(({ context: { operator }, input }) => {
      authorize(findOperationRefusal(operator.role, 'owner'))
      return pages.publish(operator.userId, input)
    }),
  }
}
