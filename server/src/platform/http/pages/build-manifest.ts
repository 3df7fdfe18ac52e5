/** Vite's manifest: the parts of the build, by source file. */
export type BuildManifest = Record<string, { file: string; imports?: string[]; dynamicImports?: string[] }>

/** Returns the parts that these names load: first these, then all their static imports, each once. */
export function withImports(manifest: BuildManifest, names: readonly string[]): string[] {
  const found = new Set(names)
  // Iterating a set includes items added during the iteration.
  for (const name of found) for (const imported of manifest[name]?.imports ?? []) found.add(imported)
  return [...found]
}
