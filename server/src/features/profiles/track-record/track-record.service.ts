import type { TrackRecord } from '@kundig/contract/profiles/track-record'
import { ANSWER_TIMES, type AnswerTime, TRACK_RECORD_LIMITS } from '@kundig/contract/profiles/track-record-limits'

import type { Executor } from '../../../platform/database/database.ts'
import { findTrackRecords } from './track-record.repository.ts'

const HOUR_S = 3600
const UP_TO_S: Readonly<Record<AnswerTime, number>> = {
  hour: HOUR_S,
  three_hours: 3 * HOUR_S,
  day: 24 * HOUR_S,
  days: 7 * 24 * HOUR_S,
}

export async function attachTrackRecords<Shown extends { id: string }>(
  db: Executor,
  shown: readonly Shown[],
): Promise<(Shown & { track_record?: TrackRecord })[]> {
  const { peopleMin, payersMax } = TRACK_RECORD_LIMITS
  const ids = shown.map(({ id }) => id)
  const records = new Map<string, TrackRecord>()
  for (const { id, isConfirmed, answerS, answered, payers } of await findTrackRecords(db, ids, payersMax)) {
    const time = answered < peopleMin ? undefined : ANSWER_TIMES.find((one) => (answerS ?? Infinity) <= UP_TO_S[one])
    records.set(id, {
      address_confirmed: isConfirmed,
      ...(time && { answers_within: time }),
      ...(payers >= peopleMin && { paid_by: payers }),
    })
  }
  return shown.map((profile) => {
    const record = records.get(profile.id)
    return { ...profile, ...(record && { track_record: record }) }
  })
}
