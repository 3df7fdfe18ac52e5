import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'

import { useLanguage } from '../i18n/language.tsx'
import { usePreference } from '../preferences/preferences.ts'

const HEIGHT_PX = 200

/** Axis steps for counts: 1, 2 and 5, multiplied by powers of ten. */
export const WHOLE_STEPS = [1, 2, 5]
  .flatMap((step) => Array.from({ length: 9 }, (_, power) => step * 10 ** power))
  .toSorted((a, b) => a - b)

export interface PlotProps {
  positions: readonly { short: string; full: string }[]
  values: readonly (number | null)[]
  format: (value: number) => string
  look: 'bars' | 'line'
  steps?: readonly number[] | undefined
  /** Limits of the axis's upper end: a minimum and an optional maximum. */
  top: { least: number; most?: number }
}

/** Plot, hidden from screen readers: the caller also shows the values as text. Loaded separately (about 50 kB). */
export function Plot(props: PlotProps) {
  const { positions, values, look, top } = props
  // The key changes with theme, language and values, so that each change redraws the plot.
  const drawn = JSON.stringify([usePreference('darkMode'), useLanguage(), positions, values, look, top])
  return <PlotDrawing key={drawn} {...props} />
}

function PlotDrawing(props: PlotProps) {
  const host = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<number | null>(null)
  const [all] = useState(props)

  useEffect(() => {
    const element = host.current
    if (!element) return undefined
    const styles = getComputedStyle(element)
    const color = (token: string): string => styles.getPropertyValue(token).trim()
    const axis = {
      stroke: color('--ink-2'),
      font: `12px ${styles.fontFamily}`,
      grid: { stroke: color('--border'), width: 1 },
      ticks: { show: false },
    }
    const asBars = all.look === 'bars'
    const count = all.positions.length
    const low = Math.min(0, ...all.values.map((value) => value ?? 0))
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT_PX,
        padding: [12, 24, 0, 0],
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { show: !asBars } },
        // All days and months have equal widths on the axis.
        scales: {
          x: { time: false, range: [-0.5, count - 0.5] },
          y: { range: (_plot, _low, high) => [low * 1.05, all.top.most ?? Math.max(high * 1.05, all.top.least)] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            space: 70,
            incrs: [1, 2, 5, 7, 14, 30, 60, 90],
            values: (_plot, marks) => marks.map((mark) => all.positions[mark]?.short ?? ''),
          },
          {
            ...axis,
            size: (_plot, labels) => 18 + 7 * Math.max(0, ...(labels ?? []).map((label) => label.length)),
            ...(all.steps && { incrs: [...all.steps] }),
            values: (_plot, marks) => marks.map(all.format),
          },
        ],
        series: [
          {},
          {
            stroke: color('--link'),
            width: asBars ? 0 : 2,
            fill: asBars ? color('--link') : color('--primary-soft'),
            points: { show: !asBars, size: count > 31 ? 3 : 6, fill: color('--link') },
            ...(asBars && uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [0.7, 48] }) }),
          },
        ],
        hooks: { setCursor: [({ cursor }) => setAt(cursor.idx ?? null)] },
      },
      [all.positions.map((_, position) => position), [...all.values]],
      element,
    )
    const watching = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT_PX }))
    watching.observe(element)
    return () => {
      watching.disconnect()
      plot.destroy()
    }
  }, [all])

  const position = at === null ? undefined : all.positions[at]
  const value = at === null ? null : (all.values[at] ?? null)
  return (
    <div aria-hidden="true" className="mt-3">
      <p className="num h-5 text-sm text-ink-2">
        {position !== undefined && `${position.full}: ${value === null ? '–' : all.format(value)}`}
      </p>
      {/* Has its parent's width, so that the plot can shrink. */}
      <div ref={host} className="w-full overflow-hidden" />
    </div>
  )
}
