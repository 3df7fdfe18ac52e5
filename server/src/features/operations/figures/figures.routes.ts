import type { GuardedProcedures } from '../guarded-procedures.ts'
import type { FiguresService } from './figures.service.ts'

export function createFiguresProcedures(operations: GuardedProcedures, figures: FiguresService) {
  return { dailyFigures: operations.dailyFigures.handler(({ input }) => figures.read(input.days)) }
}
