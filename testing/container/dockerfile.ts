export interface Instruction {
  /** In capitals. */
  name: string
  /** All that follows, on one line. */
  text: string
}

export interface Stage {
  name: string
  base: string
  instructions: Instruction[]
}

/** The stages of a Dockerfile, as far as ours goes: no heredocs, no arguments to the build. */
export function stagesOf(dockerfile: string): Stage[] {
  const lines = dockerfile
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replace(/\\\n\s*/gu, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages: Stage[] = []
  for (const line of lines) {
    const [, name = '', text = ''] = /^(\S+)\s+(.*)$/u.exec(line.trim()) ?? []
    if (name.toUpperCase() === 'FROM') {
      const [base = '', , as] = text.split(/\s+/u)
      stages.push({ name: as ?? String(stages.length), base, instructions: [] })
    } else stages.at(-1)?.instructions.push({ name: name.toUpperCase(), text })
  }
  return stages
}

export interface Copy {
  /** The stage that it comes from; undefined for the folder that is built. */
  from: string | undefined
  sources: string[]
  target: string
}

/** What a COPY copies. */
export function copyOf(text: string): Copy {
  const words = text.split(/\s+/u)
  const paths = words.filter((word) => !word.startsWith('--'))
  return {
    from: words.find((word) => word.startsWith('--from='))?.slice('--from='.length),
    sources: paths.slice(0, -1),
    target: paths.at(-1) ?? '',
  }
}

/**
 * What a `.dockerignore` lets through: of the lines that match a path or a folder that it is in, the last one decides.
 * @returns whether a file is let through, by its path relative to the folder that is built
 */
export function filterOf(dockerignore: string): (path: string) => boolean {
  const rules = dockerignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ lets: line.startsWith('!'), pattern: patternOf(line.replace(/^!/u, '')) }))
  return (path) => {
    const parts = path.split('/')
    const within = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
    return rules.findLast(({ pattern }) => within.some((one) => pattern.test(one)))?.lets ?? true
  }
}

/** Unlike in a shell, a star stands for a leading dot as well. */
function patternOf(text: string): RegExp {
  const parts = text.replaceAll(/[.+^$()|{}[\]\\]/gu, String.raw`\$&`).split(/(\*\*\/|\*\*|\*|\?)/u)
  const meanings: Record<string, string> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' }
  return new RegExp(`^${parts.map((part) => meanings[part] ?? part).join('')}$`, 'u')
}
