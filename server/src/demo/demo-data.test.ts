import { describe, expect, it } from 'vitest'

import {
  checkEmail,
  checkNewPassword,
  normaliseEmail,
  computePasswordStrength,
} from '@kundig/contract/auth/credentials'
import { LIMITS } from '@kundig/contract/limits'
import { DEFAULT_CATEGORIES } from '@kundig/contract/profiles/default-categories'
import { checkExpertise } from '@kundig/contract/profiles/expertise'
import { checkPrice, checkHeadline, checkLanguages, checkTown } from '@kundig/contract/profiles/profile-details'
import { checkBio, checkFullName, cleanName } from '@kundig/contract/profiles/profile-rules'
import { checkReviewAnswer, checkReviewText } from '@kundig/contract/reviews/review-rules'
import { checkMessage } from '@kundig/contract/texts/message-rules'
import { cleanText, countLetters } from '@kundig/contract/texts/sanitising'

import { DEMO_ANSWERED } from './demo-answers.ts'
import { DEMO_CONVERSATIONS } from './demo-conversations.ts'
import { DEMO_DEALS } from './demo-deals.ts'
import { DEMO_DETAILS } from './demo-details.ts'
import { DEMO_LOGINS, DEMO_PASSWORD, DEMO_PEOPLE } from './demo-people.ts'
import { DEMO_REQUESTS } from './demo-requests.ts'

const people = new Map(DEMO_PEOPLE.map((person) => [person.key, person]))
const joinedMinutesAgo = (key: string) => (people.get(key)?.joinedDaysAgo ?? 0) * 24 * 60

describe('demo people', () => {
  it('are forty people, each with a unique key, address and joining time', () => {
    expect(DEMO_PEOPLE).toHaveLength(40)
    expect(people.size).toBe(40)
    expect(new Set(DEMO_PEOPLE.map((person) => person.email)).size).toBe(40)
    expect(new Set(DEMO_PEOPLE.map((person) => person.full_name)).size).toBe(40)
    expect(new Set(DEMO_PEOPLE.map((person) => person.joinedDaysAgo)).size).toBe(40)
  })

  it('cover every category three times, and four custom categories', () => {
    for (const { id } of DEFAULT_CATEGORIES) {
      const members = DEMO_PEOPLE.filter((person) => person.expertise === id)
      expect(members, id).toHaveLength(3)
    }
    const custom = DEMO_PEOPLE.map((person) => person.expertise).filter((expertise) => typeof expertise !== 'string')
    expect(new Set(custom.map((expertise) => expertise.value)).size).toBe(4)
  })

  it.each(DEMO_PEOPLE)('have a valid profile unchanged by cleaning: $key', (person) => {
    expect(checkFullName(person.full_name)).toBeNull()
    expect(cleanName(person.full_name)).toBe(person.full_name)
    expect(checkEmail(person.email)).toBeNull()
    expect(normaliseEmail(person.email)).toBe(person.email)
    expect(person.email).toMatch(/^[a-z.]+@kundig\.example$/u)
    expect(checkExpertise(person.expertise)).toBeNull()
    if (person.bio === null) return
    expect(checkBio(person.bio)).toBeNull()
    expect(cleanText(person.bio)).toBe(person.bio)
    expect(countLetters(person.bio)).toBeGreaterThanOrEqual(90)
  })

  it.each(DEMO_PEOPLE)('have details that the contract accepts: $key', ({ details }) => {
    expect(checkHeadline(details.headline ?? '')).toBeNull()
    expect(checkTown(details.town ?? '')).toBeNull()
    expect(checkLanguages(details.languages ?? [])).toBeNull()
    expect(checkPrice(details.price?.euros ?? null)).toBeNull()
  })

  it('include a person with all details and a person without details', () => {
    expect(Object.keys(DEMO_DETAILS).filter((key) => !people.has(key))).toEqual([])
    const counts = new Set(DEMO_PEOPLE.map(({ details }) => Object.keys(details).length))
    expect([...counts].toSorted((a, b) => a - b)).toEqual([0, 2, 3, 4, 5])
  })

  it('include profiles without a bio, without a picture, and private ones', () => {
    expect(DEMO_PEOPLE.filter((person) => person.bio === null)).toHaveLength(1)
    expect(DEMO_PEOPLE.filter((person) => !person.is_public)).toHaveLength(2)
    expect(DEMO_PEOPLE.filter((person) => person.portrait === null)).toHaveLength(10)
  })

  it('every portrait is unique, with clothes that contrast with the background', () => {
    const portraits = DEMO_PEOPLE.flatMap((person) => person.portrait ?? [])
    expect(new Set(portraits).size).toBe(portraits.length)
    const backgrounds = ['sky', 'yellow', 'rust', 'glaze', 'green', 'cobalt']
    const clothes = ['cobalt', 'green', 'rust', 'yellow', 'plum', 'glaze']
    for (const portrait of portraits) {
      expect(portrait).toMatch(/^[0-5][0-5][0-4][0-5][0-5][01]$/u)
      const [background, cloth] = portrait
      expect(backgrounds[Number(background)], portrait).not.toBe(clothes[Number(cloth)])
    }
  })

  it('share a password that sign-up accepts as strong', () => {
    expect(checkNewPassword(DEMO_PASSWORD)).toBeNull()
    expect(computePasswordStrength(DEMO_PASSWORD)).toBe('strong')
  })

  it('include the two demo log-ins, who have public profiles', () => {
    expect(new Set(DEMO_LOGINS).size).toBe(2)
    for (const key of DEMO_LOGINS) expect(people.get(key)?.is_public, key).toBe(true)
  })
})

