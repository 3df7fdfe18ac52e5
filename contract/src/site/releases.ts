/** In which header a server says of which release the web application is that it serves. */
export const RELEASE_HEADER = 'x-kundig-release'

/** By which name a page says of which release it is (`<meta name>`). */
export const RELEASE_META = 'release'

/** What a release of the web application is called: when it was built (ms since the epoch), and what its pages are. */
const RELEASE = /^(?<builtAt>\d+)-(?<content>[\da-f]+)$/u

/**
 * Whether another release is later than one's own. The same content built again is no other release, and of what is
 * earlier nobody is told: during a rollout servers of two releases answer.
 */
export function isLaterRelease(theirs: string, own: string): boolean {
  const [their, ours] = [RELEASE.exec(theirs)?.groups, RELEASE.exec(own)?.groups]
  if (!their || !ours) return false
  return their['content'] !== ours['content'] && Number(their['builtAt']) > Number(ours['builtAt'])
}
