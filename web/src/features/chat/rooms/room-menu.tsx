import { useQueryClient } from '@tanstack/react-query'
import { Ban, Flag, MessageSquareOff, Printer, Search, UserRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'

import { Button } from '../../../design-system/button.tsx'
import { ConfirmDialog } from '../../../design-system/layers/dialog.tsx'
import { Menu } from '../../../design-system/layers/menu.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { useMediaQuery } from '../../../design-system/use-media-query.ts'
import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { useNavigation } from '../../../platform/navigation/navigation.ts'
import { getCachedTimeline, updateRooms } from '../cache/chat.queries.ts'
import { loadOlderMessages } from '../cache/incoming.ts'
import { upsertRoom } from '../cache/rooms-cache.ts'
import { chatTexts } from '../chat.messages.ts'

export interface RoomMenuProps {
  room: Room
  /** Called after the chat was closed, and the pressed button disappeared. */
  onClosed: () => void
  onReport: () => void
  onSearch: () => void
  onBlock: (partner: Room['partner']) => void
}

export function RoomMenu({ room, onClosed, onReport, onSearch, onBlock }: RoomMenuProps) {
  const texts = useTexts(chatTexts)
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const { go } = useNavigation()
  const [isAsking, setIsAsking] = useState(false)
  const [isClosing, setIsClosing] = useState(false)
  const hasClosed = useRef(false)
  const isWide = useMediaQuery('(width >= 48rem)')
  const isOpen = room.status === 'open'
  useEffect(() => {
    if (isAsking || !hasClosed.current) return
    hasClosed.current = false
    onClosed()
  }, [isAsking, onClosed])

  async function closeRoom(): Promise<void> {
    setIsClosing(true)
    const ended = getSessionSignal(queryClient)
    try {
      const closed = await client.chat.close({ id: room.id })
      // During the call, the room's other participant may have logged in here. Each participant has a different view.
      if (ended.aborted) return
      hasClosed.current = true
      updateRooms(queryClient, (rooms) => upsertRoom(rooms, closed))
    } catch (error) {
      toast.error(errorText(toFailure(error, 'CLOSE_FAILED').code))
    } finally {
      setIsClosing(false)
      setIsAsking(false)
    }
  }

  async function print(): Promise<void> {
    try {
      for (let first: number | undefined; ;) {
        const timeline = getCachedTimeline(queryClient, room.id)
        if (!timeline?.hasOlder || timeline.messages[0]?.seq === first) break
        first = timeline.messages[0]?.seq
        await loadOlderMessages(queryClient, room.id)
      }
      window.print()
    } catch {
      toast.error(texts.olderFailed)
    }
  }

  const viewProfile = {
    label: texts.viewProfile,
    icon: <UserRound size={18} />,
    onSelect: () => void go(`/profile/${room.partner.id}`),
  }
  const searching = {
    label: texts.searchRoom,
    icon: <Search size={18} />,
    onSelect: onSearch,
  }
  const printing = {
    label: texts.print,
    icon: <Printer size={18} />,
    onSelect: () => void print(),
  }
  const closing = {
    label: texts.closeChat,
    icon: <MessageSquareOff size={18} />,
    destructive: true,
    onSelect: () => setIsAsking(true),
  }
  const report = {
    label: texts.report,
    icon: <Flag size={18} />,
    onSelect: onReport,
  }
  const block = {
    label: texts.block,
    icon: <Ban size={18} />,
    destructive: true,
    onSelect: () => onBlock(room.partner),
  }
  return (
    <>
      {isOpen && isWide && (
        <Button variant="secondary" size="sm" className="self-center" onClick={closing.onSelect}>
          {texts.closeChat}
        </Button>
      )}
      <Menu
        label={texts.more}
        items={[viewProfile, searching, printing, report, ...(isOpen && !isWide ? [closing] : []), block]}
      />
      <ConfirmDialog
        open={isAsking}
        title={texts.closeTitle(room.partner.full_name)}
        body={texts.closeText}
        confirmLabel={texts.closeChat}
        cancelLabel={texts.cancel}
        destructive
        busy={isClosing}
        onConfirm={() => void closeRoom()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}
