import { describe, expect, it, vi } from 'vitest'

import { Refusal, type ErrorCode } from '@kundig/contract/errors'
import type { PaymentStatus } from '@kundig/contract/payments/payment-life-cycle'

import { PayAttempt, type PayAttemptOptions } from './pay-attempt.ts'
import type { PaymentOutcome, PaymentProvider, PaymentState } from '../provider/provider.ts'

const card = { id: 'pm_1', brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2031, is_default: true }

/** A bank, a server and another tab, as far as an attempt meets them. */
function world() {
  const told: string[] = []
  const early: unknown[] = []
  const ended: string[] = []
  const trouble: string[] = []
  const confirmed: string[] = []
  const stage = {
    payment: { status: 'open', failure: null } as PaymentState,
    outcome: { status: 'succeeded' } as PaymentOutcome,
    server: 'completed' as PaymentStatus | ErrorCode,
    secret: null as ErrorCode | null,
    otherTabPays: false,
    /** The page is being left: it gets no lock, or loses it when the work is done. */
    locks: 'work' as 'work' | 'refused' | 'lost',
  }
  let looks = 0
  let slow: Promise<void> | undefined
  /** Looks take until the function that comes back is called. */
  function slowDown(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    slow = promise
    return resolve
  }
  const provider: PaymentProvider = {
    mountSetupForm: () => {
      throw new Error('No form here')
    },
    mountPaymentForm: () => {
      throw new Error('No form here')
    },
    confirmCardPayment: async (_secret, id) => {
      confirmed.push(id)
      return stage.outcome
    },
    retrievePaymentIntent: async () => {
      looks++
      await slow
      return stage.payment
    },
    resume: async () => {
      confirmed.push('resumed')
      return stage.outcome
    },
  }
  const options: PayAttemptOptions = {
    loadProvider: async () => provider,
    clientSecret: async () => {
      if (stage.secret) throw new Refusal(stage.secret)
      return 'secret'
    },
    defaultCard: async () => card,
    alone: async (work) => {
      if (stage.otherTabPays) return false
      if (stage.locks === 'refused') throw new DOMException('The document is not fully active', 'InvalidStateError')
      await work()
      if (stage.locks === 'lost') throw new DOMException('The lock was lost', 'AbortError')
      return true
    },
    decide: async (decision) => {
      told.push(decision)
      const answer = stage.server
      if (answer === 'completed' || answer === 'rejected' || answer === 'pending') return answer
      throw new Refusal(answer)
    },
    codeOf: (error, fallback) => (error instanceof Refusal ? error.code : fallback),
    onEarly: (outcome) => early.push(outcome),
    onEnded: (as) => ended.push(as),
    onTrouble: (code) => trouble.push(code),
  }
  return {
    attempt: new PayAttempt(options),
    stage,
    told,
    early,
    ended,
    trouble,
    confirmed,
    slowDown,
    looks: () => looks,
  }
}

