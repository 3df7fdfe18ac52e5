import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'

import type { CaseContent, MessageAround, ReportCase } from '@kundig/contract/operations/cases.contract'
import { toProfilePath } from '@kundig/contract/site/public-pages'

import { Badge } from '../../../design-system/badge.tsx'
import { cx } from '../../../design-system/class-names.ts'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { formatFullDateTime, formatMoment } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { casesTexts, categoryTexts } from '../cases.messages.ts'
import { caseContentQuery } from '../cases.queries.ts'
import { decisionsTexts } from '../decisions/decisions.messages.ts'
import { LoadingRows } from '../loading-rows.tsx'
import { operationsTexts } from '../operations.messages.ts'

export function CaseContentSection({ found }: { found: ReportCase }) {
  const texts = useTexts(casesTexts)
  const common = useTexts(operationsTexts)
  const decisions = useTexts(decisionsTexts)
  const titleId = useId()
  const content = useQuery(caseContentQuery(found.id))
  return (
    <section aria-labelledby={titleId} className="card p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="text-xl">
        {texts.contentTitle}
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">{texts.contentLead}</p>
      <QueryState
        query={content}
        loading={<LoadingRows />}
        renderFailure={() => texts.contentFailed}
        retryLabel={common.retry}
      >
        {(data) => (
          <div className="grid gap-6">
            <Quote found={found} content={data} />
            {found.subject.kind === 'profile' && <CurrentProfile content={data} />}
            {found.subject.seq !== null && <SurroundingMessages messages={data.messages} seq={found.subject.seq} />}
            <Reports found={found} content={data} />
            {data.objection && (
              <div className="grid gap-2">
                <h3 className="text-base">{decisions.objectionTitle}</h3>
                <blockquote className={wordsClass}>{data.objection.text}</blockquote>
              </div>
            )}
          </div>
        )}
      </QueryState>
    </section>
  )
}

const wordsClass = 'rounded-md bg-surface-2 px-3.5 py-3 whitespace-pre-wrap wrap-anywhere'

function Quote({ found, content: { quote, file, about_name: name } }: { found: ReportCase; content: CaseContent }) {
  const texts = useTexts(casesTexts)
  const common = useTexts(operationsTexts)
  const language = useLanguage()
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm text-ink-2">
        <span className="font-semibold wrap-anywhere">{texts.by(name ?? common.nameless)}</span>
        {name !== null && (
          <a href={toProfilePath(found.about_id)} target="_blank" rel="noreferrer" className="text-link">
            {texts.profile}
          </a>
        )}
      </p>
      {quote === null && <p>{texts.noQuote}</p>}
      {quote !== null && found.subject.kind === 'room' && <p>{texts.noText}</p>}
      {quote !== null && found.subject.kind !== 'room' && (
        <figure className="grid gap-1">
          <figcaption className="text-sm text-ink-3">
            {texts.asItWas(formatMoment(quote.quoted_at, language))}
          </figcaption>
          <blockquote className={wordsClass}>{quote.is_file ? texts.fileNamed(quote.text) : quote.text}</blockquote>
        </figure>
      )}
      {file !== null && <ReportedFile caseId={found.id} file={file} />}
    </div>
  )
}

/** Reported file: an image is shown, and any other file can be downloaded. */
function ReportedFile({ caseId, file }: { caseId: string; file: NonNullable<CaseContent['file']> }) {
  const texts = useTexts(casesTexts)
  const address = `/api/operations/cases/${encodeURIComponent(caseId)}/file`
  return file.is_image ? (
    <img src={address} alt={texts.picture} className="max-h-96 max-w-full justify-self-start rounded-md" />
  ) : (
    <a href={address} download={file.name} className="text-link inline-flex min-h-11 items-center justify-self-start">
      {texts.saveFile}
    </a>
  )
}

function CurrentProfile({ content: { profile, quote } }: { content: CaseContent }) {
  const texts = useTexts(casesTexts)
  return (
    <div className="grid gap-2">
      <h3 className="flex items-center gap-3 text-base">
        <span>{texts.asItIs}</span>
        {profile?.is_hidden === true && <Badge tone="neutral">{texts.hidden}</Badge>}
      </h3>
      {profile === null && <p>{texts.gone}</p>}
      {profile && profile.text === quote?.text && <p>{texts.unchanged}</p>}
      {profile && profile.text !== quote?.text && <div className={wordsClass}>{profile.text}</div>}
    </div>
  )
}

function SurroundingMessages({ messages, seq }: { messages: readonly MessageAround[]; seq: number }) {
  const texts = useTexts(casesTexts)
  return (
    <div className="grid gap-2">
      <h3 className="text-base">{texts.aroundTitle}</h3>
      {messages.length === 0 ? (
        <p>{texts.messageGone}</p>
      ) : (
        <ol className="grid gap-2">
          {messages.map((message) => (
            <CaseMessage key={message.seq} message={message} isReported={message.seq === seq} />
          ))}
        </ol>
      )}
    </div>
  )
}

function CaseMessage({ message, isReported }: { message: MessageAround; isReported: boolean }) {
  const texts = useTexts(casesTexts)
  const language = useLanguage()
  const said = message.is_payment_request
    ? texts.payment
    : message.file_name === null
      ? message.text
      : texts.fileNamed(message.file_name)
  return (
    <li className={cx('grid gap-1 rounded-md border px-3.5 py-2.5', isReported ? 'border-danger' : 'border-border')}>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
        <span className="font-semibold">{message.is_theirs ? texts.theirs : texts.partner}</span>
        <time dateTime={message.created_at} title={formatFullDateTime(message.created_at, language)}>
          {formatMoment(message.created_at, language)}
        </time>
        {isReported && <Badge tone="danger">{texts.reported}</Badge>}
        {message.is_deleted ? (
          <Badge tone="neutral">{texts.deleted}</Badge>
        ) : (
          message.is_removed && <Badge tone="neutral">{texts.removed}</Badge>
        )}
      </span>
      <span className="whitespace-pre-wrap wrap-anywhere">{said}</span>
      {message.earlier?.map(({ text, replaced_at: replacedAt }) => (
        <span key={replacedAt} className="text-sm whitespace-pre-wrap wrap-anywhere text-ink-2">
          {texts.earlier(formatMoment(replacedAt, language), text)}
        </span>
      ))}
    </li>
  )
}

function Reports({ found, content: { reports } }: { found: ReportCase; content: CaseContent }) {
  const texts = useTexts(casesTexts)
  const categories = useTexts(categoryTexts)
  const language = useLanguage()
  const left = found.report_count - reports.length
  return (
    <div className="grid gap-2">
      <h3 className="text-base">{texts.reportsTitle}</h3>
      <ul className="grid gap-2">
        {reports.map((report) => (
          <li key={report.id} className={wordsClass}>
            <span className="block text-sm text-ink-2">
              <span className="font-semibold">{categories[report.category]}</span>
              {' · '}
              <span>{report.is_by_visitor ? texts.visitor : texts.person}</span>
              {' · '}
              <time dateTime={report.created_at}>{formatMoment(report.created_at, language)}</time>
            </span>
            {report.law !== null && <span className="block">{`${texts.law}: ${report.law}`}</span>}
            {report.text === null ? (
              report.law === null && <span className="text-ink-3">{texts.wordless}</span>
            ) : (
              <span>{report.text}</span>
            )}
          </li>
        ))}
      </ul>
      {left > 0 && <p className="text-sm text-ink-2">{texts.moreReports(left)}</p>}
    </div>
  )
}
