import { status } from '../core/api-error.ts'

export const find = status