describe('demo requests', () => {
  it.each(DEMO_REQUESTS)('are valid requests: $from to $to', ({ from, to, message, hoursAgo }) => {
    expect(people.has(from) && people.has(to)).toBe(true)
    expect(from).not.toBe(to)
    expect(checkMessage(message)).toBeNull()
    expect(cleanText(message)).toBe(message)
    expect(hoursAgo).toBeGreaterThan(0)
    expect(hoursAgo * 60).toBeLessThan(Math.min(joinedMinutesAgo(from), joinedMinutesAgo(to)))
  })

  it('include at most one pending request between two people', () => {
    const pairs = DEMO_REQUESTS.filter((request) => request.status === 'pending').map(({ from, to }) => `${from} ${to}`)
    expect(new Set(pairs).size).toBe(pairs.length)
  })

  it.each(DEMO_LOGINS)('the demo user %s has pending and rejected requests', (key) => {
    const pending = DEMO_REQUESTS.filter((request) => request.status === 'pending')
    expect(pending.filter(({ to }) => to === key).length).toBeGreaterThanOrEqual(2)
    expect(pending.filter(({ from }) => from === key)).toHaveLength(1)
    const rejected = DEMO_REQUESTS.filter((request) => request.status === 'rejected')
    expect(rejected.filter(({ from, to }) => from === key || to === key)).toHaveLength(1)
  })
})

describe('demo conversations', () => {
  it('there are nine conversations, and the first is a long one between the demo log-ins', () => {
    expect(DEMO_CONVERSATIONS).toHaveLength(9)
    const [first] = DEMO_CONVERSATIONS
    expect(new Set([first?.requester, first?.expert])).toEqual(new Set(DEMO_LOGINS))
    expect(first?.messages.length).toBeGreaterThan(2 * LIMITS.chatPageSize)
    expect(DEMO_CONVERSATIONS.filter((room) => room.closedMinutesAgo !== null)).toHaveLength(1)
  })

  it.each(DEMO_CONVERSATIONS)('both participants joined before the conversation: $requester, $expert', (room) => {
    const participants = [room.requester, room.expert]
    expect(new Set(participants).size).toBe(2)
    for (const key of participants) {
      expect(people.has(key), key).toBe(true)
      expect(room.startedMinutesAgo).toBeLessThan(joinedMinutesAgo(key))
    }
    for (const message of room.messages) expect(participants).toContain(message.from)
    expect(new Set(Object.keys(room.readBy))).toEqual(new Set(participants))
  })

  it.each(DEMO_CONVERSATIONS)('contain valid texts unchanged by cleaning: $requester, $expert', (room) => {
    for (const text of [room.requestMessage, ...room.messages.map((message) => message.content)]) {
      expect(checkMessage(text), text).toBeNull()
      expect(cleanText(text)).toBe(text)
      expect(text, 'a line that should have begun a message').not.toMatch(/^\+\d/mu)
    }
  })

  it.each(DEMO_CONVERSATIONS)(
    'messages are in order of time, and none is in the future: $requester, $expert',
    (room) => {
      const times = [room.startedMinutesAgo, ...room.messages.map((message) => message.minutesAgo)]
      if (room.closedMinutesAgo !== null) times.push(room.closedMinutesAgo)
      for (const [index, time] of times.entries()) {
        expect(Number.isInteger(time)).toBe(true)
        expect(time).toBeGreaterThan(0)
        expect(time).toBeLessThan(times[index - 1] ?? Number.POSITIVE_INFINITY)
      }
    },
  )

  it.each(DEMO_CONVERSATIONS)(
    'people have read everything up to their own last message: $requester, $expert',
    (room) => {
      for (const [key, count] of Object.entries(room.readBy)) {
        expect(count).toBeLessThanOrEqual(room.messages.length)
        expect(count).toBeGreaterThan(room.messages.findLastIndex((message) => message.from === key))
      }
    },
  )

  it.each(DEMO_LOGINS)('give %s several rooms and unread messages', (key) => {
    const rooms = DEMO_CONVERSATIONS.filter((room) => key in room.readBy)
    expect(rooms.length).toBeGreaterThanOrEqual(3)
    expect(rooms.some((room) => (room.readBy[key] ?? 0) < room.messages.length)).toBe(true)
  })
})

describe('demo payments', () => {
  it.each(DEMO_DEALS)('have valid texts and an open room: $buyer pays $seller', ({ buyer, seller, review, answer }) => {
    const rooms = [...DEMO_CONVERSATIONS, ...DEMO_ANSWERED].filter((room) => room.closedMinutesAgo === null)
    expect(rooms.some((room) => room.requester === buyer && room.expert === seller)).toBe(true)
    expect(checkReviewText(review.text)).toBeNull()
    expect(cleanText(review.text)).toBe(review.text)
    expect(answer === undefined ? null : checkReviewAnswer(answer)).toBeNull()
  })
})

describe('earlier demo conversations', () => {
  it.each(DEMO_ANSWERED)('began after both people had joined: $requester, $expert', (room) => {
    expect(room.requester).not.toBe(room.expert)
    for (const key of [room.requester, room.expert])
      expect(room.startedMinutesAgo + (room.answerMinutes ?? 0)).toBeLessThan(joinedMinutesAgo(key))
  })

  it('give each of the experts three clients', () => {
    for (const { expert } of DEMO_ANSWERED)
      expect(
        new Set(DEMO_ANSWERED.filter((room) => room.expert === expert).map(({ requester }) => requester)).size,
      ).toBe(3)
  })
})
