import { useQuery } from '@tanstack/react-query'

import { QueryState } from '../../../design-system/states/query-state.tsx'
import { api } from '../../../platform/api/client.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { LoadingRows } from '../loading-rows.tsx'
import { operationsTexts } from '../operations.messages.ts'
import { pagesTexts } from './pages.messages.ts'

/** Preview of a page. The server renders the HTML in the same way as for visitors. */
export function PagePreview({ markdown, lang, label }: { markdown: string; lang: 'en' | 'nl'; label: string }) {
  const texts = useTexts(pagesTexts)
  const common = useTexts(operationsTexts)
  const preview = useQuery({ ...api.operations.previewSitePage.queryOptions({ input: { markdown } }), gcTime: 0 })
  return (
    <section aria-label={label} lang={lang} className="rounded-md border border-border p-4">
      <QueryState
        query={preview}
        loading={<LoadingRows />}
        renderFailure={() => texts.failed}
        retryLabel={common.retry}
      >
        {({ html }) => (
          <div
            className="grid gap-3 overflow-x-auto text-sm wrap-anywhere [&_a]:text-link [&_a]:underline [&_h2]:text-lg [&_h3]:text-base [&_ol]:list-decimal [&_ol]:pl-6 [&_td]:border [&_td]:border-border [&_td]:p-2 [&_th]:border [&_th]:border-border [&_th]:p-2 [&_ul]:list-disc [&_ul]:pl-6"
            // oxlint-disable-next-line react/no-danger -- the server's HTML contains only marked-up text
            dangerouslySetInnerHTML={{ __html: html }}
          />
        )}
      </QueryState>
    </section>
  )
}
