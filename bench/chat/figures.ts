/** What a ratio must keep to. */
export type Budget = { atLeast: number } | { atMost: number }

/** The figures of a run, told as they come, and whether one missed its budget. */
export interface Figures {
  heading: (text: string) => void
  /** A figure that stands for itself. */
  say: (name: string, text: string) => void
  /** A figure with a budget. @param unit `×` unless given */
  judge: (name: string, value: number, budget: Budget, unit?: string) => void
  missed: () => readonly string[]
}

export function createFigures(): Figures {
  const missed: string[] = []
  const line = (name: string, text: string): void => console.log(`  ${name.padEnd(58)} ${text}`)
  return {
    heading: (text) => console.log(`\n${text}`),
    say: line,
    judge: (name, value, budget, unit = '×') => {
      const isKept = 'atLeast' in budget ? value >= budget.atLeast : value <= budget.atMost
      const bound = 'atLeast' in budget ? `at least ${budget.atLeast}` : `at most ${budget.atMost}`
      if (!isKept) missed.push(`${name}: ${value.toFixed(2)}${unit}, budget ${bound}${unit}`)
      line(name, `${value.toFixed(2).padStart(8)}${unit}   ${bound}${unit} ${isKept ? '✓' : '✗'}`)
    },
    missed: () => missed,
  }
}
