import { type ComponentProps, useState } from 'react'

import { Avatar } from '../../src/design-system/avatars/avatar.tsx'
import { Badge, type BadgeTone, CountBadge } from '../../src/design-system/badge.tsx'
import { Button, IconButton } from '../../src/design-system/button.tsx'
import { CharacterCount } from '../../src/design-system/fields/character-count.tsx'
import { Checkbox, EmailInput, Field, SearchInput, Select, TextInput } from '../../src/design-system/fields/field.tsx'
import { FormError } from '../../src/design-system/fields/form-error.tsx'
import { PasswordInput } from '../../src/design-system/fields/password-input.tsx'
import { TextArea } from '../../src/design-system/fields/text-area.tsx'
import * as icons from '../../src/design-system/icons.tsx'
import { ConfirmDialog, Dialog } from '../../src/design-system/layers/dialog.tsx'
import { Menu } from '../../src/design-system/layers/menu.tsx'
import type { ButtonSize, ButtonVariant } from '../../src/design-system/link-styles.ts'
import { Logo } from '../../src/design-system/logo.tsx'
import { Notice } from '../../src/design-system/notice.tsx'
import { Segmented } from '../../src/design-system/segmented.tsx'
import { SpinnerRing } from '../../src/design-system/spinner.tsx'
import { EmptyState } from '../../src/design-system/states/empty-state.tsx'
import { ErrorState } from '../../src/design-system/states/error-state.tsx'
import { ProgressBar } from '../../src/design-system/states/progress-bar.tsx'
import { Skeleton } from '../../src/design-system/states/skeleton.tsx'
import { TabPanel, Tabs } from '../../src/design-system/tabs.tsx'
import { Mosaic } from '../../src/design-system/tiles/mosaic.tsx'
import { type Motif, motifs } from '../../src/design-system/tiles/tile-motifs.tsx'
import { Tile } from '../../src/design-system/tiles/tile.tsx'
import { toast } from '../../src/design-system/toasts/toast.tsx'
import { useLanguage } from '../../src/platform/i18n/language.tsx'
import { useTexts } from '../../src/platform/i18n/texts.ts'
import { ShowMoreButton } from '../../src/platform/lists/show-more.tsx'
import { Row, GalleryState } from './gallery-state.tsx'
import { galleryTexts } from './gallery.messages.ts'

const VARIANTS: readonly ButtonVariant[] = ['primary', 'secondary', 'ghost', 'danger']
const SIZES: readonly ButtonSize[] = ['sm', 'md', 'lg']
const TONES: readonly BadgeTone[] = ['neutral', 'pending', 'success', 'danger', 'info']
const PASSWORD = 'Abcdefg1!'
const BIO_MAX = 500

