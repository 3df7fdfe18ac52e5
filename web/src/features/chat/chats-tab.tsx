import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { Button } from '../../design-system/button.tsx'
import { cx } from '../../design-system/class-names.ts'
import { EmptyState } from '../../design-system/empty-state.tsx'
import { Skeleton } from '../../design-system/skeleton.tsx'
import { PageSpinner } from '../../design-system/spinner.tsx'
import { Mosaic } from '../../design-system/tile.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { ChatScreen } from './chat-screen.tsx'
import { chatTexts } from './chat.messages.ts'
import { roomsQuery } from './chat.queries.ts'
import type { PaymentSlots } from './payment-slots.ts'
import { RoomList } from './room-list.tsx'
import { useRoom } from './use-room.ts'

export interface ChatsTabProps {
  /** The room that is open, from the address. */
  roomId: string | undefined
  onSelect: (roomId: string | undefined) => void
  renderExpertise: (profile: Profile) => ReactNode
  onExplore: () => void
  payments: PaymentSlots
}

/** The Chats tab (spec 2): rooms on the left, the open chat on the right; on narrow screens one at a time. */
export function ChatsTab({ roomId, onSelect, renderExpertise, onExplore, payments }: ChatsTabProps) {
  const texts = useTexts(chatTexts)
  // A chat list that cannot be had is thrown to the error screen (spec 2).
  const rooms = useQuery({ ...roomsQuery, throwOnError: (_error, query) => query.state.data === undefined })

  if (!rooms.data) return <LoadingRooms label={texts.loading} />
  if (rooms.data.items.length === 0 && roomId === undefined) {
    return (
      <EmptyState
        className="card"
        art={<Mosaic size={56} grid={[['speech', 'wave', 'petals']]} className="rounded-sm" />}
        title={texts.noChats}
        text={texts.noChatsText}
        action={
          <Button variant="secondary" size="sm" onClick={onExplore}>
            {texts.explore}
          </Button>
        }
      />
    )
  }
  return (
    <div className="card grid overflow-clip md:h-[600px] md:grid-cols-[18rem_minmax(0,1fr)] lg:grid-cols-[21rem_minmax(0,1fr)]">
      <RoomList
        rooms={rooms.data.items}
        selectedId={roomId}
        onSelect={onSelect}
        className="min-h-0 overflow-y-auto md:border-r md:border-border"
      />
      <div
        className={cx(
          'min-h-0 min-w-0 flex-col bg-surface md:flex',
          roomId === undefined ? 'hidden' : 'flex max-md:fixed max-md:inset-0 max-md:z-40 max-md:h-dvh',
        )}
      >
        {roomId === undefined ? (
          <EmptyState
            className="my-auto"
            art={<Mosaic size={56} grid={[['speech', 'arch', 'book']]} className="rounded-sm" />}
            title={texts.choose}
            text={texts.chooseText}
          />
        ) : (
          <OpenRoom
            key={roomId}
            roomId={roomId}
            onBack={() => onSelect(undefined)}
            renderExpertise={renderExpertise}
            payments={payments}
          />
        )}
      </div>
    </div>
  )
}

function OpenRoom({
  roomId,
  onBack,
  renderExpertise,
  payments,
}: Pick<ChatsTabProps, 'renderExpertise' | 'payments'> & { roomId: string; onBack: () => void }) {
  const texts = useTexts(chatTexts)
  const room = useRoom(roomId)
  if (room.status === 'loading') return <PageSpinner label={texts.loading} />
  if (room.status === 'missing') {
    return (
      <EmptyState
        className="my-auto"
        title={texts.notFound}
        text={texts.notFoundText}
        action={
          <Button variant="secondary" size="sm" onClick={onBack}>
            {texts.backToChats}
          </Button>
        }
      />
    )
  }
  return (
    <ChatScreen
      room={room.room}
      onBack={onBack}
      partnerDetail={renderExpertise(room.room.partner)}
      payments={payments}
    />
  )
}

function LoadingRooms({ label }: { label: string }) {
  return (
    <div
      className="card grid md:h-[600px] md:grid-cols-[18rem_minmax(0,1fr)] lg:grid-cols-[21rem_minmax(0,1fr)]"
      role="status"
      aria-label={label}
    >
      <div className="grid content-start gap-0.5 p-2 md:border-r md:border-border">
        {[0, 1, 2, 3, 4].map((row) => (
          <div key={row} className="flex gap-3 p-3">
            <Skeleton className="size-11 flex-none rounded-md" />
            <div className="grid flex-1 gap-1.5 pt-1 pb-0.5">
              <Skeleton className="mb-1 h-4 w-1/2" />
              <Skeleton className="h-3.5 w-5/6" />
              <Skeleton className="h-3.5 w-2/3" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
