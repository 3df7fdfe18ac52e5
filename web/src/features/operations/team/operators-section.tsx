import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { checkEmail, normaliseEmail } from '@kundig/contract/auth/credentials'
import type { Operator } from '@kundig/contract/operations/operations.contract'
import { isRoleAtLeast, OPERATOR_ROLES, type OperatorRole } from '@kundig/contract/operations/operator-roles'

import { Button } from '../../../design-system/button.tsx'
import { EmailInput, Field, Select } from '../../../design-system/fields/field.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { ConfirmDialog } from '../../../design-system/layers/dialog.tsx'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { formatMoment } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { LoadingRows } from '../loading-rows.tsx'
import { operationsTexts, peopleTexts, roleTexts } from '../operations.messages.ts'
import { auditLogQuery, operatorsQuery, roleQuery } from '../operations.queries.ts'

export function OperatorsSection({ userId, role }: { userId: string; role: OperatorRole }) {
  const texts = useTexts(peopleTexts)
  const common = useTexts(operationsTexts)
  const titleId = useId()
  const operators = useQuery(operatorsQuery)
  const isOwner = isRoleAtLeast(role, 'owner')
  return (
    <section aria-labelledby={titleId} className="card p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="text-xl">
        {texts.title}
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">{texts.lead}</p>
      <QueryState
        query={operators}
        loading={<LoadingRows />}
        renderFailure={() => texts.failed}
        retryLabel={common.retry}
      >
        {({ items }) => (
          <ul className="divide-y divide-border">
            {items.map((operator) => (
              <OperatorRow
                key={operator.user_id}
                operator={operator}
                isSelf={operator.user_id === userId}
                isChangeable={isOwner}
              />
            ))}
          </ul>
        )}
      </QueryState>
      {isOwner && <AddOperatorForm />}
    </section>
  )
}

/** Returns a function that changes an operator's role. The function throws the error of the call. */
function useChangeRole(): (email: string, role: OperatorRole | null) => Promise<void> {
  const queryClient = useQueryClient()
  const texts = useTexts(peopleTexts)
  const roles = useTexts(roleTexts)
  return async (email, role) => {
    const ended = getSessionSignal(queryClient)
    const answer = await client.operations.changeRole({ email, role })
    if (ended.aborted) return
    queryClient.setQueryData(operatorsQuery.queryKey, answer)
    toast.success(role === null ? texts.removed(email) : texts.added(email, roles[role]))
    await Promise.all([roleQuery, auditLogQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })))
  }
}

function OperatorRow({
  operator: { email, role, since },
  isSelf,
  isChangeable,
}: {
  operator: Operator
  isSelf: boolean
  isChangeable: boolean
}) {
  const texts = useTexts(peopleTexts)
  const roles = useTexts(roleTexts)
  const language = useLanguage()
  const errorText = useErrorText()
  const change = useChangeRole()
  const [isBusy, setIsBusy] = useState(false)
  /** Role change that needs a confirmation: a removal, or a change of one's own role. */
  const [asked, setAsked] = useState<OperatorRole | null | undefined>(undefined)

  async function saveRole(next: OperatorRole | null): Promise<void> {
    setIsBusy(true)
    try {
      await change(email, next)
    } catch (error) {
      toast.error(errorText(toFailure(error).code))
    } finally {
      setIsBusy(false)
      setAsked(undefined)
    }
  }

  function chooseRole(value: string): void {
    const next = OPERATOR_ROLES.find((one) => one === value) ?? null
    if (next === null || isSelf) setAsked(next)
    else void saveRole(next)
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span className="grid min-w-0 flex-[1_1_14rem] text-sm">
        <span className="font-semibold wrap-anywhere">
          <span>{email}</span> {isSelf && <span className="font-normal text-ink-3">{texts.you}</span>}
        </span>
        <span className="text-ink-3">{texts.since(formatMoment(since, language))}</span>
      </span>
      {isChangeable ? (
        <span className="w-44 flex-none">
          <Select
            aria-label={texts.roleNamed(email)}
            value={role}
            disabled={isBusy}
            placeholder={texts.noRole}
            options={OPERATOR_ROLES.map((value) => ({ value, label: roles[value] }))}
            onChange={(event) => chooseRole(event.target.value)}
          />
        </span>
      ) : (
        <span className="text-sm text-ink-2">{roles[role]}</span>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        title={texts.takeTitle}
        body={isSelf ? texts.stepDownBody : texts.takeBody(email)}
        confirmLabel={asked === null ? texts.take : texts.change}
        cancelLabel={texts.cancel}
        destructive
        busy={isBusy}
        onConfirm={() => void saveRole(asked ?? null)}
        onCancel={() => setAsked(undefined)}
      />
    </li>
  )
}

function AddOperatorForm() {
  const texts = useTexts(peopleTexts)
  const roles = useTexts(roleTexts)
  const titleId = useId()
  const change = useChangeRole()
  const { values, set, errorAt, formError, busy, submit } = useCheckedForm<{ email: string; role: OperatorRole }>({
    initial: { email: '', role: 'moderator' },
    check: ({ email }) => ({ email: checkEmail(email) }),
    send: ({ email, role }) => change(normaliseEmail(email), role),
    fallback: 'UNEXPECTED',
    emptyWhenSent: true,
  })
  return (
    <form
      noValidate
      aria-labelledby={titleId}
      className="mt-6 grid gap-4 border-t border-border pt-6"
      onSubmit={(event) => void submit(event)}
    >
      <h3 id={titleId} className="text-lg">
        {texts.add}
      </h3>
      <Field label={texts.email} required error={errorAt('email')}>
        {(control) => (
          <EmailInput
            {...control}
            autoComplete="off"
            value={values.email}
            onChange={(event) => set('email', event.target.value)}
          />
        )}
      </Field>
      <Field label={texts.role} required>
        {(control) => (
          <Select
            {...control}
            name="role"
            value={values.role}
            placeholder={texts.role}
            options={OPERATOR_ROLES.map((value) => ({ value, label: roles[value] }))}
            onChange={(event) => {
              const role = OPERATOR_ROLES.find((one) => one === event.target.value)
              if (role) set('role', role)
            }}
          />
        )}
      </Field>
      <FormError text={formError} />
      <Button type="submit" variant="secondary" className="justify-self-start" busy={busy}>
        {texts.addButton}
      </Button>
    </form>
  )
}