export function ControlStates() {
  const texts = useTexts(galleryTexts)
  const language = useLanguage()
  const count = (used: number) => (
    <CharacterCount count={used} max={BIO_MAX} locale={language} label={texts.characters} />
  )
  return (
    <>
      {VARIANTS.map((variant) => (
        <GalleryState key={variant} name={`Button ${variant}: sizes, busy, disabled`}>
          <Row>
            {SIZES.map((size) => (
              <Button key={size} variant={variant} size={size}>
                {texts.send}
              </Button>
            ))}
            <Button variant={variant} busy>
              {texts.send}
            </Button>
            <Button variant={variant} disabled>
              {texts.send}
            </Button>
          </Row>
        </GalleryState>
      ))}
      <GalleryState name="IconButton: idle, disabled">
        <Row>
          <IconButton label={texts.clear}>
            <icons.CloseIcon size={20} />
          </IconButton>
          <IconButton label={texts.clear} disabled>
            <icons.CloseIcon size={20} />
          </IconButton>
        </Row>
      </GalleryState>
      <GalleryState name="Field with TextInput: hint">
        <Field label={texts.name} hint={texts.nameHint}>
          {(control) => <TextInput {...control} defaultValue="Noor Bakker" />}
        </Field>
      </GalleryState>
      <GalleryState name="Field with TextInput: error, its hint kept">
        <Field label={texts.name} hint={texts.nameHint} error={texts.nameError} keepHint required>
          {(control) => <TextInput {...control} />}
        </Field>
      </GalleryState>
      <GalleryState name="Field with EmailInput: optional, disabled">
        <Field label="E-mail" optionalText={texts.optional}>
          {(control) => <EmailInput {...control} defaultValue="noor@kundig.example" disabled />}
        </Field>
      </GalleryState>
      <GalleryState name="PasswordInput">
        <Field label={texts.password}>
          {(control) => (
            <PasswordInput {...control} showLabel={texts.show} hideLabel={texts.hide} defaultValue={PASSWORD} />
          )}
        </Field>
      </GalleryState>
      <GalleryState name="Select: empty">
        <Field label={texts.category}>
          {(control) => (
            <Select
              {...control}
              defaultValue=""
              placeholder={texts.choose}
              options={[{ value: 'it', label: 'Websites, IT & Software' }]}
            />
          )}
        </Field>
      </GalleryState>
      <GalleryState name="SearchInput: filled">
        <SearchInput label={texts.search} clearLabel={texts.clear} defaultValue="web" />
      </GalleryState>
      <GalleryState name="TextArea with CharacterCount: room left, near the limit, beyond it">
        <Field label={texts.bio} aside={count(66)}>
          {(control) => <TextArea {...control} defaultValue={texts.bioText} />}
        </Field>
        {count(480)}
        {count(512)}
      </GalleryState>
      <GalleryState name="Checkbox: free, chosen, missing">
        <Checkbox label={texts.agree} />
        <Checkbox label={texts.agree} defaultChecked />
        <Checkbox label={texts.agree} error={texts.agreeError} />
      </GalleryState>
      <GalleryState name="Segmented">
        <SegmentedExample />
      </GalleryState>
      <GalleryState name="Menu: press it; the second item is destructive">
        <Menu
          label={texts.choose}
          items={[
            { label: texts.find, onSelect: () => toast.info(texts.find) },
            { label: texts.clear, destructive: true, onSelect: () => toast.info(texts.clear) },
          ]}
        />
      </GalleryState>
      <GalleryState name="Tabs: a count, and one too many to show">
        <TabsExample />
      </GalleryState>
    </>
  )
}

function SegmentedExample() {
  const texts = useTexts(galleryTexts)
  const [value, setValue] = useState<'received' | 'sent'>('received')
  return (
    <Segmented
      label={texts.choose}
      value={value}
      options={[
        { value: 'received', label: texts.received },
        { value: 'sent', label: texts.sent },
      ]}
      onChange={setValue}
    />
  )
}

function TabsExample() {
  const texts = useTexts(galleryTexts)
  const [value, setValue] = useState<'received' | 'sent'>('received')
  return (
    <Tabs
      label={texts.choose}
      value={value}
      onChange={setValue}
      tabs={[
        { value: 'received', label: texts.received, count: 3, countLabel: texts.newCount(3) },
        { value: 'sent', label: texts.sent, count: 120, countLabel: texts.newCount(120) },
      ]}
    >
      <TabPanel value={value}>
        <p className="text-sm">{texts.emptyText}</p>
      </TabPanel>
    </Tabs>
  )
}

