import { HOSTILE_TEXTS } from '@kundig/testing/inputs/hostile-texts'
import { inputFields } from '@kundig/testing/inputs/input-fields'
import { growsFasterThanItsLength, processorTimeUs } from '@kundig/testing/server/processor-time'

import { createFigures } from '../figures.ts'

/**
 * What the worst text in each field of the contract costs the event loop, against what parsing it as JSON costs in the
 * same run, and whether a text costs more than twice a text of half its length. Ends with 1 when a budget is missed.
 *
 * ROUNDS=10   runs of each text, of which the fastest counts, instead of 5
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
/** A field whose length is known is tried at the largest body (UTF-16 units). */
const LARGEST = 64 * 1024
/** No input may hold the event loop longer (ms). */
const HELD_MS = 20
/** A message that is taken apart, cleaned and counted may cost so many times reading its JSON. */
const OF_JSON = 3000
/** The costliest fields are told one by one. */
const TOLD = 6

/** Once is too short to be measured. */
const OFTEN = 100
function parseOften(json: string): void {
  for (let time = 0; time < OFTEN; time++) JSON.parse(json)
}

const figures = createFigures()
figures.heading('The worst of the hostile texts in each field, at its largest')
const fields = inputFields()
const costs = fields.map(({ name, read, rawMax }) => {
  const length = rawMax ?? LARGEST
  const worst = HOSTILE_TEXTS.map((hostile) => {
    const text = hostile.of(length)
    return { text: hostile.name, json: JSON.stringify(text), us: processorTimeUs(() => read(text), ROUNDS) }
  }).reduce((one, other) => (other.us > one.us ? other : one))
  return { name, text: worst.text, us: worst.us, jsonUs: processorTimeUs(() => parseOften(worst.json), ROUNDS) / OFTEN }
})
costs.sort((one, other) => other.us - one.us)
for (const { name, text, us, jsonUs } of costs.slice(0, TOLD)) {
  figures.say(name, `${(us / 1000).toFixed(2)} ms, ${(us / jsonUs).toFixed(0)}× JSON.parse: ${text}`)
}
const [dearest] = costs
if (dearest === undefined) throw new Error('There is no field')
figures.judge('the costliest field holds the event loop', dearest.us / 1000, { atMost: HELD_MS }, ' ms')
figures.judge('the same, of JSON.parse of the same text', dearest.us / dearest.jsonUs, { atMost: OF_JSON })

figures.heading('A text of each field, against a text of half its length')
/** The hostile texts whose cost grows faster than their length: where they fit the field, and where they are refused. */
const growing = fields.flatMap(({ name, read, rawMax }) =>
  [...new Set([rawMax ?? LARGEST, LARGEST])].flatMap((length) =>
    HOSTILE_TEXTS.filter(({ of }) =>
      growsFasterThanItsLength((units) => {
        const text = of(units)
        return () => read(text)
      }, length),
    ).map((hostile) => ({ name, text: `${hostile.name}, ${length} units` })),
  ),
)
for (const { name, text } of growing) figures.say(name, text)
figures.judge('texts whose cost grows faster than their length', growing.length, { atMost: 0 }, ' texts')
process.exitCode = figures.conclude()
