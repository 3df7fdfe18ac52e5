import { expect } from 'vitest'
import { page } from 'vitest/browser'

import type { Message, Room } from '@kundig/contract/chat/chat.contract'
import { drawPhoto } from '@kundig/testing/browser/in-page-images'

import { MARIEKE, READER, ROOM } from '../../development/gallery/gallery-data.ts'
import { attachmentTexts } from '../../src/features/chat/attachments/attachment.messages.ts'
import { fileTexts } from '../../src/features/chat/attachments/viewing/file.messages.ts'
import { chatTexts } from '../../src/features/chat/chat.messages.ts'
import { deletionTexts } from '../../src/features/chat/messages/menu/deletion.messages.ts'
import { muteTexts } from '../../src/features/notifications/muting/mute.messages.ts'
import { blockTexts } from '../../src/features/safety/block.messages.ts'
import { createMessage, createNamedPhoto, openMessageMenu } from '../component/chat-room.ts'
import { fakeLive } from '../component/fake-live.ts'
import {
  dialog,
  fault,
  pickTexts,
  press,
  question,
  refuse,
  type Screen,
  type Screens,
  text,
  wait,
  WORD,
} from './screen.ts'

const CHATS = '/dashboard?tab=chats'

export const createText = (seq: number, content: string, rest: Partial<Message> = {}): Message =>
  createMessage(seq, { content, ...(seq % 2 === 1 && { sender_id: READER.id, read: true }), ...rest })

const photo = (): string =>
  `data:image/jpeg;base64,${drawPhoto({ width: 600, height: 400, left: '#c63', right: '#28a' })}`
const createFile = (seq: number, name: string, type: string): Message => {
  const isImage = type.startsWith('image/')
  const url = isImage ? photo() : '/nowhere'
  const size = isImage
    ? { thumbnailUrl: url, width: 600, height: 400 }
    : { thumbnailUrl: null, width: null, height: null }
  return createText(seq, '', { file: { name, type, size: 150_000, url, contentHash: '0'.repeat(64), ...size } })
}

const TEXTS = [
  createText(
    1,
    'The kitchen wall is damp up to my knee. More at https://kundig.example/damp/walls?room=kitchen#skirting',
  ),
  createText(2, 'With `display: grid`:\n```\n.box {\n  display: grid;\n}\n```'),
  createText(3, `${WORD} שלום, האם הקיר רטוב?\n\nAnd <b>not bold</b>, & so on.`),
  createText(4, 'Removed by a moderator', { removed: true }),
  createText(5, 'Message deleted', { deleted: true }),
  createText(6, 'Shall we talk on Tuesday?', { edited: true }),
]
const MANY = Array.from({ length: 30 }, (_, place) =>
  createText(place + 1, `Day ${place}: the honey is as hard as yesterday.`),
)
const REPLIES = [
  createText(
    1,
    'Shall we talk on Tuesday? At ten I am at the building site, and at twelve I have to collect the tiles.',
    {
      reactions: [
        { user_id: READER.id, reaction: '🙏' },
        { user_id: MARIEKE.id, reaction: '👍' },
      ],
    },
  ),
  createText(2, 'At eleven, then.', {
    reply_to: {
      seq: 1,
      sender_id: READER.id,
      content: 'Shall we talk on Tuesday? At ten I am at the building site, and at twelve I have to collect the tiles.',
    },
    reactions: [{ user_id: READER.id, reaction: '❤️' }],
  }),
  createText(3, 'Good.', { reply_to: { seq: 5, sender_id: MARIEKE.id, content: 'Message deleted', deleted: true } }),
]
const createRoom = (messages: readonly Message[], rest: Partial<Room> = {}): Room => ({
  ...ROOM,
  last_seq: messages.length,
  ...rest,
})

export const inRoom = ({
  messages = TEXTS,
  room = {},
  ...rest
}: Partial<Omit<Screen, 'rooms'>> & Pick<Screen, 'shows'> & { room?: Partial<Room> }): Screen => ({
  at: `${CHATS}&room=${ROOM.id}`,
  rooms: [createRoom(messages, room)],
  messages,
  ...rest,
})
const field = () => page.getByRole('textbox', { name: pickTexts(chatTexts).message })
const menu = async (): Promise<void> => {
  await press(pickTexts(chatTexts).more)
}
const choose = (item: 'closeChat' | 'block') => async (): Promise<void> => {
  await menu()
  await page.getByRole('menuitem', { name: pickTexts(chatTexts)[item] }).click()
}
const OWN = createText(1, 'Shall we talk on Tuesday?', { created_at: new Date().toISOString() })
const chooseOfMessage = (item: 'edit' | 'drop' | 'reply') => async (): Promise<void> => {
  await openMessageMenu(OWN)
  await page.getByRole('menuitem', { name: pickTexts(chatTexts)[item] }).click()
}
const askToClose = (): Promise<void> =>
  matchMedia('(width >= 48rem)').matches ? press(pickTexts(chatTexts).closeChat) : choose('closeChat')()
