/** Time zone of the figures' days (23 or 25 hours at clock changes). Fixed: counted days cannot be split again. */
export const FIGURES_TIME_ZONE = 'Europe/Amsterdam'

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

export const VISITED_PAGES = ['landing', 'profile', 'dashboard', 'account', 'other'] as const
export type VisitedPage = (typeof VISITED_PAGES)[number]
