/**
 * Time zone of the figures' days, which is the users': a day of Amsterdam has 23 or 25 hours when the clock changes. It
 * is not a setting, because counted days cannot be split differently later.
 */
export const FIGURES_TIME_ZONE = 'Europe/Amsterdam'

/** Selectable numbers of days, including today. */
export const FIGURE_WINDOWS = [7, 30, 365] as const
export type FigureWindow = (typeof FIGURE_WINDOWS)[number]

/** Daily figures, in display order. */
export const FIGURES = [
  'visits',
  'sign_ups',
  'profiles',
  'requests',
  'accepted',
  'accept_rate',
  'first_answers',
  'answer_time',
  'paid',
  'volume',
  'refunded',
  'reports',
  'mails',
  'pushes',
] as const
export type FigureName = (typeof FIGURES)[number]

/** Kinds of pages by which visits are counted, without any person's id. */
export const VISITED_PAGES = ['landing', 'profile', 'dashboard', 'account', 'other'] as const
export type VisitedPage = (typeof VISITED_PAGES)[number]
