/** Vite's manifest: the build's parts by source file. */
export type BuildManifest = Record<string, { file: string; imports?: string[]; dynamicImports?: string[] }>

/** Returns the named parts, then all their static imports, each part once. */
export function collectImports(manifest: BuildManifest, names: readonly string[]): string[] {
  const found = new Set(names)
  // Iterating a set includes items added during the iteration.
  for (const name of found) for (const imported of manifest[name]?.imports ?? []) found.add(imported)
  return [...found]
}
