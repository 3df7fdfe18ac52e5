import type { DrillReport } from './drill.ts'
import { age, seconds } from './format.ts'

const NAMED_MAX = 10

export function describeDrill(report: DrillReport, now: Date): string {
  const { manifest, tables, rows, files, brokenFiles, newerPictures } = report
  const { checkedMs, restoredMs, startedMs, comparedMs } = report
  return [
    `The backup of ${manifest.startedAt} (${age(now.getTime() - Date.parse(manifest.startedAt))} old) can be restored.`,
    `  Checked, as it was written:     ${seconds(checkedMs)}   ${manifest.entries.length} parts`,
    `  Restored into a scratch place:  ${seconds(restoredMs)}`,
    `  Started PostgreSQL on it:       ${seconds(startedMs)}`,
    `  Read and compared:              ${seconds(comparedMs)}   ${tables} tables, ${rows} rows, ${files} files that rows name`,
    `A restore takes ${seconds(checkedMs + restoredMs + startedMs)} on this machine.`,
    ...(newerPictures > 0
      ? [`${newerPictures} pictures were replaced during the backup: the newer ones are in it.`]
      : []),
    ...(brokenFiles.length > 0 ? describeBroken(brokenFiles) : []),
    ...describeLoss(report),
  ].join('\n')
}

function describeBroken(broken: readonly string[]): string[] {
  return [
    `NOT WHOLE: ${broken.length} files that rows name are missing in the backup, or are others:`,
    ...broken.slice(0, NAMED_MAX).map((key) => `  ${key}`),
  ]
}

function describeLoss({ differences, lostFiles, unreachable }: DrillReport): string[] {
  if (differences === null)
    return [`What would be lost is not known, as the data of now could not be read: ${unreachable}`]
  if (differences.length === 0 && lostFiles === 0) return ['Nothing would be lost: it holds exactly what is there now.']
  return [
    'Lost, if the data of now were lost now (rows that are new or changed since; then rows that would come back):',
    ...differences.map(({ table, onlyInOriginal, onlyInCopy }) =>
      onlyInOriginal === null || onlyInCopy === null
        ? `  ${table.padEnd(40)} other columns: not compared`
        : `  ${table.padEnd(40)} ${String(onlyInOriginal).padStart(8)} ${String(onlyInCopy).padStart(8)}`,
    ),
    `  ${'stored files'.padEnd(40)} ${String(lostFiles).padStart(8)}`,
  ]
}
