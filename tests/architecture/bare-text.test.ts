import { join } from 'node:path'

import { expect, it } from 'vitest'

import { findBareText } from './bare-text.ts'

const TIMEOUT_MS = 120_000

const SAMPLE = `
import { Fragment, type ReactNode } from 'react'
declare const texts: { fixed: string; key: 'a' | 'b'; count: (n: number) => string; a: string; b: string }
declare const label: string, count: number | null, slot: ReactNode, isOn: boolean, element: () => React.JSX.Element
export const Alone = () => <p>{label}</p>
export const AloneByChoice = () => <p>{isOn ? label : <b>{count}</b>}</p>
export const Fixed = () => <p><b /> {texts.fixed} {element()}</p>
export const Signs = () => <p>{isOn && <b />}{' · '}{isOn && <i />}</p>
export const Elements = () => <p>{slot}{isOn && <b>{label}</b>}{[1].map((n) => <i key={n} />)}</p>
export const InElement = () => <p><b /><span>{label}</span></p>
export const Changing = () => <p><b />
  {label} {/* bare */}
  {count} {/* bare */}
  {texts[texts.key]} {/* bare */}
  {texts.count(1)} {/* bare */}
</p>
export const Coming = () => <p><b />
  {isOn && label} {/* bare */}
  {isOn ? <i /> : texts.fixed} {/* bare */}
  {count ?? 'none'} {/* bare */}
</p>
export const BesideComing = () => <p>{isOn && <b />}
  {texts.fixed} {/* bare */}
</p>
export const InFragment = () => <>
  {label} {/* bare */}
</>
export const InNamedFragment = () => <Fragment key="a">
  {label} {/* bare */}
</Fragment>
export const Items = () => ['a', 'b'].map((item) => item === 'a' ? <b key={item} /> :
  item // bare
)
export function Component() {
  if (isOn) return <b />
  return label // bare
}
`

it('every text in web/src that can change has its own element', { timeout: TIMEOUT_MS }, () => {
  const expected = SAMPLE.split('\n').flatMap((line, at) =>
    line.includes('bare') ? [`web/src/sample.tsx:${at + 1}`] : [],
  )
  const found = findBareText(join(import.meta.dirname, '../..'), SAMPLE)
  expect(found.filter((place) => !place.startsWith('web/src/sample.tsx'))).toEqual([])
  expect(found.map((place) => place.split(': ')[0]).filter((place, at, all) => all.indexOf(place) === at)).toEqual(
    expected,
  )
  expect(found[0]).toMatch(/has an element of its own, for example a <span>$/u)
})
