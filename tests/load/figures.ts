import { appendFileSync } from 'node:fs'

export type Budget = { atLeast: number } | { atMost: number }

export interface JudgedFigure {
  heading: string
  name: string
  value: number
  /** Unit after the number: `×` for a ratio, or a space and a unit. */
  unit: string
  budget: Budget
  isKept: boolean
}

export interface Figures {
  heading: (text: string) => void
  log: (name: string, text: string) => void
  /** Reports a figure with a budget. @param unit `×` by default */
  judge: (name: string, value: number, budget: Budget, unit?: string) => void
  /** Prints missed budgets again. @returns the benchmark's exit code */
  conclude: () => 0 | 1
}

export function formatBudget({ budget, unit }: Pick<JudgedFigure, 'budget' | 'unit'>): string {
  return 'atLeast' in budget ? `at least ${budget.atLeast}${unit}` : `at most ${budget.atMost}${unit}`
}

export function formatValue({ value, unit }: Pick<JudgedFigure, 'value' | 'unit'>): string {
  return `${Number.isInteger(value) ? value : value.toFixed(2)}${unit}`
}

/** Prints figures, and appends figures with a budget as JSON lines to the file `FIGURES_FILE`. */
export function createFigures(): Figures {
  const file = process.env['FIGURES_FILE']
  const missed: JudgedFigure[] = []
  let heading = ''
  const line = (name: string, text: string): void => console.log(`  ${name.padEnd(58)} ${text}`)
  return {
    heading: (text) => {
      heading = text
      console.log(`\n${text}`)
    },
    log: line,
    judge: (name, value, budget, unit = '×') => {
      const isKept = 'atLeast' in budget ? value >= budget.atLeast : value <= budget.atMost
      const figure: JudgedFigure = { heading, name, value, unit, budget, isKept }
      if (!isKept) missed.push(figure)
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(figure)}\n`)
      line(name, `${formatValue(figure).padStart(12)}   ${formatBudget(figure)} ${isKept ? '✓' : '✗'}`)
    },
    conclude: () => {
      for (const figure of missed)
        console.error(`\nbench: missed: ${figure.name}: ${formatValue(figure)}, budget ${formatBudget(figure)}`)
      return missed.length === 0 ? 0 : 1
    },
  }
}
