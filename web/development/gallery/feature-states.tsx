import { Check } from 'lucide-react'
import type { ComponentProps } from 'react'

import type { MessagePreview, Message } from '@kundig/contract/chat/chat.contract'
import { NOTIFICATION_KINDS } from '@kundig/contract/notifications/notification-kinds'

import { Button } from '../../src/design-system/button.tsx'
import { LinkOutcome } from '../../src/features/auth/link-outcome.tsx'
import { PasswordStrengthBar } from '../../src/features/auth/passwords/password-strength.tsx'
import { parseMessage } from '../../src/features/chat/cache/message.ts'
import { FailedMessageActions, MessageBubble } from '../../src/features/chat/messages/message-bubble.tsx'
import { Quote } from '../../src/features/chat/messages/quote.tsx'
import { Reactions } from '../../src/features/chat/messages/reactions.tsx'
import { RefundLine } from '../../src/features/chat/messages/refund-line.tsx'
import { LastMessageLine } from '../../src/features/chat/rooms/last-message.tsx'
import { RequestRow } from '../../src/features/connection-requests/history/request-row.tsx'
import { PendingRequestCard } from '../../src/features/connection-requests/pending/pending-request-card.tsx'
import { NotificationRow } from '../../src/features/notifications/bell/notification-row.tsx'
import { CardList } from '../../src/features/payments/cards/card-list.tsx'
import { useRefundStepText } from '../../src/features/payments/refunding/use-refund-words.ts'
import { PaymentRequestCard } from '../../src/features/payments/request-card/payment-request-card.tsx'
import { ExpertiseLine } from '../../src/features/profiles/expertise-line.tsx'
import { ExpertCard, ExpertCardSkeleton } from '../../src/features/profiles/experts/expert-card.tsx'
import { ProfilePage } from '../../src/features/profiles/profile-page.tsx'
import { BlockMenu } from '../../src/features/safety/block-menu.tsx'
import { WaitingListForm } from '../../src/features/waiting-list/waiting-list-form.tsx'
import { useTexts } from '../../src/platform/i18n/texts.ts'
import {
  CARDS,
  createNotification,
  createPaymentMessage,
  createRequest,
  LONG_NAMED,
  MARIEKE,
  READER,
  ROOM,
  WITHOUT_BIO,
} from './gallery-data.ts'
import { GalleryState } from './gallery-state.tsx'
import { galleryTexts } from './gallery.messages.ts'

const RECEIPT = { id: ROOM.id, number: 'TEST-2026-000001' }
const MONEY = { sender_id: '', content: '', type: 'payment_request', amount: 4500, currency: 'eur' } as const
const LAST_MESSAGES: readonly MessagePreview[] = [
  { seq: 1, sender_id: '', content: 'Press a screwdriver into the corner.' },
  { seq: 2, sender_id: '', content: 'صباح الخير، كيف حالك؟' },
  { seq: 3, sender_id: '', content: '', file: { name: 'corner.jpg', type: 'image/jpeg' } },
  { seq: 4, sender_id: '', content: '', file: { name: 'offer.pdf', type: 'application/pdf' } },
  { ...MONEY, seq: 5, status: 'pending' },
  { ...MONEY, seq: 6, status: 'completed' },
  { ...MONEY, seq: 7, status: 'rejected', ended_by: 'declined' },
  { ...MONEY, seq: 8, status: 'rejected', ended_by: 'failed' },
  { ...MONEY, seq: 9, status: 'rejected', ended_by: 'withdrawn' },
  { ...MONEY, seq: 10, status: 'rejected', ended_by: 'cancelled' },
  { ...MONEY, seq: 11, status: 'rejected', ended_by: 'expired' },
  { seq: 12, sender_id: '', content: 'Message deleted', deleted: true },
]

const REFUND = { amount: 4500, currency: 'eur' } as const
const REFUND_EVENTS: readonly NonNullable<Message['refund_event']>[] = [
  { ...REFUND, step: 'requested', by: 'buyer' },
  { ...REFUND, step: 'withdrawn', by: 'buyer' },
  { ...REFUND, step: 'declined', by: 'seller' },
  { ...REFUND, step: 'declined', by: 'operator' },
  { ...REFUND, step: 'refunded', by: 'seller' },
  { ...REFUND, step: 'refunded', by: 'operator' },
  { ...REFUND, step: 'refunded', by: 'stripe' },
  { ...REFUND, step: 'failed', by: 'seller' },
]

