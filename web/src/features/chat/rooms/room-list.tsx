import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'

import { Avatar } from '../../../design-system/avatars/avatar.tsx'
import { Badge, CountBadge } from '../../../design-system/badge.tsx'
import { Button } from '../../../design-system/button.tsx'
import { cx } from '../../../design-system/class-names.ts'
import { formatFullDateTime, formatTimeOrDay } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { loadMoreRooms } from '../cache/chat.queries.ts'
import { groupByPartner } from '../cache/rooms-cache.ts'
import { chatTexts } from '../chat.messages.ts'
import type { PaymentSlots } from '../payment-slots.ts'
import { LastMessageLine } from './last-message.tsx'

export interface RoomListProps {
  rooms: readonly Room[]
  hasMore: boolean
  selectedId: string | undefined
  onSelect: (roomId: string) => void
  renderMuted: (roomId: string) => ReactNode
  describeRefund: PaymentSlots['describeRefund']
}

/** A person's rooms by participant (spec 2), the latest change first. */
export function RoomList({ rooms, hasMore, selectedId, onSelect, renderMuted, describeRefund }: RoomListProps) {
  const texts = useTexts(chatTexts)
  const [firstNew, setFirstNew] = useState<string>()
  const entryOf = (room: Room) => ({
    room,
    isSelected: room.id === selectedId,
    onSelect,
    muted: renderMuted(room.id),
    describeRefund,
    takesFocus: room.id === firstNew,
    onFocused: setFirstNew,
  })
  return (
    <nav aria-label={texts.rooms}>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5 p-2">
        {groupByPartner(rooms).map(({ partner, rooms: shared }) => {
          const [only] = shared
          return only && shared.length === 1 ? (
            <li key={partner.id}>
              <RoomEntry {...entryOf(only)} withPartner />
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
                <h2
                  translate="no"
                  className="line-clamp-2 min-w-0 font-sans text-base font-semibold tracking-normal wrap-anywhere"
                >
                  {partner.full_name}
                </h2>
              </div>
              <ul className="ml-[1.9rem] grid grid-cols-[minmax(0,1fr)] gap-0.5 border-l-2 border-border pl-3">
                {shared.map((room) => (
                  <li key={room.id}>
                    <RoomEntry {...entryOf(room)} />
                  </li>
                ))}
              </ul>
            </li>
          )
        })}
      </ul>
      {hasMore && <MoreRooms onLoaded={setFirstNew} />}
    </nav>
  )
}

function MoreRooms({ onLoaded }: { onLoaded: (firstId: string | undefined) => void }) {
  const texts = useTexts(chatTexts)
  const queryClient = useQueryClient()
  const more = useMutation({ mutationFn: () => loadMoreRooms(queryClient), onSuccess: onLoaded })
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The error text moves the button out of view.
    if (more.isError) area.current?.scrollIntoView({ block: 'nearest' })
  }, [more.isError])
  return (
    <div ref={area} className="grid justify-items-center gap-2 px-2 pt-1 pb-4">
      {more.isError && (
        <p role="alert" className="text-center text-sm font-semibold text-danger">
          {texts.moreRoomsFailed}
        </p>
      )}
      <Button variant="secondary" size="sm" busy={more.isPending} onClick={() => more.mutate()}>
        {more.isError ? texts.retry : texts.moreRooms}
      </Button>
    </div>
  )
}

interface RoomEntryProps {
  room: Room
  isSelected: boolean
  onSelect: (roomId: string) => void
  takesFocus: boolean
  onFocused: (nothing: undefined) => void
  withPartner?: boolean
  muted: ReactNode
  describeRefund: PaymentSlots['describeRefund']
}

function RoomEntry({
  room,
  isSelected,
  onSelect,
  takesFocus,
  onFocused,
  withPartner = false,
  muted,
  describeRefund,
}: RoomEntryProps) {
  const texts = useTexts(chatTexts)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (!takesFocus) return
    button.current?.focus()
    onFocused(undefined)
  }, [takesFocus, onFocused])
  const { partner, unread_count: unread, status, last_message: last } = room
  return (
    <button
      ref={button}
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
            <span translate="no" className="line-clamp-2 min-w-0 flex-1 font-semibold text-ink wrap-anywhere">
              {partner.full_name}
            </span>
            <LastUpdateTime room={room} isSelected={isSelected} />
          </span>
        )}
        <span className={cx('flex items-start gap-2', withPartner && 'mt-0.5')}>
          <span className="min-w-0 text-sm">
            <span
              dir="auto"
              className={cx(
                'wrap-anywhere',
                // A room without messages shows the text of its connection request.
                last ? 'line-clamp-1' : 'line-clamp-2',
                last && (isSelected ? 'text-ink-2' : 'text-ink-3'),
                !last && (unread > 0 || room.is_new === true ? 'font-medium text-ink' : 'text-ink-2'),
                room.requestMessage === null && 'italic',
              )}
            >
              {room.requestMessage ?? texts.noTopic}
            </span>
            {last && (
              // Screen readers read both lines as one name, so a space separates them.
              <>
                {' '}
                <span className={cx('line-clamp-1 wrap-anywhere', unread > 0 ? 'font-medium text-ink' : 'text-ink-2')}>
                  <LastMessageLine message={last} partner={partner} describeRefund={describeRefund} />
                </span>
              </>
            )}
          </span>
          <span className="ml-auto flex flex-none flex-col items-end gap-1">
            {!withPartner && <LastUpdateTime room={room} isSelected={isSelected} />}
            {muted}
            <CountBadge count={unread} label={texts.unread(unread)} />
            {room.is_new === true && unread === 0 && <Badge tone="success">{texts.newChat}</Badge>}
            {status === 'closed' && <Badge tone="neutral">{texts.closed}</Badge>}
          </span>
        </span>
      </span>
    </button>
  )
}

function LastUpdateTime({ room, isSelected }: { room: Room; isSelected: boolean }) {
  const texts = useTexts(chatTexts)
  const language = useLanguage()
  return (
    <time
      dateTime={room.updated_at}
      title={texts.updated(formatFullDateTime(room.updated_at, language))}
      className={cx(
        'num ml-auto flex-none text-xs',
        room.unread_count > 0 ? 'font-semibold text-danger' : isSelected ? 'text-ink-2' : 'text-ink-3',
      )}
    >
      {formatTimeOrDay(room.updated_at, language)}
    </time>
  )
}
