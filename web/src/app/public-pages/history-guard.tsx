import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'

import { loadDrawings } from '../../design-system/drawing.tsx'
import { moveInHistory, runAfterHistorySteps } from '../../design-system/layers/layers.ts'
import { PageSpinner } from '../../design-system/page-spinner.tsx'
import { prepareToasts, toast } from '../../design-system/toasts/toast.tsx'
import { useSession } from '../../features/auth/session.queries.ts'
import { isLoggingOut } from '../../features/auth/use-log-out.ts'
import { useErrorText, useTexts } from '../../platform/i18n/texts.ts'
import { useIdleWork } from '../../platform/live/use-once-live.ts'
import { LeaveQuestionContext, type UseLeaveQuestion } from '../../platform/navigation/leave-question.ts'
import {
  type LeaveOptions,
  type Navigation,
  NavigationContext,
  useNavigation,
} from '../../platform/navigation/navigation.ts'
import { isServerReachable } from '../../platform/releases/release.ts'
import { createStore, useStore } from '../../platform/state/store.ts'
import { appTexts } from '../shell/app.messages.ts'
import { watchReleases } from '../shell/release-watch.ts'
import { type ApplicationLoader, navigated } from './public-navigation.ts'
import type { PageWrapper } from './public-page.tsx'

const blockedNavigation = createStore<{ leave: () => void; isAboutHistory: boolean } | null>(null)

const guards = new Set<() => boolean>()

function isNavigationBlocked(): boolean {
  return [...guards].some((mayBlock) => mayBlock())
}

const useHistoryQuestion: UseLeaveQuestion = (isUnsaved, mayBlock) => {
  const blocked = useStore(blockedNavigation)
  const latest = useRef(mayBlock)
  useLayoutEffect(() => {
    latest.current = mayBlock
  })
  useLayoutEffect(() => {
    if (!isUnsaved) return undefined
    const guard = (): boolean => latest.current()
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (guard()) event.preventDefault()
    }
    guards.add(guard)
    window.addEventListener('beforeunload', onUnload)
    return () => {
      guards.delete(guard)
      blockedNavigation.set(null)
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [isUnsaved])
  return {
    isAsked: isUnsaved && blocked !== null,
    isAboutHistory: blocked?.isAboutHistory === true,
    leave: () => {
      guards.clear()
      blockedNavigation.set(null)
      blocked?.leave()
    },
    stay: () => blockedNavigation.set(null),
  }
}

/** Returns the number of history entries between the page's first entry and this one. */
function readHistoryStep(state: unknown): number {
  return typeof state === 'object' && state !== null && 'step' in state ? Number(state.step) : 0
}

/** Navigation of a private page before the application loads. A log-out in another tab opens the log-in screen. */
export const HistoryGuard: PageWrapper = ({ applicationLoader, children }) => {
  const outer = useNavigation()
  const { status } = useSession()
  const loading = useTexts(appTexts).loading
  const isOut = status === 'out' && !isLoggingOut()
  const step = useRef(0)
  const leave = useOpenApplication(applicationLoader)
  const navigation = useMemo((): Navigation => {
    const go = async (href: string, options: LeaveOptions = {}): Promise<void> => {
      if (options.unasked !== true && isNavigationBlocked()) {
        return blockedNavigation.set({
          leave: () => void go(href, { ...options, unasked: true }),
          isAboutHistory: false,
        })
      }
      const to = new URL(href, window.location.href)
      if (to.pathname !== outer.place.pathname) return leave(href, options.replace)
      if (options.replace !== true && to.href !== window.location.href) step.current += 1
      const gone = outer.go(href, options)
      window.history.replaceState({ step: step.current }, '')
      // Waits for pending history steps: a dialog that has just closed may still have a history entry.
      runAfterHistorySteps(navigated.emit)
      return gone
    }
    return { ...outer, go }
  }, [outer, leave])

  useEffect(() => {
    step.current = readHistoryStep(window.history.state)
    let isReturning = false
    const onPopState = (event: PopStateEvent): void => {
      const to = readHistoryStep(event.state)
      const steps = to - step.current
      if (isReturning) {
        isReturning = false
        event.stopImmediatePropagation()
        return
      }
      if (steps === 0 || !isNavigationBlocked()) {
        step.current = to
        return
      }
      event.stopImmediatePropagation()
      isReturning = true
      blockedNavigation.set({ leave: () => moveInHistory(steps), isAboutHistory: true })
      window.history.go(-steps)
    }
    // Runs in the capture phase, before the other `popstate` listeners.
    window.addEventListener('popstate', onPopState, true)
    return () => window.removeEventListener('popstate', onPopState, true)
  }, [])

  useEffect(() => document.getElementById('missing-code')?.remove(), [])
  const queryClient = useQueryClient()
  useEffect(() => watchReleases(queryClient), [queryClient])
  // Prefetches the code of other screens, so that they open without a network.
  useIdleWork(() => {
    prepareToasts()
    loadDrawings().catch(() => undefined)
    outer.prepare('/')
  })
  useEffect(() => {
    if (!isOut) return undefined
    const openLogIn = (): void => void leave(window.location.pathname + window.location.search, true)
    openLogIn()
    // A history step cancels the pending `leave`.
    window.addEventListener('popstate', openLogIn)
    return () => window.removeEventListener('popstate', openLogIn)
  }, [isOut, leave])
  return (
    <NavigationContext value={navigation}>
      {/* oxlint-disable-next-line react/hooks -- the hook in the context never changes while a screen is mounted */}
      <LeaveQuestionContext value={useHistoryQuestion}>
        {isOut ? <PageSpinner label={loading} /> : children}
      </LeaveQuestionContext>
    </NavigationContext>
  )
}

/** Opens the application. If the server cannot be reached, the current screen stays and shows an error. */
function useOpenApplication({ leaveFor }: ApplicationLoader) {
  const errorText = useErrorText()
  const isGone = useRef(false)
  return useCallback(
    async (href: string, replace?: boolean) => {
      // After a log-out, a guarded screen must not redirect as well.
      if (isGone.current) return
      isGone.current = isLoggingOut()
      isGone.current = await leaveFor(href, replace, () => {
        void isServerReachable().then((isThere) => {
          if (isThere) window.location.assign(href)
          else toast.error(errorText('NETWORK'))
        })
      })
    },
    [leaveFor, errorText],
  )
}
