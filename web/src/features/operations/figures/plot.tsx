import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'

import type { FigureName } from '@kundig/contract/operations/figure-names'

import { useLanguage } from '../../../platform/i18n/language.tsx'
import { usePreference } from '../../../platform/preferences/preferences.ts'
import { formatDate, formatValue, unitOf } from './figure-values.ts'

const HEIGHT_PX = 200
/** More bars than this are too thin to be seen. */
const BARS_MAX = 31
/** Counts have no fractions. */
const WHOLE_STEPS = [1, 2, 5]
  .flatMap((step) => Array.from({ length: 9 }, (_, power) => step * 10 ** power))
  .toSorted((a, b) => a - b)
/** Steps of times, so that they are whole minutes, hours and days (s). */
const TIME_STEPS = [
  10, 30, 60, 300, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400, 172_800, 432_000, 864_000, 2_592_000,
]

interface PlotProps {
  name: FigureName
  days: readonly string[]
  values: readonly (number | null)[]
}

/**
 * The values of one figure over days, drawn on a canvas: for the eyes alone, as the table has the same in words.
 * Above it stands the day under the pointer.
 */
export function Plot(props: PlotProps) {
  // The colours are read when it is drawn, so another theme is drawn anew.
  return <Drawing key={String(usePreference('darkMode'))} {...props} />
}

function Drawing({ name, days, values }: PlotProps) {
  const language = useLanguage()
  const host = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<number | null>(null)

  useEffect(() => {
    const element = host.current
    if (!element) return undefined
    const styles = getComputedStyle(element)
    const color = (token: string): string => styles.getPropertyValue(token).trim()
    const unit = unitOf(name)
    const axis = {
      stroke: color('--ink-2'),
      font: `12px ${styles.fontFamily}`,
      grid: { stroke: color('--border'), width: 1 },
      ticks: { show: false },
    }
    const asBars = days.length <= BARS_MAX && (unit === 'count' || unit === 'money')
    const steps = {
      count: WHOLE_STEPS,
      seconds: TIME_STEPS,
      money: WHOLE_STEPS.map((step) => step * 100),
      share: undefined,
    }[unit]
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT_PX,
        padding: [12, 24, 0, 0],
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { show: !asBars } },
        // Days are positions: one of 23 hours is as wide as the others.
        scales: {
          x: { time: false, range: [-0.5, days.length - 0.5] },
          y: {
            range: (_plot, _low, high) => [0, unit === 'share' ? 1 : Math.max(high * 1.05, unit === 'money' ? 100 : 1)],
          },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            space: 70,
            incrs: [1, 2, 5, 7, 14, 30, 60, 90],
            values: (_plot, positions) =>
              positions.map((position) => {
                const day = days[position]
                return day === undefined ? '' : formatDate(day, language)
              }),
          },
          {
            ...axis,
            size: (_plot, labels) => 18 + 7 * Math.max(0, ...(labels ?? []).map((label) => label.length)),
            ...(steps && { incrs: steps }),
            values: (_plot, marks) => marks.map((mark) => formatValue(name, mark, language)),
          },
        ],
        series: [
          {},
          {
            stroke: color('--link'),
            width: asBars ? 0 : 2,
            fill: asBars ? color('--link') : color('--primary-soft'),
            points: { show: !asBars, size: days.length > BARS_MAX ? 3 : 6, fill: color('--link') },
            ...(asBars && uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [0.7, 48] }) }),
          },
        ],
        hooks: { setCursor: [({ cursor }) => setAt(cursor.idx ?? null)] },
      },
      [days.map((_, position) => position), [...values]],
      element,
    )
    const watching = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT_PX }))
    watching.observe(element)
    return () => {
      watching.disconnect()
      plot.destroy()
    }
  }, [name, days, values, language])

  const day = at === null ? undefined : days[at]
  const value = at === null ? null : (values[at] ?? null)
  return (
    <div aria-hidden="true" className="mt-3">
      <p className="num h-5 text-sm text-ink-2">
        {day !== undefined &&
          `${formatDate(day, language, true)}: ${value === null ? '–' : formatValue(name, value, language)}`}
      </p>
      {/* As wide as its place, not as what was drawn in it: so it can become narrower. */}
      <div ref={host} className="w-full overflow-hidden" />
    </div>
  )
}
