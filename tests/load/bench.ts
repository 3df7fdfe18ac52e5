import { spawn, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, release, tmpdir, totalmem, type } from 'node:os'
import { join } from 'node:path'

import { findChromium } from '@kundig/testing/browser/chromium'

import { formatValue, formatBudget, type JudgedFigure } from './figures.ts'

/**
 * Runs all benchmarks, shortest first. Saves results in `tests/load/results/`, and writes `tests/load/RESULTS.md` with
 * budgets, machine and commands. Ends with 1 after a missed budget or a failure. The benchmarks receive this run's
 * environment settings, and the results record these settings.
 *
 * npm run bench -- web scroll   runs only these benchmarks, and keeps the results of the others
 */
const BENCHMARKS = [
  { name: 'inputs', command: 'npm run bench:inputs', is: 'Hostile texts' },
  { name: 'dev', command: 'npm run bench:dev', is: 'The inner loop' },
  { name: 'web', command: 'npm run bench:web', is: 'The landing page' },
  { name: 'scroll', command: 'npm run bench:scroll', is: 'A long room on the screen' },
  { name: 'interactions', command: 'npm run bench:interactions', is: 'Actions in a chat' },
  { name: 'idle', command: 'npm run bench:idle', is: 'An idle site' },
  { name: 'settings', command: 'npm run bench:settings', is: 'What owners set' },
  { name: 'operations', command: 'npm run bench:operations', is: 'The queue of operators' },
  { name: 'health', command: 'npm run bench:health', is: 'How a site is, and what measuring it costs' },
  { name: 'figures', command: 'npm run bench:figures', is: 'Figures of a year' },
  { name: 'faults', command: 'npm run faults', is: 'What faults cost' },
  { name: 'search', command: 'npm run bench:search', is: 'Search' },
  { name: 'chat', command: 'npm run bench:chat', is: 'Chat' },
] as const

/** Recorded settings of benchmarks. Excludes `ONLY` and `PROFILE`, whose figures are partial or worthless. */
const SETTINGS = [
  'ROUNDS',
  'SECONDS',
  'STEADY',
  'SOCKETS',
  'IDLE',
  'RETURNING',
  'MESSAGES',
  'PAYMENTS',
  'SIZE',
  'PAGES',
] as const

const root = join(import.meta.dirname, '../..')
const RESULTS = join(import.meta.dirname, 'RESULTS.md')
const KEPT = join(import.meta.dirname, 'results')
const MEBIBYTE = 1024 ** 2

interface Outcome {
  command: string
  machine: string
  exitCode: number
  minutes: number
  /** Load average of the minute before the run: above 1, the machine was busy. */
  loadBefore: number
  figures: JudgedFigure[]
}

async function runBenchmark(command: string, folder: string): Promise<Outcome> {
  const [startedAt, loadBefore] = [performance.now(), loadavg()[0] ?? 0]
  const file = join(folder, `${command.replaceAll(/\W+/gu, '-')}.jsonl`)
  await writeFile(file, '')
  const child = spawn(command, {
    cwd: root,
    shell: true,
    stdio: 'inherit',
    env: { ...process.env, FIGURES_FILE: file },
  })
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  const settings = SETTINGS.flatMap((name) => (process.env[name] ? [`${name}=${process.env[name]}`] : []))
  return {
    command: [...settings, command].join(' '),
    machine: await describeMachine(),
    exitCode,
    minutes: (performance.now() - startedAt) / 60_000,
    loadBefore,
    figures: lines.map((line) => JSON.parse(line) as JudgedFigure),
  }
}

async function describeMachine(): Promise<string> {
  const { optionalDependencies } = JSON.parse(await readFile(join(root, 'server/package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const chromium = spawnSync(findChromium() ?? 'chromium', ['--version'], { encoding: 'utf8' }).stdout?.trim()
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout?.trim()
  const [cpu] = cpus()
  return [
    `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / MEBIBYTE / 1024)} GiB, ${type()} ${release()}`,
    `Node ${process.version}, PostgreSQL ${Object.values(optionalDependencies)[0]}, ${chromium || 'no Chromium'}`,
    `Kundig at ${commit || 'no commit'}, ${new Date().toISOString().slice(0, 10)}`,
  ].join('; ')
}

const escapeCell = (text: string): string => text.replaceAll('|', String.raw`\|`)

function renderSection({ is, command }: (typeof BENCHMARKS)[number], outcome: Outcome | undefined): string[] {
  if (outcome === undefined) return [`## ${is}`, '', `\`${command}\`: not run yet.`, '']
  const { exitCode, minutes, loadBefore, figures } = outcome
  const headings = [...new Set(figures.map(({ heading }) => heading))]
  const verdict = exitCode === 0 ? 'every budget kept' : `exit code ${exitCode}`
  return [
    `## ${is}`,
    '',
    `\`${outcome.command}\`: ${verdict}, ${minutes.toFixed(0)} min; load when it began ${loadBefore.toFixed(1)}.`,
    `${outcome.machine}.`,
    '',
    ...headings.flatMap((heading) => [
      `### ${heading}`,
      '',
      '| Figure | Measured | Budget | |',
      '| --- | ---: | --- | --- |',
      ...figures
        .filter((figure) => figure.heading === heading)
        .map(
          (f) =>
            `| ${escapeCell(f.name)} | ${formatValue(f)} | ${formatBudget(f)} | ${f.isKept ? '✓' : '**missed**'} |`,
        ),
      '',
    ]),
  ]
}

async function readLastOutcome(name: string): Promise<Outcome | undefined> {
  try {
    return JSON.parse(await readFile(join(KEPT, `${name}.json`), 'utf8')) as Outcome
  } catch {
    return undefined
  }
}

async function writeResults(): Promise<void> {
  const sections = await Promise.all(BENCHMARKS.map(async (one) => renderSection(one, await readLastOutcome(one.name))))
  const lines = [
    '# Results',
    '',
    'Written by `npm run bench`. Each ratio was measured beside its reference in the same run; absolute times are left out,',
    'as they tell more of the machine than of the product.',
    'What a message costs: decision [33](../../docs/decisions/0033-messages-are-stored-in-batches.md).',
    '',
    ...sections.flat(),
  ]
  await writeFile(RESULTS, `${lines.join('\n').trimEnd()}\n`)
  spawnSync('npx', ['oxfmt', RESULTS, KEPT], { cwd: root })
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((one) => !BENCHMARKS.some(({ name }) => name === one))
if (unknown.length > 0) {
  console.error(`bench: no ${unknown.join(', ')}; there are ${BENCHMARKS.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const folder = await mkdtemp(join(tmpdir(), 'kundig-bench-figures-'))
const broken: string[] = []
await mkdir(KEPT, { recursive: true })
try {
  for (const { name, command } of BENCHMARKS) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    console.log(`\n── ${command}`)
    const outcome = await runBenchmark(command, folder)
    if (outcome.exitCode !== 0) broken.push(name)
    await writeFile(join(KEPT, `${name}.json`), `${JSON.stringify(outcome, null, 2)}\n`)
    await writeResults()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
if (broken.length > 0) console.error(`\nbench: a budget was missed in ${broken.join(', ')}`)
process.exitCode = broken.length === 0 ? 0 : 1
