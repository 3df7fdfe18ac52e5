import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'
import type { SitePageDetail } from '@kundig/contract/operations/pages.contract'
import { SITE_PAGE_MAX } from '@kundig/contract/operations/site-pages'

import { Button } from '../../../design-system/button.tsx'
import { Checkbox, Field } from '../../../design-system/fields/field.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { TextArea } from '../../../design-system/fields/text-area.tsx'
import { ConfirmDialog } from '../../../design-system/layers/dialog.tsx'
import { Notice } from '../../../design-system/notice.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { auditLogQuery } from '../operations.queries.ts'
import { PagePreview } from './page-preview.tsx'
import { pagesTexts } from './pages.messages.ts'
import { sitePageQuery, sitePagesQuery } from './pages.queries.ts'

interface Typed {
  en: string
  nl: string
}

const GAP = /\[\[[^\]]*\]\]/u

/** Form for a legal page. Changes by another owner appear below the typed text and do not replace it. */
export function PageForm({ found, mayChange }: { found: SitePageDetail; mayChange: boolean }) {
  const texts = useTexts(pagesTexts)
  const queryClient = useQueryClient()
  const { page } = found
  const [isChanged, setIsChanged] = useState(false)
  const [previewed, setPreviewed] = useState<Typed | null>(null)
  const form = useCheckedForm<Typed>({
    initial: found.draft,
    check: ({ en, nl }) => ({ en: checkMarkdown(en), nl: checkMarkdown(nl) }),
    send: async (typed) => {
      const ended = getSessionSignal(queryClient)
      const answer = await client.operations.saveSitePage({ page, revision: found.revision, ...typed })
      if (ended.aborted) return
      setIsChanged(false)
      queryClient.setQueryData(sitePageQuery(page).queryKey, answer)
      toast.success(texts.saved)
      await refreshOthers()
    },
    fallback: 'UNEXPECTED',
    emptyWhenSent: false,
    onRefused: (code: ErrorCode) => {
      if (code !== 'PAGE_CHANGED') return false
      showMeanwhile()
      return true
    },
  })
  const refreshOthers = () =>
    Promise.all(
      [sitePagesQuery.queryKey, auditLogQuery.queryKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    )
  const showMeanwhile = (): void =>
    void queryClient.invalidateQueries({ queryKey: sitePageQuery(page).queryKey }).then(() => setIsChanged(true))

  const field = (language: keyof Typed, label: string) => (
    <Field label={label} hint={texts.hint} required error={form.errorAt(language)}>
      {(control) => (
        <TextArea
          {...control}
          name={language}
          lang={language}
          rows={10}
          maxRows={24}
          className="font-mono text-sm"
          value={form.values[language]}
          readOnly={form.busy || !mayChange}
          onChange={(event) => form.set(language, event.target.value)}
        />
      )}
    </Field>
  )
  const isSaved = form.values.en === found.draft.en && form.values.nl === found.draft.nl
  return (
    <form
      noValidate
      aria-label={texts.title}
      className="card grid gap-4 p-5 shadow-2 sm:p-8"
      onSubmit={(event) => void form.submit(event)}
    >
      {!mayChange && <p className="text-sm text-ink-2">{texts.onlyOwners}</p>}
      {(GAP.test(form.values.en) || GAP.test(form.values.nl)) && <Notice tone="info">{texts.gaps}</Notice>}
      {field('en', texts.english)}
      {field('nl', texts.dutch)}
      {isChanged && (
        <div role="alert">
          <Notice tone="pending" title={texts.meanwhile}>
            {(['en', 'nl'] as const).map((language) => (
              <div key={language} className="mt-2">
                <p className="font-semibold">{texts.savedNow(language === 'en' ? texts.english : texts.dutch)}</p>
                <pre lang={language} className="max-h-60 overflow-auto font-sans whitespace-pre-wrap">
                  {found.draft[language]}
                </pre>
              </div>
            ))}
          </Notice>
        </div>
      )}
      <FormError text={form.formError} />
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setPreviewed(form.values)}>
          {texts.preview}
        </Button>
        {mayChange && (
          <Button type="submit" variant={isSaved ? 'secondary' : 'primary'} busy={form.busy}>
            {texts.save}
          </Button>
        )}
        {mayChange && (
          <PublishButton found={found} isSaved={isSaved} onMeanwhile={showMeanwhile} onDone={refreshOthers} />
        )}
      </div>
      {previewed && (
        <>
          <PagePreview markdown={previewed.en} lang="en" label={texts.previewed(texts.english)} />
          <PagePreview markdown={previewed.nl} lang="nl" label={texts.previewed(texts.dutch)} />
        </>
      )}
    </form>
  )
}

function PublishButton({
  found,
  isSaved,
  onMeanwhile,
  onDone,
}: {
  found: SitePageDetail
  isSaved: boolean
  onMeanwhile: () => void
  onDone: () => Promise<unknown>
}) {
  const texts = useTexts(pagesTexts)
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [isAsked, setIsAsked] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [asksAgain, setAsksAgain] = useState(false)
  const { page, revision, versions } = found
  const isTerms = page === 'terms'

  async function publishPage(): Promise<void> {
    setIsBusy(true)
    const ended = getSessionSignal(queryClient)
    try {
      const answer = await client.operations.publishSitePage({ page, revision, asks_again: isTerms && asksAgain })
      if (ended.aborted) return
      queryClient.setQueryData(sitePageQuery(page).queryKey, answer)
      toast.success(texts.isPublished)
      await onDone()
    } catch (error) {
      const { code } = toFailure(error, 'UNEXPECTED')
      toast.error(errorText(code))
      if (code === 'PAGE_CHANGED') onMeanwhile()
    } finally {
      setIsBusy(false)
      setIsAsked(false)
    }
  }
  return (
    <>
      <Button
        variant={isSaved ? 'primary' : 'secondary'}
        onClick={() => (isSaved ? setIsAsked(true) : toast.info(texts.saveFirst))}
      >
        {texts.publish}
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={texts.publishTitle}
        body={
          <div className="grid gap-3">
            <p>{texts.publishText}</p>
            {isTerms && versions.length === 0 && <p>{texts.firstTerms}</p>}
            {isTerms && versions.length > 0 && (
              <>
                <Checkbox
                  label={texts.asksAgain}
                  checked={asksAgain}
                  onChange={(event) => setAsksAgain(event.target.checked)}
                />
                <p className="text-sm">{texts.asksAgainHint}</p>
              </>
            )}
          </div>
        }
        confirmLabel={texts.publish}
        cancelLabel={texts.cancel}
        busy={isBusy}
        onConfirm={() => void publishPage()}
        onCancel={() => setIsAsked(false)}
      />
    </>
  )
}

function checkMarkdown(markdown: string): ErrorCode | null {
  if (markdown.trim() === '') return 'FIELD_REQUIRED'
  return markdown.length > SITE_PAGE_MAX ? 'TEXT_TOO_LONG' : null
}
