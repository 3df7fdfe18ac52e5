import { describe, expect, it, vi } from 'vitest'

import { Refusal, type ErrorCode } from '@kundig/contract/errors'
import type { PaymentStatus } from '@kundig/contract/payments/payment-life-cycle'

import type { PaymentOutcome, PaymentProvider, PaymentState } from '../provider/provider.ts'
import { PayAttempt, type PayAttemptOptions } from './pay-attempt.ts'

const card = { id: 'pm_1', brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2031, is_default: true }

function setUp() {
  const reported: string[] = []
  const optimistic: unknown[] = []
  const ended: string[] = []
  const errors: string[] = []
  const confirmed: string[] = []
  const backend = {
    payment: { status: 'open', failure: null } as PaymentState,
    outcome: { status: 'succeeded' } as PaymentOutcome,
    server: 'completed' as PaymentStatus | ErrorCode,
    secret: null as ErrorCode | null,
    otherTabPays: false,
    /** Behaviour of the lock: it works, is refused, or is lost while the page unloads. */
    locks: 'work' as 'work' | 'refused' | 'lost',
  }
  let refreshes = 0
  let slow: Promise<void> | undefined
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
      return backend.outcome
    },
    retrievePaymentIntent: async () => {
      refreshes++
      await slow
      return backend.payment
    },
    resume: async () => {
      confirmed.push('resumed')
      return backend.outcome
    },
  }
  const options: PayAttemptOptions = {
    loadProvider: async () => provider,
    clientSecret: async () => {
      if (backend.secret) throw new Refusal(backend.secret)
      return 'secret'
    },
    defaultCard: async () => card,
    withLock: async (work) => {
      if (backend.otherTabPays) return false
      if (backend.locks === 'refused') throw new DOMException('The document is not fully active', 'InvalidStateError')
      await work()
      if (backend.locks === 'lost') throw new DOMException('The lock was lost', 'AbortError')
      return true
    },
    decide: async (decision) => {
      reported.push(decision)
      const answer = backend.server
      if (answer === 'completed' || answer === 'rejected' || answer === 'pending') return answer
      throw new Refusal(answer)
    },
    toErrorCode: (error, fallback) => (error instanceof Refusal ? error.code : fallback),
    onOptimistic: (outcome) => optimistic.push(outcome),
    onEnded: (as) => ended.push(as),
    onError: (code) => errors.push(code),
  }
  return {
    attempt: new PayAttempt(options),
    backend,
    reported,
    optimistic,
    ended,
    errors,
    confirmed,
    slowDown,
    refreshes: () => refreshes,
  }
}

