import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'

import { HEALTH_STATES, type HealthState, PENDING_DECISIONS } from '@kundig/contract/operations/health-kinds'
import type { Health } from '@kundig/contract/operations/health.contract'

import { Notice } from '../../../design-system/notice.tsx'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { formatMoment, formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { LoadingRows } from '../loading-rows.tsx'
import { operationsTexts } from '../operations.messages.ts'
import { formatCount, formatDuration, formatByteSize } from './amounts.ts'
import { HealthRow } from './health-row.tsx'
import {
  backlogAdvice,
  backlogTexts,
  failureAdvice,
  failureTexts,
  healthTexts,
  resourceAdvice,
  resourceTexts,
} from './health.messages.ts'
import { healthQuery } from './health.queries.ts'

export function HealthPage() {
  const texts = useTexts(healthTexts)
  const common = useTexts(operationsTexts)
  const health = useQuery(healthQuery)
  return (
    <div className="grid max-w-[50rem] gap-6">
      <div>
        <h1 className="text-2xl">{texts.title}</h1>
      </div>
      <QueryState query={health} loading={<LoadingRows />} renderFailure={() => texts.failed} retryLabel={common.retry}>
        {(data) => (
          <>
            <Summary health={data} />
            <Resources
              title={texts.decisions}
              lead={texts.decisionsLead}
              resources={data.resources.filter(isPendingDecision)}
            />
            <Backlogs backlogs={data.backlogs} />
            <Resources
              title={texts.resources}
              resources={data.resources.filter((resource) => !isPendingDecision(resource))}
            />
            <Servers servers={data.servers} />
            <Failures failures={data.failures} />
          </>
        )}
      </QueryState>
    </div>
  )
}

function Summary({ health }: { health: Health }) {
  const texts = useTexts(healthTexts)
  const language = useLanguage()
  const needed = [...health.backlogs, ...health.resources, ...health.failures].filter(
    ({ state }) => state === 'needs_somebody',
  ).length
  const [tone, title, more] = (
    {
      fine: ['info', texts.allFine, texts.allFineMore],
      waits: ['pending', texts.someWait, texts.someWaitMore],
      needs_somebody: ['danger', texts.needed(needed), texts.neededMore],
    } as const
  )[health.state]
  return (
    <div className="grid gap-2">
      <div role="status">
        <Notice tone={tone} title={title}>
          {more}
        </Notice>
      </div>
      <p className="text-sm text-ink-2">{texts.asOf(formatMoment(health.checked_at, language))}</p>
    </div>
  )
}

function sortWorstFirst<Item extends { state: HealthState }>(items: readonly Item[]): Item[] {
  return items.toSorted((one, other) => HEALTH_STATES.indexOf(other.state) - HEALTH_STATES.indexOf(one.state))
}

function Section({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="card p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="text-xl">
        {title}
      </h2>
      {lead !== undefined && <p className="mt-1 text-sm text-ink-2">{lead}</p>}
      <ul className="mt-2 divide-y divide-border">{children}</ul>
    </section>
  )
}

function Backlogs({ backlogs }: { backlogs: Health['backlogs'] }) {
  const texts = useTexts(healthTexts)
  const names = useTexts(backlogTexts)
  const advice = useTexts(backlogAdvice)
  const language = useLanguage()
  const count = (backlog: Health['backlogs'][number]): string => {
    if (backlog.count === 0) return texts.nothing
    const written = formatCount(backlog.count, language)
    return backlog.is_at_least ? texts.atLeast(written) : written
  }
  return (
    <Section title={texts.waiting} lead={texts.waitingLead}>
      {sortWorstFirst(backlogs).map((backlog) => (
        <HealthRow
          key={backlog.kind}
          name={names[backlog.kind]}
          state={backlog.state}
          facts={[
            count(backlog),
            backlog.overdue_s === null || backlog.state === 'fine'
              ? ''
              : texts.overdue(formatDuration(backlog.overdue_s, language)),
            backlog.stuck === 0 ? '' : texts.stuck(formatCount(backlog.stuck, language)),
          ]}
          advice={advice[backlog.kind]}
        />
      ))}
    </Section>
  )
}

const isPendingDecision = ({ kind }: Health['resources'][number]): boolean =>
  PENDING_DECISIONS.some((decision) => decision === kind)

function Resources({ title, lead, resources }: { title: string; lead?: string; resources: Health['resources'] }) {
  const texts = useTexts(healthTexts)
  const names = useTexts(resourceTexts)
  const advice = useTexts(resourceAdvice)
  const language = useLanguage()
  function listResourceFacts({ kind, amount, of, at }: Health['resources'][number]): string[] {
    if (kind === 'backup') {
      if (at === null) return [texts.noBackup]
      return [formatMoment(at, language), ...(amount ? [formatByteSize(amount, language)] : [])]
    }
    if (kind === 'disputes' && amount !== null && at !== null) {
      return [formatCount(amount, language), texts.firstDeadline(formatMoment(at, language))]
    }
    if (kind === 'books' && (amount === null || at === null)) return [texts.notCompared]
    if (amount === null) return [texts.notKnown]
    if (kind === 'books' && at !== null) return [formatMoney(amount, 'eur', language), formatMoment(at, language)]
    if (kind === 'disk') return [texts.freeOf(formatByteSize(amount, language), formatByteSize(of ?? 0, language))]
    if (kind === 'database_size') return [formatByteSize(amount, language)]
    const written = formatCount(amount, language)
    return [of === null ? written : texts.usedOf(written, formatCount(of, language))]
  }
  return (
    <Section title={title} {...(lead !== undefined && { lead })}>
      {sortWorstFirst(resources).map((resource) => (
        <HealthRow
          key={resource.kind}
          name={names[resource.kind]}
          state={resource.state}
          facts={listResourceFacts(resource)}
          advice={resource.kind === 'books' && resource.at === null ? texts.notComparedAdvice : advice[resource.kind]}
        />
      ))}
    </Section>
  )
}

function Servers({ servers }: { servers: Health['servers'] }) {
  const texts = useTexts(healthTexts)
  const language = useLanguage()
  return (
    <Section title={texts.servers}>
      {servers.length === 0 && <li className="py-3 text-ink-2">{texts.noServers}</li>}
      {sortWorstFirst(servers).map((server) => {
        const { disk_free_bytes: free, disk_total_bytes: all } = server
        return (
          <HealthRow
            key={server.name}
            name={server.name}
            state={server.state}
            facts={[
              texts.serverSince(formatMoment(server.started_at, language)),
              server.state === 'fine'
                ? texts.connections(server.live_connections, formatCount(server.live_connections, language))
                : texts.serverSeen(formatMoment(server.seen_at, language)),
              free === null || all === null
                ? ''
                : texts.freeOf(formatByteSize(free, language), formatByteSize(all, language)),
            ]}
            advice={texts.serverAway}
          />
        )
      })}
    </Section>
  )
}

function Failures({ failures }: { failures: Health['failures'] }) {
  const texts = useTexts(healthTexts)
  const names = useTexts(failureTexts)
  const advice = useTexts(failureAdvice)
  const language = useLanguage()
  return (
    <Section title={texts.failures} lead={texts.failuresLead}>
      {failures.length === 0 && <li className="py-3 text-ink-2">{texts.noFailures}</li>}
      {sortWorstFirst(failures).map((failure) => (
        <HealthRow
          key={failure.kind}
          name={names[failure.kind]}
          state={failure.state}
          facts={[
            texts.lastAt(formatMoment(failure.last_at, language)),
            texts.timesInHour(formatCount(failure.last_hour, language)),
            texts.timesInDay(formatCount(failure.last_day, language)),
            texts.timesInWeek(formatCount(failure.last_week, language)),
          ]}
          advice={advice[failure.kind]}
        />
      ))}
    </Section>
  )
}
