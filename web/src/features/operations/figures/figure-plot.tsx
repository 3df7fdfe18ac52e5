import type { FigureName } from '@kundig/contract/operations/figure-names'

import { useLanguage } from '../../../platform/i18n/language.tsx'
import { Plot, WHOLE_STEPS } from '../../../platform/plots/plot.tsx'
import { formatDate, formatValue, getUnit } from './figure-values.ts'

/** Maximum number of bars. More bars would be too thin. */
const BARS_MAX = 31
/** Axis steps for durations: whole minutes, hours and days (s). */
const TIME_STEPS = [
  10, 30, 60, 300, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400, 172_800, 432_000, 864_000, 2_592_000,
]

interface FigurePlotProps {
  name: FigureName
  days: readonly string[]
  values: readonly (number | null)[]
}

/** Plot of a figure, hidden from screen readers, which read the table instead. */
export function FigurePlot({ name, days, values }: FigurePlotProps) {
  const language = useLanguage()
  const unit = getUnit(name)
  const steps = {
    count: WHOLE_STEPS,
    seconds: TIME_STEPS,
    money: WHOLE_STEPS.map((step) => step * 100),
    share: undefined,
  }[unit]
  return (
    <Plot
      positions={days.map((day) => ({ short: formatDate(day, language), full: formatDate(day, language, true) }))}
      values={values}
      format={(value) => formatValue(name, value, language)}
      look={days.length <= BARS_MAX && (unit === 'count' || unit === 'money') ? 'bars' : 'line'}
      steps={steps}
      top={unit === 'share' ? { least: 1, most: 1 } : { least: unit === 'money' ? 100 : 1 }}
    />
  )
}
