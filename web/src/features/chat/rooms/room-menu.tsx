import { useQueryClient } from '@tanstack/react-query'
import { Ban, Flag, MessageSquareOff, Printer, UserRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'

import { ConfirmDialog } from '../../../design-system/layers/dialog.tsx'
import { Menu } from '../../../design-system/layers/menu.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { sessionSignal } from '../../../platform/api/session-state.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { useNavigation } from '../../../platform/navigation/navigation.ts'
import { cachedTimeline, updateRooms } from '../cache/chat.queries.ts'
import { loadOlder } from '../cache/incoming.ts'
import { putRoom } from '../cache/rooms-cache.ts'
import { chatTexts } from '../chat.messages.ts'

export interface RoomMenuProps {
  room: Room
  /** Called once this person has ended the conversation, by which the item that they chose is gone. */
  onEnded: () => void
  /** Asks what is wrong with the room. */
  onReport: () => void
  /** Asks whether to block the partner. */
  onBlock: (partner: Room['partner']) => void
}

/** What is done rarely in a room: to look at the partner's profile, to print, to end the conversation for good, to report it, and to block the partner. */
export function RoomMenu({ room, onEnded, onReport, onBlock }: RoomMenuProps) {
  const texts = useTexts(chatTexts)
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const { go } = useNavigation()
  const [isAsking, setIsAsking] = useState(false)
  const [isClosing, setIsClosing] = useState(false)
  const hasEnded = useRef(false)
  useEffect(() => {
    if (isAsking || !hasEnded.current) return
    hasEnded.current = false
    onEnded()
  }, [isAsking, onEnded])

  async function close(): Promise<void> {
    setIsClosing(true)
    const ended = sessionSignal(queryClient)
    try {
      const closed = await client.chat.close({ id: room.id })
      // Both people of a room may log in here: it is not the same room to the other one.
      if (ended.aborted) return
      hasEnded.current = true
      updateRooms(queryClient, (rooms) => putRoom(rooms, closed))
    } catch (error) {
      toast.error(errorText(toFailure(error, 'CLOSE_FAILED').code))
    } finally {
      setIsClosing(false)
      setIsAsking(false)
    }
  }

  /** Prints the conversation from its first message on. */
  async function print(): Promise<void> {
    try {
      for (let first: number | undefined; ;) {
        const timeline = cachedTimeline(queryClient, room.id)
        // Where an answer brings none there is nothing more to come.
        if (!timeline?.hasOlder || timeline.messages[0]?.seq === first) break
        first = timeline.messages[0]?.seq
        await loadOlder(queryClient, room.id)
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
  const printing = {
    label: texts.print,
    icon: <Printer size={18} />,
    onSelect: () => void print(),
  }
  const end = {
    label: texts.endConversation,
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
      <Menu
        label={texts.more}
        items={
          room.status === 'open' ? [viewProfile, printing, report, end, block] : [viewProfile, printing, report, block]
        }
      />
      <ConfirmDialog
        open={isAsking}
        title={texts.endTitle(room.partner.full_name)}
        body={texts.endText}
        confirmLabel={texts.endConversation}
        cancelLabel={texts.cancel}
        destructive
        busy={isClosing}
        onConfirm={() => void close()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}
