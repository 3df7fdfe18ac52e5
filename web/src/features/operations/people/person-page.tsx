import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'

import type { PersonAccount } from '@kundig/contract/operations/people.contract'

import { Badge } from '../../../design-system/badge.tsx'
import { Button } from '../../../design-system/button.tsx'
import { textLinkClass } from '../../../design-system/link-styles.ts'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { toFailure } from '../../../platform/api/failure.ts'
import { formatFullDateTime, formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { categoryTexts } from '../cases.messages.ts'
import { DecisionRow } from '../decisions/decision-row.tsx'
import { LoadingRows } from '../loading-rows.tsx'
import { operationsTexts, roleTexts } from '../operations.messages.ts'
import { paymentStateTexts } from '../payments/refunds.messages.ts'
import { PaymentBlockSection } from './payment-block-section.tsx'
import {
  peopleTexts,
  requestStatusTexts,
  restrictionTexts,
  sentNotificationTexts,
  transfersTexts,
} from './people.messages.ts'
import { personQuery } from './people.queries.ts'
import { SuspendForm } from './suspend-form.tsx'

export interface PersonPageProps {
  personId: string
  mayDecide: boolean
  nameDevice: (userAgent: string | null) => string
  casePath: (caseId: string) => string
  paymentPath: (paymentId: string) => string
}

export function PersonPage({ personId, ...rest }: PersonPageProps) {
  const texts = useTexts(peopleTexts)
  const common = useTexts(operationsTexts)
  const errorText = useErrorText()
  const person = useQuery(personQuery(personId))
  const failureOf = (error: unknown): string => {
    const { code } = toFailure(error, 'UNAVAILABLE')
    return code === 'PERSON_NOT_FOUND' || code === 'INVALID_INPUT' ? errorText('PERSON_NOT_FOUND') : texts.personFailed
  }
  return (
    <div className="grid max-w-[50rem] gap-6">
      <div>
        <h1 className="text-2xl wrap-anywhere">{person.data?.name ?? texts.noName}</h1>
        <Link href="/operator/people" className={`${textLinkClass} inline-flex min-h-11 items-center`}>
          {texts.backToPeople}
        </Link>
        <p className="text-sm text-ink-2">{texts.logged}</p>
      </div>
      <QueryState query={person} loading={<LoadingRows />} renderFailure={failureOf} retryLabel={common.retry}>
        {(data) => (
          <>
            <Button
              variant="secondary"
              className="justify-self-start"
              busy={person.isFetching}
              onClick={() => void person.refetch()}
            >
              {texts.again}
            </Button>
            <Facts person={data} />
            {data.payment_block && (
              <PaymentBlockSection
                personId={data.id}
                block={data.payment_block}
                onChanged={() => void person.refetch()}
              />
            )}
            {data.may_suspend && <SuspendForm personId={data.id} onChanged={() => void person.refetch()} />}
            <Decisions person={data} mayDecide={rest.mayDecide} onChanged={() => void person.refetch()} />
            <Reports person={data} casePath={rest.casePath} />
            <Requests person={data} />
            <Payments person={data} paymentPath={rest.paymentPath} />
            <Sessions person={data} nameDevice={rest.nameDevice} />
            <SentNotifications person={data} />
          </>
        )}
      </QueryState>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="card p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="mb-2 text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

function RowList({ rows, none }: { rows: readonly ReactNode[]; none: string }) {
  return rows.length === 0 ? <p className="text-ink-2">{none}</p> : <ul className="divide-y divide-border">{rows}</ul>
}

function DatedRow({ what, when, children }: { what: ReactNode; when: string; children?: ReactNode }) {
  const language = useLanguage()
  return (
    <li className="grid gap-0.5 py-2 text-sm">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold wrap-anywhere">{what}</span>
        <time dateTime={when} className="num text-xs text-ink-3">
          {formatFullDateTime(when, language)}
        </time>
      </span>
      {children !== undefined && <span className="wrap-anywhere text-ink-2">{children}</span>}
    </li>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 py-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

function Facts({ person }: { person: PersonAccount }) {
  const texts = useTexts(peopleTexts)
  const restrictions = useTexts(restrictionTexts)
  const roles = useTexts(roleTexts)
  const transfers = useTexts(transfersTexts)
  const language = useLanguage()
  const { standing, standing_until: until, seller } = person
  const ways = [
    ...(person.has_password ? [texts.password] : []),
    ...(person.has_google ? [texts.google] : []),
    ...(person.has_second_factor ? [texts.secondFactor] : []),
  ].join(', ')
  const languages = { en: texts.english, nl: texts.dutch }
  return (
    <Section title={texts.account}>
      <dl className="divide-y divide-border">
        <Fact name={texts.status}>
          {standing === 'good' ? (
            restrictions.good
          ) : (
            <Badge tone="danger">
              {until === null
                ? restrictions[standing]
                : texts.statusUntil(restrictions[standing], formatFullDateTime(until, language))}
            </Badge>
          )}
        </Fact>
        <Fact name={texts.email}>
          {person.email === null
            ? texts.closed
            : `${person.email} (${person.is_confirmed ? texts.confirmed : texts.unconfirmed})`}
        </Fact>
        <Fact name={texts.id}>{person.id}</Fact>
        <Fact name={texts.created}>{formatFullDateTime(person.created_at, language)}</Fact>
        <Fact name={texts.language}>
          {person.language === null ? texts.languageUnknown : languages[person.language]}
        </Fact>
        <Fact name={texts.signIn}>{ways === '' ? texts.noWay : ways}</Fact>
        {person.role !== null && <Fact name={texts.role}>{roles[person.role]}</Fact>}
        <Fact name={texts.seller}>
          <span>{seller === null ? texts.notSelling : transfers[seller.transfers ?? 'unknown']}</span>
          {seller !== null && seller.due > 0 && <span>{`, ${texts.sellerDue(seller.due)}`}</span>}
        </Fact>
      </dl>
    </Section>
  )
}

function Decisions({
  person,
  mayDecide,
  onChanged,
}: {
  person: PersonAccount
  mayDecide: boolean
  onChanged: () => void
}) {
  const texts = useTexts(peopleTexts)
  return (
    <Section title={texts.decisions}>
      <RowList
        none={texts.noDecisions}
        rows={person.decisions.map((decision) => (
          <DecisionRow key={decision.id} decision={decision} mayDecide={mayDecide} onAnswered={onChanged} />
        ))}
      />
    </Section>
  )
}

function Reports({ person, casePath }: { person: PersonAccount; casePath: (caseId: string) => string }) {
  const texts = useTexts(peopleTexts)
  const categories = useTexts(categoryTexts)
  return (
    <Section title={texts.reports}>
      <RowList
        none={texts.noReports}
        rows={person.reports.map((report) => (
          <DatedRow
            key={`${report.case_id} ${report.is_theirs}`}
            what={
              <Link href={casePath(report.case_id)} className={`${textLinkClass} inline-flex min-h-11 items-center`}>
                {categories[report.category]}
              </Link>
            }
            when={report.created_at}
          >
            {`${report.is_theirs ? texts.reportBy : texts.reportAbout}, ${report.decided_at === null ? texts.waits : texts.decided}`}
          </DatedRow>
        ))}
      />
    </Section>
  )
}

function Requests({ person: { requests } }: { person: PersonAccount }) {
  const texts = useTexts(peopleTexts)
  const statuses = useTexts(requestStatusTexts)
  const sum = (counts: PersonAccount['requests']['sent']): string =>
    counts.length === 0
      ? texts.noRequests
      : counts.map(({ status, count }) => `${count} ${statuses[status]}`).join(', ')
  return (
    <Section title={texts.requests}>
      <dl className="divide-y divide-border">
        <Fact name={texts.sent}>{sum(requests.sent)}</Fact>
        <Fact name={texts.received}>{sum(requests.received)}</Fact>
      </dl>
      {requests.latest.length > 0 && (
        <ul className="mt-2 divide-y divide-border border-t border-border">
          {requests.latest.map((request) => (
            <DatedRow key={request.id} what={statuses[request.status]} when={request.created_at}>
              <span>{request.is_sent ? texts.sentTo : texts.receivedFrom}</span>{' '}
              <Link href={`/operator/people/${request.other_id}`} className={textLinkClass}>
                {texts.otherPerson(request.other_id)}
              </Link>
            </DatedRow>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Payments({ person, paymentPath }: { person: PersonAccount; paymentPath: (paymentId: string) => string }) {
  const texts = useTexts(peopleTexts)
  const states = useTexts(paymentStateTexts)
  const language = useLanguage()
  return (
    <Section title={texts.payments}>
      <RowList
        none={texts.noPayments}
        rows={person.payments.map((payment) => (
          <DatedRow
            key={payment.id}
            what={
              <Link href={paymentPath(payment.id)} className={`${textLinkClass} inline-flex min-h-11 items-center`}>
                {formatMoney(payment.amount, payment.currency, language)}
              </Link>
            }
            when={payment.created_at}
          >
            {`${states[payment.status]}, ${payment.is_seller ? texts.asSeller : texts.asBuyer}`}
          </DatedRow>
        ))}
      />
    </Section>
  )
}

function Sessions({ person, nameDevice }: { person: PersonAccount; nameDevice: PersonPageProps['nameDevice'] }) {
  const texts = useTexts(peopleTexts)
  const language = useLanguage()
  return (
    <Section title={texts.sessions}>
      <RowList
        none={texts.noSessions}
        rows={person.sessions.map((session) => (
          <DatedRow key={session.id} what={nameDevice(session.user_agent)} when={session.created_at}>
            {texts.sessionSeen(formatFullDateTime(session.seen_at, language))}
          </DatedRow>
        ))}
      />
    </Section>
  )
}

function SentNotifications({ person }: { person: PersonAccount }) {
  const texts = useTexts(peopleTexts)
  const notificationNames = useTexts(sentNotificationTexts)
  return (
    <Section title={texts.notifications}>
      <RowList
        none={texts.noNotifications}
        rows={person.notifications.map((one) => (
          <DatedRow key={one.id} what={notificationNames[one.kind]} when={one.created_at} />
        ))}
      />
    </Section>
  )
}
