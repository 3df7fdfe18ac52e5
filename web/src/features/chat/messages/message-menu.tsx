import { Copy, Flag } from 'lucide-react'
import { useId, useState } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'

import { MenuList, type MenuItem } from '../../../design-system/layers/menu-list.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { useCopying } from '../../../platform/use-copying.ts'
import type { ChatMessage } from '../cache/message.ts'
import { chatTexts } from '../chat.messages.ts'
import type { Row } from './message-rows.ts'
import { useMenuStop } from './use-menu-stop.ts'

export interface Point {
  x: number
  y: number
}

/** Menu of one message at a time. @param onReport opens the report dialog for a message of the partner */
export function useMessageMenu(rows: readonly Row[], room: Room, onReport: (message: ChatMessage) => void) {
  const texts = useTexts(chatTexts)
  const { label, copy } = useCopying()
  const id = useId()
  const [opened, setOpened] = useState<{ key: string; at: Point } | null>(null)
  const partnerId = room.partner.id

  const listItems = (row: Row): MenuItem[] => {
    if (row.kind !== 'message') return []
    const { message } = row
    const items: MenuItem[] = []
    if (message.kind === 'text') {
      items.push({
        label,
        icon: <Copy size={18} />,
        onSelect: () => copy(message.content),
      })
    }
    if (message.sender_id === partnerId && (message.kind === 'text' || message.kind === 'file')) {
      items.push({
        label: message.kind === 'file' ? texts.reportFile : texts.reportMessage,
        icon: <Flag size={18} />,
        onSelect: () => onReport(message),
      })
    }
    return items
  }
  const hasMenu = (row: Row): boolean => listItems(row).length > 0
  const { stop, handlers } = useMenuStop(rows, hasMenu)
  const row = opened ? rows.find(({ key }) => key === opened.key) : undefined
  const items = row ? listItems(row) : []

  return {
    handlers,
    menuOf: (one: Row) =>
      hasMenu(one)
        ? {
            rowKey: one.key,
            isTabStop: one.key === stop,
            openId: opened?.key === one.key ? id : undefined,
            onOpen: (at: Point) => setOpened({ key: one.key, at }),
          }
        : undefined,
    // A message that a moderator removes takes its menu along.
    menu: opened && items.length > 0 && (
      <MenuList
        key={opened.key}
        id={id}
        label={texts.messageMenu}
        items={items}
        at={opened.at}
        returnFocus={() =>
          document.querySelector<HTMLElement>(`[data-menu-of="${opened.key}"]`)?.focus({ preventScroll: true })
        }
        onClose={() => setOpened(null)}
      />
    ),
  }
}
