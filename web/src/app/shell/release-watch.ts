import type { QueryClient } from '@tanstack/react-query'

import { topModal } from '../../design-system/layers/modal-stack.ts'
import { isServerReachable, laterRelease, recordReload } from '../../platform/releases/release.ts'
import { isReloadPrevented } from '../../platform/releases/reload-guard.ts'

/** Minimum time that the tab is hidden before a reload (ms). */
const HIDDEN_FOR_MS = 30_000

const STORED_FIELD = '[data-stored]'

/**
 * Reloads the page when the server has a later release, but never during typing. The reload happens at a click on a
 * link to another screen, while the tab is hidden, or when a file of the old release is missing.
 * @returns function that stops watching
 */
export function watchReleases(queryClient: QueryClient): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  const typing = watchTyping(signal)
  const isIdle = (): boolean => laterRelease.get() !== null && !isReloadPrevented() && queryClient.isMutating() === 0
  const reload = (): void => {
    recordReload()
    window.location.reload()
  }

  document.addEventListener(
    'click',
    (event) => {
      if (!isIdle() || !leadsToAnotherScreen(event)) return
      recordReload()
      event.stopPropagation()
    },
    { capture: true, signal },
  )

  let timer: ReturnType<typeof setTimeout> | undefined
  const isHidden = (): boolean => document.visibilityState === 'hidden'
  const waitUntilHidden = (): void => {
    clearTimeout(timer)
    if (!isHidden()) return
    timer = setTimeout(() => {
      if (!isHidden()) return
      if (isIdle() && topModal.get() === null && !typing.isUnderWay()) reload()
      else waitUntilHidden()
    }, HIDDEN_FOR_MS)
  }
  document.addEventListener('visibilitychange', waitUntilHidden, { signal })
  waitUntilHidden()

  window.addEventListener(
    'vite:preloadError',
    () =>
      void isServerReachable().then(() => {
        if (isIdle() && !signal.aborted) reload()
      }),
    { signal },
  )

  return () => {
    stopped.abort()
    clearTimeout(timer)
  }
}

function leadsToAnotherScreen(event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  return (
    link !== null &&
    link.target === '' &&
    !link.hasAttribute('download') &&
    link.origin === window.location.origin &&
    link.pathname !== window.location.pathname
  )
}

/** Detects unsaved typing and open file choosers. On phones, the camera of a file chooser hides the page. */
function watchTyping(signal: AbortSignal): { isUnderWay: () => boolean } {
  const typed = new Set<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>()
  let isChoosing = false
  const options = { capture: true, signal }
  document.addEventListener(
    'input',
    ({ target }) => {
      const isField =
        target instanceof HTMLInputElement ||
        target instanceof HTMLTextAreaElement ||
        target instanceof HTMLSelectElement
      if (isField && !target.matches(STORED_FIELD)) typed.add(target)
    },
    options,
  )
  const isOfFiles = (target: EventTarget | null): boolean =>
    target instanceof HTMLInputElement && target.type === 'file'
  const onFiles = (name: string, choosing: boolean): void =>
    document.addEventListener(
      name,
      ({ target }) => {
        if (isOfFiles(target)) isChoosing = choosing
      },
      options,
    )
  onFiles('click', true)
  onFiles('change', false)
  onFiles('cancel', false)
  return {
    isUnderWay: () => isChoosing || [...typed].some((field) => field.isConnected && field.value !== ''),
  }
}
