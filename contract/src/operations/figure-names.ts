/**
 * The days that figures are kept by are those of the people who use the site: a day of Amsterdam, of 23 or 25 hours where the
 * clock changes. It is no setting, as days that were counted once cannot be cut anew.
 */
export const FIGURES_TIME_ZONE = 'Europe/Amsterdam'

/** So many days can be looked at, today among them. */
export const FIGURE_WINDOWS = [7, 30, 365] as const
export type FigureWindow = (typeof FIGURE_WINDOWS)[number]

/** What is counted by day, in the order in which it is shown. */
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

/** What visits are told apart by: kinds of pages, never whose. */
export const VISITED_PAGES = ['landing', 'profile', 'dashboard', 'account', 'other'] as const
export type VisitedPage = (typeof VISITED_PAGES)[number]
