export { publicPage } from '../public-pages/public-page.tsx'
