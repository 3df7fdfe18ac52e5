import type { ReactNode } from 'react'

import { Avatar } from '../../design-system/avatars/avatar.tsx'
import { toButtonClass } from '../../design-system/link-styles.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import portrait from './example-portrait.svg'
import { lowerPartTexts } from './landing-lower-part.messages.ts'

export function HowItWorks() {
  const texts = useTexts(lowerPartTexts)
  return (
    <section aria-labelledby="how-title" className="bg-surface-2">
      <div className="mx-auto max-w-(--page-width) px-4 py-14 md:px-10 md:py-20">
        <h2 id="how-title" className="max-w-[24ch] text-2xl">
          {texts.how}
        </h2>
        <ol className="mt-9 grid gap-10 md:grid-cols-2 md:gap-x-5 md:gap-y-12 xl:grid-cols-4">
          <Step title={texts.introduceTitle} text={texts.introduceText}>
            <div className="card grid gap-2.5 p-4 shadow-2">
              <p className="text-sm font-semibold">{texts.exampleTo}</p>
              <p className="rounded-sm border border-border bg-bg px-3 py-2.5 text-sm text-ink-2">
                {texts.exampleRequest}
              </p>
              <span className={toButtonClass('primary', 'sm', 'justify-self-end')}>{texts.exampleSend}</span>
            </div>
          </Step>
          <Step title={texts.acceptTitle} text={texts.acceptText}>
            <div className="card p-4 shadow-2">
              <div className="flex items-start gap-3">
                <Avatar id="example" name={texts.exampleFrom} src={portrait} size={40} decorative />
                <div className="min-w-0">
                  <p className="text-sm font-semibold">{texts.exampleFrom}</p>
                  <p className="mt-0.5 text-sm text-ink-2">{texts.exampleTopic}</p>
                </div>
              </div>
              <div className="mt-3.5 flex gap-2">
                <span className={toButtonClass('primary', 'sm', 'flex-1')}>{texts.exampleAccept}</span>
                <span className={toButtonClass('secondary', 'sm', 'flex-1')}>{texts.exampleReject}</span>
              </div>
            </div>
          </Step>
          <Step title={texts.talkTitle} text={texts.talkText}>
            <div className="grid gap-1.5 [--bubble-peer:var(--surface)]">
              <p className="bubble bubble-peer justify-self-start text-sm">{texts.exampleQuestion}</p>
              <p className="bubble bubble-own justify-self-end text-sm">{texts.exampleReply}</p>
              <p className="bubble bubble-peer justify-self-start text-sm">{texts.exampleAnswer}</p>
            </div>
          </Step>
          <Step title={texts.payTitle} text={texts.payText}>
            <div className="card grid gap-1 p-4 shadow-2">
              <p className="text-sm font-semibold">{texts.exampleAsks}</p>
              <p className="font-display text-2xl font-bold">{texts.examplePrice}</p>
              <p className="text-sm text-ink-2">{texts.exampleWork}</p>
              <span className={toButtonClass('primary', 'sm', 'mt-2 justify-self-end')}>{texts.examplePay}</span>
            </div>
          </Step>
        </ol>
      </div>
    </section>
  )
}

function Step({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="flex flex-col gap-6">
      <div aria-hidden="true" className="pointer-events-none flex flex-col justify-end select-none md:min-h-48">
        {children}
      </div>
      <div className="border-t-2 border-ink pt-4">
        <h3 className="text-xl">{title}</h3>
        <p className="mt-1 max-w-[38ch] text-ink-2">{text}</p>
      </div>
    </li>
  )
}
