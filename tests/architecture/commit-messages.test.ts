import { describe, expect, it } from 'vitest'

import { findMessageFaults } from '../../scripts/commit-message.ts'

const WHY = '\n\nThe reason, in a sentence.\n'

describe('a commit message', () => {
  it.each([
    'Refuse an introduction of 19 characters',
    'Bring the newest message into view',
    'Speed up the first page of rooms',
    'Embed the typefaces',
    'Need no Redis for one server',
    'Pass the session on to the relay',
    'Focus the first field that is wrong',
    `Say ${'y'.repeat(68)}`,
  ])('may be %s, with a body', (subject) => {
    expect(findMessageFaults(`${subject}${WHY}`)).toEqual([])
  })

  it.each([
    'Refused an introduction of 19 characters',
    'Refusing an introduction of 19 characters',
    'Refuses an introduction of 19 characters',
    'refuse an introduction of 19 characters',
    'feat: refuse an introduction of 19 characters',
    'Chat: refuse an introduction of 19 characters',
    'Refuse an introduction of 19 characters.',
    `Say ${'y'.repeat(69)}`,
    '',
  ])('is refused: %s', (subject) => {
    expect(findMessageFaults(`${subject}${WHY}`)).toHaveLength(1)
  })

  it.each([
    'Refuse an introduction of 19 characters',
    'Refuse an introduction of 19 characters\n\n',
    'Refuse an introduction of 19 characters\n\nCo-authored-by: Ann Example <ann@example.com>\n',
  ])('requires a body with the reason: %j', (message) => {
    expect(findMessageFaults(message)).toEqual(['The body says why, from the third line on.'])
  })

  it('requires an empty line between subject and body', () => {
    expect(findMessageFaults('Refuse it\nFor this reason.\nAnd this.')).toEqual(['The second line is empty.'])
  })
})
