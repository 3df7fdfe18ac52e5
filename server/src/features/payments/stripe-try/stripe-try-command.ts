import { readTestKey } from '../../../env.ts'
import { describeError } from '../../../platform/logging/logger.ts'
import { createStripe } from '../../../platform/stripe/stripe.ts'
import { type Step, runStripeWalkthrough } from './stripe-walk.ts'
import { createTestSeller } from './test-seller.ts'

/** `npm run stripe:try`: runs Kundig's operations at Stripe itself, in test mode. Does not touch Kundig's database. */

const USAGE = `Tries what Kundig does with Stripe's test mode:
  STRIPE_SECRET_KEY=sk_test_… npm run stripe:try              makes a seller's account, whose form you fill in
  STRIPE_SECRET_KEY=sk_test_… npm run stripe:try -- acct_…    with a connected account that can be paid already`

/** Time limit for a person's form and Stripe's review of it (ms). */
const FORM_PATIENCE_MS = 15 * 60 * 1000
/** Time limit for disputes (ms). Stripe opens them seconds after the payment, and decides on receipt of evidence. */
const DISPUTE_PATIENCE_MS = 2 * 60 * 1000

const SIGNS: Record<Step['outcome'], string> = { passed: '✓', failed: '✗', 'left out': '–' }

const printStep = (line: string): unknown => process.stdout.write(`${line}\n`)

async function runStripeTry(words: readonly string[]): Promise<number> {
  const secretKey = readTestKey()
  const [account, ...rest] = words
  if (secretKey === null || rest.length > 0 || (account !== undefined && !account.startsWith('acct_'))) {
    process.stderr.write(`${USAGE}\n`)
    return 2
  }
  const stripe = createStripe({ secretKey, simulatorUrl: null })
  const sellerAccount =
    account ??
    (await createTestSeller(stripe, {
      onForm: (url) => printStep(`Fill in this form with Stripe's test data, then come back:\n\n  ${url}\n`),
      patienceMs: FORM_PATIENCE_MS,
    }))
  const steps = await runStripeWalkthrough({
    stripe,
    sellerAccount,
    onStep: ({ name, outcome, said }) => printStep(`${SIGNS[outcome]} ${name}: ${said}`),
    patienceMs: DISPUTE_PATIENCE_MS,
  })
  const unexpected = steps.filter(({ outcome }) => outcome !== 'passed').length
  printStep(
    unexpected === 0
      ? `\nAll ${steps.length} steps are as the code counts on.`
      : `\n${unexpected} of ${steps.length} steps are not. What Stripe does differently belongs into the simulator and the code.`,
  )
  return unexpected === 0 ? 0 : 1
}

try {
  process.exitCode = await runStripeTry(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`Stripe could not be tried: ${describeError(error)}\n`)
  process.exitCode = 1
}
