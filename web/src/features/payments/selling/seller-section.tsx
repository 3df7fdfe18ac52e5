import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight, Check, CircleX, Clock, ExternalLink, TriangleAlert } from 'lucide-react'
import { useId, useRef } from 'react'

import type { SellerDue } from '@kundig/contract/payments/payment-life-cycle'
import type { SellerAccount } from '@kundig/contract/payments/payments.contract'
import { ACCOUNT_PAGES } from '@kundig/contract/site/public-pages'

import { Badge } from '../../../design-system/badge.tsx'
import { Button } from '../../../design-system/button.tsx'
import { toButtonClass } from '../../../design-system/link-styles.ts'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { Skeleton } from '../../../design-system/states/skeleton.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { toFailure } from '../../../platform/api/failure.ts'
import { formatDate } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { TestModeNotice } from '../provider/test-mode-notice.tsx'
import { GETTING_PAID_ID, useSectionAnchor } from '../section-anchors.ts'
import { accountQuery } from './account.queries.ts'
import { SellerWarnings } from './seller-warnings.tsx'
import { dueTexts, sellerTexts } from './seller.messages.ts'
import { useAccountCheck, useExpressDashboard, useOnboarding } from './use-seller-actions.ts'

type Due = keyof typeof dueTexts.en
type AccountProps = { account: SellerAccount }

/** True if the requirement has a text in `dueTexts`. A review and a refusal have texts of their own. */
function hasDueText(due: SellerDue): due is Due {
  return due in dueTexts.en
}

export function SellerSection() {
  const texts = useTexts(sellerTexts)
  const errorText = useErrorText()
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const account = useQuery(accountQuery)
  useSectionAnchor(GETTING_PAID_ID, heading, !account.isPending)
  return (
    <section id={GETTING_PAID_ID} aria-labelledby={titleId} className="card mt-6 p-5 shadow-2 sm:p-8">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 ref={heading} id={titleId} tabIndex={-1} className="scroll-mt-8 text-xl outline-none">
          {texts.title}
        </h2>
        <div role="status">{account.data && <StatusBadge account={account.data} />}</div>
      </div>
      <p className="mt-1 text-sm text-ink-2">{texts.lead}</p>
      <QueryState
        query={account}
        loading={
          // Most people are not sellers. The placeholder has the height for them, so that nothing moves.
          <div aria-busy="true">
            <span role="status" className="sr-only">
              {texts.loading}
            </span>
            <TestModeNotice className="mt-4" />
            <div className="mt-5 grid gap-2.5">
              <Skeleton className="h-11 w-44 rounded-md" />
              <Skeleton className="h-5 w-3/4" />
            </div>
          </div>
        }
        renderFailure={(error) => errorText(toFailure(error, 'SELLER_STATUS_FAILED').code)}
        retryLabel={texts.retry}
      >
        {(data) => (
          <>
            <TestModeNotice className="mt-4" />
            <SellerWarnings account={data} />
            <AccountStatus account={data} />
          </>
        )}
      </QueryState>
    </section>
  )
}

function isAccountRefused({ status, due }: SellerAccount): boolean {
  return status === 'in_progress' && due.includes('refused')
}

function StatusBadge({ account }: { account: SellerAccount }) {
  const texts = useTexts(sellerTexts)
  const { tone, word, icon } = {
    inactive: { tone: 'neutral', word: texts.inactive, icon: null } as const,
    refused: { tone: 'danger', word: texts.refused, icon: <CircleX /> } as const,
    restricted: { tone: 'danger', word: texts.restricted, icon: <TriangleAlert /> } as const,
    in_progress: { tone: 'pending', word: texts.inProgress, icon: <Clock /> } as const,
    ready: { tone: 'success', word: texts.ready, icon: <Check /> } as const,
  }[isAccountRefused(account) ? 'refused' : account.is_restricted === true ? 'restricted' : account.status]
  return (
    <Badge tone={tone} icon={icon}>
      <span className="sr-only">{texts.status(word)}</span>
      <span aria-hidden="true">{word}</span>
    </Badge>
  )
}

function AccountStatus({ account }: { account: SellerAccount }) {
  switch (account.status) {
    case 'inactive':
      return <InactiveAccount hadAccount={account.had_account === true} />
    case 'ready':
      return <ReadyAccount account={account} />
    case 'in_progress':
      return <AccountInProgress account={account} />
  }
}

