export const LANDING_WIDTH = 'mx-auto w-full max-w-(--page-width) px-4 md:px-10'
