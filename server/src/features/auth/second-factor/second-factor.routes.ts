import type { Language } from '@kundig/contract/languages'

import { implementation, type RequestContext, requireViewer } from '../../../implementation.ts'
import type { Restricted } from '../../../viewer.ts'
import type { KnownDevices } from '../devices/known-devices.service.ts'
import type { Asker, SecondFactors } from './second-factor.service.ts'

const DONE = { ok: true } as const

const toAsker = (context: RequestContext): Asker => ({ viewer: requireViewer(context), shown: context.shown })

const presentRestriction = ({ restriction }: Restricted) => ({
  state: restriction.state,
  until: restriction.state === 'suspended' ? restriction.until.toISOString() : null,
})

export function createSecondFactorProcedures({
  secondFactors,
  knownDevices,
  recordLanguage,
}: {
  secondFactors: SecondFactors
  knownDevices: KnownDevices
  recordLanguage: (userId: string, language: Language) => Promise<void>
}) {
  const { auth } = implementation
  return {
    secondFactor: auth.secondFactor.handler(async ({ context }) => {
      const { isOn, recoveryCodesLeft } = await secondFactors.state(requireViewer(context))
      return { is_on: isOn, recovery_codes_left: recoveryCodesLeft }
    }),

    secondFactorAsked: auth.secondFactorAsked.handler(async ({ context: { waiting, restricted } }) => ({
      is_asked: waiting !== null,
      ...(restricted && { restriction: presentRestriction(restricted) }),
    })),

    giveSecondFactor: auth.giveSecondFactor.handler(async ({ input, context }) => {
      const { waiting, shown, language } = context
      const viewer = waiting ?? requireViewer(context)
      await secondFactors.verify({ viewer, shown }, input.code, waiting === null)
      if (waiting) {
        // The browser is remembered only after the second factor, which completes the sign-in.
        await knownDevices.remember(context.cookies, waiting.email, language)
        await recordLanguage(waiting.userId, language)
      }
      return DONE
    }),

    beginSecondFactor: auth.beginSecondFactor.handler(async ({ input, context }) => {
      const { uri, key, recoveryCodes } = await secondFactors.begin(toAsker(context), input.current_password)
      return { uri, key, recovery_codes: recoveryCodes }
    }),

    turnOnSecondFactor: auth.turnOnSecondFactor.handler(async ({ input, context }) => {
      await secondFactors.turnOn(toAsker(context), input.code, context.language)
      return DONE
    }),

    turnOffSecondFactor: auth.turnOffSecondFactor.handler(async ({ input, context }) => {
      const given = { code: input.code, password: input.current_password }
      await secondFactors.turnOff(toAsker(context), given, context.language)
      return DONE
    }),

    renewRecoveryCodes: auth.renewRecoveryCodes.handler(async ({ input, context }) => {
      const given = { code: input.code, password: input.current_password }
      return { recovery_codes: await secondFactors.renewRecoveryCodes(toAsker(context), given) }
    }),
  }
}
