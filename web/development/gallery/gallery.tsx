import { Segmented } from '../../src/design-system/segmented.tsx'
import { setPreference, usePreference } from '../../src/platform/preferences/preferences.ts'
import { AppointmentStates } from './appointment-states.tsx'
import { ControlStates, MessageStates, PictureStates } from './design-system-states.tsx'
import {
  AuthStates,
  ChatStates,
  NotificationStates,
  PaymentStates,
  ProfileStates,
  RequestStates,
  WaitingListStates,
} from './feature-states.tsx'

export const SECTIONS = [
  { id: 'controls', title: 'Controls', States: ControlStates },
  { id: 'messages', title: 'Messages and overlays', States: MessageStates },
  { id: 'pictures', title: 'Pictures', States: PictureStates },
  { id: 'auth', title: 'Feature: auth', States: AuthStates },
  { id: 'profiles', title: 'Feature: profiles', States: ProfileStates },
  { id: 'waiting-list', title: 'Feature: waiting list', States: WaitingListStates },
  { id: 'connection-requests', title: 'Feature: connection requests', States: RequestStates },
  { id: 'notifications', title: 'Feature: notifications', States: NotificationStates },
  { id: 'chat', title: 'Feature: chat', States: ChatStates },
  { id: 'appointments', title: 'Feature: appointments', States: AppointmentStates },
  { id: 'payments', title: 'Feature: payments', States: PaymentStates },
] as const

const shown = new URLSearchParams(window.location.search).get('section')

export function Gallery() {
  const language = usePreference('language')
  const darkMode = usePreference('darkMode')
  return (
    <main className="gallery">
      <header className="gallery-bar">
        <h1>Gallery</h1>
        <Segmented
          label="Language"
          value={language}
          options={[
            { value: 'en', label: 'EN' },
            { value: 'nl', label: 'NL' },
          ]}
          onChange={(value) => setPreference('language', value)}
        />
        <Segmented
          label="Theme"
          value={darkMode ? 'dark' : 'light'}
          options={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          onChange={(value) => setPreference('darkMode', value === 'dark')}
        />
        <nav>
          {SECTIONS.map(({ id, title }) => (
            <a key={id} href={`#${id}`} className="text-link">
              {title}
            </a>
          ))}
        </nav>
      </header>
      {SECTIONS.filter(({ id }) => shown === null || shown === id).map((section) => (
        <GallerySection key={section.id} {...section} />
      ))}
    </main>
  )
}

export function GallerySection({ id, title, States }: (typeof SECTIONS)[number]) {
  return (
    <section id={id} className="gallery-section">
      <h2>{title}</h2>
      <div className="gallery-states">
        <States />
      </div>
    </section>
  )
}
