import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import type { ReportSubject } from '@kundig/contract/safety/safety.contract'

import { Button } from '../../../design-system/button.tsx'
import { EmptyState } from '../../../design-system/states/empty-state.tsx'
import { ErrorState } from '../../../design-system/states/error-state.tsx'
import { Mosaic } from '../../../design-system/tiles/mosaic.tsx'
import { useMediaQuery } from '../../../design-system/use-media-query.ts'
import { getFirstName } from '../../../platform/i18n/first-name.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import type { AppointmentSlots } from '../appointment-slots.ts'
import { roomsQuery } from '../cache/chat.queries.ts'
import { chatTexts } from '../chat.messages.ts'
import type { JumpTarget } from '../messages/list/use-jump.ts'
import type { PaymentSlots } from '../payment-slots.ts'
import { ChatScreen } from './chat-screen.tsx'
import { ChatsFrame, LoadingChats, LoadingRoom } from './chats-frame.tsx'
import { MessageSearch } from './message-search.tsx'
import { RoomList } from './room-list.tsx'
import { useJumpTarget } from './use-jump-target.ts'
import { useRoom } from './use-room.ts'

export interface ChatsAddress {
  room?: string | undefined
  /** Position of a message in the room, from a search. */
  at?: number | undefined
  /** Words of a search. */
  find?: string | undefined
  /** Room that the search is limited to. */
  in?: string | undefined
}

export interface ChatsTabProps {
  address: ChatsAddress
  onGo: (to: ChatsAddress, replace?: boolean) => void
  renderExpertise: (profile: Profile) => ReactNode
  renderNewRequest: (partner: Profile) => ReactNode
  onExplore: () => void
  payments: PaymentSlots
  appointments: AppointmentSlots
  renderMute: (roomId: string) => ReactNode
  renderMuted: (roomId: string) => ReactNode
  onBlock: (partner: Profile) => void
  onReport: (subject: ReportSubject, partner: Profile) => void
}

/** Chats tab (spec 2). */
export function ChatsTab({
  address,
  onGo,
  renderExpertise,
  renderNewRequest,
  onExplore,
  payments,
  appointments,
  renderMute,
  renderMuted,
  onBlock,
  onReport,
}: ChatsTabProps) {
  const texts = useTexts(chatTexts)
  const isWide = useMediaQuery('(width >= 48rem)')
  const field = useRef<HTMLInputElement>(null)
  const { room: roomId, at, find, in: searchedId } = address
  const { target, repeat } = useJumpTarget(roomId, at)
  // If no list was loaded, a failure shows the error screen (spec 2).
  const rooms = useQuery({ ...roomsQuery, throwOnError: (_error, query) => query.state.data === undefined })

  if (!rooms.data) return <LoadingChats isRoomOpen={roomId !== undefined} label={texts.loading} />
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
    <ChatsFrame
      isRoomOpen={roomId !== undefined}
      rooms={
        rooms.data.items.length > 0 && (
          <MessageSearch
            ref={field}
            query={find ?? ''}
            roomId={searchedId}
            partnerName={findFirstName(rooms.data.items, searchedId)}
            opened={{ roomId, seq: at }}
            onQuery={(query) => onGo({ ...address, find: query === '' ? undefined : query }, true)}
            onSearchAll={() => {
              onGo({ ...address, in: undefined }, true)
              // The pressed button disappears, so the search field gets the focus.
              field.current?.focus()
            }}
            onOpen={(room, seq) => {
              if (room === roomId && seq === at) repeat()
              else onGo({ ...address, room, at: seq })
            }}
          >
            <RoomList
              rooms={rooms.data.items}
              hasMore={rooms.data.next_cursor !== null}
              selectedId={roomId}
              onSelect={(room) => onGo({ room })}
              renderMuted={renderMuted}
              describeRefund={payments.describeRefund}
            />
          </MessageSearch>
        )
      }
    >
      {roomId === undefined ? (
        <EmptyState
          className="my-auto"
          art={<Mosaic size={56} grid={[['speech', 'arch', 'book']]} className="rounded-sm" />}
          title={texts.choose}
          text={texts.chooseText}
        />
      ) : (
        <SelectedRoom
          key={roomId}
          roomId={roomId}
          // Replaces the entry, so Back does not return to the room that was left.
          onBack={() => onGo({ find, in: searchedId }, true)}
          onSearch={() => {
            // On a phone, the room covers the results.
            onGo({ ...address, in: roomId, ...(!isWide && { room: undefined, at: undefined }) })
            field.current?.focus()
          }}
          target={target}
          renderExpertise={renderExpertise}
          renderNewRequest={renderNewRequest}
          payments={payments}
          appointments={appointments}
          renderMute={renderMute}
          onBlock={onBlock}
          onReport={onReport}
        />
      )}
    </ChatsFrame>
  )
}

function findFirstName(rooms: readonly Room[], id: string | undefined): string | undefined {
  const room = rooms.find((one) => one.id === id)
  return room && getFirstName(room.partner.full_name)
}

function SelectedRoom({
  roomId,
  onBack,
  onSearch,
  target,
  renderExpertise,
  renderNewRequest,
  payments,
  appointments,
  renderMute,
  onBlock,
  onReport,
}: Pick<
  ChatsTabProps,
  'renderExpertise' | 'renderNewRequest' | 'payments' | 'appointments' | 'renderMute' | 'onBlock' | 'onReport'
> & {
  roomId: string
  onBack: () => void
  onSearch: () => void
  target: JumpTarget | null
}) {
  const texts = useTexts(chatTexts)
  const errorText = useErrorText()
  const room = useRoom(roomId)
  const back = (
    <Button variant="secondary" size="sm" onClick={onBack}>
      {texts.backToChats}
    </Button>
  )
  if (room.status === 'loading') return <LoadingRoom label={texts.loading} />
  if (room.status === 'failed') {
    return (
      <div className="my-auto grid justify-items-center">
        <ErrorState
          title={room.isOffline ? errorText('NETWORK') : texts.roomFailed}
          retryLabel={texts.retry}
          busy={room.busy}
          onRetry={room.retry}
          className="pb-4"
        />
        {back}
      </div>
    )
  }
  if (room.status === 'missing') {
    return <EmptyState className="my-auto" title={texts.notFound} text={texts.notFoundText} action={back} />
  }
  return (
    <ChatScreen
      room={room.room}
      onBack={onBack}
      onSearch={onSearch}
      target={target}
      partnerDetail={renderExpertise(room.room.partner)}
      newRequest={renderNewRequest(room.room.partner)}
      payments={payments}
      appointments={appointments}
      mute={renderMute(room.room.id)}
      onBlock={onBlock}
      onReport={onReport}
    />
  )
}
