import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { ReportCase } from '@kundig/contract/operations/cases.contract'
import { isRoleAtLeast, type OperatorRole } from '@kundig/contract/operations/operator-roles'

import { Button } from '../../../design-system/button.tsx'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { casesTexts, subjectTexts } from '../cases.messages.ts'
import { caseQuery } from '../cases.queries.ts'
import { DecisionFormSection } from '../decisions/decision-form-section.tsx'
import { DecisionsSection } from '../decisions/decisions-section.tsx'
import { LoadingRows } from '../loading-rows.tsx'
import { operationsTexts } from '../operations.messages.ts'
import { refreshOperations } from '../use-operations-events.ts'
import { CaseContentSection } from './case-content.tsx'
import { CaseFacts } from './case-facts.tsx'

export interface CasePageProps {
  caseId: string
  userId: string
  role: OperatorRole
  backPath: string
}

export function CasePage({ caseId, userId, role, backPath }: CasePageProps) {
  const texts = useTexts(casesTexts)
  const common = useTexts(operationsTexts)
  const errorText = useErrorText()
  const found = useQuery(caseQuery(caseId))
  const mayDecide = isRoleAtLeast(role, 'moderator')
  return (
    <div className="grid gap-4">
      <Link href={backPath} className="text-link inline-flex min-h-11 items-center justify-self-start">
        {texts.back}
      </Link>
      <QueryState
        query={found}
        loading={<LoadingRows />}
        renderFailure={(error) => {
          const { code } = toFailure(error, 'UNAVAILABLE')
          return code === 'CASE_NOT_FOUND' || code === 'INVALID_INPUT' ? errorText('CASE_NOT_FOUND') : texts.caseFailed
        }}
        retryLabel={common.retry}
      >
        {(data) => (
          <>
            <CaseHead found={data} userId={userId} mayDecide={mayDecide} />
            <CaseContentSection found={data} />
            {mayDecide && data.decided_at === null && (data.is_free || data.assigned_to?.user_id === userId) && (
              <DecisionFormSection found={data} />
            )}
            <DecisionsSection caseId={caseId} mayDecide={mayDecide} />
          </>
        )}
      </QueryState>
    </div>
  )
}

function CaseHead({ found, userId, mayDecide }: { found: ReportCase; userId: string; mayDecide: boolean }) {
  const texts = useTexts(casesTexts)
  const subjects = useTexts(subjectTexts)
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const isMine = found.assigned_to?.user_id === userId

  async function toggleAssignment(): Promise<void> {
    const ended = getSessionSignal(queryClient)
    const input = { case_id: found.id }
    setIsBusy(true)
    try {
      const answer = isMine ? await client.operations.giveBackCase(input) : await client.operations.takeCase(input)
      if (ended.aborted) return
      queryClient.setQueryData(caseQuery(found.id).queryKey, answer)
      toast.success(isMine ? texts.givenBack : texts.taken)
    } catch (error) {
      toast.error(errorText(toFailure(error).code))
      await queryClient.invalidateQueries({ queryKey: caseQuery(found.id).queryKey })
    } finally {
      setIsBusy(false)
      await refreshOperations(queryClient)
    }
  }

  return (
    <section className="card grid gap-3 p-5 shadow-2 sm:p-8">
      <h2 className="text-xl">{subjects[found.subject.kind]}</h2>
      <CaseFacts found={found} userId={userId} />
      {mayDecide && found.decided_at === null && (isMine || found.is_free) && (
        <div className="grid justify-items-start gap-2">
          {!isMine && <p className="text-sm text-ink-2">{texts.takeLead}</p>}
          <Button variant={isMine ? 'secondary' : 'primary'} busy={isBusy} onClick={() => void toggleAssignment()}>
            {isMine ? texts.giveBack : found.assigned_to === null ? texts.take : texts.takeOver}
          </Button>
        </div>
      )}
    </section>
  )
}
