import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'

import { NOTIFICATION_TOPICS, type NotificationTopic } from '@kundig/contract/notifications/notification-kinds'
import type { NotificationSettings } from '@kundig/contract/notifications/notifications.contract'
import { ACCOUNT_PAGES } from '@kundig/contract/site/public-pages'

import { Checkbox, DescribedLabel } from '../../../design-system/fields/field.tsx'
import { textLinkClass } from '../../../design-system/link-styles.ts'
import { Notice } from '../../../design-system/notice.tsx'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { Skeleton } from '../../../design-system/states/skeleton.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { settingsQuery } from '../notifications.queries.ts'
import { PushSwitch } from '../pushes/push-switch.tsx'
import { QuietHours } from './quiet-hours.tsx'
import { settingsTexts, topicTexts } from './settings.messages.ts'
import { useChangeSettings } from './use-change-settings.ts'

export interface NotificationChoicesProps {
  userId: string
  /** Notice that offers to confirm an unconfirmed email address. */
  confirm: ReactNode
}

export function NotificationChoices({ userId, confirm }: NotificationChoicesProps) {
  const texts = useTexts(settingsTexts)
  const settings = useQuery(settingsQuery)
  return (
    <QueryState
      query={settings}
      loading={<LoadingSettings />}
      renderFailure={() => texts.failed}
      retryLabel={texts.retry}
    >
      {(data) => <NotificationSettingsForm userId={userId} settings={data} confirm={confirm} />}
    </QueryState>
  )
}

function NotificationSettingsForm({
  userId,
  settings,
  confirm,
}: NotificationChoicesProps & { settings: NotificationSettings }) {
  const texts = useTexts(settingsTexts)
  const change = useChangeSettings()
  return (
    <>
      <PushSwitch userId={userId} pushKey={settings.push_key} />
      <Section title={texts.whatTitle}>
        <MailState state={settings.mail_state} confirm={confirm} />
        <NotificationSwitches
          settings={settings}
          onChange={(channel, topic, isOn) => change({ [channel]: { [topic]: isOn } })}
        />
        <p className="mt-4 text-sm text-ink-2">{texts.security}</p>
        <div className="mt-6 grid gap-4 border-t border-border pt-5">
          <Checkbox
            label={<DescribedLabel label={texts.mailQuotes} text={texts.mailQuotesText} />}
            checked={settings.mail_quotes ?? true}
            onChange={(event) => change({ mail_quotes: event.target.checked })}
          />
          {settings.push_key !== null && (
            <Checkbox
              label={<DescribedLabel label={texts.previews} text={texts.previewsText} />}
              checked={settings.previews}
              onChange={(event) => change({ previews: event.target.checked })}
            />
          )}
        </div>
        <p className="mt-5 border-t border-border pt-5 text-sm text-ink-2">{texts.language}</p>
      </Section>
      <Section title={texts.quietTitle}>
        <QuietHours settings={settings} onChange={change} />
      </Section>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="card mt-6 p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="mb-4 text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

function MailState({ state, confirm }: { state: NotificationSettings['mail_state']; confirm: ReactNode }) {
  const texts = useTexts(settingsTexts)
  if (state === 'on') return null
  if (state === 'unconfirmed') {
    return (
      <div className="mb-5 grid gap-3">
        <Notice tone="pending" title={texts.unconfirmed}>
          {texts.unconfirmedText}
        </Notice>
        {confirm}
      </div>
    )
  }
  return (
    <Notice tone="danger" title={texts.bounced} className="mb-5">
      {texts.bouncedText}{' '}
      <Link href={ACCOUNT_PAGES.security} className={textLinkClass}>
        {texts.bouncedLink}
      </Link>
    </Notice>
  )
}

type Channel = 'mail' | 'push'

function NotificationSwitches({
  settings,
  onChange,
}: {
  settings: NotificationSettings
  onChange: (channel: Channel, topic: NotificationTopic, isOn: boolean) => void
}) {
  const texts = useTexts(settingsTexts)
  const topics = useTexts(topicTexts)
  const channels: readonly Channel[] = settings.push_key === null ? ['mail'] : ['mail', 'push']
  const id = useId()
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr className="border-b border-border text-sm text-ink-2">
          <th scope="col" className="py-2 text-start font-semibold">
            <span className="sr-only">{texts.what}</span>
          </th>
          {channels.map((channel) => (
            <th
              key={channel}
              scope="col"
              id={`${id}-${channel}`}
              className="w-20 py-2 text-center font-semibold sm:w-28"
            >
              {texts[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {NOTIFICATION_TOPICS.map((topic) => (
          <tr key={topic} className="border-b border-border last:border-0">
            <th scope="row" id={`${id}-${topic}`} className="py-1 pe-3 text-start text-sm font-medium text-ink">
              {topics[topic]}
            </th>
            {channels.map((channel) => (
              <td key={channel} className="p-0">
                {/* Enlarges the touch target. */}
                <label className="grid min-h-11 cursor-pointer place-items-center">
                  <input
                    type="checkbox"
                    className="check"
                    aria-labelledby={`${id}-${topic} ${id}-${channel}`}
                    checked={settings[channel][topic]}
                    onChange={(event) => onChange(channel, topic, event.target.checked)}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function LoadingSettings() {
  const texts = useTexts(settingsTexts)
  return (
    <div aria-busy="true" className="mt-6 grid gap-6">
      <span role="status" className="sr-only">
        {texts.loading}
      </span>
      <Skeleton className="h-32 rounded-lg" />
      <Skeleton className="h-96 rounded-lg" />
      <Skeleton className="h-44 rounded-lg" />
    </div>
  )
}
