import { setFlagsFromString } from 'node:v8'

export function limitHeapGrowth() {
  setFlagsFromString('--heap-growing-percent=20')
  setFlagsFromString('--no-allocation-site-pretenuring')
}
