import { Button } from '../../design-system/button.tsx'
import { Checkbox, EmailInput, Field, Select, TextInput } from '../../design-system/fields/field.tsx'
import { useCategories } from '../../platform/categories/categories.queries.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { Link } from '../../platform/navigation/link.tsx'
import { useSession } from '../auth/session.queries.ts'
import { useWaitingListForm } from './use-waiting-list-form.ts'
import { waitingListTexts } from './waiting-list.messages.ts'

/** Form of the waiting list (spec 2 and 5). Thanks replace the form after joining. */
export function WaitingListForm() {
  const texts = useTexts(waitingListTexts)
  const { options } = useCategories()
  const { values, set, errorAt, formError, busy, submit, thanks } = useWaitingListForm()
  if (thanks) {
    return (
      <thanks.Thanks name={thanks.name} onStartOver={thanks.startOver}>
        <SignUpLink />
      </thanks.Thanks>
    )
  }
  return (
    <form noValidate className="grid gap-4 p-5 sm:p-6" onSubmit={(event) => void submit(event)}>
      <div>
        <h2 className="text-xl">{texts.title}</h2>
        <p className="mt-1 text-sm text-ink-2">{texts.lead}</p>
      </div>
      <Field label={texts.name} required error={errorAt('full_name')}>
        {(control) => (
          <TextInput
            {...control}
            name="full_name"
            autoComplete="name"
            value={values.full_name}
            onChange={(event) => set('full_name', event.target.value)}
          />
        )}
      </Field>
      <Field label={texts.email} required error={errorAt('email')}>
        {(control) => (
          <EmailInput {...control} value={values.email} onChange={(event) => set('email', event.target.value)} />
        )}
      </Field>
      <Field label={texts.category} required error={errorAt('category')}>
        {(control) => (
          <Select
            {...control}
            name="category"
            value={values.category}
            onChange={(event) => set('category', event.target.value)}
            placeholder={texts.chooseCategory}
            options={options()}
          />
        )}
      </Field>
      <Checkbox
        name="consent"
        required
        label={texts.consent}
        error={errorAt('consent')}
        checked={values.consent}
        onChange={(event) => set('consent', event.target.checked)}
      />
      {/* Styled like `FormError`, whose code is too large for this page. */}
      {formError && (
        <p role="alert" className="rounded-md bg-danger-soft px-3.5 py-3 text-sm font-medium text-danger">
          {formError}
        </p>
      )}
      <Button type="submit" size="lg" busy={busy}>
        {texts.join}
      </Button>
      <SignUpLink />
    </form>
  )
}

function SignUpLink() {
  const texts = useTexts(waitingListTexts)
  if (useSession().status === 'in') return null
  return (
    <Link href="/dashboard#sign-up" className="text-link w-fit text-sm leading-6">
      {texts.orSignUp}
    </Link>
  )
}
