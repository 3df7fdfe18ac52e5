import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { flushSync } from 'react-dom'

import type { Message, Room } from '@kundig/contract/chat/chat.contract'
import type { ErrorCode } from '@kundig/contract/errors'

import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { readDeviceZone } from '../../../platform/i18n/device-zone.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { useViewerId } from '../../auth/session-viewer.ts'
import { checkCallLink } from '../call-link/call-link-rule.ts'
import { readTimes, type TimeProblem, type TypedTime } from './local-times.ts'
import {
  EMPTY_TIME,
  forgetProposal,
  type Proposal,
  readProposal,
  saveProposal,
  toProposalKey,
} from './proposal-drafts.ts'
import { proposingTexts } from './proposing.messages.ts'

export interface ProposeFormOptions {
  room: Room
  onMessage: (message: Message) => void
  onClose: () => void
}

interface Problems {
  times: (TimeProblem | null)[]
  link: ErrorCode | null
}

const NO_PROBLEMS: Problems = { times: [], link: null }

export const toFieldName = (part: 'time' | 'which', index: number): string => `${part}-${index}`

function findProblems({ times, link }: Proposal, zone: string): Problems {
  return {
    times: readTimes(times, { zone, now: Date.now() }).map((one) => (typeof one === 'number' ? null : one)),
    link: link.trim() === '' ? null : checkCallLink(link),
  }
}

function findFirstInvalidField({ times, link }: Problems): string | null {
  const index = times.findIndex((problem) => problem !== null)
  if (index !== -1) return toFieldName(times[index] === 'doubled' ? 'which' : 'time', index)
  return link === null ? null : 'link'
}

/** Form for a proposal. After the first submit, problems update with each change. */
export function useProposeForm({ room, onMessage, onClose }: ProposeFormOptions) {
  const queryClient = useQueryClient()
  const texts = useTexts(proposingTexts)
  const errorText = useErrorText()
  const key = toProposalKey(useViewerId() ?? '', room.id)
  const [proposal, setProposal] = useState(() => readProposal(key, () => crypto.randomUUID()))
  const [isJudged, setIsJudged] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [refused, setRefused] = useState<ErrorCode | null>(null)
  const zone = readDeviceZone()
  const problems = isJudged ? findProblems(proposal, zone) : NO_PROBLEMS

  function changeProposal(values: Partial<Proposal>): void {
    const next = { ...proposal, ...values, clientId: crypto.randomUUID() }
    saveProposal(key, next)
    setProposal(next)
    setRefused(null)
  }

  async function submitProposal(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    flushSync(() => {
      setIsJudged(true)
      setRefused(null)
    })
    const wrong = findFirstInvalidField(findProblems(proposal, zone))
    if (wrong !== null) return focusField(form, wrong)
    setIsBusy(true)
    // Another person may be logged in when the response arrives.
    const ended = getSessionSignal(queryClient)
    try {
      const message = await client.appointments.propose(toProposalInput(room.id, proposal, zone))
      forgetProposal(key)
      onMessage(message)
      if (ended.aborted) return
      toast.success(texts.sent(room.partner.full_name))
      onClose()
    } catch (error) {
      if (ended.aborted) return
      const { code } = toFailure(error)
      // Without an open form or a session, only a toast can show the error.
      if (!form.isConnected || code === 'NO_SESSION') return toast.error(errorText(code))
      flushSync(() => setRefused(code))
      if (code === 'CALL_LINK_INVALID') focusField(form, 'link')
    } finally {
      setIsBusy(false)
    }
  }

  const setTimes = (times: readonly TypedTime[]): void => changeProposal({ times })
  const linkProblem = problems.link ?? (refused === 'CALL_LINK_INVALID' ? refused : null)
  return {
    proposal,
    zone,
    isBusy,
    timeErrorAt: (index: number): string | null => {
      const problem = problems.times[index]
      return problem ? texts[problem] : null
    },
    linkError: linkProblem && errorText(linkProblem),
    formError: refused && refused !== 'CALL_LINK_INVALID' ? errorText(refused) : null,
    change: changeProposal,
    /** Changes a time. Clears the choice between two moments of a repeated hour, which was for the earlier time. */
    setLocal: (at: number, local: string) =>
      setTimes(proposal.times.map((one, index) => (index === at ? { local, which: '' } : one))),
    setWhich: (at: number, which: TypedTime['which']) =>
      setTimes(proposal.times.map((one, index) => (index === at ? { ...one, which } : one))),
    addTime: () => setTimes([...proposal.times, EMPTY_TIME]),
    removeTime: (at: number) => setTimes(proposal.times.filter((_one, index) => index !== at)),
    submit: submitProposal,
  }
}

function toProposalInput(
  room_id: string,
  { times, minutes, link, clientId }: Proposal & { clientId: string },
  zone: string,
) {
  const moments = readTimes(times, { zone, now: Date.now() }).filter((one) => typeof one === 'number')
  return {
    room_id,
    client_id: clientId,
    times: moments.map((at) => new Date(at).toISOString()),
    minutes,
    zone,
    ...(link.trim() !== '' && { link: link.trim() }),
  }
}

function focusField(form: HTMLFormElement, name: string): void {
  const control = form.elements.namedItem(name)
  if (control instanceof HTMLElement) control.focus()
}
