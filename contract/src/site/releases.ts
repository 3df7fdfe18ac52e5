/** Response header with the release of the served web application. */
export const RELEASE_HEADER = 'x-kundig-release'

/** `<meta name>` with the release of a page. */
export const RELEASE_META = 'release'

/** Name of a release: its build time (ms since the epoch) and a hash of its pages. */
const RELEASE = /^(?<builtAt>\d+)-(?<content>[\da-f]+)$/u

/** True for a later build with other content. Earlier releases are ignored: they still answer during a rollout. */
export function isLaterRelease(theirs: string, own: string): boolean {
  const [their, ours] = [RELEASE.exec(theirs)?.groups, RELEASE.exec(own)?.groups]
  if (!their || !ours) return false
  return their['content'] !== ours['content'] && Number(their['builtAt']) > Number(ours['builtAt'])
}