const REACTIONS: NonNullable<Message['reactions']> = [
  { user_id: READER.id, reaction: '👍' },
  { user_id: MARIEKE.id, reaction: '❤️' },
]

const nothing = (): void => undefined
const AT = '2026-03-02T09:30:00.000Z'
const REFUNDS: NonNullable<Message['refunds']> = (['succeeded', 'pending', 'failed', 'canceled'] as const).map(
  (status, place) => ({
    id: `refund-${place}`,
    amount: 500 + place,
    status,
    by: place === 1 ? 'stripe' : 'seller',
    reason: place === 1 ? '' : 'We met for half an hour only.',
    created_at: AT,
  }),
)

const ASKED_BACK: NonNullable<Message['refund_request']> = {
  id: 'refund-request',
  amount: 1200,
  status: 'open',
  reason: 'We met for half an hour only.',
  answer: '',
  declined_by: null,
  seller_answers_until: '2026-03-09T09:30:00.000Z',
  with_operator: false,
  created_at: AT,
}

export function AuthStates() {
  const texts = useTexts(galleryTexts)
  return (
    <>
      <GalleryState name="PasswordStrengthBar: empty, weak, medium, strong, common">
        {['', 'abc', 'Abcdefg1', 'Abcdefg1!'].map((password) => (
          <PasswordStrengthBar key={password} password={password} isCommon={false} />
        ))}
        <PasswordStrengthBar password="Sunshine2026!" isCommon />
      </GalleryState>
      <GalleryState name="LinkOutcome">
        <LinkOutcome icon={<Check size={28} />} tone="success" title={texts.sent} text={texts.more}>
          <Button>{texts.find}</Button>
        </LinkOutcome>
      </GalleryState>
    </>
  )
}

export function ProfileStates() {
  const texts = useTexts(galleryTexts)
  const action = <Button>{texts.send}</Button>
  return (
    <>
      <GalleryState name="ExpertCard">
        <ExpertCard profile={MARIEKE} action={action} />
      </GalleryState>
      <GalleryState name="ExpertCard: no bio">
        <ExpertCard profile={WITHOUT_BIO} action={action} />
      </GalleryState>
      <GalleryState name="ExpertCard: long name, own category">
        <ExpertCard profile={LONG_NAMED} action={action} />
      </GalleryState>
      <GalleryState name="ExpertCardSkeleton">
        <ExpertCardSkeleton />
      </GalleryState>
      <GalleryState name="ProfilePage: another person's" wide>
        <ProfilePage userId={MARIEKE.id} renderAction={() => action} />
      </GalleryState>
      <GalleryState name="ProfilePage: not public, one's own" wide>
        <ProfilePage userId={READER.id} renderAction={() => null} />
      </GalleryState>
    </>
  )
}

export function WaitingListStates() {
  return (
    <GalleryState name="WaitingListForm">
      <div className="card">
        <WaitingListForm />
      </div>
    </GalleryState>
  )
}

export function RequestStates() {
  const decision = { onAccepted: nothing, onRejected: nothing, onDecidedBefore: nothing }
  return (
    <>
      <GalleryState name="PendingRequestCard">
        <PendingRequestCard
          request={createRequest(1)}
          expertise={<ExpertiseLine profile={MARIEKE} />}
          renderMenu={(answers) => (
            <BlockMenu name={MARIEKE.full_name} items={answers} onReport={nothing} onBlock={nothing} />
          )}
          {...decision}
        />
      </GalleryState>
      <GalleryState name="RequestRow: pending, accepted, rejected, sent by the reader, withdrawn by the reader">
        <ul className="card">
          <RequestRow request={createRequest(2)} />
          <RequestRow request={createRequest(3, { status: 'accepted', room_id: ROOM.id })} />
          <RequestRow request={createRequest(4, { status: 'rejected' })} />
          <RequestRow
            request={createRequest(5, { sender_id: READER.id, receiver_id: MARIEKE.id, status: 'pending' })}
            onWithdrawn={nothing}
          />
          <RequestRow
            request={createRequest(6, {
              sender_id: READER.id,
              receiver_id: MARIEKE.id,
              status: 'rejected',
              withdrawn: true,
            })}
          />
        </ul>
      </GalleryState>
    </>
  )
}

