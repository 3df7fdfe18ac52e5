import { SITE_NAME } from '../../../platform/settings/site-marks.ts'

export interface PretendAccount {
  /** Stable id; part of the URL that chooses this account. */
  id: string
  name: string
  email: string
  emailVerified: boolean
  hint: { en: string; nl: string }
}

export const PRETEND_ACCOUNTS: readonly PretendAccount[] = [
  {
    id: 'robin',
    name: 'Robin Peters',
    email: 'robin.peters@post.example',
    emailVerified: true,
    hint: { en: `New to ${SITE_NAME}`, nl: `Nieuw bij ${SITE_NAME}` },
  },
  {
    id: 'sanne',
    name: 'Sanne de Wit',
    email: 'sanne@kundig.example',
    emailVerified: true,
    hint: { en: 'A demo login, which has a password', nl: 'Een demo-login, die een wachtwoord heeft' },
  },
  {
    id: 'noor',
    name: 'Noor Haddad',
    email: 'noor.haddad@post.example',
    emailVerified: false,
    hint: { en: 'Google never verified this address', nl: 'Google heeft dit adres nooit geverifieerd' },
  },
]
