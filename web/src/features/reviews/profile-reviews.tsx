import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Flag, Star } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import type { Review } from '@kundig/contract/reviews/reviews.contract'
import type { ReportSubject } from '@kundig/contract/safety/safety.contract'
import { toProfilePath } from '@kundig/contract/site/public-pages'

import { Badge } from '../../design-system/badge.tsx'
import { Button } from '../../design-system/button.tsx'
import { cx } from '../../design-system/class-names.ts'
import { Menu } from '../../design-system/layers/menu.tsx'
import { useLazyModule } from '../../design-system/lazy-module.ts'
import { QueryState } from '../../design-system/states/query-state.tsx'
import { Skeleton } from '../../design-system/states/skeleton.tsx'
import { useLanguage } from '../../platform/i18n/language.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { GrowingList } from '../../platform/lists/growing-list.tsx'
import { Link } from '../../platform/navigation/link.tsx'
import { TextWithCode } from '../../platform/text-with-code.tsx'
import { useViewerId } from '../auth/session-viewer.ts'
import { reviewsTexts } from './reviews.messages.ts'
import { ownReviewQuery, reviewsQuery } from './reviews.queries.ts'

const loadReviewDialog = () => import('./review-dialog.tsx')
const loadAnswerDialog = () => import('./answer-dialog.tsx')

export interface ProfileReviewsProps {
  profile: Profile
  onReport: (subject: ReportSubject, person: { id: string; full_name: string }) => void
}

export function ProfileReviews({ profile, onReport }: ProfileReviewsProps) {
  const texts = useTexts(reviewsTexts)
  const language = useLanguage()
  const reviews = useInfiniteQuery(reviewsQuery(profile.id))
  const [answering, setAnswering] = useState<string | null>(null)
  const answer = useLazyModule(loadAnswerDialog, answering !== null)
  return (
    <section aria-label={texts.title} className="card mt-4 p-5 sm:p-8">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div>
          <h2 className="text-xl">{texts.title}</h2>
          {profile.reviews && (
            <p className="mt-1 font-semibold">
              {texts.mean(profile.reviews.mean.toLocaleString(language), profile.reviews.count)}
            </p>
          )}
        </div>
        <OwnReviewButton expert={profile} />
      </div>
      <p className="mt-1 max-w-[65ch] text-sm text-ink-3 wrap-anywhere">{texts.checked(profile.full_name)}</p>
      <QueryState
        query={reviews}
        loading={<Skeleton className="mt-6 h-24" />}
        renderFailure={() => texts.failed}
        retryLabel={texts.retry}
      >
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          if (items.length === 0) return <p className="mt-5 text-ink-2">{texts.none}</p>
          return (
            <GrowingList
              query={reviews}
              count={items.length}
              failed={texts.failed}
              retryLabel={texts.retry}
              align="start"
              className="mt-3 divide-y divide-border"
            >
              {items.map((review) => (
                <li key={review.id} className="py-5 last:pb-0">
                  <ShownReview
                    review={review}
                    expert={profile}
                    onAnswer={() => setAnswering(review.id)}
                    onReport={onReport}
                  />
                </li>
              ))}
            </GrowingList>
          )
        }}
      </QueryState>
      {answer && answering !== null && (
        <answer.AnswerDialog reviewId={answering} expertId={profile.id} onClose={() => setAnswering(null)} />
      )}
    </section>
  )
}

function OwnReviewButton({ expert }: { expert: Profile }) {
  const texts = useTexts(reviewsTexts)
  const viewerId = useViewerId()
  const { data } = useQuery({ ...ownReviewQuery(expert.id), enabled: viewerId !== null && viewerId !== expert.id })
  const [isOpen, setOpen] = useState(false)
  const dialog = useLazyModule(loadReviewDialog, isOpen)
  if (!data || data.open_until === null) return null
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {data.review ? texts.change : texts.write}
      </Button>
      {dialog && isOpen && <dialog.ReviewDialog expert={expert} own={data.review} onClose={() => setOpen(false)} />}
    </>
  )
}

function ShownReview({
  review,
  expert,
  onAnswer,
  onReport,
}: {
  review: Review
  expert: Profile
  onAnswer: () => void
  onReport: ProfileReviewsProps['onReport']
}): ReactNode {
  const texts = useTexts(reviewsTexts)
  const language = useLanguage()
  const viewerId = useViewerId()
  const { id, reviewer, rating, answer } = review
  const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const who = reviewer?.full_name ?? texts.client
  const flag = <Flag size={18} />
  const items = [
    ...(viewerId !== null && viewerId === reviewer?.id
      ? []
      : [
          {
            label: texts.report,
            icon: flag,
            onSelect: () => onReport({ kind: 'review', id }, { id: reviewer?.id ?? id, full_name: who }),
          },
        ]),
    ...(answer === null || viewerId === expert.id
      ? []
      : [{ label: texts.reportAnswer, icon: flag, onSelect: () => onReport({ kind: 'review_answer', id }, expert) }]),
  ]
  return (
    <article>
      <div className="flex items-start justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <Stars rating={rating} />
          <p className="text-sm wrap-anywhere text-ink-2">
            {reviewer ? (
              <Link href={toProfilePath(reviewer.id)} className="underline" translate="no">
                {reviewer.full_name}
              </Link>
            ) : (
              <span>{texts.client}</span>
            )}
            <span>{`, ${month.format(new Date(`${review.month}-01`))}`}</span>
          </p>
          {review.is_refunded && <Badge tone="neutral">{texts.refunded}</Badge>}
        </div>
        {items.length > 0 && <Menu label={texts.options(who)} items={items} />}
      </div>
      {review.text !== null && <Prose text={review.text} className="mt-2" />}
      {answer !== null && (
        <div className="mt-3 border-s-2 border-border ps-4">
          <p className="text-sm font-semibold wrap-anywhere">{texts.answerOf(expert.full_name)}</p>
          <Prose text={answer} className="mt-1" />
        </div>
      )}
      {review.may_answer && (
        <Button variant="secondary" size="sm" className="mt-3" onClick={onAnswer}>
          {texts.answer}
        </Button>
      )}
    </article>
  )
}

function Prose({ text, className }: { text: string; className: string }) {
  return (
    <p dir="auto" className={cx('max-w-[65ch] leading-[1.6] wrap-anywhere whitespace-pre-wrap', className)}>
      <TextWithCode text={text} />
    </p>
  )
}

function Stars({ rating }: { rating: number }) {
  const texts = useTexts(reviewsTexts)
  return (
    <span role="img" aria-label={texts.ofFive(rating)} className="flex">
      {[1, 2, 3, 4, 5].map((place) => (
        <Star key={place} size={18} fill={place <= rating ? 'currentColor' : 'none'} />
      ))}
    </span>
  )
}