describe('an attempt to pay', () => {
  it('shows the success at once, tells the server, and then shows what the server says', async () => {
    const { attempt, told, early, ended, trouble } = world()
    await attempt.open()
    await attempt.pay(card)
    expect(ended).toEqual(['paid'])
    expect(told).toEqual(['completed'])
    expect(early.slice(-2)).toEqual(['succeeded', null])
    expect(trouble).toEqual([])
  })

  it('charges once for a double click', async () => {
    const { attempt, confirmed } = world()
    await attempt.open()
    await Promise.all([attempt.pay(card), attempt.pay(card), attempt.pay(card)])
    await attempt.pay(card)
    expect(confirmed).toEqual(['pm_1'])
  })

  it('does not pay while another tab does, and says so', async () => {
    const { attempt, stage, confirmed, trouble } = world()
    await attempt.open()
    stage.otherTabPays = true
    await attempt.pay(card)
    expect(confirmed).toEqual([])
    expect(trouble).toEqual(['elsewhere'])
    expect(attempt.state.step).toBe('ready')
  })

  it('takes the success back and says so when the server cannot be told; opening it again tells it then', async () => {
    const { attempt, stage, told, early, trouble, confirmed } = world()
    await attempt.open()
    stage.server = 'UNAVAILABLE'
    await attempt.pay(card)
    expect(early.slice(-2)).toEqual(['succeeded', null])
    expect(trouble).toEqual(['PAYMENT_STATUS_FAILED'])

    const again = world()
    again.stage.payment = { status: 'succeeded' }
    await again.attempt.open()
    expect(again.told).toEqual(['completed'])
    expect(again.ended).toEqual(['paid'])
    expect([...confirmed, ...again.confirmed]).toEqual(['pm_1'])
    expect(told).toEqual(['completed'])
  })

  it('is no failure when the server knew already', async () => {
    const { attempt, stage, trouble, ended } = world()
    await attempt.open()
    stage.server = 'PAYMENT_DECIDED'
    await attempt.pay(card)
    expect(trouble).toEqual([])
    expect(ended).toEqual(['paid'])
  })

  it('ends quietly when the request was decided elsewhere before', async () => {
    const { attempt, stage, trouble, ended } = world()
    stage.secret = 'PAYMENT_DECIDED'
    await attempt.open()
    expect(ended).toEqual(['decided'])
    expect(trouble).toEqual([])
  })

  it('pays from a form once, says so of itself meanwhile, and leaves it to the form what is missing', async () => {
    const { attempt, told, ended } = world()
    await attempt.open()
    attempt.add()
    await attempt.payByForm(async () => ({ status: 'failed', code: 'form_incomplete' }))
    expect(attempt.state).toEqual({ step: 'adding' })
    const answers: boolean[] = []
    const confirm = async (): Promise<PaymentOutcome> => {
      answers.push(attempt.paysByForm)
      return { status: 'succeeded' }
    }
    await Promise.all([attempt.payByForm(confirm), attempt.payByForm(confirm), attempt.pay(card)])
    expect(answers).toEqual([true])
    expect([told, ended]).toEqual([['completed'], ['paid']])
  })

  it('leaves a declined request open, with the reason, and takes another card', async () => {
    const { attempt, stage, told, ended } = world()
    await attempt.open()
    stage.outcome = { status: 'failed', code: 'insufficient_funds' }
    await attempt.pay(card)
    expect(attempt.state).toEqual({ step: 'declined', reason: 'insufficient_funds' })
    expect(told).toEqual([])

    attempt.choose([card, { ...card, id: 'pm_2' }])
    attempt.pick({ ...card, id: 'pm_2' })
    stage.outcome = { status: 'succeeded' }
    await attempt.pay({ ...card, id: 'pm_2' })
    expect(ended).toEqual(['paid'])
  })

  it('asks for a new card where there is none but the one that was declined', async () => {
    const { attempt, stage } = world()
    await attempt.open()
    stage.outcome = { status: 'failed', code: 'expired_card' }
    await attempt.pay(card)
    attempt.choose([card])
    expect(attempt.state).toEqual({ step: 'adding' })
  })

  it('asks the provider what happened when its answer was lost, and finds the money', async () => {
    const { attempt, stage, told, ended } = world()
    await attempt.open()
    stage.outcome = { status: 'failed', code: 'network' }
    stage.payment = { status: 'succeeded' }
    await attempt.pay(card)
    expect(ended).toEqual(['paid'])
    expect(told).toEqual(['completed'])
  })

  it('does not stay at paying when the browser gives no turn: it looks, and can be tried again', async () => {
    const { attempt, stage, confirmed, ended } = world()
    await attempt.open()
    stage.locks = 'refused'
    await attempt.pay(card)
    expect(confirmed).toEqual([])
    expect(attempt.state).toEqual({ step: 'declined', reason: 'unknown' })
    stage.locks = 'work'
    attempt.choose([card, { ...card, id: 'pm_2' }])
    attempt.pick(card)
    await attempt.pay(card)
    expect(confirmed).toEqual(['pm_1'])
    expect(ended).toEqual(['paid'])
  })

  it('finds the money when the turn was lost after it had moved', async () => {
    const { attempt, stage, told, ended, looks } = world()
    await attempt.open()
    stage.locks = 'lost'
    stage.payment = { status: 'succeeded' }
    await attempt.pay(card)
    expect(ended).toEqual(['paid'])
    expect(told).toEqual(['completed'])
    expect(looks()).toBe(1)
  })

  it('looks again only after the look before has ended, until nobody waits any more', async () => {
    vi.useFakeTimers()
    try {
      const { attempt, stage, looks, slowDown } = world()
      stage.payment = { status: 'processing' }
      await attempt.open()
      const answer = slowDown()
      const stop = attempt.lookEvery(3000)
      await vi.advanceTimersByTimeAsync(20_000)
      expect(looks()).toBe(2)
      answer()
      await vi.advanceTimersByTimeAsync(2999)
      expect(looks()).toBe(2)
      await vi.advanceTimersByTimeAsync(1)
      expect(looks()).toBe(3)
      stop()
      await vi.advanceTimersByTimeAsync(20_000)
      expect(looks()).toBe(3)
    } finally {
      vi.useRealTimers()
    }
  })

  it('answers the question of the bank where it was left', async () => {
    const { attempt, stage, confirmed, ended } = world()
    stage.payment = { status: 'needs_authentication' }
    await attempt.open()
    expect(attempt.state).toEqual({ step: 'ready', card, bankWaits: true, before: null })
    await attempt.resume(card)
    expect(confirmed).toEqual(['resumed'])
    expect(ended).toEqual(['paid'])
  })

  it.each([
    ['rejected', 'given_up'],
    ['completed', 'decided'],
    ['pending', 'still_open'],
    ['PAYMENT_DECIDED', 'decided'],
  ] as const)('is given up as the server says: %s', async (server, as) => {
    const { attempt, stage, ended } = world()
    await attempt.open()
    stage.outcome = { status: 'failed', code: 'declined' }
    await attempt.pay(card)
    stage.server = server
    await attempt.giveUp()
    expect(ended).toEqual([as])
  })
})
