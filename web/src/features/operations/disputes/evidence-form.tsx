import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { DisputePack } from '@kundig/contract/operations/disputes.contract'
import { OPERATIONS_LIMITS } from '@kundig/contract/operations/operations-limits'

import { Button } from '../../../design-system/button.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { api, client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { ReasonField } from '../decisions/reason-field.tsx'
import { disputesTexts } from './disputes.messages.ts'

const MAX = OPERATIONS_LIMITS.evidenceMax
const FIELDS = ['uncategorized_text', 'product_description', 'access_activity_log'] as const

export function EvidenceForm({
  pack: { dispute, evidence },
  onCancel,
  onSubmitted,
}: {
  pack: DisputePack
  onCancel: () => void
  onSubmitted: () => void
}) {
  const texts = useTexts(disputesTexts)
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [values, setValues] = useState(evidence)
  const [isAsking, setIsAsking] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const labels = {
    uncategorized_text: texts.text,
    product_description: texts.description,
    access_activity_log: texts.networks,
  }
  const errorOf = (name: (typeof FIELDS)[number]): string | null => {
    if (values[name].length > MAX) return texts.tooLong(MAX)
    return name === 'uncategorized_text' && values[name].trim() === '' ? texts.missing : null
  }
  const isWrong = FIELDS.some((name) => errorOf(name) !== null)

  async function submit(): Promise<void> {
    setIsBusy(true)
    setFailure(null)
    try {
      await client.operations.submitEvidence({ id: dispute.id, ...values })
      toast.success(texts.done)
      onSubmitted()
    } catch (error) {
      setFailure(errorText(toFailure(error, 'UNAVAILABLE').code))
      setIsAsking(false)
    }
    setIsBusy(false)
    await Promise.all(
      [api.operations.disputes.key(), api.operations.auditLog.key()].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
  }

  return (
    <form
      noValidate
      className="grid gap-3"
      aria-label={texts.prepare}
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (!isWrong) setIsAsking(true)
      }}
    >
      {FIELDS.map((name) => (
        <ReasonField
          key={name}
          label={labels[name]}
          hint={texts.hint}
          name={name}
          value={values[name]}
          max={MAX}
          error={isTried ? errorOf(name) : null}
          isFocused={name === 'uncategorized_text'}
          isOptional={name !== 'uncategorized_text'}
          onChange={(value) => {
            setValues((before) => ({ ...before, [name]: value }))
            setIsAsking(false)
          }}
        />
      ))}
      <FormError text={failure} />
      {isAsking && (
        <p role="status" className="text-ink-2">
          <strong>{texts.question}</strong> {texts.questionText}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {isAsking ? (
          <Button key="surely" size="sm" busy={isBusy} onClick={() => void submit()}>
            {texts.submit}
          </Button>
        ) : (
          <Button key="ask" type="submit" size="sm">
            {texts.submit}
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}
