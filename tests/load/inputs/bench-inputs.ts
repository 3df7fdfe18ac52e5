import { HOSTILE_TEXTS } from '@kundig/testing/inputs/hostile-texts'
import { listInputFields } from '@kundig/testing/inputs/input-fields'
import { hasSuperlinearCost, measureProcessorTimeUs } from '@kundig/testing/server/processor-time'

import { createFigures } from '../figures.ts'

/**
 * Compares the cost of the worst text in each field of the contract with parsing the text as JSON in the same run.
 * Twice the length may cost at most twice as much. Ends with 1 after a missed budget.
 *
 * ROUNDS=10   runs of each text, instead of 5; the fastest run counts
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
/** Text length for fields with a fixed length: that of the largest body (UTF-16 units). */
const LARGEST = 64 * 1024
/** Maximum time that an input may block the event loop (ms). */
const HELD_MS = 20
/** Maximum ratio of the time to parse, clean and count a message to the time to parse only its JSON. */
const TIMES_JSON = 3000
const REPORTED_FIELDS = 6

const OFTEN = 100
function parseJsonRepeatedly(json: string): void {
  for (let time = 0; time < OFTEN; time++) JSON.parse(json)
}

const figures = createFigures()
figures.heading('The worst of the hostile texts in each field, at its largest')
const fields = listInputFields()
const costs = fields.map(({ name, read, rawMax }) => {
  const length = rawMax ?? LARGEST
  const worst = HOSTILE_TEXTS.map((hostile) => {
    const text = hostile.of(length)
    return { text: hostile.name, json: JSON.stringify(text), us: measureProcessorTimeUs(() => read(text), ROUNDS) }
  }).reduce((one, other) => (other.us > one.us ? other : one))
  return {
    name,
    text: worst.text,
    us: worst.us,
    jsonUs: measureProcessorTimeUs(() => parseJsonRepeatedly(worst.json), ROUNDS) / OFTEN,
  }
})
costs.sort((one, other) => other.us - one.us)
for (const { name, text, us, jsonUs } of costs.slice(0, REPORTED_FIELDS)) {
  figures.log(name, `${(us / 1000).toFixed(2)} ms, ${(us / jsonUs).toFixed(0)}× JSON.parse: ${text}`)
}
const [dearest] = costs
if (dearest === undefined) throw new Error('no input fields')
figures.judge('the costliest field holds the event loop', dearest.us / 1000, { atMost: HELD_MS }, ' ms')
figures.judge('the same, of JSON.parse of the same text', dearest.us / dearest.jsonUs, { atMost: TIMES_JSON })

figures.heading('A text of each field, against a text of half its length')
/** Hostile texts whose cost grows faster than their length, at a field's limit and beyond. */
const growing = fields.flatMap(({ name, read, rawMax }) =>
  [...new Set([rawMax ?? LARGEST, LARGEST])].flatMap((length) =>
    HOSTILE_TEXTS.filter(({ of }) =>
      hasSuperlinearCost((units) => {
        const text = of(units)
        return () => read(text)
      }, length),
    ).map((hostile) => ({ name, text: `${hostile.name}, ${length} units` })),
  ),
)
for (const { name, text } of growing) figures.log(name, text)
figures.judge('texts whose cost grows faster than their length', growing.length, { atMost: 0 }, ' texts')
process.exitCode = figures.conclude()
