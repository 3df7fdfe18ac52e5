import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'

import { toast } from '../../../../design-system/toasts/toast.tsx'
import { toFailure } from '../../../../platform/api/failure.ts'
import { getSessionSignal } from '../../../../platform/api/session-state.ts'
import { useTexts } from '../../../../platform/i18n/texts.ts'
import { auditLogQuery } from '../../operations.queries.ts'
import { saveSettingsGroup, type SeenSettings } from '../save-over.ts'
import { settingsQuery } from '../settings.queries.ts'
import { readLogo, sendLogo } from './logo-upload.ts'
import { logoTexts } from './logo.messages.ts'

/** @param onChoose receives the checked file; null after saving or undoing @param main focused after each step */
export function useLogoEditing(
  found: SeenSettings,
  onChoose: (file: File | null) => void,
  main: RefObject<HTMLButtonElement | null>,
) {
  const texts = useTexts(logoTexts)
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<ErrorCode | null>(null)
  const [notice, setNotice] = useState<string | null>(null)

  async function chooseLogo(file: File): Promise<void> {
    setNotice(null)
    setProblem(null)
    main.current?.focus()
    try {
      onChoose(await readLogo(file))
    } catch (error) {
      setProblem(toFailure(error, 'LOGO_UNREADABLE').code)
    }
  }

  function undoLogoChoice(): void {
    if (isBusy) return
    onChoose(null)
    setProblem(null)
    main.current?.focus()
  }

  async function saveLogo(file: File | null): Promise<void> {
    if (isBusy) return
    const ended = getSessionSignal(queryClient)
    setIsBusy(true)
    setProblem(null)
    setNotice(null)
    try {
      const saved = await saveSettingsGroup(queryClient, found, 'logo', (version) => sendLogo(file, version, ended))
      if (ended.aborted) return
      if ('meanwhile' in saved) return setNotice(texts.meanwhile)
      const { leftOut, ...now } = saved.answer
      queryClient.setQueryData(settingsQuery.queryKey, now)
      onChoose(null)
      setNotice(leftOut.length > 0 ? texts.leftOut(leftOut.join(', ')) : null)
      toast.success(file ? texts.saved : texts.removed)
      void queryClient.invalidateQueries({ queryKey: auditLogQuery.queryKey })
    } catch (error) {
      if (!ended.aborted) setProblem(toFailure(error).code)
    } finally {
      setIsBusy(false)
      main.current?.focus()
    }
  }

  return { isBusy, problem, notice, choose: chooseLogo, undo: undoLogoChoice, save: saveLogo }
}
