export type Sizes = Readonly<Record<string, number>>

/** Minimum difference that is listed (bytes). */
const NOTICEABLE = 50

function findOwner(module: string): string {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(module) ?? []
  return name ?? module.slice(0, module.lastIndexOf('/'))
}

export function sumSizesByOwner(parts: readonly Sizes[]): Sizes {
  const sums = new Map<string, number>()
  for (const part of parts) {
    for (const [module, size] of Object.entries(part)) {
      sums.set(findOwner(module), (sums.get(findOwner(module)) ?? 0) + size)
    }
  }
  return Object.fromEntries([...sums].toSorted(([one], [other]) => one.localeCompare(other)))
}

export function describeGrowth(before: Sizes, now: Sizes): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .map((owner) => ({ owner, grown: (now[owner] ?? 0) - (before[owner] ?? 0) }))
    .filter(({ grown }) => Math.abs(grown) >= NOTICEABLE)
    .toSorted((one, other) => other.grown - one.grown)
    .map(({ owner, grown }) => `${grown > 0 ? '+' : ''}${grown} bytes before minifying: ${owner}`)
}
