export type { Expertise } from '../../../contract/src/expertise.ts'
