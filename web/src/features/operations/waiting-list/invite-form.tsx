import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'

import type { WaitingCount } from '@kundig/contract/operations/waiting.contract'
import { type Category, isCategory } from '@kundig/contract/profiles/categories'
import { INVITED_AT_ONCE_MAX } from '@kundig/contract/waiting-list/invitations'

import { Button } from '../../../design-system/button.tsx'
import { Field, Select, TextInput } from '../../../design-system/fields/field.tsx'
import { ConfirmDialog } from '../../../design-system/layers/dialog.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { api, client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { useCategories } from '../../../platform/categories/categories.queries.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { auditLogQuery } from '../operations.queries.ts'
import { waitingTexts } from './waiting-list.messages.ts'

interface Choice {
  category: Category
  count: number
}

/** Form that sends invitations. Asks for confirmation, because sent mails cannot be recalled. */
export function InviteForm({ items }: { items: readonly WaitingCount[] }) {
  const texts = useTexts(waitingTexts)
  const { getLabel } = useCategories()
  const titleId = useId()
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  const [asked, setAsked] = useState<Choice | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const choices = items.filter(({ waiting }) => waiting > 0).map(({ category }) => category)
  const { values, set, errorAt, submit } = useCheckedForm<{ category: string; count: string }>({
    initial: { category: choices[0] ?? '', count: '10' },
    check: ({ category, count }) => ({
      category: isCategory(category) ? null : 'CATEGORY_REQUIRED',
      count:
        /^\d{1,3}$/u.test(count) && Number(count) >= 1 && Number(count) <= INVITED_AT_ONCE_MAX ? null : 'INVITED_COUNT',
    }),
    send: async ({ category, count }) => {
      if (isCategory(category)) setAsked({ category, count: Number(count) })
      await Promise.resolve()
    },
    fallback: 'UNEXPECTED',
  })

  async function sendInvitations(choice: Choice): Promise<void> {
    setIsBusy(true)
    const ended = getSessionSignal(queryClient)
    try {
      const { invited } = await client.operations.invite(choice)
      if (ended.aborted) return
      if (invited === 0) toast.info(texts.noneInvited)
      else toast.success(texts.done(invited))
      const changed = [api.operations.waitingCounts.key(), api.operations.waitingList.key(), auditLogQuery.queryKey]
      await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    } catch (error) {
      toast.error(errorText(toFailure(error).code))
    } finally {
      setIsBusy(false)
      setAsked(null)
    }
  }

  return (
    <form
      noValidate
      aria-labelledby={titleId}
      className="mt-6 grid gap-4 border-t border-border pt-6"
      onSubmit={(event) => void submit(event)}
    >
      <h3 id={titleId} className="text-lg">
        {texts.inviteTitle}
      </h3>
      <Field label={texts.category} required error={errorAt('category')}>
        {(control) => (
          <Select
            {...control}
            name="category"
            value={values.category}
            placeholder={texts.category}
            options={choices.map((value) => ({
              value,
              label: getLabel(value),
            }))}
            onChange={(event) => set('category', event.target.value)}
          />
        )}
      </Field>
      <Field label={texts.count} hint={texts.countHint(INVITED_AT_ONCE_MAX)} required error={errorAt('count')}>
        {(control) => (
          <TextInput
            {...control}
            inputMode="numeric"
            autoComplete="off"
            value={values.count}
            onChange={(event) => set('count', event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" className="justify-self-start" busy={isBusy}>
        {texts.invite}
      </Button>
      <ConfirmDialog
        open={asked !== null}
        title={texts.askTitle(asked?.count ?? 0)}
        body={asked && texts.askBody(getLabel(asked.category))}
        confirmLabel={texts.invite}
        cancelLabel={texts.cancel}
        busy={isBusy}
        onConfirm={() => asked && void sendInvitations(asked)}
        onCancel={() => setAsked(null)}
      />
    </form>
  )
}