describe('a payment attempt', () => {
  it('shows a success immediately, reports it to the server, and then shows the server’s state', async () => {
    const { attempt, reported, optimistic, ended, errors } = setUp()
    await attempt.open()
    await attempt.pay(card)
    expect(ended).toEqual(['paid'])
    expect(reported).toEqual(['completed'])
    expect(optimistic.slice(-2)).toEqual(['succeeded', null])
    expect(errors).toEqual([])
  })

  it('charges once for a double click', async () => {
    const { attempt, confirmed } = setUp()
    await attempt.open()
    await Promise.all([attempt.pay(card), attempt.pay(card), attempt.pay(card)])
    await attempt.pay(card)
    expect(confirmed).toEqual(['pm_1'])
  })

  it('does not pay while another tab pays, and shows this reason', async () => {
    const { attempt, backend, confirmed, errors } = setUp()
    await attempt.open()
    backend.otherTabPays = true
    await attempt.pay(card)
    expect(confirmed).toEqual([])
    expect(errors).toEqual(['elsewhere'])
    expect(attempt.state.get().step).toBe('ready')
  })

  // spec 4.26
  it('reports a successful payment again on reopening when the first report failed', async () => {
    const { attempt, backend, reported, optimistic, errors, confirmed } = setUp()
    await attempt.open()
    backend.server = 'UNAVAILABLE'
    await attempt.pay(card)
    expect(optimistic.slice(-2)).toEqual(['succeeded', null])
    expect(errors).toEqual(['PAYMENT_STATUS_FAILED'])

    const again = setUp()
    again.backend.payment = { status: 'succeeded' }
    await again.attempt.open()
    expect(again.reported).toEqual(['completed'])
    expect(again.ended).toEqual(['paid'])
    expect([...confirmed, ...again.confirmed]).toEqual(['pm_1'])
    expect(reported).toEqual(['completed'])
  })

  it('succeeds when the server already has the payment', async () => {
    const { attempt, backend, errors, ended } = setUp()
    await attempt.open()
    backend.server = 'PAYMENT_DECIDED'
    await attempt.pay(card)
    expect(errors).toEqual([])
    expect(ended).toEqual(['paid'])
  })

  // spec 8.66
  it('ends without an error when the request was already settled elsewhere', async () => {
    const { attempt, backend, errors, ended } = setUp()
    backend.secret = 'PAYMENT_DECIDED'
    await attempt.open()
    expect(ended).toEqual(['decided'])
    expect(errors).toEqual([])
  })

  it('pays only once when the form is submitted several times', async () => {
    const { attempt, reported, ended } = setUp()
    await attempt.open()
    attempt.add()
    await attempt.payByForm(async () => ({ status: 'failed', code: 'form_incomplete' }))
    expect(attempt.state.get()).toEqual({ step: 'adding' })
    const answers: boolean[] = []
    const confirm = async (): Promise<PaymentOutcome> => {
      answers.push(attempt.paysByForm)
      return { status: 'succeeded' }
    }
    await Promise.all([attempt.payByForm(confirm), attempt.payByForm(confirm), attempt.pay(card)])
    expect(answers).toEqual([true])
    expect([reported, ended]).toEqual([['completed'], ['paid']])
  })

  it('accepts another card after a declined card', async () => {
    const { attempt, backend, reported, ended } = setUp()
    await attempt.open()
    backend.outcome = { status: 'failed', code: 'insufficient_funds' }
    await attempt.pay(card)
    expect(attempt.state.get()).toEqual({ step: 'declined', reason: 'insufficient_funds' })
    expect(reported).toEqual([])

    attempt.choose([card, { ...card, id: 'pm_2' }])
    attempt.pick({ ...card, id: 'pm_2' })
    backend.outcome = { status: 'succeeded' }
    await attempt.pay({ ...card, id: 'pm_2' })
    expect(ended).toEqual(['paid'])
  })

  it('asks for a new card when the only saved card was declined', async () => {
    const { attempt, backend } = setUp()
    await attempt.open()
    backend.outcome = { status: 'failed', code: 'expired_card' }
    await attempt.pay(card)
    attempt.choose([card])
    expect(attempt.state.get()).toEqual({ step: 'adding' })
  })

  it('reads the state from the provider after a lost response, and finds the payment', async () => {
    const { attempt, backend, reported, ended } = setUp()
    await attempt.open()
    backend.outcome = { status: 'failed', code: 'network' }
    backend.payment = { status: 'succeeded' }
    await attempt.pay(card)
    expect(ended).toEqual(['paid'])
    expect(reported).toEqual(['completed'])
  })

  it('reads the provider’s state when the browser refuses the lock, and can be retried', async () => {
    const { attempt, backend, confirmed, ended } = setUp()
    await attempt.open()
    backend.locks = 'refused'
    await attempt.pay(card)
    expect(confirmed).toEqual([])
    expect(attempt.state.get()).toEqual({ step: 'declined', reason: 'unknown' })
    backend.locks = 'work'
    attempt.choose([card, { ...card, id: 'pm_2' }])
    attempt.pick(card)
    await attempt.pay(card)
    expect(confirmed).toEqual(['pm_1'])
    expect(ended).toEqual(['paid'])
  })

  it('finds the payment when the browser lock was lost after the charge', async () => {
    const { attempt, backend, reported, ended, refreshes } = setUp()
    await attempt.open()
    backend.locks = 'lost'
    backend.payment = { status: 'succeeded' }
    await attempt.pay(card)
    expect(ended).toEqual(['paid'])
    expect(reported).toEqual(['completed'])
    expect(refreshes()).toBe(1)
  })

  it('polls again only after the previous response, until polling is stopped', async () => {
    vi.useFakeTimers()
    try {
      const { attempt, backend, refreshes, slowDown } = setUp()
      backend.payment = { status: 'processing' }
      await attempt.open()
      const answer = slowDown()
      const stop = attempt.poll(3000)
      await vi.advanceTimersByTimeAsync(20_000)
      expect(refreshes()).toBe(2)
      answer()
      await vi.advanceTimersByTimeAsync(2999)
      expect(refreshes()).toBe(2)
      await vi.advanceTimersByTimeAsync(1)
      expect(refreshes()).toBe(3)
      stop()
      await vi.advanceTimersByTimeAsync(20_000)
      expect(refreshes()).toBe(3)
    } finally {
      vi.useRealTimers()
    }
  })

  it('continues an unfinished authentication by the bank', async () => {
    const { attempt, backend, confirmed, ended } = setUp()
    backend.payment = { status: 'needs_authentication' }
    await attempt.open()
    expect(attempt.state.get()).toEqual({ step: 'ready', card, bankWaits: true, before: null })
    await attempt.resume(card)
    expect(confirmed).toEqual(['resumed'])
    expect(ended).toEqual(['paid'])
  })

  it.each([
    ['rejected', 'given_up'],
    ['completed', 'decided'],
    ['pending', 'still_open'],
    ['PAYMENT_DECIDED', 'decided'],
  ] as const)('giving up a payment shows the result from the server: %s', async (server, as) => {
    const { attempt, backend, ended } = setUp()
    await attempt.open()
    backend.outcome = { status: 'failed', code: 'declined' }
    await attempt.pay(card)
    backend.server = server
    await attempt.giveUp()
    expect(ended).toEqual([as])
  })
})
