import type { Room } from '@kundig/contract/chat/chat.contract'

import { Avatar } from '../../design-system/avatar.tsx'
import { Badge, CountBadge } from '../../design-system/badge.tsx'
import { cx } from '../../design-system/class-names.ts'
import { formatFull, formatWhen } from '../../platform/i18n/format.ts'
import { useLanguage } from '../../platform/i18n/language.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { chatTexts } from './chat.messages.ts'
import { groupByPartner } from './rooms-cache.ts'

export interface RoomListProps {
  rooms: readonly Room[]
  selectedId: string | undefined
  onSelect: (roomId: string) => void
}

/** A person's rooms, grouped by the other participant (spec 2), the latest change first. */
export function RoomList({ rooms, selectedId, onSelect }: RoomListProps) {
  const texts = useTexts(chatTexts)
  return (
    <nav aria-label={texts.rooms}>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5 p-2">
        {groupByPartner(rooms).map(({ partner, rooms: shared }) => {
          const [only] = shared
          return only && shared.length === 1 ? (
            <li key={partner.id}>
              <RoomEntry room={only} isSelected={only.id === selectedId} onSelect={onSelect} withPartner />
            </li>
          ) : (
            <li key={partner.id} className="rounded-md">
              <div className="flex items-center gap-3 px-3 pt-3 pb-1">
                <Avatar
                  id={partner.id}
                  name={partner.full_name}
                  src={partner.profile_picture_url}
                  size={44}
                  decorative
                />
                <h3 className="truncate font-sans text-base font-semibold tracking-normal">{partner.full_name}</h3>
              </div>
              <ul className="ml-[1.9rem] grid grid-cols-[minmax(0,1fr)] gap-0.5 border-l-2 border-border pl-3">
                {shared.map((room) => (
                  <li key={room.id}>
                    <RoomEntry room={room} isSelected={room.id === selectedId} onSelect={onSelect} />
                  </li>
                ))}
              </ul>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

interface RoomEntryProps {
  room: Room
  isSelected: boolean
  onSelect: (roomId: string) => void
  withPartner?: boolean
}

function RoomEntry({ room, isSelected, onSelect, withPartner = false }: RoomEntryProps) {
  const texts = useTexts(chatTexts)
  const { partner, unread_count: unread, status } = room
  return (
    <button
      type="button"
      aria-current={isSelected ? 'true' : undefined}
      onClick={() => onSelect(room.id)}
      className="flex w-full gap-3 rounded-md p-3 text-left hover:bg-surface-2 aria-[current]:bg-primary-soft"
    >
      {withPartner && (
        <Avatar
          id={partner.id}
          name={partner.full_name}
          src={partner.profile_picture_url}
          size={44}
          muted={status === 'closed'}
          decorative
        />
      )}
      <span className="min-w-0 flex-1">
        {withPartner && (
          <span className="flex items-baseline gap-2">
            <span className="truncate font-semibold text-ink">{partner.full_name}</span>
            <When room={room} isSelected={isSelected} />
          </span>
        )}
        <span className={cx('flex items-start gap-2', withPartner && 'mt-0.5')}>
          <span
            dir="auto"
            className={cx(
              'line-clamp-2 min-w-0 text-sm wrap-anywhere',
              unread > 0 ? 'font-medium text-ink' : 'text-ink-2',
              room.requestMessage === null && 'italic',
            )}
          >
            {room.requestMessage ?? texts.noTopic}
          </span>
          <span className="ml-auto flex flex-none flex-col items-end gap-1">
            {!withPartner && <When room={room} isSelected={isSelected} />}
            <CountBadge count={unread} label={texts.unread(unread)} />
            {status === 'closed' && <Badge tone="neutral">{texts.closed}</Badge>}
          </span>
        </span>
      </span>
    </button>
  )
}

function When({ room, isSelected }: { room: Room; isSelected: boolean }) {
  const texts = useTexts(chatTexts)
  const language = useLanguage()
  return (
    <time
      dateTime={room.updated_at}
      title={texts.updated(formatFull(room.updated_at, language))}
      className={cx(
        'num ml-auto flex-none text-xs',
        room.unread_count > 0 ? 'font-semibold text-danger' : isSelected ? 'text-ink-2' : 'text-ink-3',
      )}
    >
      {formatWhen(room.updated_at, language)}
    </time>
  )
}
