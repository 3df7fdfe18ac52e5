import { isViewable } from '../../attachments/viewing/file-attached.tsx'
import type { FileMessage } from '../../cache/message.ts'
import type { Row } from './message-rows.ts'

/** Line of the list: two pictures of a group side by side, or one row. */
export type Line = readonly [Row] | readonly [Row, Row]

/** Maximum gap between pictures of one group (ms). */
const GROUP_WITHIN_MS = 60_000
const GROUP_MAX = 10

/** Groups rows into lines. Pictures that one person sent together form two columns. */
export function toLines(rows: readonly Row[]): Line[] {
  const lines: Line[] = []
  let grouped = 0
  for (const row of rows) {
    const line = lines.at(-1)
    grouped = grouped < GROUP_MAX && continuesGroup(line?.at(-1), row) ? grouped + 1 : 1
    if (line && grouped % 2 === 0) lines[lines.length - 1] = [line[0], row]
    else lines.push([row])
  }
  return lines
}

function continuesGroup(before: Row | undefined, row: Row): boolean {
  const [previous, picture] = [findPicture(before), findPicture(row)]
  if (!previous || !picture || row.kind !== 'message' || !row.isContinued) return false
  return (
    picture.seq === previous.seq + 1 &&
    Date.parse(picture.created_at) - Date.parse(previous.created_at) <= GROUP_WITHIN_MS
  )
}

function findPicture(row: Row | undefined): FileMessage | undefined {
  return row?.kind === 'message' && row.message.kind === 'file' && isViewable(row.message.file)
    ? row.message
    : undefined
}
