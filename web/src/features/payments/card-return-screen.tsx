import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CreditCard, Hourglass, Info, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

import { cx } from '../../design-system/class-names.ts'
import { ErrorState } from '../../design-system/error-state.tsx'
import { buttonClass } from '../../design-system/link-styles.ts'
import { PageSpinner } from '../../design-system/spinner.tsx'
import { failureOf, isWorthRetrying } from '../../platform/api/failure.ts'
import { useErrorText, useTexts } from '../../platform/i18n/texts.ts'
import { Link } from '../../platform/navigation/link.tsx'
import { cardReturnTexts } from './card-return.messages.ts'
import type { ProviderReturn } from './card-return.ts'
import { rememberedPaying } from './pay-resume.ts'
import { addCard } from './payments.queries.ts'

/**
 * `/payment-success`: what became of a card or a payment after the bank had the person elsewhere, and the way back
 * to the chat, where a payment goes on by itself.
 */
export function CardReturnScreen({ outcome }: { outcome: ProviderReturn }) {
  const texts = useTexts(cardReturnTexts)
  switch (outcome.of) {
    case 'card':
      return <SavingCard setupIntentId={outcome.setupIntentId} />
    case 'payment':
      return <Outcome tone="neutral" icon={<Hourglass size={28} />} title={texts.paymentTitle} text={texts.payment} />
    case 'nothing':
      return <Outcome tone="neutral" icon={<Info size={28} />} title={texts.nothingTitle} text={texts.nothing} />
  }
}

function SavingCard({ setupIntentId }: { setupIntentId: string }) {
  const texts = useTexts(cardReturnTexts)
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const { isSuccess, error, isRefetching, refetch } = useQuery({
    queryKey: ['card-return', setupIntentId],
    queryFn: () => addCard(queryClient, setupIntentId),
    // It is done once it is done.
    staleTime: Infinity,
  })
  if (isSuccess) {
    return <Outcome tone="success" icon={<CreditCard size={28} />} title={texts.savedTitle} text={texts.saved} />
  }
  if (!error) return <PageSpinner label={texts.saving} />
  if (!isWorthRetrying(error)) return <Refused />
  return (
    <ErrorState
      className="flex-1 justify-center"
      title={errorText(failureOf(error, 'CARD_SETUP_FAILED').code)}
      retryLabel={texts.retry}
      busy={isRefetching}
      onRetry={() => void refetch()}
    />
  )
}

function Refused() {
  const texts = useTexts(cardReturnTexts)
  const errorText = useErrorText()
  return (
    <Outcome
      tone="danger"
      icon={<TriangleAlert size={28} />}
      title={errorText('CARD_SETUP_FAILED')}
      text={texts.refused}
    />
  )
}

const TONES = {
  success: 'bg-success-soft text-success',
  danger: 'bg-danger-soft text-danger',
  neutral: 'bg-info-soft text-info',
} as const

function Outcome({
  tone,
  icon,
  title,
  text,
}: {
  tone: keyof typeof TONES
  icon: ReactNode
  title: string
  text: string
}) {
  const texts = useTexts(cardReturnTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const paying = rememberedPaying()
  return (
    <div className="mx-auto grid w-full max-w-[34rem] flex-1 content-center justify-items-center gap-5 px-4 py-10 text-center">
      <span aria-hidden="true" className={cx('grid size-14 place-items-center rounded-md', TONES[tone])}>
        {icon}
      </span>
      <div className="grid gap-2">
        <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {title}
        </h1>
        <p className="text-ink-2">{text}</p>
        {paying && <p className="text-ink-2">{texts.goesOn}</p>}
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        {paying ? (
          <Link
            href={`/dashboard?tab=chats&room=${encodeURIComponent(paying.roomId)}`}
            className={buttonClass('primary', 'lg')}
          >
            {texts.toChat}
          </Link>
        ) : (
          <>
            <Link href="/dashboard?tab=chats" className={buttonClass('primary', 'lg')}>
              {texts.toChats}
            </Link>
            <Link href="/account" className={buttonClass('secondary', 'lg')}>
              {texts.toAccount}
            </Link>
          </>
        )}
      </div>
    </div>
  )
}