export function ChatStates() {
  const own = { isOwn: true, label: READER.full_name, isContinued: false, at: AT } as const
  const theirs = { isOwn: false, label: MARIEKE.full_name, isContinued: false, at: AT, state: null } as const
  const unsent = { clientId: 'one', roomId: ROOM.id, content: '', writtenAt: AT, failed: 'NETWORK' } as const
  const describeRefund = useRefundStepText()
  return (
    <>
      <GalleryState name="LastMessageLine: a text, a photo, a request for money in each of its ends">
        {LAST_MESSAGES.map((message) => (
          <p key={message.seq} className="text-sm text-ink-2">
            <LastMessageLine
              message={message.seq % 2 === 1 ? message : { ...message, sender_id: MARIEKE.id }}
              partner={MARIEKE}
              describeRefund={describeRefund}
            />
          </p>
        ))}
      </GalleryState>
      <GalleryState name="MessageBubble: the partner's, continued, with a link, from right to left">
        <MessageBubble {...theirs} content="Good morning! I read your introduction." />
        <MessageBubble {...theirs} isContinued content="Look at https://kundig.example first." />
        <MessageBubble {...theirs} isContinued content="صباح الخير، كيف حالك؟" />
      </GalleryState>
      <GalleryState name="MessageBubble: one's own, sending, sent, read">
        <MessageBubble {...own} state="sending" content="Thank you, I will." />
        <MessageBubble {...own} state="sent" isContinued content="Shall we talk tomorrow?" />
        <MessageBubble {...own} state="read" isContinued content="At ten?" />
      </GalleryState>
      <GalleryState name="MessageBubble: removed, the partner's and one's own">
        <MessageBubble {...theirs} isGone content="Removed by a moderator" />
        <MessageBubble {...own} state={null} isGone content="Removed by a moderator" />
      </GalleryState>
      <GalleryState name="MessageBubble: deleted, the partner's and one's own">
        <MessageBubble {...theirs} isGone content="Message deleted" />
        <MessageBubble {...own} state={null} isGone content="You deleted this message" />
      </GalleryState>
      <GalleryState name="MessageBubble: edited, the partner's and one's own">
        <MessageBubble {...theirs} isEdited content="Shall we talk on Tuesday?" />
        <MessageBubble {...own} state="read" isEdited content="Yes, at eleven." />
      </GalleryState>
      <GalleryState name="MessageBubble: a reply to a text, to a photo, to a deleted message; with reactions">
        {[LAST_MESSAGES[0], LAST_MESSAGES[2], LAST_MESSAGES[11]].map((quote) => {
          const rest = { author: MARIEKE.full_name, partner: MARIEKE, describeRefund, onJump: nothing }
          const quoted = quote && <Quote quote={quote} {...rest} />
          return <MessageBubble key={quote?.seq} {...own} state="read" content="Thank you, I will." quote={quoted} />
        })}
        <MessageBubble {...theirs} content="At ten?">
          <Reactions reactions={REACTIONS} room={ROOM} onRemove={nothing} />
        </MessageBubble>
      </GalleryState>
      <GalleryState name="RefundLine: each step by each author">
        {REFUND_EVENTS.flatMap((event, place) =>
          [READER.id, MARIEKE.id].map((sender_id) => {
            const sent = { seq: place + 1, sender_id, refund_event: event, reply_to: LAST_MESSAGES[0] }
            const message = parseMessage(createPaymentMessage(place + 1, sent))
            if (message.kind !== 'refund') return null
            const words = describeRefund(event, sender_id, MARIEKE)
            return (
              <RefundLine
                key={`${place} ${sender_id}`}
                message={message}
                words={words}
                isMarked={false}
                onJump={nothing}
              />
            )
          }),
        )}
      </GalleryState>
      <GalleryState name="MessageBubble: given up">
        <MessageBubble {...own} state="failed" content="Are you still there?">
          <FailedMessageActions unsent={unsent} onRetry={nothing} onDrop={nothing} />
        </MessageBubble>
      </GalleryState>
    </>
  )
}

function RequestState({ message, isSeller = false }: { message: Partial<Message>; isSeller?: boolean }) {
  const sent = isSeller ? { sender_id: READER.id } : {}
  const rest: Omit<ComponentProps<typeof PaymentRequestCard>, 'message'> = {
    room: ROOM,
    onOpen: nothing,
    onAskAgain: nothing,
    onMessage: nothing,
    refresh: () => Promise.resolve(),
  }
  const parsed = parseMessage(createPaymentMessage(message.seq ?? 1, { ...sent, ...message }))
  return parsed.kind === 'payment_request' ? <PaymentRequestCard message={parsed} {...rest} /> : null
}

