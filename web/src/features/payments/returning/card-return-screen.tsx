import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ban, Check, CreditCard, Hourglass, Info, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import { cx } from '../../../design-system/class-names.ts'
import { toButtonClass } from '../../../design-system/link-styles.ts'
import { PageSpinner } from '../../../design-system/page-spinner.tsx'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { toFailure, isWorthRetrying } from '../../../platform/api/failure.ts'
import { formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { useViewerId } from '../../auth/session-viewer.ts'
import { addCard } from '../cards/card.queries.ts'
import { SAVED_CARDS_HREF } from '../section-anchors.ts'
import { cardReturnTexts } from './card-return.messages.ts'
import type { ProviderReturn } from './card-return.ts'
import { type Paying, readStartedPayment } from './pay-resume.ts'
import { paymentReturnQuery } from './payment-return.ts'

/** Page `/payment-success`: shows the outcome after the bank's page, and links to the chat to continue. */
export function CardReturnScreen({ outcome }: { outcome: ProviderReturn }) {
  const texts = useTexts(cardReturnTexts)
  const userId = useViewerId()
  const [paying] = useState(() => readStartedPayment(userId))
  switch (outcome.kind) {
    case 'card':
      return <CardSetupOutcome setupIntentId={outcome.setupIntentId} paying={paying} />
    case 'payment':
      return paying ? <PaymentResult paying={paying} /> : <UnknownPayment paying={null} />
    case 'nothing':
      return (
        <OutcomePanel tone="neutral" icon={<Info size={28} />} title={texts.nothingTitle} text={texts.nothing}>
          <NextSteps paying={paying} />
        </OutcomePanel>
      )
  }
}

function CardSetupOutcome({ setupIntentId, paying }: { setupIntentId: string; paying: Paying | null }) {
  const texts = useTexts(cardReturnTexts)
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const saving = useQuery({
    queryKey: ['card-return', setupIntentId],
    queryFn: () => addCard(queryClient, setupIntentId),
    // Prevents a refetch, because a setup can become a card only once.
    staleTime: Infinity,
  })
  return (
    <QueryState
      query={saving}
      loading={<PageSpinner label={texts.saving} />}
      renderFailure={(error) => {
        const { code } = toFailure(error, 'CARD_SETUP_FAILED')
        if (isWorthRetrying(error)) return errorText(code)
        return <CardRefusal isByBank={code === 'CARD_SETUP_FAILED'} paying={paying} />
      }}
      retryLabel={texts.retry}
      className="flex-1 justify-center"
    >
      {() => (
        <OutcomePanel
          tone="success"
          icon={<CreditCard size={28} />}
          title={texts.savedTitle}
          text={paying ? `${texts.saved} ${texts.goesOn}` : texts.saved}
        >
          <NextSteps paying={paying} />
        </OutcomePanel>
      )}
    </QueryState>
  )
}

/** Shows that the card was not saved. @param isByBank false when the setup does not belong to this person */
function CardRefusal({ isByBank, paying }: { isByBank: boolean; paying: Paying | null }) {
  const texts = useTexts(cardReturnTexts)
  return (
    <OutcomePanel
      tone="danger"
      icon={<TriangleAlert size={28} />}
      title={texts.refusedTitle}
      text={isByBank ? texts.refusedByBank : texts.nothingCharged}
    >
      <NextStep to={paying ? toRoomHref(paying) : SAVED_CARDS_HREF}>{texts.otherCard}</NextStep>
      {!paying && (
        <NextStep to="/dashboard?tab=chats" variant="secondary">
          {texts.toChats}
        </NextStep>
      )}
    </OutcomePanel>
  )
}

function PaymentResult({ paying }: { paying: Paying }) {
  const texts = useTexts(cardReturnTexts)
  const errorText = useErrorText()
  const language = useLanguage()
  const { data, error } = useQuery(paymentReturnQuery(useQueryClient(), paying))
  if (!data && !error) return <PageSpinner label={texts.looking} />
  const toRoom = <NextStep to={toRoomHref(paying)}>{texts.toChat}</NextStep>
  switch (data?.as) {
    case 'paid':
      return (
        <OutcomePanel
          key="paid"
          tone="success"
          icon={<Check size={28} />}
          title={texts.paid(formatMoney(data.amount, data.currency, language), data.name)}
        >
          {toRoom}
        </OutcomePanel>
      )
    case 'processing':
      return (
        <OutcomePanel
          tone="neutral"
          icon={<Hourglass size={28} />}
          title={texts.processingTitle}
          text={texts.processing}
        >
          {toRoom}
        </OutcomePanel>
      )
    case 'withdrawn':
    case 'ended':
      return (
        <OutcomePanel
          key="ended"
          tone="neutral"
          icon={<Ban size={28} />}
          title={data.as === 'withdrawn' ? texts.withdrawn(data.name) : texts.ended}
          text={texts.nothingCharged}
        >
          {toRoom}
        </OutcomePanel>
      )
    case 'failed':
      return (
        <OutcomePanel
          key="failed"
          tone="danger"
          icon={<TriangleAlert size={28} />}
          title={errorText('PAYMENT_FAILED')}
          text={texts.nothingCharged}
        >
          {toRoom}
        </OutcomePanel>
      )
    default:
      return <UnknownPayment paying={paying} />
  }
}

function UnknownPayment({ paying }: { paying: Paying | null }) {
  const texts = useTexts(cardReturnTexts)
  return (
    <OutcomePanel tone="neutral" icon={<Info size={28} />} title={texts.unknownTitle} text={texts.unknown}>
      <NextSteps paying={paying} />
    </OutcomePanel>
  )
}

const TONES = {
  success: 'bg-success-soft text-success',
  danger: 'bg-danger-soft text-danger',
  neutral: 'bg-info-soft text-info',
} as const

function OutcomePanel({
  tone,
  icon,
  title,
  text,
  children,
}: {
  tone: keyof typeof TONES
  icon: ReactNode
  title: string
  text?: string
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="mx-auto grid w-full max-w-[34rem] flex-1 content-center justify-items-center gap-5 px-4 py-10 text-center">
      <span aria-hidden="true" className={cx('grid size-14 place-items-center rounded-md', TONES[tone])}>
        {icon}
      </span>
      <div className="grid gap-2">
        <h1 ref={heading} tabIndex={-1} className="text-2xl wrap-anywhere outline-none">
          {title}
        </h1>
        {text && <p className="text-balance text-ink-2">{text}</p>}
      </div>
      <div className="flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  )
}

function toRoomHref({ roomId }: Paying): string {
  return `/dashboard?tab=chats&room=${encodeURIComponent(roomId)}`
}

function NextSteps({ paying }: { paying: Paying | null }) {
  const texts = useTexts(cardReturnTexts)
  if (paying) return <NextStep to={toRoomHref(paying)}>{texts.toChat}</NextStep>
  return (
    <>
      <NextStep to="/dashboard?tab=chats">{texts.toChats}</NextStep>
      <NextStep to={SAVED_CARDS_HREF} variant="secondary">
        {texts.toAccount}
      </NextStep>
    </>
  )
}

function NextStep({
  to,
  variant = 'primary',
  children,
}: {
  to: string
  variant?: 'primary' | 'secondary'
  children: ReactNode
}) {
  return (
    <Link href={to} className={toButtonClass(variant, 'lg')}>
      {children}
    </Link>
  )
}
