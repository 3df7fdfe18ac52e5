import type { DrillReport } from './drill.ts'
import { formatAge, formatSeconds } from './format.ts'

const NAMED_MAX = 10

export function describeDrill(report: DrillReport, now: Date): string {
  const { manifest, tables, rows, files, brokenFiles, newerPictures } = report
  const { checkedMs, restoredMs, startedMs, comparedMs } = report
  return [
    `The backup of ${manifest.startedAt} (${formatAge(now.getTime() - Date.parse(manifest.startedAt))} old) can be restored.`,
    `  Verified:                   ${formatSeconds(checkedMs)}   ${manifest.entries.length} parts`,
    `  Restored to a temp folder:  ${formatSeconds(restoredMs)}`,
    `  Started PostgreSQL:         ${formatSeconds(startedMs)}`,
    `  Compared:                   ${formatSeconds(comparedMs)}   ${tables} tables, ${rows} rows, ${files} referenced files`,
    `A restore takes ${formatSeconds(checkedMs + restoredMs + startedMs)} on this machine.`,
    ...(newerPictures > 0
      ? [`${newerPictures} pictures were replaced during the backup, which has the newer ones.`]
      : []),
    ...(brokenFiles.length > 0 ? describeBrokenFiles(brokenFiles) : []),
    ...describeDataLoss(report),
  ].join('\n')
}

function describeBrokenFiles(broken: readonly string[]): string[] {
  return [
    `INCOMPLETE: ${broken.length} referenced files are missing from the backup or differ:`,
    ...broken.slice(0, NAMED_MAX).map((key) => `  ${key}`),
  ]
}

function describeDataLoss({ differences, lostFiles, unreachable }: DrillReport): string[] {
  if (differences === null) return [`Loss unknown: the current data cannot be read: ${unreachable}`]
  if (differences.length === 0 && lostFiles === 0) return ['Nothing would be lost: the backup equals the current data.']
  return [
    'A restore now would lose (rows added or changed since the backup; then deleted rows that would return):',
    ...differences.map(({ table, onlyInOriginal, onlyInCopy }) =>
      onlyInOriginal === null || onlyInCopy === null
        ? `  ${table.padEnd(40)} other columns: not compared`
        : `  ${table.padEnd(40)} ${String(onlyInOriginal).padStart(8)} ${String(onlyInCopy).padStart(8)}`,
    ),
    `  ${'stored files'.padEnd(40)} ${String(lostFiles).padStart(8)}`,
  ]
}