export function MessageStates() {
  const texts = useTexts(galleryTexts)
  return (
    <>
      <GalleryState name="Badge: tones; CountBadge">
        <Row>
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {texts.sent}
            </Badge>
          ))}
          <CountBadge count={3} label={texts.newCount(3)} />
          <CountBadge count={120} label={texts.newCount(120)} />
          <CountBadge count={0} hasNew label={texts.newCount(1)} />
        </Row>
      </GalleryState>
      <GalleryState name="Notice: tones">
        <Notice tone="danger">{texts.failed}</Notice>
        <Notice tone="pending" title={texts.notice}>
          {texts.more}
        </Notice>
        <Notice tone="info">{texts.more}</Notice>
      </GalleryState>
      <GalleryState name="FormError">
        <FormError text={texts.failed} />
      </GalleryState>
      <GalleryState name="EmptyState">
        <EmptyState
          className="card"
          headingLevel={3}
          art={<Mosaic grid={[['speech', 'wave', 'petals']]} size={56} />}
          title={texts.emptyTitle}
          text={texts.emptyText}
          action={<Button variant="secondary">{texts.find}</Button>}
        />
      </GalleryState>
      <GalleryState name="ErrorState: idle">
        <ErrorState className="card" title={texts.failed} retryLabel={texts.retry} onRetry={() => undefined} />
      </GalleryState>
      <GalleryState name="ErrorState: trying again">
        <ErrorState className="card" title={texts.failed} retryLabel={texts.retry} onRetry={() => undefined} busy />
      </GalleryState>
      {(['idle', 'loading', 'failed'] as const).map((state) => (
        <GalleryState key={state} name={`ShowMoreButton: ${state}`}>
          <ShowMoreButton
            more={{ busy: state === 'loading', failed: state === 'failed', showMore: () => undefined }}
            failed={texts.failed}
            retryLabel={texts.retry}
          />
        </GalleryState>
      ))}
      <GalleryState name="Skeleton, SpinnerRing">
        <Skeleton className="h-5" />
        <Skeleton className="h-5 w-2/3" />
        <SpinnerRing size={36} />
      </GalleryState>
      <GalleryState name="ProgressBar">
        <p id="gallery-progress" className="text-sm">
          {texts.uploading}
        </p>
        <ProgressBar percent={60} labelledBy="gallery-progress" />
      </GalleryState>
      <GalleryState name="Toasts: press to see">
        <Row>
          <Button size="sm" variant="secondary" onClick={() => toast.success(texts.sent)}>
            success
          </Button>
          <Button size="sm" variant="secondary" onClick={() => toast.error(texts.failed)}>
            error
          </Button>
          <Button size="sm" variant="secondary" onClick={() => toast.info(texts.notice)}>
            info
          </Button>
        </Row>
      </GalleryState>
      <GalleryState name="Dialogs: press to see">
        <DialogExamples />
      </GalleryState>
    </>
  )
}

function DialogExamples() {
  const texts = useTexts(galleryTexts)
  const [opened, setOpened] = useState<'dialog' | 'confirm' | 'destructive' | null>(null)
  const close = (): void => setOpened(null)
  const confirm: Omit<ComponentProps<typeof ConfirmDialog>, 'open'> = {
    title: texts.question,
    body: texts.answer,
    confirmLabel: texts.remove,
    cancelLabel: texts.cancel,
    onConfirm: close,
    onCancel: close,
  }
  return (
    <Row>
      <Button size="sm" variant="secondary" onClick={() => setOpened('dialog')}>
        Dialog
      </Button>
      <Button size="sm" variant="secondary" onClick={() => setOpened('confirm')}>
        ConfirmDialog
      </Button>
      <Button size="sm" variant="secondary" onClick={() => setOpened('destructive')}>
        ConfirmDialog, destructive
      </Button>
      <Dialog
        open={opened === 'dialog'}
        onClose={close}
        title={texts.emptyTitle}
        description={texts.emptyText}
        closeLabel={texts.close}
        footer={<Button onClick={close}>{texts.send}</Button>}
      >
        <Field label={texts.name}>{(control) => <TextInput {...control} />}</Field>
      </Dialog>
      <ConfirmDialog {...confirm} open={opened === 'confirm'} />
      <ConfirmDialog {...confirm} open={opened === 'destructive'} destructive />
    </Row>
  )
}

export function PictureStates() {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys loses the type of the keys
  const names = Object.keys(motifs) as Motif[]
  return (
    <>
      <GalleryState name="Avatar: sizes, a person who left">
        <Row>
          {[24, 36, 44, 64, 96].map((size) => (
            <Avatar key={size} id={`person-${size}`} name="Marieke de Vries" size={size} />
          ))}
          <Avatar id="gone" name="Noor Bakker" size={64} muted />
        </Row>
      </GalleryState>
      <GalleryState name="Logo; icons">
        <Row>
          <Logo size={28} />
          <Logo size={56} />
          {Object.entries(icons).map(([name, Icon]) => (
            <Icon key={name} size={20} aria-label={name} />
          ))}
        </Row>
      </GalleryState>
      <GalleryState name="Tile: every motif" wide>
        <Row>
          {names.map((motif) => (
            <Tile key={motif} motif={motif} size={56} />
          ))}
        </Row>
      </GalleryState>
      <GalleryState name="Mosaic: every pattern" wide>
        <Mosaic
          grid={[
            ['dawn', 'wave', 'arch', 'sun'],
            ['check', 'bowls', 'slope', 'sails'],
            ['star', 'rings', 'corners', 'kite'],
          ]}
          size={56}
        />
      </GalleryState>
    </>
  )
}
