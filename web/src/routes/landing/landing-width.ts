/** The classes that keep every part of the landing page to one width. */
export const LANDING_WIDTH = 'mx-auto w-full max-w-(--page-width) px-4 md:px-10'
