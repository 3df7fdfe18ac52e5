import { randomUUID } from 'node:crypto'

import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'
import type { OwnProfile, Profile } from '@kundig/contract/profiles/profiles.contract'
import { plain } from '@kundig/testing/files/made-files'
import { A_PROFILE, cookieHeader, type Person } from '@kundig/testing/people/test-client'

import { outcome, reading } from '../answers.ts'
import { asking, type Operation } from './operation.ts'
import type { Scene } from './scene.ts'

/** Waiting list, profiles and connection requests: who may do what. */
export function profileAndRequestOperations(scene: Scene): Operation[] {
  const { people, bystander, hermit, stage, pendingRequest } = scene
  const { site } = stage
  const { call } = asking(site)
  const { receiver, sender } = people
  const receivers = `/api/profiles/${receiver.id}`
  const mine = { ...A_PROFILE, full_name: 'The Receiver', is_public: false }
  const listed = (id: string) => async (who: Person | null) =>
    reading(await site.api<{ items: Profile[] }>(who, 'GET', '/api/profiles?limit=60'), ({ items }) =>
      items.some((one) => one.id === id),
    )
  const putPicture = async (who: Person | null): Promise<string> => {
    const picture = await plain(9, 9, 'teal').png().toBuffer()
    const answer = await fetch(`${site.url}${receivers}/picture`, {
      method: 'PUT',
      headers: { 'content-type': 'image/png', ...(who ? { cookie: cookieHeader(who) } : {}) },
      body: new Uint8Array(picture),
    })
    return outcome({ status: answer.status, body: await answer.json() })
  }
  const seePicture = async (who: Person | null): Promise<string> => {
    if ((await site.must<Profile>(receiver, 'GET', receivers)).profile_picture_url === null) await putPicture(receiver)
    const { profile_picture_url: path } = await site.must<Profile>(receiver, 'GET', receivers)
    const answer = await fetch(`${site.url}${path}`, { headers: who ? { cookie: cookieHeader(who) } : {} })
    return answer.ok ? '200' : outcome({ status: answer.status, body: await answer.json() })
  }
  const ask = (receiverId: () => string) =>
    call('POST', '/api/connection-requests', () => ({
      receiver_id: receiverId(),
      message: 'May I ask you something?',
    }))
  const decide = (decision: string, before?: string) => async (who: Person | null) => {
    const id = await pendingRequest()
    if (before !== undefined) await site.must(receiver, 'POST', `/api/connection-requests/${id}/${before}`)
    return call('POST', `/api/connection-requests/${id}/${decision}`)(who)
  }
  const inList = (path: string) => async (who: Person | null) => {
    const id = await pendingRequest()
    return reading(
      await site.api<{ items: ConnectionRequest[] }>(who, 'GET', `/api/connection-requests/${path}`),
      ({ items }) => items.some((one) => one.id === id),
    )
  }
  const seesEmail = (path: () => string | Promise<string>) => async (who: Person | null) =>
    reading(await site.api<OwnProfile>(who, 'GET', await path()), (body) => /@|acct_|cus_/u.test(JSON.stringify(body)))
  const joined = () => ({
    full_name: 'Ada',
    email: `${randomUUID()}@example.com`,
    category: 'education',
    consent: true,
  })
  const fine = { anonymous: '200' }
  const ofPrivate = {
    anonymous: '403 PROFILE_NOT_PUBLIC',
    sender: '200',
    receiver: '200',
    partner: '200',
  }

  const waiting: Operation[] = [
    { what: 'join', act: call('POST', '/api/waiting-list', joined), named: fine, everyoneElse: '200' },
    ...['/api/waiting-list', '/api/waiting-list/1', '/rpc/waitingList/list', '/api/waitinglist'].map((path) => ({
      what: `read ${path}`,
      act: call('GET', path),
      named: { anonymous: '404 NOT_FOUND' },
      everyoneElse: '404 NOT_FOUND',
    })),
  ].map((one) => ({ row: 'Join the waiting list', ...one }))

  const open: Operation[] = [
    { what: 'find someone public', act: listed(bystander.id), named: { anonymous: 'shown' }, everyoneElse: 'shown' },
    {
      what: 'find someone private',
      act: listed(hermit.id),
      named: { anonymous: 'left out' },
      everyoneElse: 'left out',
    },
    {
      what: 'read someone public',
      act: call('GET', `/api/profiles/${bystander.id}`),
      named: fine,
      everyoneElse: '200',
    },
  ].map((one) => ({ row: 'Public list, public profile', ...one }))

  const closed: Operation[] = [
    { what: 'read', act: call('GET', receivers), named: ofPrivate, everyoneElse: '403 PROFILE_NOT_PUBLIC' },
    { what: 'see the picture of', act: seePicture, named: ofPrivate, everyoneElse: '403 PROFILE_NOT_PUBLIC' },
    {
      what: 'read one whom nobody knows',
      act: call('GET', `/api/profiles/${hermit.id}`),
      named: { anonymous: '403 PROFILE_NOT_PUBLIC' },
      everyoneElse: '403 PROFILE_NOT_PUBLIC',
    },
  ].map((one) => ({ row: 'Profile of someone private', ...one }))

  const secrets: Operation[] = [
    {
      what: 'read them in a profile',
      act: seesEmail(() => `/api/profiles/${people.stranger.id}`),
      named: { anonymous: 'left out', stranger: 'shown' },
      everyoneElse: 'left out',
    },
    {
      what: 'read those of a counterpart',
      act: seesEmail(() => receivers),
      named: { anonymous: ofPrivate.anonymous, sender: 'left out', partner: 'left out', receiver: 'shown' },
      everyoneElse: '403 PROFILE_NOT_PUBLIC',
    },
    {
      what: 'read them in the public list',
      act: seesEmail(() => '/api/profiles?limit=60'),
      named: { anonymous: 'left out' },
      everyoneElse: 'left out',
    },
    {
      what: 'read them in a request',
      act: seesEmail(async () => `/api/connection-requests/${await pendingRequest()}`),
      named: { sender: 'left out', receiver: 'left out' },
      everyoneElse: '404 REQUEST_NOT_FOUND',
    },
    {
      what: 'read them in a room',
      act: seesEmail(() => `/api/chat-rooms/${scene.deal.room.id}`),
      named: { seller: 'left out', buyer: 'left out' },
      everyoneElse: '404 ROOM_NOT_FOUND',
    },
    ...['email', 'stripe_account_id', 'stripe_customer_id', 'stripeConnectAccountId', 'created_at'].map((field) => ({
      what: `write ${field}`,
      act: call('PUT', receivers, () => ({ ...mine, [field]: 'x@example.com' })),
      named: { anonymous: '400 INVALID_INPUT' },
      everyoneElse: '400 INVALID_INPUT',
    })),
  ].map((one) => ({ row: 'Email, Stripe ids', ...one }))

  const writing: Operation[] = [
    { what: 'write', act: call('PUT', receivers, () => mine) },
    { what: 'write the picture', act: putPicture },
    { what: 'remove the picture', act: call('DELETE', `${receivers}/picture`) },
  ].map((one) => ({
    row: 'Write profile, picture',
    ...one,
    named: { receiver: '200' },
    everyoneElse: '403 FORBIDDEN',
  }))

  const asked: Operation[] = [
    {
      what: 'to someone public',
      act: async (who: Person | null) => {
        await stage.sql('DELETE FROM connection_requests WHERE receiver_id = $1', [bystander.id])
        return ask(() => bystander.id)(who)
      },
      named: { newcomer: '403 PROFILE_REQUIRED' },
      everyoneElse: '201',
    },
    {
      what: 'to oneself',
      act: (who: Person | null) => ask(() => who?.id ?? bystander.id)(who),
      everyoneElse: '400 REQUEST_TO_SELF',
    },
    {
      what: 'to someone private whom one does not know',
      act: ask(() => hermit.id),
      named: { newcomer: '403 PROFILE_REQUIRED' },
      everyoneElse: '403 PROFILE_NOT_PUBLIC',
    },
    {
      what: 'in the name of somebody else',
      act: call('POST', '/api/connection-requests', () => ({
        receiver_id: bystander.id,
        sender_id: sender.id,
        message: 'May I ask you something?',
      })),
      named: { anonymous: '400 INVALID_INPUT' },
      everyoneElse: '400 INVALID_INPUT',
    },
  ].map((one) => ({ row: 'Create connection request', ...one }))

  const read: Operation[] = [
    {
      what: 'by its id',
      act: async (who: Person | null) => call('GET', `/api/connection-requests/${await pendingRequest()}`)(who),
      named: { sender: '200', receiver: '200' },
      everyoneElse: '404 REQUEST_NOT_FOUND',
    },
    { what: 'among the pending', act: inList('pending'), named: { receiver: 'shown' }, everyoneElse: 'left out' },
    { what: 'among those that wait', act: inList('waiting'), named: { sender: 'shown' }, everyoneElse: 'left out' },
    { what: 'in the history', act: inList('history'), named: { sender: 'shown' }, everyoneElse: 'left out' },
  ].map((one) => ({ row: 'Read a request', ...one }))

  const decided: Operation[] = (['accept', 'reject'] as const).flatMap((decision) => [
    {
      row: 'Accept, reject' as const,
      what: decision,
      act: decide(decision),
      named: { sender: '403 FORBIDDEN', receiver: '200' },
      everyoneElse: '404 REQUEST_NOT_FOUND',
    },
    ...['accept', 'reject'].map((before) => ({
      row: 'Accept, reject' as const,
      what: `${decision} after an ${before}`,
      act: decide(decision, before),
      named: { sender: '403 FORBIDDEN', receiver: '409 REQUEST_DECIDED' },
      everyoneElse: '404 REQUEST_NOT_FOUND',
    })),
  ])
  return [...waiting, ...open, ...closed, ...secrets, ...writing, ...asked, ...read, ...decided]
}
