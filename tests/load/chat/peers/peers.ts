import type { ChatUser } from '../fill-people.ts'
import type { System } from '../systems.ts'
import type { TestEnvironment } from '../test-environment.ts'
import { hasEjabberd, startEjabberd } from './ejabberd.ts'
import { hasProsody, startProsody } from './prosody.ts'
import { createXmppSystem } from './xmpp-system.ts'

export const PEERS = {
  ejabberd: { isHere: hasEjabberd, start: startEjabberd },
  prosody: { isHere: hasProsody, start: startProsody },
} as const

export interface Contestant {
  system: System
  pid: number
  stop: () => Promise<void>
}

/** Starts another chat server with an archive of its own in the shared PostgreSQL; undefined if it is not installed. */
export async function startPeer(
  environment: TestEnvironment,
  name: keyof typeof PEERS,
  users: readonly ChatUser[],
): Promise<Contestant | undefined> {
  const peer = PEERS[name]
  if (!peer.isHere()) return undefined
  const databaseUrl = await environment.freshDatabase(name)
  const { url, pid, stop } = environment.stopAtEnd(await peer.start(databaseUrl, environment.folder, users))
  return { system: createXmppSystem(name, url, users), pid, stop }
}