function InactiveAccount({ hadAccount }: { hadAccount: boolean }) {
  const texts = useTexts(sellerTexts)
  const { busy, onboard } = useOnboarding()
  return (
    <div className="mt-5 grid justify-items-start gap-2.5">
      <Button busy={busy} onClick={onboard}>
        {hadAccount ? texts.setUpAgain : texts.become}
      </Button>
      <p className="text-sm text-balance text-ink-2">{busy ? texts.leaving : texts.becomeHint}</p>
    </div>
  )
}

function MissingInformation({
  account: { due, due_by: dueBy, at_stake: atStake, is_restricted: isRestricted },
}: AccountProps) {
  const texts = useTexts(sellerTexts)
  const words = useTexts(dueTexts)
  const language = useLanguage()
  const isInTime = typeof dueBy === 'string' && isRestricted !== true
  return (
    <div>
      <p className="font-semibold text-balance">
        {isInTime ? texts.dueBy(formatDate(dueBy, language), atStake ?? 'transfers') : texts.dueTitle}
      </p>
      <ul className="mt-1.5 list-disc pl-5 text-ink-2 marker:text-ink-3">
        {due.filter(hasDueText).map((item) => (
          <li key={item}>{words[item]}</li>
        ))}
      </ul>
    </div>
  )
}

function StripeLinkButton({ isSecondary = false, label }: { isSecondary?: boolean; label: string }) {
  const { busy, onboard } = useOnboarding()
  return (
    <Button variant={isSecondary ? 'secondary' : 'primary'} busy={busy} onClick={onboard}>
      <span>{label}</span>
      <ArrowUpRight size={16} />
    </Button>
  )
}

function AccountInProgress({ account }: AccountProps) {
  const texts = useTexts(sellerTexts)
  const refused = isAccountRefused(account)
  if (!refused && !account.due.some(hasDueText))
    return <AccountUnderReview isRestricted={account.is_restricted === true} />
  return (
    <div className="mt-5 grid justify-items-start gap-4">
      {refused ? <p className="text-balance">{texts.refusedText}</p> : <MissingInformation account={account} />}
      <div className="flex flex-wrap gap-2.5">
        <StripeLinkButton isSecondary={refused} label={refused ? texts.toStripe : texts.continue} />
        {account.is_restricted === true && <StripeDashboardButton />}
      </div>
    </div>
  )
}

function AccountUnderReview({ isRestricted }: { isRestricted: boolean }) {
  const texts = useTexts(sellerTexts)
  const { mutate, isPending } = useAccountCheck((account) => {
    if (account.status !== 'ready') toast.info(texts.checked)
  })
  return (
    <div className="mt-5 grid justify-items-start gap-4">
      <div>
        <p className="font-semibold">{texts.waitTitle}</p>
        <p className="mt-0.5 text-balance text-ink-2">{isRestricted ? texts.waitStopped : texts.wait}</p>
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Button variant="secondary" busy={isPending} onClick={() => mutate()}>
          {texts.check}
        </Button>
        {isRestricted && <StripeDashboardButton />}
      </div>
    </div>
  )
}

function ReadyAccount({ account }: AccountProps) {
  const texts = useTexts(sellerTexts)
  const isWanted = account.due.some(hasDueText)
  return (
    <div className="mt-5 grid justify-items-start gap-4">
      <p className="text-balance">{texts.readyText}</p>
      {isWanted && <MissingInformation account={account} />}
      <div className="flex flex-wrap gap-2.5">
        {isWanted && <StripeLinkButton label={texts.continue} />}
        <Link href={ACCOUNT_PAGES.earnings} className={toButtonClass('secondary')}>
          {texts.earnings}
        </Link>
        <StripeDashboardButton />
      </div>
    </div>
  )
}

function StripeDashboardButton() {
  const texts = useTexts(sellerTexts)
  const { busy, open } = useExpressDashboard()
  return (
    <Button variant="secondary" busy={busy} onClick={open}>
      {texts.dashboard}
      <span className="sr-only"> {texts.opensNewTab}</span>
      <ExternalLink size={16} />
    </Button>
  )
}
