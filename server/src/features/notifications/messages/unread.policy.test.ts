import { describe, expect, it } from 'vitest'

import { decideUnreadDelivery, isSilentPush, canBeMailed, type UnreadRoom } from './unread.policy.ts'

const NOON = Date.parse('2026-05-01T12:00:00.000Z')
const at = (minutes: number, seconds = 0): Date => new Date(NOON + minutes * 60_000 + seconds * 1000)

const room = (differs: Partial<UnreadRoom> = {}): UnreadRoom => ({
  unreadCount: 1,
  lastReadSeq: 0,
  isMuted: false,
  lastSeq: 1,
  newest: { seq: 1, at: at(0) },
  oldestUnmailed: at(0),
  hasBrowser: true,
  pushedSeq: 0,
  pushedAt: null,
  isPushOutdated: false,
  mailedSeq: 0,
  mailedAt: null,
  mails: 0,
  isPushUnderWay: false,
  isMailUnderWay: false,
  ...differs,
})
const pushed = { pushedSeq: 1, pushedAt: at(0, 5) }

describe('an unread message', () => {
  it('is pushed after five seconds, and mailed after fifteen minutes', () => {
    expect(decideUnreadDelivery(room(), at(0, 4))).toEqual({ push: false, mail: false, nextAt: at(0, 5) })
    expect(decideUnreadDelivery(room(), at(0, 5))).toEqual({ push: true, mail: false, nextAt: at(15) })
    expect(decideUnreadDelivery(room(pushed), at(14, 59))).toEqual({ push: false, mail: false, nextAt: at(15) })
    expect(decideUnreadDelivery(room(pushed), at(15))).toEqual({ push: false, mail: true, nextAt: null })
  })

  it('notifies no one if it was read or its room is muted', () => {
    const nothing = { push: false, mail: false, nextAt: null }
    expect(decideUnreadDelivery(room({ unreadCount: 0, newest: null, oldestUnmailed: null }), at(60))).toEqual(nothing)
    expect(decideUnreadDelivery(room({ isMuted: true }), at(60))).toEqual(nothing)
  })

  it('is only mailed to a person without a push subscription', () => {
    const unread = room({ hasBrowser: false })
    expect(decideUnreadDelivery(unread, at(0, 5))).toEqual({ push: false, mail: false, nextAt: at(15) })
    expect(decideUnreadDelivery(unread, at(15))).toEqual({ push: false, mail: true, nextAt: null })
  })

  it('notifies once; only a newer message notifies again', () => {
    const mailed = room({ ...pushed, mailedSeq: 1, mailedAt: at(15), mails: 1, oldestUnmailed: null })
    expect(decideUnreadDelivery(mailed, at(24 * 60))).toEqual({ push: false, mail: false, nextAt: null })
  })
})

describe('pushes of a room', () => {
  const newer = { newest: { seq: 2, at: at(0, 6) }, unreadCount: 2, lastSeq: 2 }

  it('are sent at most every thirty seconds', () => {
    expect(decideUnreadDelivery(room({ ...pushed, ...newer }), at(0, 20))).toMatchObject({
      push: false,
      nextAt: at(0, 35),
    })
    expect(decideUnreadDelivery(room({ ...pushed, ...newer }), at(0, 35))).toMatchObject({ push: true })
  })

  it('are silent when they replace a push younger than five minutes', () => {
    const push = { pushedAt: at(0), pushedSeq: 1, newestSeq: 2 }
    expect(isSilentPush({ ...push, pushedAt: null }, at(0))).toBe(false)
    expect(isSilentPush(push, at(4, 59))).toBe(true)
    expect(isSilentPush(push, at(5))).toBe(false)
  })

  it('are replaced, silently, after a pushed message was edited or deleted', () => {
    const outdated = room({ ...pushed, isPushOutdated: true })
    expect(decideUnreadDelivery(outdated, at(0, 34))).toMatchObject({ push: false, nextAt: at(0, 35) })
    expect(decideUnreadDelivery(outdated, at(0, 35))).toMatchObject({ push: true })
    expect(isSilentPush({ pushedAt: at(0), pushedSeq: 1, newestSeq: 1 }, at(60))).toBe(true)
  })

  it('wait while another push is being sent', () => {
    expect(decideUnreadDelivery(room({ isPushUnderWay: true }), at(1))).toMatchObject({
      push: false,
      nextAt: at(1, 30),
    })
  })
})

describe('mails about a room', () => {
  const after = (mails: number, differs: Partial<UnreadRoom> = {}) =>
    room({
      ...pushed,
      mails,
      mailedSeq: 1,
      mailedAt: at(0),
      newest: { seq: 2, at: at(1) },
      pushedSeq: 2,
      oldestUnmailed: at(1),
      unreadCount: 2,
      lastSeq: 2,
      ...differs,
    })

  it.each([
    [1, 16],
    [2, 30],
    [3, 60],
  ])('the pause between mails doubles: after %i mails, %i minutes', (mails, minutes) => {
    expect(decideUnreadDelivery(after(mails), at(minutes - 1))).toMatchObject({ mail: false, nextAt: at(minutes) })
    expect(decideUnreadDelivery(after(mails), at(minutes))).toMatchObject({ mail: true })
  })

  it('are at most four until the reader opens the room', () => {
    expect(decideUnreadDelivery(after(4), at(48 * 60))).toEqual({ push: false, mail: false, nextAt: null })
    const opened = after(4, { lastReadSeq: 1, unreadCount: 1 })
    expect(decideUnreadDelivery(opened, at(16))).toMatchObject({ mail: true })
    expect(canBeMailed({ mails: 4, mailedSeq: 5, lastReadSeq: 4, newestSeq: 9 })).toBe(false)
    expect(canBeMailed({ mails: 4, mailedSeq: 5, lastReadSeq: 5, newestSeq: 9 })).toBe(true)
    expect(canBeMailed({ mails: 1, mailedSeq: 9, lastReadSeq: 4, newestSeq: 9 })).toBe(false)
  })

  it('wait while another mail to the same person is being sent', () => {
    expect(decideUnreadDelivery(room({ ...pushed, isMailUnderWay: true }), at(15))).toMatchObject({
      mail: false,
      nextAt: at(20),
    })
  })
})
