import type { GuardedProcedures } from '../guarded-procedures.ts'
import type { FiguresService } from './figures.service.ts'

/** What happened on each of the last days, for everybody who runs the site. */
export function figuresProcedures(operations: GuardedProcedures, figures: FiguresService) {
  return { dailyFigures: operations.dailyFigures.handler(({ input }) => figures.read(input.days)) }
}
