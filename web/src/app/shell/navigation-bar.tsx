import { type ReactNode, useCallback, useId, useLayoutEffect, useRef, useState } from 'react'

import { type Language, LANGUAGE_PARAMETER } from '@kundig/contract/languages'
import { OPERATOR_PATH } from '@kundig/contract/site/public-pages'

import { Button, IconButton } from '../../design-system/button.tsx'
import { cx } from '../../design-system/class-names.ts'
import { CloseIcon, MenuIcon, MoonIcon, SunIcon } from '../../design-system/icons.tsx'
import { toButtonClass } from '../../design-system/link-styles.ts'
import { Logo } from '../../design-system/logo.tsx'
import { Segmented } from '../../design-system/segmented.tsx'
import { useIsProbablyLoggedIn, useSession } from '../../features/auth/session.queries.ts'
import { useLogOut } from '../../features/auth/use-log-out.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { Link } from '../../platform/navigation/link.tsx'
import { useNavigation } from '../../platform/navigation/navigation.ts'
import { setPreference, usePreference } from '../../platform/preferences/preferences.ts'
import { appTexts } from './app.messages.ts'
import { setBellSlot } from './bell-slot.ts'

const LANGUAGE_OPTIONS: readonly { value: Language; label: string; title: string }[] = [
  { value: 'en', label: 'EN', title: 'English' },
  { value: 'nl', label: 'NL', title: 'Nederlands' },
]

/** Navigation bar (spec 2). @param children content before the navigation */
export function NavigationBar({ children }: { children: ReactNode }) {
  const texts = useTexts(appTexts)
  const { open, setOpen, toggle } = useMenu()
  const menuId = useId()
  const loggedIn = useIsProbablyLoggedIn()
  return (
    <header className="sticky top-0 z-20 border-b border-border bg-bg print:hidden">
      {children}
      <nav aria-label={texts.main}>
        <div className="mx-auto flex h-16 max-w-(--page-width) items-center gap-1 px-4 sm:gap-2 md:px-10">
          <Link
            href="/"
            className="flex h-11 min-w-0 items-center gap-2 rounded-md font-display sm:mr-4 sm:gap-2.5 text-xl font-bold tracking-tight text-ink"
          >
            <Logo />
            <span className="truncate">{texts.brand}</span>
          </Link>
          <div className="hidden flex-1 md:block">
            <Destinations className="flex gap-1" />
          </div>
          <div className="ml-auto flex items-center sm:gap-2">
            <div className="hidden items-center gap-2 md:flex">
              <Preferences />
            </div>
            {loggedIn && <div ref={setBellSlot} className="size-11" />}
            <div className="hidden md:block">
              <SessionButtons />
            </div>
            <IconButton
              ref={toggle}
              label={open ? texts.closeMenu : texts.openMenu}
              className="md:hidden"
              aria-expanded={open}
              aria-controls={menuId}
              onClick={() => setOpen(!open)}
            >
              {open ? <CloseIcon size={22} /> : <MenuIcon size={22} />}
            </IconButton>
          </div>
        </div>
        <div id={menuId} hidden={!open} className="border-t border-border px-4 pt-2 pb-4 md:hidden">
          <Destinations className="-mx-3 grid gap-1" />
          <div className="mt-3 flex items-center justify-between">
            <Preferences />
          </div>
          <div className="mt-3 grid">
            <SessionButtons />
          </div>
        </div>
      </nav>
    </header>
  )
}

/** Buttons for language and display mode (spec 2.17, 2.18). */
function Preferences() {
  const texts = useTexts(appTexts)
  const dark = usePreference('darkMode')
  const language = usePreference('language')
  const choose = useChooseLanguage()
  return (
    <>
      <Segmented label={texts.language} value={language} options={LANGUAGE_OPTIONS} onChange={choose} />
      <IconButton label={dark ? texts.useLight : texts.useDark} onClick={() => setPreference('darkMode', !dark)}>
        {/* CSS chooses the icon, because the server does not know the system's preference. */}
        <SunIcon size={20} className="hidden dark:block" />
        <MoonIcon size={20} className="dark:hidden" />
      </IconButton>
    </>
  )
}

function useChooseLanguage(): (language: Language) => void {
  const { place, go } = useNavigation()
  return (language) => {
    setPreference('language', language)
    const search = new URLSearchParams(place.search)
    if (!search.has(LANGUAGE_PARAMETER)) return
    search.delete(LANGUAGE_PARAMETER)
    void go(`${place.pathname}${search.size > 0 ? `?${search.toString()}` : ''}`, { replace: true, keepScroll: true })
  }
}

function useMenu() {
  const { pathname } = useNavigation().place
  // Address at which the menu was opened. At any other address the menu is closed.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const open = openAt === pathname
  // A layout effect removes the menu's listeners before the next history step.
  useLayoutEffect(() => {
    if (!open) return undefined
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      setOpenAt(null)
      toggle.current?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    const left = new AbortController()
    // The browser's Back closes the menu. The dynamic import saves code on the landing page.
    void import('../../design-system/layers/layers.ts').then(
      ({ registerLayer }) => {
        if (left.signal.aborted) return
        const close = registerLayer(() => setOpenAt(null))
        left.signal.addEventListener('abort', close)
      },
      () => undefined,
    )
    return () => {
      left.abort()
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [open])
  return { open, setOpen: (next: boolean) => setOpenAt(next ? pathname : null), toggle }
}

function Destinations({ className }: { className: string }) {
  const texts = useTexts(appTexts)
  const loggedIn = useIsProbablyLoggedIn()
  const session = useSession()
  const isOperator = session.status === 'in' && session.session.role !== undefined
  const { pathname } = useNavigation().place
  const pageAt = (href: string) => (href === pathname ? 'page' : undefined)
  return (
    <ul className={className}>
      <li>
        <Link href="/" aria-current={pageAt('/')} className="bar-link">
          {texts.home}
        </Link>
      </li>
      {loggedIn && (
        <>
          <li>
            <Link href="/dashboard" aria-current={pageAt('/dashboard')} className="bar-link">
              {texts.dashboard}
            </Link>
          </li>
          <li>
            <Link href="/account" aria-current={pageAt('/account')} className="bar-link">
              {texts.account}
            </Link>
          </li>
        </>
      )}
      {isOperator && (
        <li>
          <Link href={OPERATOR_PATH} aria-current={pageAt(OPERATOR_PATH)} className="bar-link">
            {texts.operator}
          </Link>
        </li>
      )}
    </ul>
  )
}

function SessionButtons() {
  const texts = useTexts(appTexts)
  const loggedIn = useIsProbablyLoggedIn()
  if (loggedIn) return <LogOutButton />
  return (
    // Reserves the buttons' space before the session is known, so that the layout does not shift.
    <div className={cx('grid gap-2 md:flex', loggedIn === null && 'invisible')}>
      <Link href="/dashboard" className={toButtonClass('secondary')}>
        {texts.logIn}
      </Link>
      <Link href="/dashboard#sign-up" className={toButtonClass('primary')}>
        {texts.signUp}
      </Link>
    </div>
  )
}

function LogOutButton() {
  const texts = useTexts(appTexts)
  const { go } = useNavigation()
  const leave = useCallback(() => go('/'), [go])
  const { logOut, busy } = useLogOut(leave)
  return (
    <Button variant="secondary" busy={busy} onClick={() => void logOut()}>
      {texts.logOut}
    </Button>
  )
}