async function chooseFiles(...files: File[]): Promise<void> {
  await expect.poll(() => document.querySelector('#add-files')).toHaveAttribute('aria-disabled', 'false')
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  const input = document.querySelector<HTMLInputElement>('main input[type=file]')
  if (!input) throw new Error('There is no file field')
  input.files = transfer.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

export const chatScreens: Screens = {
  chats: {
    at: CHATS,
    rooms: [
      createRoom([], {
        last_message: { seq: 1, sender_id: MARIEKE.id, content: 'Press a screwdriver into the corner.' },
        unread_count: 3,
      }),
      createRoom([], { id: READER.id, status: 'closed', closed_at: ROOM.updated_at, requestMessage: WORD }),
    ],
    shows: () => page.getByText(pickTexts(chatTexts).closed).first(),
  },
  'chats.empty': { at: CHATS, shows: () => text(pickTexts(chatTexts).noChats) },
  'chats.loading': {
    at: CHATS,
    api: { chat: { rooms: wait } },
    shows: () => page.getByRole('tabpanel').getByRole('status').first(),
  },
  'failed-screen': {
    at: CHATS,
    api: { chat: { rooms: refuse() } },
    shows: () => page.getByRole('button', { name: pickTexts(chatTexts).retry }),
  },
  'chats.not-found': { at: `${CHATS}&room=${ROOM.id}`, shows: () => text(pickTexts(chatTexts).notFound) },
  'chats.room': inRoom({ shows: () => text('not bold') }),
  'chats.fresh': inRoom({ messages: [], shows: () => text(pickTexts(chatTexts).noMessages) }),
  'chats.first-message': inRoom({ messages: TEXTS.slice(0, 1), shows: () => text(pickTexts(chatTexts).yourRequest) }),
  'chats.long': inRoom({ messages: MANY, shows: () => text('Day 29') }),
  'chats.load-failed': inRoom({
    api: { chat: { messages: refuse() } },
    shows: () => text(pickTexts(chatTexts).loadFailed),
  }),
  'chats.too-long': inRoom({
    act: () => field().fill('Every sentence counts. '.repeat(100)),
    shows: () => fault('MESSAGE_TOO_LONG'),
  }),
  'chats.offline': inRoom({
    act: async () => {
      await field().fill('half a thought')
      fakeLive.fail()
      window.dispatchEvent(new Event('offline'))
    },
    shows: () => text(pickTexts(chatTexts).offline),
  }),
  'chats.menu': inRoom({ act: menu, shows: () => page.getByRole('menu') }),
  'chats.editing': inRoom({
    messages: [OWN],
    act: chooseOfMessage('edit'),
    shows: () => text(pickTexts(chatTexts).editing),
  }),
  'chats.replies': inRoom({ messages: REPLIES, shows: () => text('At eleven, then.') }),
  'chats.replying': inRoom({
    messages: [OWN],
    act: chooseOfMessage('reply'),
    shows: () => text(pickTexts(chatTexts).replyingToYourself),
  }),
  'chats.message-menu': inRoom({
    messages: [OWN],
    act: () => openMessageMenu(OWN),
    shows: () => page.getByRole('group', { name: pickTexts(chatTexts).react }),
  }),
  'chats.delete-dialog': inRoom({
    messages: [OWN],
    act: chooseOfMessage('drop'),
    shows: () => question.getByText(pickTexts(deletionTexts).message),
  }),
  'chats.close-dialog': inRoom({
    act: askToClose,
    shows: () => question.getByText(pickTexts(chatTexts).closeTitle(MARIEKE.full_name)),
  }),
  'safety.block': inRoom({
    act: choose('block'),
    shows: () => question.getByText(pickTexts(blockTexts).title(MARIEKE.full_name)),
  }),
  'chats.closed': inRoom({
    room: { status: 'closed', closed_at: ROOM.updated_at },
    shows: () => text(pickTexts(chatTexts).isClosed),
  }),
  'chats.closed-with-draft': inRoom({
    act: async () => {
      await field().fill('half a thought')
      fakeLive.emit('room.updated', { ...createRoom(TEXTS), status: 'closed', closed_at: ROOM.updated_at })
    },
    shows: () => text(pickTexts(chatTexts).draftLeft),
  }),
  'chat.muted': inRoom({
    api: { notifications: { mutedRooms: () => ({ items: [{ room_id: ROOM.id, until: null }] }) } },
    shows: () => page.getByRole('button', { name: pickTexts(muteTexts).muted }),
  }),
  'chat.mute-menu': inRoom({ act: () => press(pickTexts(muteTexts).mute), shows: () => page.getByRole('menu') }),
  'chat-files': inRoom({
    messages: [
      createFile(1, 'attic.jpg', 'image/jpeg'),
      createFile(2, `${'A very long name '.repeat(5)}.pdf`, 'application/pdf'),
    ],
    shows: () => page.getByRole('link', { name: /pdf/u }).first(),
  }),
  'chat-files.pictures': inRoom({
    messages: Array.from({ length: 6 }, (_, index) => ({
      ...createFile(index + 1, `photo ${index + 1}.jpg`, 'image/jpeg'),
      sender_id: index < 3 ? MARIEKE.id : READER.id,
      read: true,
    })),
    shows: () => page.getByRole('img', { name: /photo 6/u }),
  }),
  'chat-files.viewer': inRoom({
    messages: [createFile(1, 'attic.jpg', 'image/jpeg'), createFile(2, 'roof.jpg', 'image/jpeg')],
    act: () => page.getByRole('button', { name: /attic/u }).click(),
    shows: () => dialog.getByRole('button', { name: pickTexts(fileTexts).zoomIn }),
  }),
  'chat-files.chosen': inRoom({
    act: async () => {
      await chooseFiles(
        createNamedPhoto('attic.jpg', '#c63'),
        new File(['%PDF-1.4\n%%EOF\n'], 'offer.pdf', { type: 'application/pdf' }),
      )
    },
    shows: () => text(pickTexts(attachmentTexts).sentWithMessage),
  }),
  'chat-files.refused': inRoom({
    act: async () => {
      await chooseFiles(
        new File([new Uint8Array(6_000_000)], 'large.pdf', { type: 'application/pdf' }),
        new File(['film'], 'film.mp4', { type: 'video/mp4' }),
      )
    },
    shows: () => page.getByText(pickTexts(attachmentTexts).whatIsFine).first(),
  }),
}
