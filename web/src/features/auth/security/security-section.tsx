import type { Session } from '@kundig/contract/auth/auth.contract'

import { useTexts } from '../../../platform/i18n/texts.ts'
import { DeviceList } from '../devices/device-list.tsx'
import { DeviceLogOutButtons } from '../devices/log-out-many.tsx'
import { EmailChangePanel } from '../email/change-email.tsx'
import { SecondFactorSection } from '../second-factor/second-factor-part.tsx'
import { secondFactorTexts } from '../second-factor/second-factor.messages.ts'
import { securityTexts } from '../security.messages.ts'
import { ChangePasswordForm } from './change-password-form.tsx'
import { NoPasswordNotice } from './no-password.tsx'

export function SecuritySection({ user, leave }: { user: Session['user']; leave: () => Promise<void> }) {
  const texts = useTexts(securityTexts)
  const factorTexts = useTexts(secondFactorTexts)
  return (
    <section aria-label={texts.title} className="card mt-6 p-5 shadow-2 sm:p-8">
      <div>
        <h2 className="text-xl">{texts.emailTitle}</h2>
        <p className="mt-1 text-sm wrap-anywhere text-ink-2">{user.email}</p>
        <EmailChangePanel user={user} />
      </div>
      <div className="mt-8 border-t border-border pt-7">
        <h2 className="text-xl">{user.has_password ? texts.changeTitle : texts.passwordTitle}</h2>
        {user.has_password ? (
          <>
            <p className="mt-1 text-sm text-ink-2">{texts.changeLead}</p>
            <ChangePasswordForm email={user.email} />
          </>
        ) : (
          <NoPasswordNotice email={user.email} />
        )}
      </div>
      <div className="mt-8 border-t border-border pt-7">
        <h2 className="text-xl">{factorTexts.title}</h2>
        <SecondFactorSection user={user} />
      </div>
      <div className="mt-8 border-t border-border pt-7">
        <h2 className="text-xl">{texts.devicesTitle}</h2>
        <p className="mt-1 text-sm text-ink-2">{user.has_password ? texts.devicesLead : texts.devicesLeadOfGoogle}</p>
        <DeviceList leave={leave} />
        <DeviceLogOutButtons leave={leave} />
      </div>
    </section>
  )
}
