import type { Notification } from '@kundig/contract/notifications/notifications.contract'

import { Avatar } from '../../../design-system/avatars/avatar.tsx'
import { cx } from '../../../design-system/class-names.ts'
import { Tile } from '../../../design-system/tiles/tile.tsx'
import { formatFullDateTime, formatMoment } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { BarLink } from './bar-link.tsx'
import { toNotificationPath, formatNotification } from './notification-text.ts'
import { notificationsTexts } from './notifications.messages.ts'

export function NotificationRow({ notification, onGo }: { notification: Notification; onGo: () => void }) {
  const texts = useTexts(notificationsTexts)
  const language = useLanguage()
  const { actor, read, created_at: at } = notification
  return (
    <BarLink
      path={toNotificationPath(notification)}
      onGo={onGo}
      className={cx(
        'flex items-start gap-3 px-4 py-3 no-underline hover:bg-surface-2 focus-visible:-outline-offset-2',
        !read && 'bg-primary-soft',
      )}
    >
      {actor ? (
        <Avatar id={actor.id} name={actor.full_name} src={actor.profile_picture_url} size={40} decorative />
      ) : (
        <Tile motif="petals" size={40} />
      )}
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className={cx('text-sm wrap-anywhere text-ink', !read && 'font-semibold')}>
          {!read && <span className="sr-only">{texts.unread} </span>}
          <span>{formatNotification(notification, language)}</span>
        </span>
        <span className="sr-only">{', '}</span>
        <time
          dateTime={at}
          title={formatFullDateTime(at, language)}
          className="text-xs text-ink-2 first-letter:uppercase"
        >
          {formatMoment(at, language)}
        </time>
      </span>
      {!read && <span aria-hidden="true" className="mt-1.5 size-2.5 flex-none rounded-full bg-solid-danger" />}
    </BarLink>
  )
}