export function PaymentStates() {
  return (
    <>
      <GalleryState name="PaymentRequestCard: the buyer may pay">
        <RequestState message={{ seq: 1 }} />
      </GalleryState>
      <GalleryState name="PaymentRequestCard: a new card only">
        <RequestState message={{ seq: 2, new_card_only: true }} />
      </GalleryState>
      <GalleryState name="PaymentRequestCard: the seller waits">
        <RequestState message={{ seq: 3 }} isSeller />
      </GalleryState>
      <GalleryState name="PaymentRequestCard: paid">
        <RequestState message={{ seq: 4, status: 'completed' }} />
      </GalleryState>
      <GalleryState name="PaymentRequestCard: paid, with its receipt, for the buyer and for the seller">
        <RequestState message={{ seq: 19, status: 'completed', receipt: RECEIPT }} />
        <RequestState message={{ seq: 20, status: 'completed', receipt: RECEIPT }} isSeller />
      </GalleryState>
      <GalleryState name="PaymentRequestCard: refunded in parts, for the buyer and for the seller">
        <RequestState message={{ seq: 13, status: 'completed', refunds: REFUNDS }} />
        <RequestState message={{ seq: 14, status: 'completed', refunds: REFUNDS }} isSeller />
      </GalleryState>
      <GalleryState name="PaymentRequestCard: asked back, for the buyer and for the seller; with who runs the site; declined">
        <RequestState message={{ seq: 15, status: 'completed', refund_request: ASKED_BACK }} />
        <RequestState message={{ seq: 16, status: 'completed', refund_request: ASKED_BACK }} isSeller />
        <RequestState
          message={{ seq: 17, status: 'completed', refund_request: { ...ASKED_BACK, with_operator: true } }}
        />
        <RequestState
          message={{
            seq: 18,
            status: 'completed',
            refund_request: { ...ASKED_BACK, status: 'declined', answer: 'We did meet.', declined_by: 'seller' },
          }}
        />
      </GalleryState>
      <GalleryState name="PaymentRequestCard: declined, for the buyer and for the seller">
        <RequestState message={{ seq: 5, status: 'rejected', ended_by: 'declined' }} />
        <RequestState message={{ seq: 6, status: 'rejected', ended_by: 'declined' }} isSeller />
      </GalleryState>
      <GalleryState name="PaymentRequestCard: withdrawn, for the buyer and for the seller; no longer open">
        <RequestState message={{ seq: 9, status: 'rejected', ended_by: 'withdrawn' }} />
        <RequestState message={{ seq: 10, status: 'rejected', ended_by: 'withdrawn' }} isSeller />
        <RequestState message={{ seq: 11, status: 'rejected', ended_by: 'cancelled' }} />
      </GalleryState>
      <GalleryState name="PaymentRequestCard: not paid in time, for the buyer and for the seller">
        <RequestState message={{ seq: 12, status: 'rejected', ended_by: 'expired' }} />
        <RequestState message={{ seq: 13, status: 'rejected', ended_by: 'expired' }} isSeller />
      </GalleryState>
      <GalleryState name="PaymentRequestCard: failed, for the buyer and for the seller">
        <RequestState message={{ seq: 7, status: 'rejected', ended_by: 'failed' }} />
        <RequestState message={{ seq: 8, status: 'rejected', ended_by: 'failed' }} isSeller />
      </GalleryState>
      <GalleryState name="CardList: the default one, an expired one">
        <CardList cards={CARDS} onEmptied={nothing} />
      </GalleryState>
    </>
  )
}

export function NotificationStates() {
  return (
    <GalleryState name="NotificationRow: every kind, unread and read; without an actor">
      <ul className="card">
        {NOTIFICATION_KINDS.map((kind, at) => (
          <li key={kind}>
            <NotificationRow notification={createNotification(kind, { read: at % 2 === 1 })} onGo={nothing} />
          </li>
        ))}
        <li>
          <NotificationRow notification={createNotification('chat_closed', { actor: null })} onGo={nothing} />
        </li>
      </ul>
    </GalleryState>
  )
}
