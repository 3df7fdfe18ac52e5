/** What the build says of its parts, by the source file that each was made of (Vite's manifest). */
export type BuildManifest = Record<string, { file: string; imports?: string[]; dynamicImports?: string[] }>

/** The parts that come when some are asked for: those first, then all that they import at once, each once. */
export function withImports(manifest: BuildManifest, names: readonly string[]): string[] {
  const found = new Set(names)
  // A set hands out what is added to it meanwhile as well.
  for (const name of found) for (const imported of manifest[name]?.imports ?? []) found.add(imported)
  return [...found]
}
