import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import type { ReportSubject } from '@kundig/contract/safety/safety.contract'

import { Button } from '../../../design-system/button.tsx'
import { EmptyState } from '../../../design-system/states/empty-state.tsx'
import { ErrorState } from '../../../design-system/states/error-state.tsx'
import { Mosaic } from '../../../design-system/tiles/mosaic.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { roomsQuery } from '../cache/chat.queries.ts'
import { chatTexts } from '../chat.messages.ts'
import type { PaymentSlots } from '../payment-slots.ts'
import { ChatScreen } from './chat-screen.tsx'
import { ChatsFrame, LoadingChats, LoadingRoom } from './chats-frame.tsx'
import { RoomList } from './room-list.tsx'
import { useRoom } from './use-room.ts'

export interface ChatsTabProps {
  roomId: string | undefined
  onSelect: (roomId: string | undefined) => void
  renderExpertise: (profile: Profile) => ReactNode
  renderNewRequest: (partner: Profile) => ReactNode
  onExplore: () => void
  payments: PaymentSlots
  renderMute: (roomId: string) => ReactNode
  renderMuted: (roomId: string) => ReactNode
  onBlock: (partner: Profile) => void
  onReport: (subject: ReportSubject, partner: Profile) => void
}

/** Chats tab (spec 2). */
export function ChatsTab({
  roomId,
  onSelect,
  renderExpertise,
  renderNewRequest,
  onExplore,
  payments,
  renderMute,
  renderMuted,
  onBlock,
  onReport,
}: ChatsTabProps) {
  const texts = useTexts(chatTexts)
  // Without a list, the error screen shows (spec 2).
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
        <RoomList
          rooms={rooms.data.items}
          hasMore={rooms.data.next_cursor !== null}
          selectedId={roomId}
          onSelect={onSelect}
          renderMuted={renderMuted}
        />
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
        <OpenRoom
          key={roomId}
          roomId={roomId}
          onBack={() => onSelect(undefined)}
          renderExpertise={renderExpertise}
          renderNewRequest={renderNewRequest}
          payments={payments}
          renderMute={renderMute}
          onBlock={onBlock}
          onReport={onReport}
        />
      )}
    </ChatsFrame>
  )
}

function OpenRoom({
  roomId,
  onBack,
  renderExpertise,
  renderNewRequest,
  payments,
  renderMute,
  onBlock,
  onReport,
}: Pick<ChatsTabProps, 'renderExpertise' | 'renderNewRequest' | 'payments' | 'renderMute' | 'onBlock' | 'onReport'> & {
  roomId: string
  onBack: () => void
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
      partnerDetail={renderExpertise(room.room.partner)}
      newRequest={renderNewRequest(room.room.partner)}
      payments={payments}
      mute={renderMute(room.room.id)}
      onBlock={onBlock}
      onReport={onReport}
    />
  )
}
