import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'

import type { ChatPrivacy } from '@kundig/contract/chat/presence.contract'

import { Checkbox, DescribedLabel } from '../../../design-system/fields/field.tsx'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { Skeleton } from '../../../design-system/states/skeleton.tsx'
import { client } from '../../../platform/api/client.ts'
import { useSavedChoices } from '../../../platform/forms/use-saved-choices.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { presenceTexts } from './presence.messages.ts'
import { privacyQuery } from './presence.queries.ts'

export function PrivacySection() {
  const texts = useTexts(presenceTexts)
  const titleId = useId()
  const privacy = useQuery(privacyQuery)
  const change = useSavedChoices({
    queryKey: privacyQuery.queryKey,
    withChange: (choices: ChatPrivacy, changed: Partial<ChatPrivacy>) => ({ ...choices, ...changed }),
    save: (changed) => client.chat.changePrivacy(changed),
  })
  return (
    <section aria-labelledby={titleId} className="card mt-6 p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="text-xl">
        {texts.title}
      </h2>
      <p className="mt-1 mb-5 text-sm text-ink-2">{texts.lead}</p>
      <QueryState
        query={privacy}
        loading={
          <div role="status" aria-label={texts.loading} className="grid gap-4">
            <Skeleton className="h-11 w-4/5" />
            <Skeleton className="h-11 w-3/5" />
          </div>
        }
        renderFailure={() => texts.failed}
        retryLabel={texts.retry}
      >
        {(data) => (
          <div className="grid gap-4">
            <Checkbox
              label={<DescribedLabel label={texts.activity} text={texts.activityText} />}
              checked={data.shows_activity}
              onChange={(event) => change({ shows_activity: event.target.checked })}
            />
            <Checkbox
              label={<DescribedLabel label={texts.reads} text={texts.readsText} />}
              checked={data.shows_reads}
              onChange={(event) => change({ shows_reads: event.target.checked })}
            />
          </div>
        )}
      </QueryState>
    </section>
  )
}
