import { page } from 'vitest/browser'

import type { FoundMessage } from '@kundig/contract/chat/message-search'

import { MARIEKE, READER, ROOM } from '../../development/gallery/gallery-data.ts'
import { chatTexts } from '../../src/features/chat/chat.messages.ts'
import { foundMessagesTexts } from '../../src/features/chat/rooms/found-messages.messages.ts'
import { createMessage } from '../component/chat-room.ts'
import { button, pickTexts, refuse, type Screen, type Screens, text, WORD } from './screen.ts'

const CHATS = '/dashboard?tab=chats'

const MESSAGES = [
  createMessage(1, { sender_id: READER.id, content: 'The kitchen wall is damp up to my knee.' }),
  createMessage(2, { content: 'Shall we talk about the kitchen on Tuesday?' }),
]

const createFound = (seq: number, rest: Partial<FoundMessage> = {}): FoundMessage => ({
  room_id: ROOM.id,
  seq,
  sender_id: seq % 2 === 1 ? READER.id : MARIEKE.id,
  partner: MARIEKE,
  match: [
    { text: '… up to my knee. The ', is_marked: false },
    { text: 'kitchen', is_marked: true },
    { text: ` wall is damp, and so is ${WORD}`, is_marked: false },
  ],
  created_at: ROOM.created_at,
  ...rest,
})
const FOUND: FoundMessage[] = [
  createFound(1),
  createFound(2),
  createFound(3, {
    is_file: true,
    match: [
      { text: 'kitchen', is_marked: true },
      { text: ' plan.pdf', is_marked: false },
    ],
  }),
]
const inSearch = (rest: Pick<Screen, 'shows'> & { address?: string; found?: FoundMessage[] }): Screen => ({
  at: `${CHATS}${rest.address ?? ''}&find=kitchen`,
  rooms: [{ ...ROOM, last_seq: MESSAGES.length, read_seq: MESSAGES.length }],
  messages: MESSAGES,
  api: { chat: { searchMessages: () => ({ items: rest.found ?? FOUND, next_cursor: 'next' }) } },
  shows: rest.shows,
})
const results = () => page.getByRole('navigation', { name: pickTexts(foundMessagesTexts).results })

export const chatSearchScreens: Screens = {
  'chats.search': inSearch({ shows: () => results().getByRole('listitem').first() }),
  'chats.search-opened': inSearch({
    address: `&room=${ROOM.id}&at=1`,
    shows: () => page.getByRole('log').getByText('knee', { exact: false }).first(),
  }),
  'chats.search-none': inSearch({ found: [], shows: () => text(pickTexts(foundMessagesTexts).noneFound) }),
  'chats.search-room': inSearch({
    address: `&in=${ROOM.id}`,
    shows: () => button(pickTexts(chatTexts).searchAll),
  }),
  'chats.search-failed': {
    ...inSearch({ shows: () => results().getByRole('button', { name: pickTexts(chatTexts).retry }) }),
    api: { chat: { searchMessages: refuse() } },
  },
}
