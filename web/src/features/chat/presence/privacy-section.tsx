import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'

import type { ChatPrivacy } from '@kundig/contract/chat/chat.contract'

import { Checkbox } from '../../../design-system/fields/field.tsx'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { Skeleton } from '../../../design-system/states/skeleton.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { sessionSignal } from '../../../platform/api/session-state.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { presenceTexts } from './presence.messages.ts'
import { privacyQuery } from './presence.queries.ts'

/** The account page's section on what chat partners see. Each choice is saved as it is made. */
export function PrivacySection() {
  const texts = useTexts(presenceTexts)
  const titleId = useId()
  const privacy = useQuery(privacyQuery)
  const change = useChangePrivacy()
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
              label={<Choice title={texts.activity} text={texts.activityText} />}
              checked={data.shows_activity}
              onChange={(event) => change({ shows_activity: event.target.checked })}
            />
            <Checkbox
              label={<Choice title={texts.reads} text={texts.readsText} />}
              checked={data.shows_reads}
              onChange={(event) => change({ shows_reads: event.target.checked })}
            />
          </div>
        )}
      </QueryState>
    </section>
  )
}

function Choice({ title, text }: { title: string; text: string }) {
  return (
    <span className="grid gap-0.5 text-sm">
      <span className="font-semibold text-ink">{title}</span>
      <span className="text-ink-2">{text}</span>
    </span>
  )
}

/** Of all calls, so that the last choice is the last that the server hears. */
const SCOPE = 'chat-privacy'

/** Changes a choice: on the screen at once, then on the server. What fails goes back to what the server has. */
function useChangePrivacy(): (changed: Partial<ChatPrivacy>) => void {
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  const { queryKey } = privacyQuery
  const isLast = (): boolean => queryClient.isMutating({ mutationKey: [SCOPE] }) === 1
  const saving = useMutation({
    mutationKey: [SCOPE],
    scope: { id: SCOPE },
    // With the session that chose it: what comes after its end is nobody's.
    onMutate: () => ({ ended: sessionSignal(queryClient) }),
    mutationFn: (changed: Partial<ChatPrivacy>) => client.chat.changePrivacy(changed),
    onError: (error, _changed, context) => {
      if (context?.ended.aborted) return
      toast.error(errorText(toFailure(error).code))
      if (isLast()) void queryClient.invalidateQueries({ queryKey })
    },
    onSuccess: (privacy, _changed, { ended }) => {
      // An earlier answer must not undo, for a moment, what was chosen since.
      if (isLast() && !ended.aborted) queryClient.setQueryData(queryKey, privacy)
    },
  })
  return (changed) => {
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (privacy) => privacy && { ...privacy, ...changed })
    saving.mutate(changed)
  }
}
