import { appendFileSync } from 'node:fs'

/** What a figure must keep to. */
export type Budget = { atLeast: number } | { atMost: number }

/** A figure with a budget, as `tests/load/bench.ts` reads it. */
export interface JudgedFigure {
  heading: string
  name: string
  value: number
  /** What follows the number: `×` for a ratio, or a unit with a space before it. */
  unit: string
  budget: Budget
  isKept: boolean
}

/** The figures of a run, told as they come, and whether one missed its budget. */
export interface Figures {
  heading: (text: string) => void
  /** A figure that stands for itself. */
  say: (name: string, text: string) => void
  /** A figure with a budget. @param unit `×` unless given */
  judge: (name: string, value: number, budget: Budget, unit?: string) => void
  /** Tells once more what missed its budget. @returns the exit code of the benchmark */
  conclude: () => 0 | 1
}

/** `at least 8×` */
export function boundOf({ budget, unit }: Pick<JudgedFigure, 'budget' | 'unit'>): string {
  return 'atLeast' in budget ? `at least ${budget.atLeast}${unit}` : `at most ${budget.atMost}${unit}`
}

/** `5.02×`; counts without a fraction stay whole. */
export function amountOf({ value, unit }: Pick<JudgedFigure, 'value' | 'unit'>): string {
  return `${Number.isInteger(value) ? value : value.toFixed(2)}${unit}`
}

/**
 * Tells figures on the console; those with a budget also, a line of JSON each, to the end of the file that
 * `FIGURES_FILE` names.
 */
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
    say: line,
    judge: (name, value, budget, unit = '×') => {
      const isKept = 'atLeast' in budget ? value >= budget.atLeast : value <= budget.atMost
      const figure: JudgedFigure = { heading, name, value, unit, budget, isKept }
      if (!isKept) missed.push(figure)
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(figure)}\n`)
      line(name, `${amountOf(figure).padStart(12)}   ${boundOf(figure)} ${isKept ? '✓' : '✗'}`)
    },
    conclude: () => {
      for (const figure of missed)
        console.error(`\nbench: missed: ${figure.name}: ${amountOf(figure)}, budget ${boundOf(figure)}`)
      return missed.length === 0 ? 0 : 1
    },
  }
}
