import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'

import type { Message, Room } from '@kundig/contract/chat/chat.contract'
import { LIMITS, PAYMENTS } from '@kundig/contract/limits'
import { parseCents, checkAmount } from '@kundig/contract/payments/amounts/amount-rules'
import { computeFee } from '@kundig/contract/payments/amounts/fee-rule'

import { Button } from '../../../design-system/button.tsx'
import { Field, TextInput } from '../../../design-system/fields/field.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { Dialog } from '../../../design-system/layers/dialog.tsx'
import { toButtonClass } from '../../../design-system/link-styles.ts'
import { Notice } from '../../../design-system/notice.tsx'
import { ProseField } from '../../../platform/forms/prose-field.tsx'
import { formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { useViewerId } from '../../auth/session-viewer.ts'
import { GETTING_PAID_HREF } from '../section-anchors.ts'
import { accountQuery } from '../selling/account.queries.ts'
import type { AskDraft } from './ask-drafts.ts'
import { rememberInterruptedRequest } from './ask-resume.ts'
import { askingTexts } from './asking.messages.ts'
import { useAskForm } from './use-ask-form.ts'

/** Sign of the euro, the only currency (spec 9). */
const SIGN = '€'

/** Recognises thousands separators. The error of such an amount does not replace the hint about the format. */
const GROUPED = /\d[.,\s]\d{3}/u

export interface AskDialogProps {
  room: Room
  prefilled: AskDraft | null
  onAsked: (message: Message) => void
  onClose: () => void
}

/** Requests a payment. Leads a person who cannot be paid yet to the account page (spec 2). */
export function AskDialog({ room, prefilled, onAsked, onClose }: AskDialogProps) {
  const texts = useTexts(askingTexts)
  const formId = useId()
  const userId = useViewerId()
  // Refetched at each opening, because the person may return from setting up the seller account.
  const account = useQuery({ ...accountQuery, refetchOnMount: 'always' })
  const form = useAskForm({ room, prefilled, onAsked, onClose })
  const isNotSetUp = form.isNotSetUp || (account.data !== undefined && account.data.status !== 'ready')
  const isInReview = account.data?.status === 'in_progress' && account.data.due.every((item) => item === 'review')

  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.askTitle(room.partner.full_name)}
      closeLabel={texts.close}
      footer={
        isNotSetUp && isInReview ? (
          <Button variant="secondary" onClick={onClose}>
            {texts.close}
          </Button>
        ) : isNotSetUp ? (
          <>
            <Button variant="ghost" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Link
              href={GETTING_PAID_HREF}
              className={toButtonClass()}
              onClick={() => userId !== null && rememberInterruptedRequest({ userId, roomId: room.id })}
            >
              {texts.toAccount}
            </Link>
          </>
        ) : (
          <>
            <Button variant="ghost" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" form={formId} busy={form.busy}>
              {texts.send}
            </Button>
          </>
        )
      }
    >
      {isNotSetUp ? (
        <div role="status">
          <Notice tone="pending">{isInReview ? <span>{texts.inReview}</span> : <span>{texts.notSetUp}</span>}</Notice>
        </div>
      ) : (
        <AskForm id={formId} form={form} />
      )}
    </Dialog>
  )
}

function toAmountHint(
  texts: Pick<(typeof askingTexts)['en'], 'amountHint' | 'amountIs' | 'youReceive'>,
  typed: { amount: string; toSeller: string | null } | null,
): string {
  if (typed === null) return texts.amountHint
  return typed.toSeller === null ? texts.amountIs(typed.amount) : texts.youReceive(typed.toSeller, typed.amount)
}

function AskForm({ id, form }: { id: string; form: ReturnType<typeof useAskForm> }) {
  const texts = useTexts(askingTexts)
  const language = useLanguage()
  const { amount, description } = form.values
  const wrong = checkAmount(amount)
  const cents = wrong === null ? parseCents(amount) : null
  const money = (some: number): string => formatMoney(some, PAYMENTS.currency, language)
  const { rule, least } = form
  const isTooLittle = least !== null && (wrong === 'AMOUNT_TOO_SMALL' || (cents !== null && cents < least))
  const fee = cents === null || rule === null || isTooLittle ? 0 : computeFee(cents, rule)
  const amountError = form.errorAt('amount')
  return (
    <form id={id} noValidate className="grid gap-5" onSubmit={(event) => void form.submit(event)}>
      <Field
        label={texts.amount}
        required
        error={amountError !== null && isTooLittle ? texts.atLeast(money(least)) : amountError}
        keepHint={GROUPED.test(amount)}
        hint={toAmountHint(
          texts,
          cents === null ? null : { amount: money(cents), toSeller: fee > 0 ? money(cents - fee) : null },
        )}
      >
        {(control) => (
          <span className="relative block">
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 left-3.5 grid place-items-center text-ink-2"
            >
              {SIGN}
            </span>
            <TextInput
              {...control}
              name="amount"
              className="num pl-8"
              inputMode="decimal"
              enterKeyHint="next"
              autoComplete="off"
              value={amount}
              readOnly={form.busy}
              onChange={(event) => form.set('amount', event.target.value)}
            />
          </span>
        )}
      </Field>
      <ProseField
        name="description"
        rows={2}
        maxRows={5}
        label={texts.description}
        optionalText={texts.optional}
        error={form.errorAt('description')}
        max={LIMITS.textMax}
        countLabel={texts.characters}
        value={description}
        readOnly={form.busy}
        onChange={(value) => form.set('description', value)}
      />
      <FormError text={form.formError} />
    </form>
  )
}
